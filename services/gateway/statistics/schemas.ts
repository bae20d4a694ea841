import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { flag, id, list, named, object, record, text, textOrNull } from '../http/schemas.ts';

const counted = (description: string): JsonSchema => ({
  type: ['integer', 'string'],
  description: `${description} To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; \`<5\`: none of them has as many.`,
});
const seconds = (description: string): JsonSchema => ({ type: ['number', 'null'], minimum: 0, description });
const date = (description: string): JsonSchema => ({ type: 'string', format: 'date', description });

const PERIOD = {
  begins_on: date('First day.'),
  is_partial: flag('It is not over yet, or days of the week were not asked for.'),
};
const TIMES = {
  median_seconds: seconds('Half took no longer; exact to 5 %. Null if there are none.'),
  p90_seconds: seconds('Nine of ten took no longer; exact to 5 %.'),
};
const DECISIONS = {
  ended: counted('Runs that ended.'),
  completed: counted('Those of them that ended.'),
  failed: counted('Those that failed.'),
  cancelled: counted('Those that were cancelled.'),
  skipped: counted('Rows of cancelled batches that never ran.'),
  approved: counted('Those with the outcome `approved`.'),
  conditional: counted('Those with the outcome `conditional`.'),
  denied: counted('Those with the outcome `denied`.'),
  re_evaluations: counted('Of those that ended the re-evaluations: their applications were decided before.'),
  ...TIMES,
};
const REVIEWS = {
  done: counted('Decisions of people on runs that ended.'),
  approved: counted('The approvals among them.'),
  denied: counted('The denials.'),
  ...TIMES,
};

const asked = (name: string, description: string, what: string, properties: Readonly<Record<string, JsonSchema>>) =>
  named(
    name,
    record(description, what, {
      from: date('First day.'),
      to: date('Last day.'),
      time_zone: text('Time zone of the days.'),
      execution_mode: text('The mode that was counted.'),
      ...properties,
    }),
  );

export const DECISION_STATISTICS = asked('DecisionStatistics', 'Runs by when they ended.', 'decision_statistics', {
  total: object('All periods.', DECISIONS),
  periods: list('Day by day, or week by week, without a gap.', object('A period.', { ...PERIOD, ...DECISIONS })),
});

export const RULE_STATISTICS = asked('RuleStatistics', 'Decisions by rule.', 'rule_statistics', {
  rules: list(
    'By workflow, the rule that decided most first.',
    object('A rule.', {
      workflow_id: id('Workflow.'),
      rule: text('`id` of its sentence, or the node and the branch that was taken.'),
      text: textOrNull(
        'The sentence, in the newest version that was counted; null if that has no such rule, or takes too much work to read, or without the scope `workflows:read`.',
      ),
      row_id: textOrNull(
        '`id` of the row in `GET /workflows/{id}/rules`; null if it is none, or without `workflows:read`.',
      ),
      held: counted('Runs in which its condition held.'),
      decided: counted('Runs that it decided.'),
      approved: counted('Those of them that were approved, also by a person whom the rule asked.'),
      conditional: counted('Those approved on conditions.'),
      denied: counted('Those denied.'),
    }),
  ),
  branches: list(
    'How often each branch of an IfElse was taken.',
    object('A branch.', {
      workflow_id: id('Workflow.'),
      node_id: text('Node.'),
      branch: text('`pass`, `human_review` or `fail`.'),
      executions: counted('Runs that took it, each once.'),
    }),
  ),
});

export const REASON_STATISTICS = asked('ReasonStatistics', 'Reasons that letters gave.', 'reason_statistics', {
  reasons: list(
    'The most frequent first.',
    object('A reason.', {
      reason: text('Its code; the field of a neutral statement; `reviewer` for what a person wrote.'),
      text: textOrNull('Its sentence or subject; null if none is declared.'),
      executions: counted('Runs whose letters gave it.'),
    }),
  ),
});

export const REVIEW_STATISTICS = asked('ReviewStatistics', 'Reviews by when their runs ended.', 'review_statistics', {
  open: counted('Open now, whatever the period.'),
  overdue: counted('Those of them past their due time.'),
  total: object('All periods.', REVIEWS),
  periods: list('Day by day, or week by week, without a gap.', object('A period.', { ...PERIOD, ...REVIEWS })),
});

export const VENDOR_STATISTICS = asked('VendorStatistics', 'Pulls of live runs by product.', 'vendor_statistics', {
  products: list(
    'The most frequent first.',
    object('A product.', {
      product_code: text('Product.'),
      pulls: counted('Pulls of runs that ended.'),
      failures: counted('Those of them that failed.'),
      ...TIMES,
    }),
  ),
});

const HEAD = { from: '2026-03-02', to: '2026-03-02', time_zone: 'America/New_York', execution_mode: 'live' };
const TIMES_EXAMPLE = { median_seconds: 2.1, p90_seconds: 97.6 };
const DECISIONS_EXAMPLE = {
  ...{ ended: 214, completed: 209, failed: 3, cancelled: 2, skipped: 0, approved: 171, conditional: 0, denied: 38 },
  ...{ re_evaluations: 4, ...TIMES_EXAMPLE },
};
const PERIOD_EXAMPLE = { begins_on: '2026-03-02', is_partial: false };
const REVIEWS_EXAMPLE = { done: 22, approved: 17, denied: 5, median_seconds: 3_900, p90_seconds: 22_400 };

export const EXAMPLES = {
  decisions: {
    ...{ object: 'decision_statistics', ...HEAD, total: DECISIONS_EXAMPLE },
    periods: [{ ...PERIOD_EXAMPLE, ...DECISIONS_EXAMPLE }],
  },
  rules: {
    ...{ object: 'rule_statistics', ...HEAD },
    rules: [
      {
        ...{ workflow_id: 12, rule: 'r1', text: 'Deny if the score is below 600', row_id: 'r1' },
        ...{ held: 31, decided: 29, approved: 0, conditional: 0, denied: 29 },
      },
    ],
    branches: [{ workflow_id: 12, node_id: 'check', branch: 'pass', executions: 29 }],
  },
  reasons: {
    object: 'reason_statistics',
    ...HEAD,
    reasons: [
      {
        reason: 'credit_report.collections',
        text: 'Collection action reported by a creditor or collection agency',
        executions: 17,
      },
    ],
  },
  reviews: {
    ...{ object: 'review_statistics', ...HEAD, open: 6, overdue: 1, total: REVIEWS_EXAMPLE },
    periods: [{ ...PERIOD_EXAMPLE, ...REVIEWS_EXAMPLE }],
  },
  vendors: {
    ...{ object: 'vendor_statistics', ...HEAD },
    products: [{ product_code: 'credit_report', pulls: 214, failures: 3, ...TIMES_EXAMPLE }],
  },
} as const satisfies Readonly<Record<string, JsonObject>>;
