import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeCondition, ConditionOperator } from '../../../core/cascade/definition.ts';
import { NOT_COMPARABLE, type OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import type { CascadeDefinition, CascadeNode } from '../../../core/cascade/registry.ts';
import { simulate, type Simulation } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { plenty } from '../../support/work.ts';

/** A value that is there and cannot be compared decides nothing (semantics 4.6). */

const ENDS = [
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: [] },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: 'kim@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    next_step: [],
  },
];

const on = (field: string, operator: ConditionOperator, value?: string | number | boolean): CascadeCondition => ({
  source_node_id: 'context',
  field,
  operator,
  ...(value === undefined ? {} : { value }),
});

const matches = (...conditions: CascadeCondition[]) => ({ condition_groups: [{ conditions }] });
const anyOf = (...conditions: CascadeCondition[]) => ({ condition_groups: [{ logic: 'or', conditions }] });

function choice(id: string, pass: object, [passTo, failTo]: readonly [string, string], more: object = {}): object {
  return { id, type: 'IfElse', branches: { pass }, pass_steps: [passTo], fail_steps: [failTo], ...more };
}

function run(
  choices: readonly object[],
  payload: JsonObject,
  more: { readonly decisions?: Record<string, 'approved' | 'denied'>; readonly onNotComparable?: OnNotComparable } = {},
): Simulation {
  const [first] = choices as readonly CascadeNode[];
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: [first?.id ?? ''] },
    ...choices,
    ...ENDS,
  ] as unknown as CascadeDefinition;
  const { decisions = {}, onNotComparable } = more;
  return simulate(
    definition,
    {
      // Everybody who gets a letter has a name.
      payload: { ...payload, applicant: { name: 'Kim Ray', ...(payload.applicant as JsonObject) } },
      reports: {},
      decisions,
      workflow: { name: 'w', useCase: null },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 28),
      ...(onNotComparable === undefined ? {} : { onNotComparable }),
    },
    plenty(),
  );
}

const codesOf = ({ steps }: Simulation) => steps.flatMap(({ error }) => error?.code ?? []);
const UNDECIDED = { status: 'failed', outcome: null, codes: [NOT_COMPARABLE], letters: 0 };
const shown = (of: Simulation) => ({
  status: of.status,
  outcome: of.outcome,
  codes: codesOf(of),
  letters: of.notices.length,
});

const INCOME = choice('income', matches(on('applicant.monthly_income', 'greater_than_or_equal', 3000)), [
  'approve',
  'deny',
]);
const DEBT = choice('debt', matches(on('applicant.debt', 'greater_than', 5000)), ['deny', 'approve']);
const BAD = ['$4,200', '4,200', '4 200', '4.200,00', 'n/a', 'unknown', '3k', ' ', [4200], { amount: 4200 }, true, []];

describe('a choice that a value which cannot be compared would decide', () => {
  // Rules: 4.6.5
  test.each(BAD)('fails, and nobody is denied, for an income of %j', (income) => {
    expect(shown(run([INCOME], { applicant: { monthly_income: income } }))).toEqual(UNDECIDED);
  });

  test.each(BAD)('fails, and nobody is approved, for a debt of %j', (debt) => {
    expect(shown(run([DEBT], { applicant: { debt } }))).toEqual(UNDECIDED);
  });

  // Rules: 4.6.5
  test('names the path and what is expected there, and no value', () => {
    const { firstErrorMessage } = run([INCOME], { applicant: { monthly_income: '$4,200' } });
    expect(firstErrorMessage).toBe(
      'The step income decides nothing on what it cannot compare: applicant.monthly_income has to be a number.',
    );
  });

  // Rules: 4.5.1
  test('records each condition, the one that is open with its value and what it would have to be', () => {
    const { outputs } = run([INCOME], { applicant: { monthly_income: '$4,200' } });
    expect(outputs.get('income')).toMatchObject({
      branch: null,
      conditions: [
        {
          field: 'applicant.monthly_income',
          actual: '$4,200',
          result: null,
          missing: false,
          not_comparable: { source_node_id: 'context', path: 'applicant.monthly_income', expected: 'number' },
        },
      ],
    });
  });

  // Rules: 4.5.2, 4.5.3, 4.5.4, 4.5.5
  test.each([
    ['applicant.moved_in', on('applicant.moved_in', 'less_than', '2026-01-01'), '12/01/2026'],
    ['applicant.moved_in', on('applicant.moved_in', 'not_equals', '2026-01-01'), '2026-02-30'],
    ['applicant.score', on('applicant.score', 'not_equals', 0), 'none'],
    ['applicant.employed', on('applicant.employed', 'is_true'), 'yes'],
    ['applicant.employed', on('applicant.employed', 'equals', false), 0],
    ['applicant.notes', on('applicant.notes', 'not_contains', 'fraud'), { text: 'fraud' }],
    ['applicant.notes', on('applicant.notes', 'starts_with', 'ok'), true],
    ['applicant.jobs.0.pay', on('applicant.jobs.sum.pay', 'less_than', 3000), [{ pay: '$900' }]],
    ['applicant.jobs.0', on('applicant.jobs.max', 'less_than', 3000), ['n/a', 10]],
    ['applicant.jobs', on('applicant.jobs.any.pay', 'greater_than', 0), 'retired'],
  ])('names %s', (path, condition, value) => {
    const [, name = ''] = condition.field.split('.');
    const simulated = run([choice('one', matches(condition), ['deny', 'approve'])], {
      applicant: { [name]: value as Json },
    });
    expect(shown(simulated)).toEqual(UNDECIDED);
    expect(simulated.firstErrorMessage).toContain(` ${path} has to be `);
  });

  // Rules: 4.8.4
  test.each([
    ['$900', 3000, 'loan.payment'],
    [900, '$3,000', 'applicant.income'],
    [[900], 3000, 'loan.payment'],
  ])('fails for a payment of %j and an income of %j, and names %s', (payment, income, path) => {
    const condition: CascadeCondition = {
      source_node_id: 'context',
      field: 'applicant.income',
      operator: 'greater_than_or_equal',
      value_from: { source_node_id: 'context', field: 'context.loan.payment', times: 3 },
    };
    const simulated = run([choice('ratio', matches(condition), ['approve', 'deny'])], {
      applicant: { income },
      loan: { payment },
    });
    expect(shown(simulated)).toEqual(UNDECIDED);
    expect(simulated.firstErrorMessage).toContain(`${path} has to be a number`);
  });

  // Rules: 4.5.6
  test.each([
    [5000, '$5,000', 'equals'],
    [5000, '$5,000', 'not_equals'],
    ['$5,000', 5000, 'not_equals'],
    ['2026-01-01', '1/1/2026', 'not_equals'],
  ] as const)('fails where %j and %j of two fields are compared by %s', (a, b, operator) => {
    const condition: CascadeCondition = {
      source_node_id: 'context',
      field: 'applicant.a',
      operator,
      value_from: { source_node_id: 'context', field: 'applicant.b' },
    };
    expect(shown(run([choice('both', matches(condition), ['approve', 'deny'])], { applicant: { a, b } }))).toEqual(
      UNDECIDED,
    );
  });
});

describe('a choice that such a value does not decide', () => {
  // Rules: 4.6.1
  test('goes by the condition that holds anyway', () => {
    const either = choice('either', anyOf(on('applicant.a', 'greater_than', 5), on('applicant.b', 'greater_than', 5)), [
      'deny',
      'approve',
    ]);
    expect(shown(run([either], { applicant: { a: 'x', b: 9 } }))).toMatchObject({
      status: 'completed',
      outcome: 'denied',
    });
    expect(shown(run([either], { applicant: { a: 'x', b: 1 } }))).toEqual(UNDECIDED);
  });

  // Rules: 4.6.1
  test('goes by the condition that does not hold anyway, and the letter gives that alone', () => {
    const both = choice('both', matches(on('applicant.a', 'greater_than', 5), on('applicant.b', 'greater_than', 5)), [
      'approve',
      'deny',
    ]);
    const { notices } = run([both], { applicant: { a: 'x', b: 1 } });
    expect(notices.map(({ reasons }) => reasons)).toEqual([[expect.stringMatching(/^`applicant\.b` \(not declared/)]]);
  });

  test('leaves values that are missing, null or an empty text as they are', () => {
    for (const applicant of [{}, { monthly_income: null }, { monthly_income: '' }] as JsonObject[]) {
      expect(shown(run([INCOME], { applicant }))).toMatchObject({ status: 'completed', outcome: 'denied' });
    }
  });

  // Rules: 4.6.2, 4.6.3
  test('is passed over in a chain where whatever it would decide comes to the same', () => {
    const first = choice('first', matches(on('applicant.a', 'greater_than', 5)), ['deny', 'second']);
    const second = choice('second', matches(on('applicant.b', 'greater_than', 5)), ['deny', 'approve']);
    const denied = run([first, second], { applicant: { a: '$9', b: 9 } });
    expect(shown(denied)).toEqual({ status: 'completed', outcome: 'denied', codes: [], letters: 1 });
    expect(denied.notices[0]?.reasons).toEqual([expect.stringMatching(/^`applicant\.b` \(not declared/)]);
    expect(denied.outputs.get('first')).toMatchObject({ is_shared: true });
    expect(shown(run([first, second], { applicant: { a: '$9', b: 1 } }))).toEqual(UNDECIDED);
  });

  test('is not passed over if a later condition reads which branch was taken', () => {
    const first = choice('first', matches(on('applicant.a', 'greater_than', 5)), ['second', 'second']);
    const second = choice('second', matches(on('steps.first.branch', 'equals', 'pass')), ['approve', 'deny']);
    expect(shown(run([first, second], { applicant: { a: '$9' } }))).toEqual(UNDECIDED);
  });
});

describe('with on_not_comparable: review', () => {
  const asking = (node: object) => ({ ...node, on_not_comparable: 'review' });
  const applicant = { monthly_income: '$4,200', debt: '$9,000' };

  // Rules: 4.7.1, 4.7.2, 4.7.3, 4.7.4
  test.each([
    ['income', INCOME, { approved: 'pass', denied: 'fail' }],
    ['debt', DEBT, { approved: 'fail', denied: 'pass' }],
  ])('a person decides at %s, whichever way its branches lead', (id, node, asked) => {
    expect(run([asking(node)], { applicant }, { decisions: { [id]: 'approved' } }).outputs.get(id)).toMatchObject({
      asked,
    });
    expect(run([asking(node)], { applicant }).stoppedAt).toBe(id);
    expect(shown(run([asking(node)], { applicant }, { decisions: { [id]: 'approved' } }))).toMatchObject({
      status: 'completed',
      outcome: 'approved',
      letters: 0,
    });
    expect(shown(run([asking(node)], { applicant }, { decisions: { [id]: 'denied' } }))).toMatchObject({
      status: 'completed',
      outcome: 'denied',
      letters: 1,
    });
  });

  // Rules: 4.7.1
  test('the default of the account asks too, and the node may say otherwise', () => {
    expect(run([INCOME], { applicant }, { onNotComparable: 'review' }).stoppedAt).toBe('income');
    const failing = { ...INCOME, on_not_comparable: 'fail' };
    expect(shown(run([failing], { applicant }, { onNotComparable: 'review' }))).toEqual(UNDECIDED);
  });

  test('the letter after a denial rests on the person, and gives nothing of the value', () => {
    const { notices } = run([asking(INCOME)], { applicant }, { decisions: { income: 'denied' } });
    expect(JSON.stringify(notices.map(({ reasons }) => reasons))).not.toMatch(/4,200|monthly income/i);
    expect(notices[0]?.decided.denialWithoutReasons).toBe(true);
  });

  // Rules: 4.7.5
  test('nobody is asked where a denial could still come to an approval', () => {
    const first = asking(
      choice('first', matches(on('applicant.monthly_income', 'greater_than', 9)), ['approve', 'next']),
    );
    const next = choice('next', matches(on('applicant.b', 'greater_than', 5)), ['approve', 'deny']);
    expect(shown(run([first, next], { applicant }))).toEqual(UNDECIDED);
  });
});
