import { describe, expect, test } from '../../support/jest.ts';
import { evaluateBranches } from '../../../core/cascade/conditions.ts';
import type { Branches, CascadeCondition, ValueSource } from '../../../core/cascade/definition.ts';
import { CONDITION_OPERATORS, holds, type ConditionOperator } from '../../../core/cascade/operators/index.ts';
import type { Json } from '../../../core/json.ts';
import { Work } from '../../../core/work.ts';

type Row = [
  actual: Json,
  operator: ConditionOperator,
  value: string | number | boolean | null,
  /** Null: the two cannot be compared. */
  expected: boolean | null,
];

const ROWS: Row[] = [
  // Numbers, numeric strings included.
  [700, 'equals', 700, true],
  [700, 'equals', '700', true],
  ['700', 'equals', 700, true],
  [' 700.0 ', 'equals', 700, true],
  [700, 'equals', '700 points', false],
  [700, 'not_equals', '700', false],
  [700, 'not_equals', 'seven hundred', true],
  [0, 'equals', '', false],
  [0, 'equals', false, null],
  [669.5, 'greater_than', 669, true],
  [670, 'greater_than', 670, false],
  ['9', 'less_than', '10', true],
  ['1e3', 'greater_than', 999, true],
  [670, 'greater_than_or_equal', 670, true],
  [669, 'greater_than_or_equal', '670', false],
  [29.9, 'less_than', 30, true],
  [30, 'less_than', 30, false],
  [30, 'less_than_or_equal', 30, true],
  [-1, 'less_than', 0, true],
  ['0x10', 'equals', 16, null],
  ['Infinity', 'greater_than', 1, null],
  // Text is exact.
  ['felony', 'equals', 'felony', true],
  ['Felony', 'equals', 'felony', false],
  ['felony ', 'equals', 'felony', false],
  ['02134', 'equals', '2134', false],
  ['02134', 'not_equals', '2134', true],
  ['b', 'greater_than', 'a', null],
  ['a', 'less_than', 'b', null],
  // ISO dates.
  ['2026-03-01', 'greater_than', '2025-12-31', true],
  ['2026-03-01', 'less_than', '2026-03-01T00:00:01Z', true],
  ['2026-03-01T10:00:00+02:00', 'equals', '2026-03-01T08:00:00Z', true],
  ['2026-03-01', 'equals', '2026-03-01T00:00:00.000Z', true],
  ['2026-03-01T10:00', 'equals', '2026-03-01T10:00:00Z', true],
  ['2026-03-01', 'not_equals', '2026-03-02', true],
  ['2026-02-30', 'less_than', '2026-03-05', null],
  ['03/01/2026', 'less_than', '2026-03-05', null],
  ['2026-03-01', 'greater_than', 5, null],
  // Booleans.
  [true, 'equals', true, true],
  [true, 'equals', 'true', true],
  [false, 'equals', 'true', false],
  [true, 'not_equals', 'true', false],
  [true, 'is_true', null, true],
  ['true', 'is_true', null, true],
  ['yes', 'is_true', null, null],
  [1, 'is_true', null, null],
  [false, 'is_true', null, false],
  [false, 'is_false', null, true],
  [0, 'is_false', null, null],
  // contains: membership on lists, substring on text.
  [['felony', 'misdemeanor'], 'contains', 'felony', true],
  [['felony'], 'contains', 'fel', false],
  [[1, 2], 'contains', '2', true],
  [[], 'contains', 'felony', false],
  [['felony'], 'not_contains', 'felony', false],
  [[], 'not_contains', 'felony', true],
  ['Springfield, IL', 'contains', 'field', true],
  ['Springfield, IL', 'contains', 'Field', false],
  ['Springfield, IL', 'not_contains', 'Texas', true],
  ['unit 42', 'contains', 42, true],
  [421, 'contains', 42, true],
  [421, 'not_contains', '5', true],
  [{ felony: 1 }, 'contains', 'felony', null],
  // starts_with, ends_with.
  ['US-CA', 'starts_with', 'US-', true],
  ['US-CA', 'starts_with', 'us', false],
  ['ann@example.com', 'ends_with', '@example.com', true],
  ['ann@example.com', 'ends_with', 'ann', false],
  [['US-CA'], 'starts_with', 'US-CA', null],
  // is_empty, is_not_empty.
  ['', 'is_empty', null, true],
  [[], 'is_empty', null, true],
  [{}, 'is_empty', null, true],
  [' ', 'is_empty', null, false],
  [0, 'is_empty', null, false],
  [false, 'is_empty', null, false],
  ['x', 'is_not_empty', null, true],
  [[0], 'is_not_empty', null, true],
  [{ a: null }, 'is_not_empty', null, true],
  ['', 'is_not_empty', null, false],
  // A list or an object equals no text.
  [['a'], 'equals', 'a', false],
  [{}, 'not_equals', 'a', true],
  // A value that is there and of another kind cannot be compared; an empty text is as good as none.
  ['$4,200', 'greater_than_or_equal', 3000, null],
  ['4 200', 'less_than', 3000, null],
  ['n/a', 'greater_than', 5000, null],
  [[4200], 'greater_than', 3000, null],
  [{ amount: 4200 }, 'greater_than', 3000, null],
  [true, 'greater_than', 0, null],
  [5, 'less_than', '2026-03-05', null],
  ['', 'greater_than', 3000, false],
  ['', 'less_than_or_equal', '2026-03-05', false],
  [' ', 'less_than', 3000, null],
  ['4.200,00', 'equals', 4200, null],
  ['n/a', 'not_equals', 0, null],
  [[], 'not_equals', 0, null],
  ['', 'not_equals', 0, true],
  ['12/01/2026', 'not_equals', '2026-12-01', null],
  ['no', 'equals', false, null],
  ['no', 'not_equals', true, null],
  ['', 'equals', true, false],
  ['n/a', 'not_equals', 'none', true],
  [4200, 'not_equals', 'none', true],
  [{}, 'is_true', null, null],
  ['', 'is_true', null, false],
  ['', 'is_false', null, false],
  [true, 'contains', 'true', null],
  [false, 'not_contains', 'x', null],
  [{}, 'not_contains', 'felony', null],
  [{}, 'ends_with', 'x', null],
  [45402, 'starts_with', '454', true],
  // One equal item is enough; another kind of item may be the one that is asked for.
  [[1, 'x'], 'contains', 1, true],
  [['x'], 'contains', 1, null],
  [['x'], 'not_contains', 1, null],
  [['x', null], 'contains', 'y', false],
  [{}, 'is_empty', null, true],
  [['n/a'], 'is_not_empty', null, true],
];

describe('an operator', () => {
  // Rules: 4.4.1, 4.4.2, 4.4.3, 4.4.4, 4.4.5, 4.5.2, 4.5.3, 4.5.4, 4.5.5, 4.5.7, 4.11.1, 4.11.2
  test.each(ROWS)('%j %s %j is %s', (actual, operator, value, expected) => {
    expect(holds(operator, actual, value, new Work())).toBe(expected);
  });

  // Rules: 4.3.2
  test.each(CONDITION_OPERATORS)('%s on a missing value holds only if it is is_empty', (operator) => {
    for (const value of [0, '', 'null', false, null])
      expect(holds(operator, null, value, new Work())).toBe(operator === 'is_empty');
  });

  test('has a row in the table, each of the fourteen', () => {
    expect(new Set(ROWS.map(([, operator]) => operator))).toEqual(new Set(CONDITION_OPERATORS));
  });
});

describe('evaluateBranches', () => {
  const condition = (field: string, operator: ConditionOperator, value?: number): CascadeCondition =>
    value === undefined
      ? { source_node_id: 'credit', field, operator }
      : { source_node_id: 'credit', field, operator, value };
  const report: Record<string, Json> = { score: 640, inquiries: 2, collections: null };
  const read = { node_id: 'credit', visit: 1 };
  const resolve = ({ field }: ValueSource) => ({ value: report[field], read });
  const isGood = condition('score', 'greater_than', 700);
  const isFair = condition('score', 'greater_than', 600);
  const fewInquiries = condition('inquiries', 'less_than', 5);

  // Rules: 4.1.1
  test('tries pass before human_review', () => {
    const both = { condition_groups: [{ conditions: [isFair] }] };
    expect(evaluateBranches({ pass: both, human_review: both }, resolve, new Work()).branch).toBe('pass');
  });

  // Rules: 4.1.1, 4.1.2
  test('takes human_review where pass does not match, and fail where neither does', () => {
    const good = { condition_groups: [{ conditions: [isGood] }] };
    const fair = { condition_groups: [{ conditions: [isFair] }] };
    expect(evaluateBranches({ pass: good, human_review: fair }, resolve, new Work()).branch).toBe('human_review');
    expect(evaluateBranches({ pass: good, human_review: good }, resolve, new Work()).branch).toBe('fail');
    expect(evaluateBranches({ human_review: fair }, resolve, new Work()).branch).toBe('human_review');
    expect(evaluateBranches({}, resolve, new Work())).toEqual({ branch: 'fail', possible: ['fail'], trace: [] });
  });

  test.each([
    ['and', [true, true], 'pass'],
    ['and', [true, false], 'fail'],
    [undefined, [true, false], 'fail'],
    ['or', [false, true], 'pass'],
    ['or', [false, false], 'fail'],
  ] as const)('combines conditions and groups with %s of %j to %s', (logic, results, branch) => {
    const conditions = results.map((result) => (result ? isFair : isGood));
    const inGroup: Branches = { pass: { condition_groups: [{ ...(logic && { logic }), conditions }] } };
    const overGroups: Branches = {
      pass: {
        ...(logic && { group_logic: logic }),
        condition_groups: conditions.map((each) => ({ conditions: [each] })),
      },
    };
    expect(evaluateBranches(inGroup, resolve, new Work()).branch).toBe(branch);
    expect(evaluateBranches(overGroups, resolve, new Work()).branch).toBe(branch);
  });

  // Rules: 4.2.1
  test.each([
    {},
    { condition_groups: [] },
    { condition_groups: [{ conditions: [] }] },
    { condition_groups: [{ conditions: [isFair] }, { conditions: [] }] },
  ])('never matches where a group or the branch has no conditions: %j', (pass) => {
    expect(evaluateBranches({ pass }, resolve, new Work()).branch).toBe('fail');
  });

  // Rules: 4.1.3, 4.3.1, 4.3.2
  test('traces every condition of both branches, with what it read and where', () => {
    const missing = condition('collections', 'equals', 0);
    const decided = evaluateBranches(
      {
        pass: { condition_groups: [{ logic: 'or', conditions: [fewInquiries, isGood] }, { conditions: [missing] }] },
        human_review: { condition_groups: [{ conditions: [isFair] }] },
      },
      resolve,
      new Work(),
    );
    const seen = { source_node_id: 'credit', missing: false, read };
    expect(decided.trace).toEqual([
      { ...seen, branch: 'pass', group: 0, ...fewInquiries, actual: 2, result: true },
      { ...seen, branch: 'pass', group: 0, ...isGood, actual: 640, result: false },
      { ...seen, branch: 'pass', group: 1, ...missing, actual: null, result: false, missing: true },
      { ...seen, branch: 'human_review', group: 0, ...isFair, actual: 640, result: true },
    ]);
  });

  // Rules: 4.1.3
  test('traces human_review also once pass has matched: a notice may have to name what it wanted', () => {
    const fair = { condition_groups: [{ conditions: [isFair] }] };
    const { trace } = evaluateBranches({ pass: fair, human_review: fair }, resolve, new Work());
    expect(trace.map(({ branch }) => branch)).toEqual(['pass', 'human_review']);
  });
});
