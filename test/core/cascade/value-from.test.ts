import { dictionaryIn } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { evaluateBranches } from '../../../core/cascade/conditions.ts';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { timesPlus } from '../../../core/decimal.ts';
import type { Json } from '../../../core/json.ts';
import { warnOfProhibitedBases } from '../../../core/notices/warnings/prohibited-bases.ts';
import { Work } from '../../../core/work.ts';
import { plenty } from '../../support/work.ts';

/** A condition may compare with another value. */
function definition(condition: object, pulledBefore: readonly string[] = ['income', 'credit']): CascadeNode[] {
  const [first = 'decide'] = pulledBefore;
  const pulls = [
    { id: 'income', billing_product_code: 'income_verification' },
    { id: 'credit', billing_product_code: 'credit_report' },
  ].map((node, index) => ({
    ...node,
    type: 'BillingProduct',
    next_step: pulledBefore.includes(node.id) ? [pulledBefore[index + 1] ?? 'decide'] : ['end'],
  }));
  return [
    { id: 'start', type: 'ApplicantSource', next_step: [first] },
    ...pulls,
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
      pass_steps: ['end'],
      fail_steps: ['end'],
    },
    { id: 'end', type: 'ShowResults' },
  ] as unknown as CascadeNode[];
}

const AT = 'definition[3].branches.pass.condition_groups[0].conditions[0]';
const AGE = dictionaryIn({ 'applicant.age': { type: 'integer', kind: 'age' } }).dictionary;
const OWN = { source_node_id: 'income', field: 'monthly_income_usd', operator: 'greater_than_or_equal' };
const PAYMENT = { source_node_id: 'context', field: 'context.loan.payment' };

describe('a definition', () => {
  const faults = (condition: object, pulledBefore?: readonly string[]) =>
    validateDefinition(definition(condition, pulledBefore)).details.map(({ field, message }) => [
      field.replace(AT, ''),
      message.replace('in node "decide": ', ''),
    ]);

  // Rules: 2.2.3
  test('is accepted with another value, multiplied and added to', () => {
    expect(faults({ ...OWN, value_from: { ...PAYMENT, times: 3, plus: -10.5 } })).toEqual([]);
    expect(faults({ ...OWN, value: null, value_from: PAYMENT })).toEqual([]);
  });

  // Rules: 4.8.6
  test.each([
    [
      { ...OWN, value: 5, value_from: PAYMENT },
      '.value_from',
      'must not stand beside `value`: leave one of the two out',
    ],
    [
      { ...OWN, operator: 'is_empty', value_from: PAYMENT },
      '.value_from',
      'must be left out: the operator is_empty takes none',
    ],
    [
      OWN,
      '.value',
      'is required for the operator greater_than_or_equal (or `value_from`); is_empty, is_not_empty, is_true, is_false take none',
    ],
    [
      { ...OWN, value_from: { ...PAYMENT, times: 0 } },
      '.value_from.times',
      'must not be 0: it would leave nothing of the other value; use `value`',
    ],
    [{ ...OWN, value_from: { ...PAYMENT, times: Infinity } }, '.value_from.times', 'must be a number'],
    [{ ...OWN, value_from: { ...PAYMENT, plus: '3' } }, '.value_from.plus', 'must be a number'],
    [{ ...OWN, value_from: 'context.loan.payment' }, '.value_from', 'must be an object'],
  ])('is refused: %j', (condition, field, message) => {
    expect(faults(condition)).toEqual([[field, message]]);
  });

  // Rules: 4.8.7
  test('names the source of the other value if it does not exist, has no such field or cannot have run', () => {
    expect(faults({ ...OWN, value_from: { source_node_id: 'nobody', field: 'x' } })[0]?.[0]).toBe(
      '.value_from.source_node_id',
    );
    expect(faults({ ...OWN, value_from: { source_node_id: 'credit', field: 'scoer' } })[0]).toEqual([
      '.value_from.field',
      expect.stringContaining('did you mean "score"?'),
    ]);
    expect(faults({ ...OWN, value_from: { source_node_id: 'credit', field: 'score' } }, ['income'])).toEqual([
      ['.value_from.source_node_id', 'no edge or jump leads from "credit" to this node, so it cannot have run before'],
    ]);
  });

  // Rules: 2.9.7
  test.each([
    [
      { source_node_id: 'income', field: 'status' },
      'operator_mismatch',
      '"monthly_income_usd" is a number and "status" is text: the two never compare.',
    ],
    [
      { source_node_id: 'income', field: 'status', times: 2 },
      'operator_mismatch',
      '"status" is text, and `times` and `plus` make nothing of it: leave them out, or name a number.',
    ],
    [
      { source_node_id: 'income', field: 'monthly_income_usd' },
      'operator_mismatch',
      '"monthly_income_usd" is compared with itself, which decides nothing.',
    ],
    [
      { source_node_id: 'context', field: 'aplicant.x' },
      'unknown_variable',
      'the field "aplicant.x" of a condition: no such variable; did you mean "applicant"? What else the payload has is read by "context.aplicant.x".',
    ],
    [{ source_node_id: 'income', field: 'confidence_percent', times: 10 }, undefined, ''],
    [{ source_node_id: 'income', field: 'annual_income_usd', times: 0.08 }, undefined, ''],
  ])('is warned of a value that does not fit: %j', (from, code, message) => {
    const found = lintDefinition(definition({ ...OWN, value_from: from }), plenty()).filter(
      ({ node_id }) => node_id === 'decide',
    );
    expect(found.map((each) => [each.code, each.message])).toEqual(code === undefined ? [] : [[code, message]]);
  });

  // Rules: 2.9.7
  test('is warned of two values that are never so far apart', () => {
    const score = { source_node_id: 'credit', field: 'score', operator: 'greater_than' };
    const never = {
      ...score,
      value_from: { source_node_id: 'income', field: 'confidence_percent', times: 1, plus: 900 },
    };
    expect(lintDefinition(definition(never), plenty()).map(({ message }) => message)).toEqual([
      '"score" and "confidence_percent" are never so far apart, so greater_than never holds here.',
    ]);
    const may = {
      ...score,
      value_from: { source_node_id: 'income', field: 'confidence_percent', times: 1, plus: 800 },
    };
    expect(lintDefinition(definition(may), plenty())).toEqual([]);
  });

  test('is warned of a prohibited basis on the other side', () => {
    const cascade = definition({
      ...OWN,
      value_from: { source_node_id: 'context', field: 'applicant.age', times: 100 },
    });
    expect(lintDefinition(cascade, plenty(), [warnOfProhibitedBases(AGE)]).map(({ code }) => code)).toEqual([
      'prohibited_basis',
    ]);
  });
});

describe('evaluation', () => {
  const compare = (own: Json, operator: string, other: Json, more: object = {}) => {
    const condition = { ...OWN, operator, value_from: { ...PAYMENT, ...more } } as CascadeCondition;
    const resolve = ({ source_node_id: id }: { readonly source_node_id: string }) => ({
      value: id === 'income' ? own : other,
      read: null,
    });
    const work = new Work();
    const { branch, trace } = evaluateBranches(
      { pass: { condition_groups: [{ conditions: [condition] }] } },
      resolve,
      work,
    );
    return { passes: branch === 'pass', trace: trace[0] };
  };

  // Rules: 4.8.1, 4.8.2, 4.8.3, 4.8.4
  test.each<[Json, string, Json, object, boolean]>([
    [2400, 'greater_than_or_equal', 800, { times: 3 }, true],
    [2399, 'greater_than_or_equal', 800, { times: 3 }, false],
    ['2400', 'greater_than_or_equal', '800', { times: 3 }, true],
    [2900, 'equals', 800, { times: 3, plus: 500 }, true],
    [100, 'less_than', 800, { times: -1, plus: 901 }, true],
    ['NY', 'equals', 'NY', {}, true],
    ['NY', 'not_equals', 'NJ', {}, true],
    [['a', 'b'], 'contains', 'b', {}, true],
    ['2026-03-02', 'greater_than', '2026-03-01', {}, true],
    [true, 'equals', true, {}, true],
    // No other value, or none that counts: nothing holds, `not_equals` and `not_contains` included.
    [5, 'not_equals', null, {}, false],
    [[1], 'not_contains', null, {}, false],
    [5, 'not_equals', 'x', { times: 2 }, false],
    [5, 'not_equals', [1], {}, false],
    [5, 'not_equals', {}, {}, false],
    [null, 'not_equals', 5, {}, false],
    [5, 'less_than', 1e308, { times: 10 }, false],
  ])('%j %s %j with %j: %s', (own, operator, other, more, expected) => {
    const { passes, trace } = compare(own, operator, other, more);
    expect(passes).toBe(expected);
    expect(trace?.missing).toBe(own === null || trace?.value === null);
  });

  // Rules: 4.8.5
  test('records what was compared with, and where it came from', () => {
    expect(compare(2000, 'greater_than', 800, { times: 3 }).trace).toEqual({
      branch: 'pass',
      group: 0,
      ...OWN,
      operator: 'greater_than',
      value: 2400,
      value_from: { ...PAYMENT, times: 3, actual: 800, read: null },
      actual: 2000,
      result: false,
      missing: false,
      read: null,
    });
  });
});

// Rules: 4.8.1
test.each([
  [1.1, 3, 0, 3.3],
  [0.1, 3, -0.3, 0],
  [1234.1, 3, 0, 3702.3],
  [1e21, 2, 0, 2e21],
  [5e-7, 2, 1, 1.000001],
  [-0.5, -3, 0.25, 1.75],
])('%d × %d + %d is %d, as decimals', (value, times, plus, result) => {
  expect(timesPlus(value, times, plus)).toBe(result);
});
