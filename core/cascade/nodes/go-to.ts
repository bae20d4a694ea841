import { checkNodeId } from '../checks.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';

export interface GoToNode extends NodeBase {
  readonly type: 'GoTo';
  readonly target_step: string;
}

/**
 * Jumps at run time, which makes loops possible. The target is not an edge of the graph, and `next_step` is not used.
 */
export const goTo: NodeSpec<GoToNode, 'GoTo'> = {
  kind: 'GoTo',
  namedBy: 'type',
  schema: {
    description: 'Jumps to another node at runtime: the way to make a loop.',
    required: ['target_step'],
    properties: {
      target_step: {
        type: 'string',
        minLength: 1,
        description: 'Id of the node to jump to. Not an edge of the graph.',
      },
    },
  },
  edges: [],
  keptOutput: ['target_step'],
  jumps: (node) => [node.target_step],
  validate: (node, at, scope, report) => checkNodeId(node.target_step, `${at}.target_step`, scope, report),
  start: (node) => ({ do: 'finish', output: { target_step: node.target_step }, next: [node.target_step] }),
};
