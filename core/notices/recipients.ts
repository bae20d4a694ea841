import type { NodeBase } from '../cascade/definition.ts';
import { placeholdersIn } from '../cascade/lint-variables.ts';
import { isKind } from '../cascade/registry.ts';

/**
 * The payload paths in the recipients of a cascade's notices. Only the cascade defines them: guessing by member names
 * could change decisions.
 */
export function recipientPaths(definition: readonly NodeBase[]): ReadonlySet<string> {
  const recipients = definition.flatMap((node) =>
    isKind(node, 'AdverseAction') ? [node.adverse_action?.recipient] : [],
  );
  return new Set(
    recipients.flatMap((text) => placeholdersIn(text ?? '')).map((path) => path.replace(/^context\./, '')),
  );
}
