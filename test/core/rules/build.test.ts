import { describe, expect, test } from '../../support/jest.ts';
import { combinations, domainsOfRules, isConsistent, ruleFor } from '../../../core/rules/applicants.ts';
import { buildCascade, type Built } from '../../../core/rules/build.ts';
import { exampleOf } from '../../../core/rules/examples.ts';
import {
  all,
  any,
  not,
  PLAIN_TERMS,
  test as of,
  type Decision,
  type Expr,
  type Rule,
  type Test,
} from '../../../core/rules/model.ts';
import { exprHolds } from '../../../core/rules/applicants.ts';
import { atLeast, condOf } from '../../../core/policies/language/meaning.ts';
import { impliedRule, type RuleSet } from '../../../core/rules/rule-set.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { plenty } from '../../support/work.ts';

const NOW = Date.UTC(2026, 0, 5);
const AS_OF = '2026-01-05';

const rule = (decision: Decision, when: Expr | null): Rule => ({
  ...{ decision, when, isRequirement: false, before: [], after: [], terms: PLAIN_TERMS },
  quote: { text: `${decision} some`, offset: 0 },
});
const setOf = (...rules: Rule[]): RuleSet => ({ rules, isList: true, states: [], implied: impliedRule });
const built = (set: RuleSet, useCase = 'consumer_credit'): Built => {
  const made = buildCascade(set, 'a policy', { useCase, asOf: AS_OF });
  if ('refused' in made) throw new Error(JSON.stringify(made.details));
  return made;
};

type Field = Pick<Test, 'source' | 'field'>;
const SCORE: Field = { source: 'credit_report', field: 'score' };
const USED: Field = { source: 'credit_report', field: 'utilization_percent' };
const OLDEST: Field = { source: 'credit_report', field: 'oldest_tradeline_months' };
const LATE: Field = { source: 'credit_report', field: 'late_payments_last_24_months' };
const INCOME: Field = { source: 'income_verification', field: 'monthly_income_usd' };
const STATED: Field = { source: 'income_verification', field: 'stated_monthly_income_usd' };
const at = (field: Field, value: number): Expr => of({ ...field, operator: 'greater_than_or_equal', value });
const under = (field: Field, value: number): Expr => of({ ...field, operator: 'less_than', value });

/** A points card: each row gives 0 to 3 points, and the sum decides. */
function pointsCard(): RuleSet {
  const rows: readonly (readonly (readonly [number, Expr])[])[] = [SCORE, USED, INCOME].map((field, index) => {
    const [low, middle, high] = [
      [600, 660, 720],
      [10, 30, 60],
      [2_000, 4_000, 6_000],
    ][index] as [number, number, number];
    return [
      [0, under(field, low)],
      [1, all([at(field, low), under(field, middle)])],
      [2, all([at(field, middle), under(field, high)])],
      [3, at(field, high)],
    ] as const;
  });
  const two = (field: Field, value: number, isGood: boolean) =>
    [
      [isGood ? 1 : 0, at(field, value)],
      [isGood ? 0 : 1, under(field, value)],
    ] as const;
  const ways = [...rows, two(LATE, 1, false), two(OLDEST, 24, true)].reduce<
    readonly (readonly [number, readonly Expr[]])[]
  >(
    (sums, row) =>
      sums.flatMap(([sum, exprs]) => row.map(([points, expr]) => [sum + points, [...exprs, expr]] as const)),
    [[0, []]],
  );
  const of = (isIn: (sum: number) => boolean): Expr =>
    any(ways.flatMap(([sum, exprs]) => (isIn(sum) ? [all(exprs)] : [])));
  return setOf(
    rule(
      'deny',
      of((sum) => sum < 3),
    ),
    rule(
      'review',
      of((sum) => sum >= 3 && sum < 8),
    ),
    rule(
      'approve',
      of((sum) => sum >= 8),
    ),
    rule('review', null),
  );
}

/** Everybody at the thresholds, or so many of them, is decided as the rules say. How many that were. */
function decidedAlike({ definition, plan }: Built, most: number): number {
  let count = 0;
  for (const values of combinations(domainsOfRules(plan.rules), most)) {
    if (!isConsistent(values)) continue;
    const { payload, reports } = exampleOf(values, AS_OF);
    const { outcome, status } = simulate(
      definition,
      {
        ...{ payload, reports, decisions: {}, now: NOW },
        workflow: { name: '', useCase: null },
        sandbox: { find: () => undefined },
      },
      plenty(),
    );
    const wanted = ruleFor(plan, values).decision;
    const got = status === 'awaiting_review' ? 'review' : outcome === 'approved' ? 'approve' : 'deny';
    expect([[...values], got]).toEqual([[...values], wanted]);
    count += 1;
  }
  return count;
}

describe('at least so many of some conditions', () => {
  const NAMED = [SCORE, OLDEST, INCOME].map((field) => at(field, 600));
  const COUNTED: readonly Expr[] = [LATE, USED].map((field) => at(field, 1));
  const RECORDS = (['filings_count', 'judgments_count'] as const).map((field) =>
    of({ source: 'eviction_history', field, operator: 'greater_than', value: 0 }),
  );
  const ALL = [...NAMED, ...COUNTED, ...RECORDS];
  const chosen = (least: number, among: readonly Expr[]): Expr =>
    atLeast(
      least,
      among.map((expr) => condOf(expr)),
    )?.expr ?? any([]);
  const CASES = [2, 3, 4].flatMap((least) =>
    [least + 1, ALL.length].flatMap((count) =>
      (['deny', 'review', 'approve'] as const).map((decision) => [least, count, decision] as const),
    ),
  );

  test.each(CASES)('%i of %i: %s is one group, and decides as the rule does', (least, count, decision) => {
    const rest = decision === 'approve' ? 'deny' : 'approve';
    const made = built(setOf(rule(decision, chosen(least, ALL.slice(0, count))), rule(rest, null)));
    const groups = made.definition.flatMap((node) =>
      node.type === 'IfElse' ? (node.branches.pass?.condition_groups ?? []) : [],
    );
    expect(new Set(groups.map((group) => [group.at_least, group.conditions.length].join(' of ')))).toEqual(
      new Set([`${least} of ${count}`]),
    );
    expect(decidedAlike(made, 300)).toBeGreaterThan(50);
  });

  test('beside other conditions is a group by itself', () => {
    const made = built(
      setOf(
        rule('deny', under(SCORE, 500)),
        rule('deny', chosen(2, RECORDS.concat(COUNTED))),
        rule('approve', all([chosen(2, NAMED), at(INCOME, 2_000)])),
        rule('review', null),
      ),
    );
    expect(JSON.stringify(made.definition)).toContain('"at_least":2');
    expect(decidedAlike(made, 600)).toBeGreaterThan(200);
  });
});

describe('a condition that two levels of logic cannot say', () => {
  test('becomes several choices, which decide as the rules do for everybody at the thresholds', () => {
    const made = built(pointsCard());
    expect(made.definition.filter(({ type }) => type === 'IfElse').length).toBeGreaterThan(3);
    const count = decidedAlike(made, 400);
    expect(count).toBeGreaterThan(300);
  });
});

test('an offer of work on conditions is an approval, for which the law asks no notice', () => {
  const { definition } = built(
    setOf(rule('deny', under(SCORE, 500)), rule('conditional', under(SCORE, 600)), rule('approve', null)),
    'employment_screening',
  );
  const actions = definition.map(({ name }) => name);
  expect(actions).toContain('Approve on conditions');
  expect(actions).not.toContain('Notice of the terms');
});

describe('not', () => {
  const less = of({ ...INCOME, operator: 'less_than', from: { ...STATED, times: 0.8 } });
  const none = of({ ...INCOME, operator: 'is_empty' });

  test.each([
    ['a comparison with another value, or no value of its own', any([less, none])],
    ['the same with more beside it', any([less, none, under(SCORE, 600)])],
    ['no other value', any([less, of({ ...STATED, operator: 'is_empty' })])],
    ['all of it', all([less, at(SCORE, 600)])],
  ])('is for exactly those for whom it is not: %s', (_, expr) => {
    const values = [null, 0, 790, 800, 1_000];
    for (const income of values)
      for (const stated of values)
        for (const score of [null, 599, 600]) {
          const person = new Map([
            ['income_verification:monthly_income_usd', income],
            ['income_verification:stated_monthly_income_usd', stated],
            ['credit_report:score', score],
          ]);
          expect([income, stated, score, exprHolds(not(expr), person)]).toEqual([
            ...[income, stated, score],
            !exprHolds(expr, person),
          ]);
        }
  });
});

test('a rule is not idle because a sum of records is compared with another value', () => {
  const sum: Test = {
    ...{ source: 'credit_report', field: 'tradelines.sum.balance_usd', operator: 'less_than', value: 5_000 },
    where: [{ field: 'account_type', operator: 'equals', value: 'student' }],
  };
  const annual: Field = { source: 'income_verification', field: 'annual_income_usd' };
  const { value: _, ...open } = sum;
  const policy = setOf(
    rule('deny', of(sum)),
    rule('deny', of({ ...open, operator: 'greater_than', from: { ...annual, times: 1.5 } })),
    rule('deny', of({ ...annual, operator: 'is_empty' })),
    rule('deny', under(SCORE, 640)),
    rule('conditional', all([at(SCORE, 640), under(SCORE, 670)])),
    rule('approve', null),
  );
  expect(built(policy).plan.rules).toHaveLength(5);
});
