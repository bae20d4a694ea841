import type { ApplicantSourceNode } from '../definition/types.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf } from './edges.ts';

/** The one entry point. The payload is visible to all nodes as `context`; the step itself has nothing to say. */
export const applicantSource: NodeSpec<ApplicantSourceNode> = {
  schema: { type: 'object', description: 'Entry point; exposes the payload of the trigger as `context.applicant`.' },
  validate: () => [],
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],
  start: (node) => ({ do: 'finish', output: {}, next: node.next_step ?? [] }),
};
