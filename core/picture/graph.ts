import { EDGE_KEYS } from '../cascade/definition.ts';

/** A cascade as what a picture shows of it: nodes, and the ways between them. */

export const WAY_KEYS = [...EDGE_KEYS, 'jump'] as const;
export type WayKey = (typeof WAY_KEYS)[number];

export interface GraphWay {
  readonly key: WayKey;
  readonly to: string;
}

export interface GraphNode {
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /** What it does; of a kind that is not known the words of the definition. */
  readonly kind: string;
  readonly isEntry: boolean;
  readonly ways: readonly GraphWay[];
}

/** The node's name; its id where it is not among the nodes. */
export const nameIn = (nodes: readonly GraphNode[], id: string): string =>
  nodes.find((node) => node.id === id)?.name ?? id;

/** What an edge is called beside its line. */
export const WAY_NAMES: Readonly<Record<WayKey, string>> = {
  next_step: '',
  pass_steps: 'pass',
  human_review_steps: 'review',
  fail_steps: 'fail',
  jump: '',
};

/** Names a way of a picture: a node has at most one of a key to another. */
export function wayId(from: string, { key, to }: GraphWay): string {
  return JSON.stringify([from, key, to]);
}

/** The same for people who do not see the picture. */
export function inWords(nodes: readonly GraphNode[]): string {
  const steps = nodes.map(({ id, ways }) => {
    const all = ways.map(({ key, to }) => {
      if (key === 'jump') return `jumps to ${to}`;
      return WAY_NAMES[key] === '' ? to : `${WAY_NAMES[key]}: ${to}`;
    });
    // A jump says itself what it does.
    const verb = ways.every(({ key }) => key === 'jump') ? '' : 'leads to ';
    return all.length === 0 ? `${id} ends` : `${id} ${verb}${all.join(', ')}`;
  });
  return `${steps.join('; ')}.`;
}
