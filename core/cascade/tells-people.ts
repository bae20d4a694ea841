import type { Work } from '../work.ts';
import type { NodeBase } from './definition.ts';
import { buildGraph } from './graph.ts';
import { canMatch } from './groups.ts';
import { askingOf } from './not-comparable.ts';
import type { OnNotComparable } from './on-not-comparable.ts';
import { asksOfMissing } from './nodes/if-else.ts';
import { isKind, NODES } from './registry.ts';

export interface LiveScope {
  /** The account's default. */
  readonly onNotComparable: OnNotComparable;
  readonly work: Work;
}

/** Ids of the nodes that a run can reach. */
export function runningNodes(definition: readonly NodeBase[]): ReadonlySet<string> {
  const graph = buildGraph(definition, NODES);
  return new Set(graph.entry === undefined ? [] : [graph.entry.id, ...graph.reachable(graph.entry.id)]);
}

/** True if a run can reach a notice, or a choice that may ask a person. Throws TooMuchWork. */
export function tellsPeople(definition: readonly NodeBase[], { onNotComparable, work }: LiveScope): boolean {
  const running = runningNodes(definition);
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const asksPerson = (node: NodeBase): boolean => {
    if (!isKind(node, 'IfElse')) return false;
    if (canMatch(node.branches.human_review)) return true;
    if ((node.on_not_comparable ?? onNotComparable) !== 'review' && !asksOfMissing(node)) return false;
    work.spend(definition.length);
    return askingOf(node, (id) => nodes.get(id)) !== null;
  };
  return definition.some((node) => running.has(node.id) && (isKind(node, 'AdverseAction') || asksPerson(node)));
}
