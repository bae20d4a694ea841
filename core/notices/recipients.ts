import type { NodeBase } from '../cascade/definition.ts';
import { placeholdersIn } from '../cascade/lint-variables.ts';
import { isKind } from '../cascade/registry.ts';

/**
 * The paths of the payload that the recipients of a cascade's notices read. The cascade itself says so: a member of any
 * other name would be a guess, and could change what is decided.
 */
export function recipientPaths(definition: readonly NodeBase[]): ReadonlySet<string> {
  const recipients = definition.flatMap((node) =>
    isKind(node, 'AdverseAction') ? [node.adverse_action?.recipient] : [],
  );
  return new Set(
    recipients.flatMap((text) => placeholdersIn(text ?? '')).map((path) => path.replace(/^context\./, '')),
  );
}
