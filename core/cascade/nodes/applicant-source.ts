import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';

export interface ApplicantSourceNode extends NodeBase {
  readonly type: 'ApplicantSource';
}

/** The one entry point. The payload is visible to all nodes as `context`; the step's own output is empty. */
export const applicantSource: NodeSpec<ApplicantSourceNode, 'ApplicantSource'> = {
  kind: 'ApplicantSource',
  namedBy: 'type',
  isEntry: true,
  schema: { description: 'Entry point; exposes the payload of the trigger as `context.applicant`.' },
  edges: ['next_step'],
  conditionSource: () => ({ kind: 'context' }),
  start: (node) => ({ do: 'finish', output: {}, next: node.next_step ?? [] }),
};
