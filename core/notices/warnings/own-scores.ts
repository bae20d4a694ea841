import { quote } from '../../cascade/checks.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { valuesRead } from '../../cascade/nodes/if-else.ts';
import { isKind } from '../../cascade/registry.ts';
import { kindOf, type Dictionary } from '../../fields/dictionary.ts';
import { purposeOfUseCase } from '../purpose.ts';

/**
 * Warns if a creditor decides by its own score, which its letter may not give as a reason. Source: semantics 2.9.22 and
 * 10.21.2.
 */
export const warnOfOwnScores =
  (useCase: string | null, dictionary: Dictionary): LintRule =>
  (definition, registry) => {
    const isCredit = definition.some(
      (node) =>
        isKind(node, 'AdverseAction') &&
        node.adverse_action !== undefined &&
        (node.adverse_action.purpose ?? purposeOfUseCase(useCase)) === 'credit',
    );
    if (!isCredit) return [];
    const reports = new Set(
      definition.filter((node) => registry.sourceOf(node)?.kind === 'report').map(({ id }) => id),
    );
    return definition.flatMap((node) => {
      if (!isKind(node, 'IfElse')) return [];
      const fields = valuesRead(node).flatMap(({ source_node_id: id, field }) => (reports.has(id) ? [] : [field]));
      return [...new Set(fields)]
        .filter((field) => kindOf(dictionary, field) === 'score')
        .map((field) => ({
          code: 'own_score_decides' as const,
          node_id: node.id,
          message:
            `${quote(field)} is what a model made of the applicant, which a creditor may not give as a reason ` +
            '(12 CFR 1002.9(b)(2)): the letter leaves it out, and waits for the reasons of a person where it has no others. ' +
            'Send what the score was made of, and let conditions read that.',
        }));
    });
  };
