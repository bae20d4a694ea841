import { durationMs } from '../../cascade/duration.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { isKind } from '../../cascade/registry.ts';

const USUAL_BUSINESS_DAYS = 5;
/** Five business days always take at least a week. */
const USUAL_DAYS_MS = 7 * 86_400_000;

/**
 * Warns if the waiting period between the two letters of employment is shorter than five business days. The person has
 * to receive the first letter, read the report and answer. Source: 15 USC 1681b(b)(3); semantics 2.9.18.
 */
export const warnOfShortWaiting: LintRule = (definition) =>
  definition.flatMap((node) => {
    if (!isKind(node, 'AdverseAction')) return [];
    const { action_taken: action, waiting_period: period } = node.adverse_action ?? {};
    if (action !== 'adverse_employment' || period === undefined) return [];
    const { duration, unit } = period;
    const isShort =
      unit === 'business_days'
        ? Number(duration) < USUAL_BUSINESS_DAYS
        : (durationMs(period) ?? USUAL_DAYS_MS) < USUAL_DAYS_MS;
    if (!isShort) return [];
    return [
      {
        code: 'short_waiting_period' as const,
        node_id: node.id,
        message:
          'The waiting period is shorter than five business days, which is the practice: a person must be able to answer ' +
          'before the decision (15 USC 1681b(b)(3)). Leave `adverse_action.waiting_period` out, or make it longer.',
      },
    ];
  });
