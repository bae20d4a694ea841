import type { NodeBase } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';

/** Path of the person that the reports are about. Letters to others do not mention the reports. */
export const RUN_APPLICANT = 'applicant';

/** Payload path of the person that a notice is about and goes to; undefined if the node issues none. */
export function noticePerson(node: NodeBase): string | undefined {
  if (!isKind(node, 'AdverseAction')) return undefined;
  return (node.adverse_action?.applicant ?? RUN_APPLICANT).replace(/^context\./, '');
}
