import { placeholdersIn } from '../../cascade/lint-variables.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import { isKind } from '../../cascade/registry.ts';
import { isSecret } from '../../personal-fields.ts';
import { isInsufficientSentence } from '../../insufficient.ts';
import { purposeOfUseCase } from '../purpose.ts';

/**
 * Warns of what a letter does not print of its node's own sentences: numbers of the social security, births and ages; and
 * of credit a `reason` that is none. Source: semantics 2.9.20 and 2.9.21; 12 CFR 1002.9(b)(2).
 */
export const warnOfOwnWords =
  (useCase: string | null): LintRule =>
  (definition) =>
    definition.flatMap((node): LintWarning[] => {
      if (!isKind(node, 'AdverseAction') || node.adverse_action === undefined) return [];
      const { statement = '', reason = '', purpose = purposeOfUseCase(useCase) } = node.adverse_action;
      const secrets = [...new Set(placeholdersIn([statement, reason]))].filter(isSecret);
      return [
        ...secrets.map((path) => ({
          code: 'personal_variable' as const,
          node_id: node.id,
          message:
            `{{${path}}} tells a social security number, a birth or an age, which no letter prints: the notice waits until ` +
            'somebody gives other words.',
        })),
        ...(purpose === 'credit' && isInsufficientSentence(reason)
          ? [
              {
                code: 'insufficient_reason' as const,
                node_id: node.id,
                message:
                  '`adverse_action.reason` says that a standard or a score was not met, which a creditor may not give as ' +
                  'a reason (12 CFR 1002.9(b)(2)): the letter leaves it out.',
              },
            ]
          : []),
      ];
    });
