import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, documentOf, group } from './letter-of.ts';

/*
 * A report is pulled again because of what the first one said. No line says what the newer one shows to
 * be no longer so, if anything else is left to say.
 */

interface Policy {
  /** On `first`, the first report; who fails it comes to the second one. */
  readonly before: object;
  /** On `second`, the report that was pulled again. */
  readonly after: object;
  /** The target of `after` if it holds. */
  readonly then?: string;
}

/** The reasons of the letter. The income is always too low for `after`, unless it says otherwise. */
function reasonsOf(...of: Parameters<typeof letterWith>): readonly string[] {
  return letterWith(...of).reasons;
}

function letterWith(
  { before, after, then = 'approve' }: Policy,
  first: JsonObject,
  second: JsonObject,
  reviews: Readonly<Record<string, { decision: 'approved' | 'denied'; reasons?: readonly string[] }>> = {},
): ReturnType<typeof documentOf> {
  const choice = (id: string, pass: object, fail: string, next: string) => ({
    ...{ id, type: 'IfElse', pass_steps: [next], fail_steps: [fail], human_review_steps: ['approve'] },
    branches: 'logic' in pass ? { pass: branch(pass) } : pass,
  });
  const pull = (id: string, next: string) => ({
    ...{ id, type: 'BillingProduct', billing_product_code: 'credit_report', next_step: [next] },
  });
  return documentOf({
    definition: [
      { id: 'start', type: 'ApplicantSource', next_step: ['first'] },
      pull('first', 'before'),
      choice('before', before, 'second', 'approve'),
      pull('second', 'after'),
      choice('after', after, 'decline', then),
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      {
        ...{ id: 'decline', type: 'Action', action_type: 'AdverseAction' },
        adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
      },
    ],
    applicant: { income: 2000 },
    reports: { first, second },
    reviews,
  });
}

const and = (...conditions: readonly object[]) => ({ logic: 'and', conditions });
const INCOME = { source_node_id: 'start', field: 'applicant.income', operator: 'greater_than', value: 3000 };
const TOO_LITTLE = 'Information in your application: income, 2,000 (required: more than 3,000)';
const NO_COLLECTION = { field: 'collections_count', operator: 'equals', value: 0 };
/** Is read behind it, and holds. */
const READ = { source_node_id: 'second', field: 'utilization_percent', operator: 'is_not_empty' };
const first = (condition: object) => ({ source_node_id: 'first', ...condition });
const second = (condition: object) => ({ source_node_id: 'second', ...condition });

const LATE = { field: 'tradelines.max.days_past_due', operator: 'less_than_or_equal', value: 30 };
const NONE_LATE = { field: 'tradelines.all.days_past_due', operator: 'less_than_or_equal', value: 30 };
const CHARGED_OFF = {
  field: 'tradelines.count',
  where: [{ field: 'status', operator: 'equals', value: 'charged_off' }],
  operator: 'equals',
  value: 0,
};
const accounts = (...of: readonly (readonly [days: number, status: string])[]) => ({
  utilization_percent: 20,
  tradelines: of.map(([days, status]) => ({ days_past_due: days, status })),
});

describe('what the newer report shows as mended', () => {
  // Rules: 10.23.2, 10.23.3
  test.each([
    ['a field', NO_COLLECTION, { collections_count: 2 }, { utilization_percent: 20, collections_count: 0 }],
    ['the highest value of a list', LATE, accounts([60, 'open']), accounts([10, 'open'])],
    ['a condition on all items', NONE_LATE, accounts([60, 'open']), accounts([10, 'open'])],
    ['a condition on all items, of which there are none left', NONE_LATE, accounts([60, 'open']), accounts()],
    ['the number of some items', CHARGED_OFF, accounts([0, 'charged_off']), accounts([0, 'open'], [0, 'closed'])],
    [
      'a value that was not there',
      { field: 'tradelines_count', operator: 'greater_than', value: 3 },
      { tradelines_count: null },
      { utilization_percent: 20, tradelines_count: 1 },
    ],
  ])('is not said: %s', (_name, condition, before, after) => {
    const policy = { before: and(first(condition)), after: and(READ, INCOME) };
    expect(reasonsOf(policy, before, after)).toEqual([TOO_LITTLE]);
  });

  // Rules: 10.23.2, 10.23.3
  test.each([
    ['a field', NO_COLLECTION, { collections_count: 2 }, { utilization_percent: 20, collections_count: 1 }],
    ['the highest value of a list', LATE, accounts([60, 'open']), accounts([45, 'open'])],
    ['the highest value of a list that is empty', LATE, accounts([60, 'open']), accounts()],
    ['the number of some items', CHARGED_OFF, accounts([0, 'charged_off']), accounts([0, 'charged_off'])],
    ['a list that is not there', CHARGED_OFF, accounts([0, 'charged_off']), { utilization_percent: 20 }],
  ])('is said if it is against the person all the same: %s', (_name, condition, before, after) => {
    const policy = { before: and(first(condition)), after: and(READ, INCOME) };
    expect(reasonsOf(policy, before, after)).toHaveLength(2);
  });

  const PAYMENTS = { source_node_id: 'first', field: 'monthly_payments_total_usd', times: 3 };
  const OWN = { source_node_id: 'start', field: 'applicant.income' };
  // Rules: 10.23.3
  test.each([
    [
      'the value that another one was compared with',
      { ...OWN, operator: 'greater_than_or_equal', value_from: PAYMENTS },
    ],
    [
      'the same from its other side',
      first({
        field: 'monthly_payments_total_usd',
        operator: 'less_than_or_equal',
        value_from: { ...OWN, times: 0.25 },
      }),
    ],
    [
      'a figure that another value was compared with',
      {
        ...OWN,
        operator: 'greater_than',
        value_from: first({ field: 'tradelines.sum.monthly_payment_usd', times: 3 }),
      },
    ],
  ])('is not said: %s', (_name, condition) => {
    const report = (payments: number) => ({
      utilization_percent: 20,
      monthly_payments_total_usd: payments,
      tradelines: [{ monthly_payment_usd: payments }],
    });
    const policy = { before: and(condition), after: and(READ, second(NO_COLLECTION)) };
    const of = (payments: number) =>
      reasonsOf(policy, report(900), { ...report(payments), collections_count: 1 }).map((line) => line.slice(0, 17));
    expect(of(500)).toEqual(['Collection action']);
    expect(of(800)).toHaveLength(2);
  });
});

describe('of the older report is said', () => {
  // Rules: 10.23.6
  test('what alone decided', () => {
    const policy = { before: and(first(NO_COLLECTION)), after: and(READ), then: 'decline' };
    expect(reasonsOf(policy, { collections_count: 2 }, { utilization_percent: 20, collections_count: 0 })).toEqual([
      'Collection action reported by a creditor or collection agency',
    ]);
  });

  test('what nobody looked up in the newer one', () => {
    const policy = { before: and(first(NO_COLLECTION)), after: and(INCOME) };
    expect(reasonsOf(policy, { collections_count: 2 }, { collections_count: 0 })).toHaveLength(2);
  });

  // Rules: 10.23.5
  test('nothing of a figure of which the newer one has a line', () => {
    const policy = { before: and(first(LATE)), after: and(second({ ...LATE, value: 40 })) };
    expect(reasonsOf(policy, accounts([60, 'open']), accounts([45, 'open']))).toEqual([
      'Most days past due on an account: 45 days (required: at most 40 days)',
    ]);
  });

  // Rules: 10.23.4
  test('no score: that of the newer one is disclosed, which was asked for it again', () => {
    const asked = { field: 'score', operator: 'greater_than_or_equal', value: 640 };
    const scored = (score: number) => ({
      ...{ score, score_model: 'Model 8', score_minimum: 300, score_maximum: 850, scored_on: '2026-11-20' },
      key_factors: [{ code: '1', text: `Factor of ${score}` }],
    });
    const policy = { before: and(first(asked)), after: and(second(asked), INCOME) };
    expect(letterWith(policy, scored(590), scored(660))).toMatchObject({
      reasons: [TOO_LITTLE],
      score: { value: 660, key_factors: ['Factor of 660'] },
    });
  });

  // Rules: 10.23.5
  test("a reviewer's code only while it is true", () => {
    const review = { human_review: branch(group('and', ['first', 'collections_count', 'greater_than', 0])) };
    const policy = { before: review, after: and(READ, INCOME) };
    const of = (collections: number) =>
      reasonsOf(
        policy,
        { collections_count: 2 },
        { utilization_percent: 20, collections_count: collections },
        {
          before: { decision: 'denied', reasons: ['credit_report.collections_count'] },
        },
      );
    expect(of(0)).toEqual([TOO_LITTLE]);
    expect(of(1)).toEqual(['Collection action reported by a creditor or collection agency', TOO_LITTLE]);
  });
});
