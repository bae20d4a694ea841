import { requireNodeId } from '../definition/checks.ts';
import type { GoToNode } from '../definition/types.ts';
import type { NodeSpec } from './contract.ts';

/** Jumps at runtime: the way to make a loop. The target is no edge of the graph, and `next_step` is not used. */
export const goTo: NodeSpec<GoToNode> = {
  schema: {
    type: 'object',
    description: 'Jumps to another node at runtime.',
    required: ['target_step'],
    properties: { target_step: { type: 'string', description: 'Id of the node to jump to.' } },
  },
  validate: (node, at, scope) => requireNodeId(node, 'target_step', at, scope),
  edges: () => [],
  jumps: (node) => [node.target_step],
  start: (node) => ({ do: 'finish', output: { target_step: node.target_step }, next: [node.target_step] }),
};
