import { durationMs } from '../../cascade/duration.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { isKind } from '../../cascade/registry.ts';
import { CREDIT_DUE_DAYS } from '../due-dates.ts';
import { purposeOfUseCase } from '../purpose.ts';

const DAY_MS = 86_400_000;

/** Warns of a Wait after which a credit notice is always late. It ignores the account's default purpose. */
export const warnOfLateNotices =
  (useCase: string | null): LintRule =>
  (definition, _registry, graph) => {
    const isOfCredit = (purpose: string | undefined) => (purpose ?? purposeOfUseCase(useCase)) === 'credit';
    const notices = definition.filter(
      (node) => isKind(node, 'AdverseAction') && isOfCredit(node.adverse_action?.purpose),
    );
    if (notices.length === 0) return [];
    return definition.flatMap((node) => {
      if (!isKind(node, 'Wait') || (durationMs({ ...node.wait }) ?? 0) < CREDIT_DUE_DAYS * DAY_MS) return [];
      const late = notices.find(({ id }) => graph.reaches(node.id, id));
      if (late === undefined) return [];
      return [
        {
          code: 'late_notice' as const,
          node_id: node.id,
          message:
            `The notice ${late.id} is due 30 days after the complete application (12 CFR 1002.9(a)(1)), and this wait alone ` +
            'passes that day.',
        },
      ];
    });
  };
