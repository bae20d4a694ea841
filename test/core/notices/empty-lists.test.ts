import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { group, oneChoice, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/*
 * Decisions of a condition on a list about somebody whose list is empty, which nobody intended. Each warning spells out
 * the alternative, and the alternative is fine.
 */

const REPORTS = { credit: 'credit_report', criminal: 'criminal_background', income: 'income_verification' };
const TENANT = { purpose: 'tenant', recipient: '{{applicant.email}}' };

type Choice = Record<string, unknown>;

function messagesOf(choice: Choice): string[] {
  const definition = oneChoice(REPORTS, choice, TENANT) as unknown as CascadeDefinition;
  return lintDefinition(definition, plenty(), noticeRules(null)).flatMap(({ code, message }) =>
    code === 'empty_list_decides' || code === 'best_case_fails' ? [message] : [],
  );
}

const branch = (...groups: readonly object[]) => ({ group_logic: 'and', condition_groups: groups });
const requires = (...groups: readonly object[]): Choice => ({ branches: { pass: branch(...groups) } });
const declines = (...groups: readonly object[]): Choice => ({
  ...requires(...groups),
  pass_steps: ['decline'],
  fail_steps: ['approve'],
});
const rule = (...of: readonly Rule[]) => group('and', ...of);

const NO_ACCOUNTS: Rule = ['credit', 'tradelines.count', 'equals', 0];
const SCORE: Rule = ['credit', 'score', 'greater_than', 640];

test('where both ways lead to the notice, or none does, nothing is said of an empty list', () => {
  const low = rule(['credit', 'tradelines.max.days_past_due', 'less_than', 30]);
  expect(messagesOf({ ...requires(low), pass_steps: ['decline'] })).toEqual([]);
  expect(messagesOf({ ...requires(low), fail_steps: ['approve'] })).toEqual([]);
});

test('no item of an empty list is below a limit either', () => {
  expect(messagesOf(requires(rule(['criminal', 'records.any.months_since_offense', 'less_than', 24])))).toHaveLength(1);
});

describe('a requirement that somebody with an empty list fails', () => {
  // Rules: 2.9.13
  test.each<[Rule, RegExp]>([
    [
      ['credit', 'tradelines.max.days_past_due', 'less_than', 30],
      /no accounts has no `tradelines.max.days_past_due` and fails.*`tradelines.all.days_past_due` `less_than` 30, which holds of no items, or let `tradelines.count` `equals` 0 match too, in a group joined by "or"\. If they are to fail, ask for `tradelines.count` `greater_than` 0/,
    ],
    [['credit', 'tradelines.min.credit_limit_usd', 'greater_than', 500], /Write `tradelines.all.credit_limit_usd`/],
    [
      ['start', 'applicant.loans.max.days_late', 'less_than', 30],
      /no items in `applicant.loans` .*`applicant.loans.all/,
    ],
    [['start', 'context.applicant.loans.max.days_late', 'less_than', 30], /`applicant.loans.count` `equals` 0/],
    [
      ['criminal', 'records.any.severity', 'not_equals', 'felony'],
      /no criminal records, which is the best that criminal can say, fails.*Let `records.count` `equals` 0/,
    ],
    [['criminal', 'records.any.disposition', 'equals', 'dismissed'], /no criminal records, which is the best/],
    [['criminal', 'records.max.months_since_offense', 'greater_than', 84], /no criminal records, which is the best/],
    [['criminal', 'records.min.months_since_offense', 'greater_than', 84], /Write `records.all.months_since_offense`/],
  ])('%j', (condition, message) => {
    expect(messagesOf(requires(rule(condition)))).toEqual([expect.stringMatching(message)]);
  });

  test.each<[Rule]>([
    // Holds of no items.
    [['credit', 'tradelines.all.days_past_due', 'less_than', 30]],
    [['criminal', 'records.all.severity', 'not_equals', 'felony']],
    // These say what becomes of none.
    [['credit', 'tradelines.count', 'greater_than', 0]],
    [['credit', 'tradelines.sum.balance_usd', 'greater_than', 10]],
    [['credit', 'tradelines.max.days_past_due', 'is_not_empty']],
    [['criminal', 'records.max.months_since_offense', 'is_not_empty']],
    // Somebody without accounts is meant to fail: the words ask for one.
    [['credit', 'tradelines.any.status', 'equals', 'open']],
    [['credit', 'tradelines.max.credit_limit_usd', 'greater_than', 5000]],
    [['income', 'sources.any.kind', 'equals', 'wages']],
    [['income', 'sources.max.monthly_usd', 'greater_than', 2000]],
    // An object may have a member of that name.
    [['start', 'applicant.budget.max', 'less_than', 2000]],
  ])('%j is meant', (condition) => {
    expect(messagesOf(requires(rule(condition)))).toEqual([]);
  });

  const LATE: Rule = ['credit', 'tradelines.max.days_past_due', 'less_than', 30];

  test('is fine with the alternative, beside another requirement too', () => {
    expect(messagesOf(requires(group('or', LATE, NO_ACCOUNTS), rule(SCORE)))).toEqual([]);
    expect(messagesOf(requires(rule(LATE), rule(SCORE)))).toHaveLength(1);
  });

  test('also where another condition would do: with a low score nothing is worse than a late payment', () => {
    expect(messagesOf(requires(group('or', LATE, SCORE)))).toHaveLength(1);
  });

  test('is fine where an account is asked for anyway', () => {
    expect(messagesOf(requires(rule(LATE, ['credit', 'tradelines.count', 'greater_than', 0])))).toEqual([]);
  });

  test('is fine where a person is asked about whoever has none', () => {
    const choice = requires(rule(LATE));
    const review = { branches: { ...(choice.branches as object), human_review: branch(rule(NO_ACCOUNTS)) } };
    expect(messagesOf(review)).toEqual([]);
  });

  test('is warned of in the branch of a review, too', () => {
    const choice = { branches: { pass: branch(rule(SCORE)), human_review: branch(rule(LATE)) } };
    expect(messagesOf(choice)).toHaveLength(1);
  });

  test('of some of the items: the count has the same `where`', () => {
    const chosen = { where: [{ field: 'severity', operator: 'equals', value: 'felony' }] };
    const old = { source_node_id: 'criminal', field: 'records.min.months_since_offense', ...chosen };
    const choice = (...more: readonly object[]) =>
      requires({ logic: 'or', conditions: [{ ...old, operator: 'greater_than', value: 84 }, ...more] });
    expect(messagesOf(choice())).toEqual([
      expect.stringMatching(/no criminal records of those that `where` names.*`records.count` with the same `where`/),
    ]);
    const none = { source_node_id: 'criminal', field: 'records.count', operator: 'equals', value: 0 };
    // An applicant with only a misdemeanor has records, and no felony.
    expect(messagesOf(choice(none))).toHaveLength(1);
    expect(messagesOf(choice({ ...none, ...chosen }))).toEqual([]);
  });

  test('that compares with a figure of a list', () => {
    const income = { source_node_id: 'income', field: 'monthly_income_usd', operator: 'greater_than' };
    const compared = (field: string) =>
      requires({
        conditions: [{ ...income, value_from: { source_node_id: 'credit', field, times: 3 } }],
      });
    expect(messagesOf(compared('tradelines.max.monthly_payment_usd'))).toEqual([
      expect.stringMatching(
        /no accounts has no `tradelines.max.monthly_payment_usd` to compare `monthly_income_usd` with/,
      ),
    ]);
    expect(messagesOf(compared('tradelines.sum.monthly_payment_usd'))).toEqual([]);
  });
});

describe('a decline rule', () => {
  // Rules: 2.9.13
  test.each<[Rule, RegExp]>([
    [
      ['criminal', 'records.all.disposition', 'equals', 'convicted'],
      /no criminal records is declined here: `all` holds of no items. Ask for `records.count` `greater_than` 0 as well/,
    ],
    [['credit', 'tradelines.all.status', 'equals', 'charged_off'], /no accounts is declined here/],
    [
      ['income', 'sources.max.monthly_usd', 'less_than', 2000],
      /no sources of income is not declined here.*Write `sources.all.monthly_usd` `less_than` 2000/,
    ],
  ])('%j decides of an empty list', (condition, message) => {
    expect(messagesOf(declines(rule(condition)))).toEqual([expect.stringMatching(message)]);
  });

  test.each<[Rule]>([
    [['criminal', 'records.any.severity', 'equals', 'felony']],
    [['credit', 'tradelines.max.days_past_due', 'greater_than', 60]],
    [['criminal', 'records.max.months_since_offense', 'less_than', 84]],
    [['credit', 'tradelines.min.credit_limit_usd', 'greater_than', 500]],
    [['criminal', 'records.count', 'less_than', 1]],
    [['income', 'sources.any.kind', 'equals', 'benefits']],
    [['income', 'sources.sum.monthly_usd', 'less_than', 2000]],
  ])('%j lets an empty list pass, or says so', (condition) => {
    expect(messagesOf(declines(rule(condition)))).toEqual([]);
  });

  test('is fine with the alternative', () => {
    const all: Rule = ['criminal', 'records.all.disposition', 'equals', 'convicted'];
    expect(messagesOf(declines(rule(all, ['criminal', 'records.count', 'greater_than', 0])))).toEqual([]);
    expect(messagesOf(declines(group('or', all, SCORE)))).toHaveLength(1);
  });
});

// Rules: 2.9.13
test('a requirement of each source of income lets somebody pass who has none', () => {
  const each: Rule = ['income', 'sources.all.monthly_usd', 'greater_than', 100];
  expect(messagesOf(requires(rule(each)))).toEqual([
    expect.stringMatching(/no sources of income passes here: `all` holds of no items/),
  ]);
  expect(messagesOf(requires(rule(each, ['income', 'sources.count', 'greater_than', 0])))).toEqual([]);
});

test('a choice between two notices decides of nobody', () => {
  const late: Rule = ['credit', 'tradelines.max.days_past_due', 'less_than', 30];
  expect(messagesOf({ ...requires(rule(late)), pass_steps: ['decline'] })).toEqual([]);
});
