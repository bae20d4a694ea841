import { remembered } from '../remembered.ts';
import { BRANCH_KEYS, EDGE_KEYS, type NodeBase } from './definition.ts';
import { isKind } from './registry.ts';

/** The number of nodes, edges and conditions: the work of one pass over the definition. */
export const sizeOfDefinition = remembered((definition: readonly NodeBase[]): number =>
  definition.reduce((sum, node) => sum + 1 + edgesOf(node) + conditionsOf(node), 0),
);

const edgesOf = (node: NodeBase): number => EDGE_KEYS.reduce((sum, key) => sum + (node[key]?.length ?? 0), 0);

function conditionsOf(node: NodeBase): number {
  if (!isKind(node, 'IfElse')) return 0;
  const groups = BRANCH_KEYS.flatMap((key) => node.branches[key]?.condition_groups ?? []);
  return groups.reduce((sum, { conditions }) => sum + conditions.length, 0);
}
