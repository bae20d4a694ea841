import type { NodeBase } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';

/** Path of the person on whom reports are pulled. A letter to somebody else leaves them untold. */
export const RUN_APPLICANT = 'applicant';

/** Path in the payload of whoever a notice is about and goes to; undefined of a node that issues none. */
export function noticePerson(node: NodeBase): string | undefined {
  if (!isKind(node, 'AdverseAction')) return undefined;
  return (node.adverse_action?.applicant ?? RUN_APPLICANT).replace(/^context\./, '');
}
