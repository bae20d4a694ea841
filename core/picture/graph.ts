import { EDGE_KEYS, type EdgeKey, type NodeBase } from '../cascade/definition.ts';
import { NODES } from '../cascade/registry.ts';

/*
 * A cascade as what a picture shows of it: nodes, and the ways between them. Also of a definition that somebody is still
 * writing, whose ways may lead nowhere or round in a circle.
 */

export type WayKey = EdgeKey | 'jump';

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

/** What an edge is called beside its line. */
export const WAY_NAMES: Readonly<Record<WayKey, string>> = {
  next_step: '',
  pass_steps: 'pass',
  human_review_steps: 'review',
  fail_steps: 'fail',
  jump: '',
};

export function graphOf(definition: readonly NodeBase[]): GraphNode[] {
  const ids = new Set(definition.map(({ id }) => id));
  return definition.map((node) => {
    const spec = NODES.find(node);
    const jumps = spec === undefined ? [] : NODES.jumpsOf(node);
    const ways = EDGE_KEYS.filter((key) => spec === undefined || spec.edges.includes(key))
      .flatMap((key) => [...new Set(node[key])].map((to): GraphWay => ({ key, to })))
      .concat(jumps.map((to) => ({ key: 'jump', to })));
    return {
      id: node.id,
      name: node.name ?? node.id,
      kind: spec?.kind ?? node.action_type ?? node.type,
      isEntry: spec?.isEntry === true,
      ways: ways.filter(({ to }) => ids.has(to)),
    };
  });
}

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
