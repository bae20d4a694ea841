import { EDGE_KEYS } from '../cascade/definition.ts';
import type { NodeKind } from '../cascade/registry.ts';

/** A cascade as its picture shows it: nodes, and the ways between them. */

export const WAY_KEYS = [...EDGE_KEYS, 'jump'] as const;
export type WayKey = (typeof WAY_KEYS)[number];

export interface GraphWay {
  readonly key: WayKey;
  readonly to: string;
}

export interface GraphNode {
  readonly id: string;
  /** Its displayed name. */
  readonly name: string;
  /** Its kind; for an unknown kind, the word in the definition. */
  readonly kind: string;
  readonly isEntry: boolean;
  readonly ways: readonly GraphWay[];
}

/** The node's name; its id if it is not among the nodes. */
export const nameIn = (nodes: readonly GraphNode[], id: string): string =>
  nodes.find((node) => node.id === id)?.name ?? id;

/** The everyday word, and the term of the reference. */
export interface Called {
  readonly text: string;
  readonly term: string;
}

/** True if the node only asks a person: its steps then depend on that person's decision. */
const asksOnly = ({ ways }: Pick<GraphNode, 'ways'>): boolean =>
  ways.some(({ key }) => key === 'human_review_steps') && ways.every(({ key }) => key !== 'pass_steps');

/** The label of a way; null if it needs none. */
export function wayCalled(node: Pick<GraphNode, 'ways'>, key: WayKey): Called | null {
  switch (key) {
    case 'pass_steps':
      return { text: 'yes', term: 'pass' };
    case 'human_review_steps':
      return { text: 'approved', term: 'review' };
    case 'fail_steps':
      return { text: asksOnly(node) ? 'denied' : 'no', term: 'fail' };
    case 'next_step':
    case 'jump':
      return null;
  }
}

const KINDS: Readonly<Record<NodeKind, string>> = {
  ApplicantSource: 'Start',
  BillingProduct: 'Report',
  IfElse: 'Rule',
  Wait: 'Wait',
  GoTo: 'Jump',
  ShowResults: 'End',
  Approve: 'Approve',
  SendEmail: 'E-mail',
  AdverseAction: 'Letter',
  InternalNotification: 'Notify staff',
};

/** The everyday word for the kind of a node; if there is none, the word of the definition. */
export function kindCalled({ kind, ways }: Pick<GraphNode, 'kind' | 'ways'>): string {
  if (kind === 'IfElse' && asksOnly({ ways })) return 'Ask a person';
  return Object.entries(KINDS).find(([each]) => each === kind)?.[1] ?? kind;
}

/** The id of a way in a picture: a node has at most one way of each key to another node. */
export function wayId(from: string, { key, to }: GraphWay): string {
  return JSON.stringify([from, key, to]);
}

/** The picture as text for people who cannot see it, in everyday words or in terms of the reference. */
export function inWords(nodes: readonly GraphNode[], word: keyof Called = 'text'): string {
  const steps = nodes.map((node) => {
    const { id, ways } = node;
    const all = ways.map(({ key, to }) => {
      if (key === 'jump') return `jumps to ${to}`;
      const called = wayCalled(node, key);
      return called === null ? to : `${called[word]}: ${to}`;
    });
    // A jump has a verb of its own.
    const verb = ways.every(({ key }) => key === 'jump') ? '' : 'leads to ';
    return all.length === 0 ? `${id} ends` : `${id} ${verb}${all.join(', ')}`;
  });
  return `${steps.join('; ')}.`;
}
