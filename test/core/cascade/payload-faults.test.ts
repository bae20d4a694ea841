import fc from 'fast-check';
import { readRows } from '../../../core/batches/rows.ts';
import { csvTable } from '../../../core/batches/table.ts';
import { evaluateBranches } from '../../../core/cascade/conditions.ts';
import type { Branches, CascadeCondition, ConditionOperator } from '../../../core/cascade/definition.ts';
import { compareRows, MAX_WORK_OF_FILE } from '../../../core/cascade/file-faults.ts';
import { NOT_COMPARABLE } from '../../../core/cascade/on-not-comparable.ts';
import { checkPayloadsOf } from '../../../core/cascade/payload-faults.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { Work } from '../../../core/work.ts';
import { plenty } from '../../support/work.ts';
import { describe, expect, test } from '../../support/jest.ts';

/** The check of a file announces values that cannot be compared (semantics 17.6). */

const on = (field: string, operator: ConditionOperator, value?: string | number | boolean): CascadeCondition => ({
  source_node_id: 'context',
  field,
  operator,
  ...(value === undefined ? {} : { value }),
});
const allOf = (...conditions: CascadeCondition[]): Branches => ({ pass: { condition_groups: [{ conditions }] } });
const anyOf = (...conditions: CascadeCondition[]): Branches => ({
  pass: { condition_groups: [{ logic: 'or', conditions }] },
});
const choice = (id: string, branches: Branches, [pass, fail]: readonly [string, string], more: object = {}) => ({
  ...{ id, type: 'IfElse', branches, pass_steps: [pass], fail_steps: [fail] },
  ...more,
});

const ADVERSE = { recipient: 'kim@example.com', send_strategy: 'auto_send', purpose: 'tenant' };
const ENDS = [
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: [] },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: ADVERSE, next_step: [] },
];

function cascade(choices: readonly { readonly id: string }[], pulls: readonly object[] = []): CascadeDefinition {
  const steps = [...pulls.map((_, index) => `pull${index}`), choices[0]?.id ?? 'approve'];
  const reports = pulls.map((pull, index) => ({ id: steps[index], next_step: [steps[index + 1]], ...pull }));
  return [
    { id: 'start', type: 'ApplicantSource', next_step: [steps[0]] },
    ...reports,
    ...choices,
    ...ENDS,
  ] as unknown as CascadeDefinition;
}

const CREDIT = { type: 'BillingProduct', billing_product_code: 'credit_report' };
const ofCredit = (field: string) => ({ source_node_id: 'pull0', field });

const faultsIn = (definition: CascadeDefinition, applicant: JsonObject) =>
  checkPayloadsOf(definition)
    .faultsOf({ applicant }, new Work())
    .map(({ path, expected }) => `${path}: ${expected}`);

const INCOME = on('applicant.income', 'greater_than_or_equal', 3000);
const one = (branches: Branches, more: object = {}) => cascade([choice('one', branches, ['approve', 'deny'], more)]);

describe('a value of a payload is named', () => {
  test.each<[string, CascadeCondition, Json, string]>([
    ['an amount with its sign', INCOME, '$4,200', 'income: number'],
    ['a word in place of a number', on('applicant.income', 'less_than', 3), 'n/a', 'income: number'],
    ['yes and no in place of a number', on('applicant.income', 'not_equals', 3), true, 'income: number'],
    [
      'a day in the order of the country',
      on('applicant.since', 'less_than', '2026-01-01'),
      '12/01/2026',
      'since: date',
    ],
    ['a word that is neither true nor false', on('applicant.vet', 'is_true'), 'yes', 'vet: yes_or_no'],
    ['the same by its other name', on('context.applicant.income', 'greater_than', 3), '$4', 'income: number'],
    ['a member of an item', on('applicant.jobs.sum.pay', 'greater_than', 3), [{ pay: '$4' }], 'jobs.0.pay: number'],
    ['an object', on('applicant.address', 'contains', 'Elm'), { city: 'Elm' }, 'address: text_or_list'],
  ])('%s', (_what, condition, value, fault) => {
    const [name = ''] = fault.split(/[.:]/);
    expect(faultsIn(one(allOf(condition)), { [name]: value })).toEqual([`applicant.${fault}`]);
  });

  // Rules: 17.6.2
  test.each([
    ['multiplied', { ...ofCredit('score'), times: 3 }],
    ['as it is', ofCredit('score')],
  ])('that is compared with a number of a report, %s', (_how, value_from) => {
    const condition = { ...on('applicant.income', 'greater_than_or_equal'), value_from };
    const definition = cascade([choice('one', allOf(condition), ['approve', 'deny'])], [CREDIT]);
    expect(faultsIn(definition, { income: '$4,200' })).toEqual(['applicant.income: number']);
    expect(faultsIn(definition, { income: '4200' })).toEqual([]);
  });

  test('with which a number of a report is compared', () => {
    const value_from = { source_node_id: 'context', field: 'applicant.limit' };
    const condition: CascadeCondition = { ...ofCredit('score'), operator: 'greater_than', value_from };
    const definition = cascade([choice('one', allOf(condition), ['approve', 'deny'])], [CREDIT]);
    expect(faultsIn(definition, { limit: 'n/a' })).toEqual(['applicant.limit: number']);
    expect(faultsIn(definition, { limit: 600 })).toEqual([]);
  });

  test.each([
    ['any', anyOf],
    ['all', allOf],
  ])('if a report may leave it to decide, where %s have to hold', (_logic, of) => {
    const score: CascadeCondition = { ...ofCredit('score'), operator: 'greater_than', value: 600 };
    const definition = cascade([choice('one', of(score, INCOME), ['approve', 'deny'])], [CREDIT]);
    expect(faultsIn(definition, { income: 'n/a' })).toEqual(['applicant.income: number']);
  });

  test('for the one of two kinds that it is not', () => {
    const [number, date] = [on('applicant.a', 'less_than', 5), on('applicant.a', 'less_than', '2020-01-01')];
    expect(faultsIn(one(anyOf(number, date)), { a: '2025-01-01' })).toEqual(['applicant.a: number']);
    expect(faultsIn(one(anyOf(number, date)), { a: 7 })).toEqual(['applicant.a: date']);
  });

  test('once, however many conditions read it', () => {
    expect(faultsIn(one(allOf(INCOME, on('applicant.income', 'less_than', 9))), { income: 'x' })).toHaveLength(1);
  });
});

describe('nothing is named', () => {
  test.each<[string, Json]>([
    ['an empty text', ''],
    ['null', null],
    ['a number as text', '4200'],
  ])('of %s', (_what, income) => {
    expect(faultsIn(one(allOf(INCOME)), { income })).toEqual([]);
  });

  test('where another condition decides anyway', () => {
    const either = one(anyOf(INCOME, on('applicant.voucher', 'is_true')));
    expect(faultsIn(either, { income: 'n/a', voucher: true })).toEqual([]);
    expect(faultsIn(either, { income: 'n/a', voucher: false })).toEqual(['applicant.income: number']);
  });

  test('in a group that is decided, of a branch that is not', () => {
    const groups = [
      { logic: 'or' as const, conditions: [INCOME, on('applicant.voucher', 'is_true')] },
      { conditions: [on('applicant.debt', 'less_than', 5)] },
    ];
    const applicant = { income: 'n/a', voucher: true, debt: '$1' };
    expect(faultsIn(one({ pass: { condition_groups: groups } }), applicant)).toEqual(['applicant.debt: number']);
  });

  test('of a list of which the other items decide', () => {
    const definition = one(allOf(on('applicant.jobs.any.pay', 'greater_than', 3), INCOME));
    const income = 'n/a';
    expect(faultsIn(definition, { income, jobs: [{ pay: '$4' }, { pay: 5 }] })).toEqual(['applicant.income: number']);
    expect(faultsIn(definition, { income: 4000, jobs: [{ pay: '$4' }] })).toEqual(['applicant.jobs.0.pay: number']);
  });

  test('of a choice that the run does not come to', () => {
    const student = choice('student', allOf(on('applicant.years', 'equals', 'student')), ['approve', 'years']);
    const years = choice('years', allOf(on('applicant.years', 'greater_than', 2)), ['approve', 'deny']);
    const definition = cascade([student, years]);
    expect(faultsIn(definition, { years: 'student' })).toEqual([]);
    expect(faultsIn(definition, { years: 'two' })).toEqual(['applicant.years: number']);
  });

  // Rules: 17.6.3
  test('where the choice asks a person', () => {
    expect(faultsIn(one(allOf(INCOME), { on_not_comparable: 'review' }), { income: '$4,200' })).toEqual([]);
  });

  test('of what a report or the run says', () => {
    const conditions: CascadeCondition[] = [
      { ...ofCredit('score'), operator: 'greater_than', value: 600 },
      on('execution.external_reference', 'greater_than', 5),
      on('steps.pull0.income', 'greater_than', 5),
    ];
    const definition = cascade([choice('one', allOf(...conditions), ['approve', 'deny'])], [CREDIT]);
    expect(faultsIn(definition, { score: 'x', income: 'x' })).toEqual([]);
  });
});

describe('over random choices', () => {
  const FIELDS = ['a', 'b', 'c'];
  const condition = fc
    .record({
      field: fc.constantFrom(...FIELDS),
      operator: fc.constantFrom<ConditionOperator>('greater_than', 'equals', 'not_equals', 'is_true', 'is_empty'),
      value: fc.constantFrom(1, 2, '2'),
      other: fc.option(fc.constantFrom(...FIELDS), { freq: 4 }),
    })
    .map(({ field, operator, value, other }): CascadeCondition => {
      if (operator === 'is_true' || operator === 'is_empty') return on(`applicant.${field}`, operator);
      if (other === null) return on(`applicant.${field}`, operator, value);
      return {
        ...on(`applicant.${field}`, operator),
        value_from: { source_node_id: 'context', field: `applicant.${other}` },
      };
    });
  const conditions = fc.array(condition, { minLength: 1, maxLength: 3 });
  const logic = fc.constantFrom<'and' | 'or'>('and', 'or');
  const branch = fc.record({
    group_logic: logic,
    condition_groups: fc.array(fc.record({ logic, conditions }), { minLength: 1, maxLength: 2 }),
  });
  const branches = fc.record({ pass: branch, human_review: branch }, { requiredKeys: ['pass'] });
  const value = fc.constantFrom<Json>(1, 2, 3, '2', null, '', '$2', 'true', true, [2]);
  const applicants = fc.record({ a: value, b: value, c: value });
  const decide = (of: Branches, applicant: JsonObject) =>
    evaluateBranches(
      of,
      ({ field }) => ({ value: applicant[field.slice('applicant.'.length)], read: null }),
      new Work(),
    );

  // Rules: 17.6.2
  test('a value is named exactly if the branch depends on it', () => {
    let [named, passedOver] = [0, 0];
    fc.assert(
      fc.property(branches, applicants, value, (of, applicant, other) => {
        const { branch: taken, possible, trace } = decide(of, applicant);
        const unlike = new Set(trace.flatMap(({ not_comparable: fault }) => fault?.path.split('.')[1] ?? []));
        const paths = new Set(faultsIn(one(of), applicant).map((fault) => fault.split(/[.:]/)[1] ?? ''));
        expect([...paths].filter((path) => !unlike.has(path))).toEqual([]);
        expect(paths.size > 0).toBe(taken === null);
        for (const path of taken === null ? [] : unlike) {
          const isCompared = trace.some(
            ({ field, value_from: from, not_comparable: fault }) =>
              fault === undefined && [field, from?.field].includes(`applicant.${path}`),
          );
          if (isCompared) continue;
          passedOver += 1;
          expect(decide(of, { ...applicant, [path]: other }).possible).toEqual(possible);
        }
        named += paths.size;
      }),
      { numRuns: 1_000 },
    );
    expect([named > 100, passedOver > 30]).toEqual([true, true]);
  });

  test('no run fails for a value that was not named', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.array(branches, { minLength: 1, maxLength: 3 }),
        applicants,
        fc.boolean(),
        (drawn, applicant, isApproved) => {
          const choices = drawn.map((of, index) => {
            const next = index + 1 < drawn.length ? `n${index + 1}` : 'deny';
            return choice(`n${index}`, of, index % 2 === 0 ? ['approve', next] : [next, 'deny']);
          });
          const definition = cascade(choices);
          if (faultsIn(definition, applicant).length > 0) return;
          accepted += 1;
          const decisions = Object.fromEntries(
            choices.map(({ id }) => [id, isApproved ? ('approved' as const) : ('denied' as const)]),
          );
          const { steps } = simulate(
            definition,
            {
              ...{ payload: { applicant }, reports: {}, decisions, now: Date.UTC(2026, 10, 28) },
              ...{ workflow: { name: 'w', useCase: null }, sandbox: { find: () => undefined } },
            },
            plenty(),
          );
          expect(steps.flatMap(({ error }) => error?.code ?? [])).not.toContain(NOT_COMPARABLE);
        },
      ),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('a file', () => {
  const compared = (csv: string, definition: readonly object[], limit?: number) =>
    compareRows(readRows(csvTable(Buffer.from(csv), 1_000), Date.UTC(2026, 10, 28)), definition, limit);

  // Rules: 17.6.1
  test('has an error for each such cell, among the others and in the order of its lines', () => {
    const csv = 'applicant.income,applicant.age:number\n4200,30\n"$4,200",31\n,32\nn/a,x\n3000,y\n';
    expect(compared(csv, one(allOf(INCOME)))).toMatchObject({
      errorCount: 4,
      uncomparedFrom: null,
      errors: [
        { line: 3, column: 'applicant.income', message: '"$4,200" has to be a number' },
        { line: 5, column: 'applicant.age:number', message: '"x" is not a number' },
        { line: 5, column: 'applicant.income', message: '"n/a" has to be a number' },
        { line: 6, column: 'applicant.age:number' },
      ],
    });
  });

  test('names a column of an object that is compared as a whole', () => {
    const definition = one(allOf(on('applicant.address', 'starts_with', 'Elm')));
    expect(compared('applicant.address.city\nDayton\n', definition).errors).toEqual([
      { line: 2, column: 'applicant.address.city', message: 'applicant.address has to be a text, and has members' },
    ]);
  });

  // Rules: 17.6.4
  test('of more values than can be compared in time says from which line on none was', () => {
    const csv = `applicant.income\n${Array.from({ length: 500 }, (_, index) => `${index}`).join('\n')}\nn/a\n`;
    const definition = one(allOf(INCOME));
    expect(compared(csv, definition).errorCount).toBe(1);
    const bounded = compared(csv, definition, 1_000);
    expect(bounded).toMatchObject({ errorCount: 0 });
    expect(bounded.uncomparedFrom).toBeGreaterThan(10);
  });

  test('is compared with no cascade that has a node of an unknown kind', () => {
    const definition = [...one(allOf(INCOME)), { id: 'later', type: 'Later' }];
    expect(compared('applicant.income\n\nn/a\n', definition)).toMatchObject({ errorCount: 0, uncomparedFrom: 3 });
  });

  // Rules: 17.6.4
  test('of 50,000 different rows is compared as a whole by a cascade of 500 conditions', () => {
    const columns = Array.from({ length: 10 }, (_, index) => `applicant.f${index}`);
    const choices = Array.from({ length: 50 }, (_, index) =>
      choice(`n${index}`, anyOf(...columns.map((field) => on(field, 'less_than', -index))), [
        'approve',
        index < 49 ? `n${index + 1}` : 'deny',
      ]),
    );
    // A fiftieth of the rows, and of the budget.
    const rows = Array.from({ length: 1_000 }, (_, row) => columns.map((_field, index) => row * 10 + index).join(','));
    const csv = `${columns.join(',')}\n${rows.join('\n')}\n`;
    expect(compared(csv, cascade(choices), MAX_WORK_OF_FILE / 50)).toMatchObject({ uncomparedFrom: null });
  });

  test('of few different values costs little, however many rows it has', () => {
    const csv = `applicant.income\n${'4200\n'.repeat(900)}n/a\n`;
    expect(compared(csv, one(allOf(INCOME)), 4_000)).toMatchObject({ errorCount: 1, uncomparedFrom: null });
  });
});
