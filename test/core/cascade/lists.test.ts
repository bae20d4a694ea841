import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import { evaluateBranches, type ConditionTrace } from '../../../core/cascade/conditions.ts';
import type { CascadeCondition, ItemCondition } from '../../../core/cascade/definition.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import {
  CONDITION_OPERATORS,
  holds,
  oppositeOf,
  type ConditionOperator,
} from '../../../core/cascade/operators/index.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { valueOrList } from '../../../core/cascade/scope.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { readPath } from '../../../core/path.ts';
import {
  datedReport,
  dayOfReport,
  fieldNames,
  fieldSchema,
  itemSchema,
  PRODUCTS,
} from '../../../core/products/index.ts';
import { QUANTIFIERS } from '../../../core/quantifiers.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import { plenty } from '../../support/work.ts';

/** Conditions on the items of a list. */
function evaluated(condition: Omit<CascadeCondition, 'source_node_id'>, data: Json, work = new Work()): ConditionTrace {
  const { trace } = evaluateBranches(
    { pass: { condition_groups: [{ conditions: [{ source_node_id: 'credit', ...condition }] }] } },
    ({ field }) => ({ ...valueOrList(field, (path) => readPath(data, path, new Work())), read: null }),
    work,
  );
  const [only] = trace;
  if (only === undefined) throw new Error('nothing was evaluated');
  return only;
}

const LATE: Json = { accounts: [{ late: 30, kind: 'card' }, { late: 90, kind: 'card' }, { kind: 'loan' }] };

describe('a figure of a list', () => {
  // Rules: 4.9.1, 4.9.2, 4.9.5, 4.9.6, 4.9.7
  test.each([
    ['accounts.count', LATE, 3],
    ['accounts.sum.late', LATE, 120],
    ['accounts.max.late', LATE, 90],
    ['accounts.min.late', LATE, 30],
    ['accounts.count', { accounts: [] }, 0],
    ['accounts.sum.late', { accounts: [] }, 0],
    ['accounts.max.late', { accounts: [] }, null],
    ['accounts.count', {}, null],
    ['accounts.count', { accounts: null }, null],
    ['accounts.sum.late', { accounts: '' }, null],
    ['accounts.sum', { accounts: [0.1, 0.2, '0.3'] }, 0.6],
    ['accounts.min', { accounts: ['2026-03-01', '2025-03-01'] }, '2025-03-01'],
    ['accounts.max.on.day', { accounts: [{ on: { day: '2026-03-01' } }, { on: null }] }, '2026-03-01'],
    // Members that are called so are members.
    ['limits.max', { limits: { max: 5 } }, 5],
    ['limits.max.count', { limits: { max: [1, 2] } }, 2],
  ])('%s of %j is %j', (field, data, expected) => {
    const trace = evaluated({ field, operator: 'is_not_empty' }, data);
    expect([trace.actual, trace.result, trace.missing]).toEqual([expected, expected !== null, expected === null]);
  });
});

describe('any and all', () => {
  // Rules: 4.9.1, 4.9.7, 4.10.1
  test.each([
    ['accounts.any.late', 'greater_than', 60, true, 'accounts.max.late', 90],
    ['accounts.any.late', 'less_than', 30, false, 'accounts.min.late', 30],
    // One item does not have it.
    ['accounts.all.late', 'greater_than_or_equal', 30, false, 'accounts.min.late', null],
    ['accounts.all.late', 'less_than', 100, false, 'accounts.max.late', null],
  ] as const)('%s %s %s is %s, as a comparison of %s', (field, operator, value, result, figure, actual) => {
    expect(evaluated({ field, operator, value }, LATE)).toMatchObject({
      field: figure,
      operator,
      value,
      result,
      actual,
    });
  });

  // Rules: 4.10.1
  test('with the other operators count items', () => {
    expect(evaluated({ field: 'accounts.any.kind', operator: 'equals', value: 'loan' }, LATE)).toMatchObject({
      field: 'accounts.count',
      where: [{ field: 'kind', operator: 'equals', value: 'loan' }],
      operator: 'greater_than',
      value: 0,
      actual: 1,
      items: 1,
      result: true,
    });
    expect(evaluated({ field: 'accounts.all.kind', operator: 'equals', value: 'card' }, LATE)).toMatchObject({
      field: 'accounts.count',
      where: [{ field: 'kind', operator: 'equals', value: 'card', not: true }],
      operator: 'less_than_or_equal',
      value: 0,
      actual: 1,
      result: false,
    });
  });

  // Rules: 4.9.6
  test.each([
    [{ accounts: [] }, false, true],
    [{}, false, false],
    [{ accounts: null }, false, false],
  ])('of %j are %s and %s', (data, any, all) => {
    for (const [operator, value] of [
      ['greater_than', 5],
      ['equals', 5],
      ['less_than', 5],
    ] as const) {
      expect(evaluated({ field: 'accounts.any.late', operator, value }, data).result).toBe(any);
      expect(evaluated({ field: 'accounts.all.late', operator, value }, data).result).toBe(all);
    }
  });
});

describe('where', () => {
  const RECORDS: Json = {
    records: [
      { severity: 'felony', months: 100 },
      { severity: 'felony', months: 20 },
      { severity: 'misdemeanor', months: 3 },
      { severity: 'felony' },
    ],
  };
  const FELONY: ItemCondition = { field: 'severity', operator: 'equals', value: 'felony' };
  const RECENT: ItemCondition = { field: 'months', operator: 'less_than_or_equal', value: 84 };

  // Rules: 4.9.3
  test('asks several things of one item', () => {
    const count = (where: ItemCondition[]) =>
      evaluated({ field: 'records.count', where, operator: 'less_than', value: 1 }, RECORDS);
    expect(count([FELONY, RECENT])).toMatchObject({ where: [FELONY, RECENT], items: 1, actual: 1, result: false });
    expect(count([FELONY]).actual).toBe(3);
    expect(count([]).actual).toBe(4);
  });

  test('chooses the items of any, all, sum, max and min', () => {
    const actual = (field: string, operator: ConditionOperator, value: number | string) =>
      evaluated({ field, where: [FELONY], operator, value }, RECORDS).actual;
    expect(actual('records.max.months', 'less_than', 84)).toBe(100);
    expect(actual('records.min.months', 'less_than', 84)).toBe(20);
    expect(actual('records.sum.months', 'less_than', 84)).toBe(120);
    expect(actual('records.any.months', 'equals', 20)).toBe(1);
  });

  test('of what is no list, nothing holds', () => {
    const trace = evaluated({ field: 'records', where: [FELONY], operator: 'is_empty' }, RECORDS);
    expect(trace).toMatchObject({ result: false, missing: true, items: null });
  });
});

describe('items that cannot be compared', () => {
  const JOBS: Json = { jobs: [{ pay: 900 }, { pay: '$1,200' }, { pay: 100 }] };
  const because = (path: string, expected: string) => ({ source_node_id: 'credit', path, expected });
  const result = (field: string, operator: ConditionOperator, value: number, where: ItemCondition[] = []) =>
    evaluated({ field, operator, value, ...(where.length === 0 ? {} : { where }) }, JOBS).result;

  // Rules: 4.9.10
  test('make a sum unknown', () => {
    expect(evaluated({ field: 'jobs.sum.pay', operator: 'less_than', value: 3000 }, JOBS)).toMatchObject({
      result: null,
      missing: false,
      not_comparable: because('jobs.1.pay', 'number'),
    });
  });

  // Rules: 4.9.11
  test.each([
    // The highest is 900 at least, and the lowest 100 at most.
    ['jobs.max.pay', 'greater_than', 800, true],
    ['jobs.max.pay', 'greater_than', 900, null],
    ['jobs.max.pay', 'less_than', 900, false],
    ['jobs.min.pay', 'less_than_or_equal', 100, true],
    ['jobs.min.pay', 'greater_than', 50, null],
    ['jobs.min.pay', 'greater_than', 100, false],
    ['jobs.any.pay', 'greater_than', 800, true],
    ['jobs.any.pay', 'greater_than', 1000, null],
    ['jobs.all.pay', 'greater_than', 100, false],
    ['jobs.all.pay', 'greater_than', 50, null],
    ['jobs.any.pay', 'equals', 900, true],
    ['jobs.any.pay', 'equals', 1200, null],
    ['jobs.all.pay', 'equals', 900, false],
    ['jobs.count', 'equals', 3, true],
  ] as const)('%s %s %d is %s', (field, operator, value, expected) => {
    expect(result(field, operator, value)).toBe(expected);
  });

  // Rules: 4.9.11
  test.each([
    // One or two of 900, "$1,200" and 100 are above 500.
    ['jobs.count', 'greater_than', 0, true],
    ['jobs.count', 'greater_than', 1, null],
    ['jobs.count', 'greater_than', 2, false],
    ['jobs.count', 'equals', 2, null],
    ['jobs.count', 'equals', 3, false],
    ['jobs.count', 'not_equals', 3, true],
    ['jobs.min.pay', 'less_than_or_equal', 900, true],
  ] as const)('where pay is above 500, %s %s %d is %s', (field, operator, value, expected) => {
    expect(result(field, operator, value, [{ field: 'pay', operator: 'greater_than', value: 500 }])).toBe(expected);
  });

  // Rules: 4.9.10
  test('is what a value is that stands where the list should', () => {
    for (const jobs of ['none', 3, true, { pay: 5 }]) {
      const trace = evaluated({ field: 'jobs.any.pay', operator: 'greater_than', value: 3 }, { jobs });
      expect(trace).toMatchObject({ result: null, not_comparable: because('jobs', 'list') });
    }
  });

  // Rules: 4.9.11
  test('and the results do not depend on them if any value in their place gives the same (by trying)', () => {
    const value = fc.constantFrom<Json>(0, 5, 10, 'x', '', true, null);
    const item = fc.record({ f: value, g: value }, { requiredKeys: [] });
    const where = fc.constantFrom<ItemCondition[]>([], [{ field: 'g', operator: 'greater_than', value: 4 }]);
    const field = fc.constantFrom('any.f', 'all.f', 'count', 'sum.f', 'max.f', 'min.f');
    const name = fc.constantFrom<ConditionOperator>('greater_than', 'less_than_or_equal', 'equals', 'not_equals');
    const isBad = (each: Json) => each === 'x' || each === true;
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), field, name, fc.constantFrom(0, 4, 5, 12), where, (...drawn) => {
        const [items, path, operator, limit, tests] = drawn;
        const of = (list: Json) =>
          evaluated(
            { field: `items.${path}`, operator, value: limit, ...(tests.length === 0 ? {} : { where: tests }) },
            { items: list },
          ).result;
        const known = of(items as Json);
        if (known === null) return;
        const replaced = (by: Json) =>
          items.map((each) =>
            Object.fromEntries(Object.entries(each).map(([key, own]) => [key, isBad(own) ? by : own])),
          );
        for (const by of [-100, 0, 3, 4, 5, 6, 11, 100]) expect([by, of(replaced(by))]).toEqual([by, known]);
      }),
      { numRuns: 5_000 },
    );
  });
});

// Rules: 4.9.1
test('another value may be a figure, and be compared with one', () => {
  const trace = evaluated(
    {
      field: 'accounts.max.late',
      operator: 'greater_than',
      value_from: { source_node_id: 'credit', field: 'accounts.count', times: 20 },
    },
    LATE,
  );
  expect(trace).toMatchObject({ value: 60, actual: 90, result: true, value_from: { actual: 3, items: 3 } });
});

describe('over random lists', () => {
  const value = fc.constantFrom<Json>(null, 0, 5, 10, '10', 'x', '2026-01-01', true, false);
  const item = fc.oneof(
    { weight: 8, arbitrary: fc.record({ f: value, g: fc.constantFrom<Json>('a', 'b', null) }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.constantFrom<Json>(null, 3, 'x') },
  );
  const list = fc.oneof(
    { weight: 8, arbitrary: fc.array(item as fc.Arbitrary<Json>, { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constantFrom<Json>(null, 'x', 3) },
  );
  const limit = fc.constantFrom<string | number | boolean>(0, 5, 7, 10, 'x', '2026-01-01', true);
  const where = fc.constantFrom<ItemCondition[]>(
    [],
    [{ field: 'g', operator: 'equals', value: 'a' }],
    [{ field: 'g', operator: 'is_empty' }],
  );
  const operator = fc.constantFrom(...CONDITION_OPERATORS);

  const f = (each: Json): Json => (isJsonObject(each) ? (each.f ?? null) : null);
  const g = (each: Json): Json => (isJsonObject(each) ? (each.g ?? null) : null);
  const chosen = (items: readonly Json[], tests: readonly ItemCondition[]) =>
    items.filter((each) => tests.every((one) => holds(one.operator, g(each), one.value ?? null, new Work())));
  const asked = (name: ConditionOperator, value: string | number | boolean, tests: ItemCondition[]) => ({
    ...(tests.length === 0 ? {} : { where: tests }),
    operator: name,
    ...(name.startsWith('is_') ? {} : { value }),
  });

  test('any and all are what they are of each item', () => {
    fc.assert(
      fc.property(list, operator, limit, where, (items, name, value, tests) => {
        const of = (quantifier: string) =>
          evaluated({ field: `items.${quantifier}.f`, ...asked(name, value, tests) }, { items }).result;
        const known = Array.isArray(items) ? chosen(items, tests) : undefined;
        const results = known?.map((each) => holds(name, f(each), name.startsWith('is_') ? null : value, new Work()));
        // Without a list nothing holds; of what is there and no list nothing can be said.
        const ofNone = items === null ? false : null;
        const [any, all] = [
          [true, null, false],
          [false, null, true],
        ].map((order) =>
          results === undefined ? ofNone : order.find((each, at) => at === 2 || results.includes(each)),
        );
        expect([of('any'), of('all')]).toEqual([any, all]);
      }),
      { numRuns: 20_000 },
    );
  });

  test('none that holds is all of which its opposite does, where each item has a value of one kind', () => {
    const numbers = fc.array(fc.record({ f: fc.integer({ min: 0, max: 10 }), g: fc.constantFrom('a', 'b') }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(numbers, operator, fc.integer({ min: 0, max: 10 }), where, (items, name, value, tests) => {
        const opposite = oppositeOf(name);
        if (opposite === undefined) return;
        const trace = (quantifier: string, by: ConditionOperator) =>
          evaluated({ field: `items.${quantifier}.f`, ...asked(by, value, tests) }, { items } as JsonObject);
        // Text operators hold of no number, and neither do their opposites; absence has one.
        if (['contains', 'not_contains', 'is_true', 'is_false'].includes(name)) return;
        const [any, all] = [trace('any', name), trace('all', opposite)];
        expect(any.result).toBe(!all.result);
        expect([any.actual, any.items]).toEqual([all.actual, all.items]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('any orders by the highest or lowest value, and all by the other one', () => {
    fc.assert(
      fc.property(
        list,
        fc.constantFrom('greater_than', 'less_than_or_equal'),
        limit,
        where,
        (items, name, value, tests) => {
          const result = (quantifier: string) =>
            evaluated({ field: `items.${quantifier}.f`, ...asked(name, value, tests) }, { items });
          expect(result('any').result).toBe(result(name === 'greater_than' ? 'max' : 'min').result);
          const all = result('all');
          expect(all.field).toBe(name === 'greater_than' ? 'items.min.f' : 'items.max.f');
          if (all.actual !== null) expect(all.result).toBe(result(name === 'greater_than' ? 'min' : 'max').result);
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('the months since a date of an item', () => {
  const actual = (report: Json, field = 'records.min.months_since_offense') => {
    const { trace } = evaluateBranches(
      {
        pass: { condition_groups: [{ conditions: [{ source_node_id: 'criminal', field, operator: 'is_not_empty' }] }] },
      },
      () => {
        const asOf = dayOfReport(report);
        return {
          ...valueOrList(field, (path) => readPath(report, path, new Work())),
          read: null,
          ...(asOf === undefined ? {} : { asOf }),
        };
      },
      new Work(),
    );
    return trace[0]?.actual;
  };
  const on = (offense_on: Json, more: JsonObject = {}) => ({
    searched_on: '2026-03-15',
    records: [{ offense_on, ...more }],
  });

  // Rules: 4.9.8
  test.each([
    ['2026-03-15', 0],
    ['2026-02-16', 0],
    ['2026-02-15', 1],
    ['2019-03-16', 83],
    ['2019-03-15', 84],
    ['2027-01-01', 0],
    [null, null],
    ['unknown', null],
    [5, null],
  ])('from %s to the day of the report are %s', (date, months) => {
    expect(actual(on(date))).toBe(months);
  });

  test('are what the agency says, if it says them, and missing if the report has no day', () => {
    expect(actual(on('2019-03-15', { months_since_offense: 3 }))).toBe(3);
    expect(actual({ records: [{ offense_on: '2019-03-15' }] })).toBeNull();
  });

  // Rules: 4.9.8, 4.9.9
  test('can be asked of each date of each list, and of nothing else', () => {
    for (const product of Object.values(PRODUCTS)) {
      const dates = fieldNames(product).filter(
        (name) => fieldSchema(product, name)?.format === 'date' && name.includes('.'),
      );
      for (const date of dates) {
        const [list = '', ...member] = date.split('.');
        if (itemSchema(product, list) === undefined) continue;
        const age = `months_since_${member.join('.').replace(/_on$/, '')}`;
        expect([date, fieldSchema(product, `${list}.min.${age}`)?.['x-unit']]).toEqual([date, 'months']);
        expect(fieldSchema(product, `${list}.0.${age}`)).toBeUndefined();
      }
    }
  });
});

// Rules: 4.9.8
test('a pulled report that does not say its day has that of the pull', () => {
  const { schema } = PRODUCTS.criminal_background;
  expect(datedReport({ records: [] }, schema, '2026-03-15')).toEqual({ records: [], searched_on: '2026-03-15' });
  expect(datedReport({ searched_on: '2026-03-01' }, schema, '2026-03-15')).toEqual({ searched_on: '2026-03-01' });
});

// Rules: 8.4.2
test('each item of a list counts as work', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ late: index, kind: 'card' }));
  const spent = (condition: Omit<CascadeCondition, 'source_node_id'>) => {
    const work = new Work();
    evaluated(condition, { items }, work);
    return work.spent;
  };
  expect(spent({ field: 'items.count', operator: 'is_not_empty' })).toBeGreaterThanOrEqual(1_000);
  expect(spent({ field: 'items.max.late', operator: 'is_not_empty' })).toBeGreaterThanOrEqual(3_000);
  const where: ItemCondition[] = [{ field: 'kind', operator: 'equals', value: 'card' }];
  expect(spent({ field: 'items.count', where, operator: 'is_not_empty' })).toBeGreaterThanOrEqual(3_000);
  const many = Array.from({ length: 60_000 }, () => ({ late: 1 }));
  expect(() => evaluated({ field: 'items.any.late', operator: 'greater_than', value: 5 }, { items: many })).toThrow(
    TooMuchWork,
  );
});

/** No report has a member that a quantifier would hide. */
test('no product has a member of items that is called like a quantifier, and every list says what its items are', () => {
  for (const product of Object.values(PRODUCTS)) {
    const names = fieldNames(product);
    const lists = names.filter((name) => itemSchema(product, name) !== undefined);
    const hidden = names.filter((name) =>
      QUANTIFIERS.some((word) => lists.some((list) => name.startsWith(`${list}.${word}`))),
    );
    expect(hidden).toEqual([]);
    expect(lists.filter((list) => fieldSchema(product, list)?.['x-item'] === undefined)).toEqual([]);
  }
});

function definition(...conditions: readonly object[]): CascadeNode[] {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['criminal'] },
    { id: 'criminal', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions }] } },
      pass_steps: ['end'],
      fail_steps: ['end'],
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeNode[];
}

const AT = 'definition[3].branches.pass.condition_groups[0].conditions[0]';
const DAYS = { source_node_id: 'credit', field: 'tradelines.any.days_past_due', operator: 'greater_than', value: 60 };
const OF_PAYLOAD = { source_node_id: 'context', field: 'applicant.debts.any.late', operator: 'equals', value: 60 };
const RECORDS = { source_node_id: 'criminal', field: 'records.count', operator: 'less_than', value: 1 };
const MEMBERS_OF_ACCOUNTS =
  'creditor, account_type, status, opened_on, balance_usd, credit_limit_usd, monthly_payment_usd, days_past_due, late_payments_last_24_months, months_since_opened';

describe('a definition', () => {
  const faults = (condition: object) =>
    validateDefinition(definition(condition)).details.map(({ field, message }) => [
      field.replace(AT, ''),
      message.replace('in node "decide": ', ''),
    ]);

  // Rules: 4.9.5
  test.each([
    [DAYS],
    [{ ...DAYS, field: 'tradelines.count' }],
    [
      {
        ...DAYS,
        field: 'tradelines.sum.balance_usd',
        value_from: { source_node_id: 'credit', field: 'tradelines.max.balance_usd', times: 2 },
        value: null,
      },
    ],
    [{ ...DAYS, field: 'tradelines.min.opened_on', operator: 'less_than', value: '2024-01-01' }],
    [
      {
        ...RECORDS,
        where: [
          { field: 'severity', operator: 'equals', value: 'felony' },
          { field: 'disposed_on', operator: 'is_not_empty' },
        ],
      },
    ],
    [OF_PAYLOAD],
    [{ ...OF_PAYLOAD, field: 'applicant.limits.max.count' }],
    [{ ...OF_PAYLOAD, field: 'steps.credit.tradelines.max.days_past_due' }],
  ])('is accepted: %j', (condition) => {
    expect(faults(condition)).toEqual([]);
    expect(lintDefinition(definition(condition), plenty())).toEqual([]);
  });

  // Rules: 4.9.3, 4.9.4
  test.each([
    [
      { ...DAYS, field: 'tradelines.any.days_late' },
      '.field',
      `the items of "tradelines" have no member "days_late". Members: ${MEMBERS_OF_ACCOUNTS}`,
    ],
    [
      { ...DAYS, field: 'tradelines.sum.status' },
      '.field',
      '`sum` needs a number, and "status" is none: balance_usd, credit_limit_usd, monthly_payment_usd, days_past_due, late_payments_last_24_months, months_since_opened',
    ],
    [
      { ...DAYS, field: 'tradelines.max' },
      '.field',
      `\`max\` needs a member of the items of "tradelines": ${MEMBERS_OF_ACCOUNTS}`,
    ],
    [
      { ...DAYS, field: 'tradelines.count.status' },
      '.field',
      '`count` counts the items of "tradelines": leave out what follows it, or use `where`',
    ],
    [
      { ...DAYS, field: 'tradelines.any.status.count' },
      '.field',
      'a path has one of any, all, count, sum, max, min, and this one has two',
    ],
    [
      { ...OF_PAYLOAD, field: 'applicant.debts.any.parts.all.late' },
      '.field',
      'must have one of any, all, count, sum, max, min, and has `any` and `all`',
    ],
    [
      { ...DAYS, value: null, value_from: { source_node_id: 'credit', field: 'tradelines.any.balance_usd' } },
      '.value_from.field',
      'must name one value, and `any` is none: use count, sum, max, min',
    ],
    [
      { ...OF_PAYLOAD, value: null, value_from: { source_node_id: 'credit', field: 'score' } },
      '.value_from',
      'must be left out: `any` compares with another value only by an operator that orders',
    ],
    [
      { ...DAYS, field: 'score', where: [] },
      '.where',
      'must stand beside a field with one of any, all, count, sum, max, min behind a list (`records.count`), and "score" has none',
    ],
    [
      { ...RECORDS, where: [{ field: 'severty', operator: 'equals', value: 'felony' }] },
      '.where[0].field',
      'the items of "records" have no member "severty"; did you mean "severity"? Members: offense, severity, is_violent, disposition, offense_on, disposed_on, jurisdiction, court, case_number, months_since_offense, months_since_disposed',
    ],
    [
      { ...RECORDS, where: [{ field: 'severity', operator: 'equals' }] },
      '.where[0].value',
      'is required for the operator equals; is_empty, is_not_empty, is_true, is_false take none',
    ],
    [
      { ...RECORDS, where: Array.from({ length: 9 }, () => ({ field: 'severity', operator: 'is_empty' })) },
      '.where',
      'must have at most 8 items',
    ],
  ])('is refused: %j', (condition, field, message) => {
    expect(faults(condition)).toEqual([[field, message]]);
  });

  test.each([
    [{ ...DAYS, value: 'many' }, '"tradelines.any.days_past_due" is a number, and "many" is not.'],
    [
      { ...DAYS, field: 'tradelines.count', operator: 'less_than', value: 0 },
      '"tradelines.count" is at least 0, so less_than 0 never holds.',
    ],
    [
      { ...DAYS, field: 'tradelines', value: 3 },
      '"tradelines" is a list, and greater_than never holds for that; use contains, not_contains, is_empty, is_not_empty, or compare one of its figures, such as "tradelines.count".',
    ],
    [
      { ...RECORDS, where: [{ field: 'severity', operator: 'equals', value: 'felon' }] },
      '"records.any.severity" is never "felon"; did you mean "felony"? Its values: infraction, misdemeanor, felony.',
    ],
  ])('is warned of: %j', (condition, message) => {
    expect(lintDefinition(definition(condition), plenty()).map((warning) => warning.message)).toEqual([message]);
  });

  test('may ask for one item that is late and one that is not, but not for a highest value above and below', () => {
    const both = (field: string) =>
      lintDefinition(
        definition({ ...DAYS, field }, { ...DAYS, field, operator: 'less_than', value: 30 }),
        plenty(),
      ).map(({ code }) => code);
    expect(both('tradelines.any.days_past_due')).toEqual([]);
    expect(both('tradelines.max.days_past_due')).toEqual(['no_conditions']);
  });

  test('has no figures of lists in its texts', () => {
    const [start, ...rest] = definition(DAYS);
    const mail = {
      id: 'mail',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: 'a@example.com', subject: 'x', body: '{{steps.credit.tradelines.count}}' },
      next_step: [],
    };
    const nodes = [
      start,
      ...rest.map((node) => (node.id === 'decide' ? { ...node, pass_steps: ['mail'] } : node)),
      mail,
    ];
    expect(lintDefinition(nodes as CascadeNode[], plenty()).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"tradelines.count" is read by conditions, and is no variable of a text.'),
    );
  });
});
