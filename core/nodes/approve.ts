import type { ApproveNode } from '../definition/types.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf, isoTime } from './edges.ts';

/** Records the approval as the outcome, unless something more severe came up. */
export const approve: NodeSpec<ApproveNode> = {
  schema: { type: 'object', description: 'Approves the applicant.' },
  validate: () => [],
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],
  start: (node, visit) => ({
    do: 'finish',
    output: { approved_at: isoTime(visit.now) },
    next: node.next_step ?? [],
    aside: { outcome: 'approved' },
  }),
};
