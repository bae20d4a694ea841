import { isoTime } from '../../time.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';

export interface ApproveNode extends NodeBase {
  readonly type: 'Action';
  readonly action_type: 'Approve';
}

/** Records the approval as the outcome, unless the run has a more severe one. */
export const approve: NodeSpec<ApproveNode, 'Approve'> = {
  kind: 'Approve',
  namedBy: 'action_type',
  schema: { description: 'Approves the applicant.' },
  edges: ['next_step'],
  keptOutput: ['approved_at'],
  start: (node, visit) => ({
    do: 'finish',
    output: { approved_at: isoTime(visit.now) },
    next: node.next_step ?? [],
    aside: { outcome: 'approved' },
  }),
};
