import { placeholdersIn } from '../../cascade/lint-variables.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import { reportsIn } from '../../cascade/pulled-reports.ts';
import { isKind } from '../../cascade/registry.ts';
import type { Dictionary } from '../../fields/dictionary.ts';
import { isInsufficientSentence } from '../../insufficient.ts';
import { Masks } from '../../masks/index.ts';
import { purposeOfUseCase } from '../purpose.ts';

/**
 * Warns of values that a letter does not print in full in its own sentences: declared identifiers, dates of birth and
 * ages. For credit it also warns of a `reason` that is not a valid one. Source: semantics 2.9.20 and 2.9.21; 12 CFR
 * 1002.9(b)(2).
 */
export const warnOfOwnWords =
  (useCase: string | null, dictionary: Dictionary): LintRule =>
  (definition, registry) => {
    const reports = reportsIn(definition, registry);
    const masks = new Masks({ dictionaries: [dictionary], undeclared: 'shown', reports });
    return definition.flatMap((node): LintWarning[] => {
      if (!isKind(node, 'AdverseAction') || node.adverse_action === undefined) return [];
      const { statement = '', reason = '', purpose = purposeOfUseCase(useCase) } = node.adverse_action;
      const secrets = [...new Set(placeholdersIn([statement, reason]))].filter((path) => masks.names(path));
      return [
        ...secrets.map((path) => ({
          code: 'personal_variable' as const,
          node_id: node.id,
          message:
            `{{${path}}} is an identifier, a birth or an age. A letter prints the last characters of a number at the most; ` +
            'where it prints nothing, the notice waits until a person gives other words.',
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
  };
