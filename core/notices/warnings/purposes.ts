import { quote } from '../../cascade/checks.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { isKind } from '../../cascade/registry.ts';
import { isPurposeUnknown } from '../purpose.ts';

/** Warns of notices that would use the account's default purpose although the use case is about something else. */
export const warnOfUnknownPurposes =
  (useCase: string | null): LintRule =>
  (definition) =>
    definition
      .filter((node) => isKind(node, 'AdverseAction') && isPurposeUnknown(node.adverse_action, useCase))
      .map((node) => ({
        code: 'unknown_purpose' as const,
        node_id: node.id,
        message:
          `Nobody knows the purpose of the use case ${quote(useCase ?? '')}: in test mode the letter takes the account's ` +
          'default, and live it is not issued. Set `adverse_action.purpose` to tenant, credit or employment.',
      }));
