import type { LintRule } from '../../cascade/lint.ts';
import { isKind } from '../../cascade/registry.ts';
import { purposeOfUseCase } from '../purpose.ts';

/**
 * Warns of credit notices that would not be issued, because only the cascade can state the action or the terms offered.
 * It ignores the account's default purpose: warnings depend on the cascade only. Source: semantics 2.9.6 and 11.5.5; 12
 * CFR 1002.9(a)(2)(i).
 */
export const warnOfMissingStatements =
  (useCase: string | null): LintRule =>
  (definition) =>
    definition.flatMap((node) => {
      if (!isKind(node, 'AdverseAction') || node.adverse_action === undefined) return [];
      const { action_taken: action, purpose = purposeOfUseCase(useCase), statement } = node.adverse_action;
      if (purpose !== 'credit' || (action !== 'revoked' && action !== 'other_action')) return [];
      if (typeof statement === 'string' && statement.trim() !== '') return [];
      const what = action === 'revoked' ? 'what was done' : 'the terms that are offered';
      return [
        {
          code: 'action_not_configured',
          node_id: node.id,
          message: `A credit notice with \`${action}\` says ${what}: without \`adverse_action.statement\` it is not issued.`,
        },
      ];
    });
