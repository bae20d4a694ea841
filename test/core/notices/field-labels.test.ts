import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneChoice } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

const FIELDS: FieldSpecsJson = {
  'applicant.ltv': { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' },
  'applicant.debts': { type: 'list', label: 'Debts', item: { one: 'debt', many: 'debts' } },
  'applicant.debts.amount': { type: 'number', label: 'Amount', unit: 'USD', kind: 'fact' },
  'applicant.x7': { type: 'integer', label: 'Social security number', kind: 'identifier' },
  'applicant.payment': { type: 'number', label: 'HOA fee', unit: 'USD', kind: 'fact' },
  'applicant.x8': { type: 'number', label: 'Licence held', unit: 'months', kind: 'fact' },
  'applicant.savings': { type: 'number', label: 'Savings', kind: 'fact' },
  'applicant.stay': { type: 'number', label: 'Stay', kind: 'fact' },
  'applicant.income': { type: 'number', label: 'Income', unit: 'USD', kind: 'fact' },
  'property.deposit': { type: 'number', label: 'Property deposit', unit: 'USD', kind: 'fact' },
  'property.minimum': { type: 'number', label: 'Property minimum', unit: 'months', kind: 'fact' },
  'applicant.x9': { type: 'number', label: "Driver's age", unit: 'years', kind: 'age' },
};

function told(condition: object, applicant: JsonObject, fields?: FieldSpecsJson, payload: JsonObject = {}) {
  const branches = { pass: { condition_groups: [{ conditions: [{ source_node_id: 'start', ...condition }] }] } };
  const definition = oneChoice({}, { branches }, { purpose: 'tenant', statement: 'No.' }) as CascadeDefinition;
  const run = simulate(
    definition,
    {
      payload: { ...payload, applicant: { email: 'dana@example.com', ...applicant } },
      reports: {},
      decisions: {},
      workflow: { name: 'x', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
      ...dictionaryIn(fields ?? null),
    },
    plenty(),
  );
  const [notice] = run.notices;
  if (notice === undefined) throw new Error('no notice was issued');
  return { reasons: notice.reasons, summary: explainNotice(run.recorded, notice, plenty()).summary };
}

const LTV = { field: 'applicant.ltv', operator: 'less_than_or_equal', value: 80 };

/* The unit of a condition without a unit of its own comes from the other side of `value_from`. */
describe('a value without a unit of its own', () => {
  const than = (field: string, more: object = {}) => ({
    operator: 'greater_than_or_equal',
    value_from: { source_node_id: 'context', field, ...more },
  });
  // Rules: 10.25.4
  test.each([
    ['savings', than('property.deposit'), '$900.50 (required: at least the property deposit, $2,000)'],
    [
      'savings',
      than('property.deposit', { times: 2, plus: 100 }),
      '$900.50 (required: at least 2 times the property deposit plus $100, $4,100)',
    ],
    ['stay', than('property.minimum'), '3 months (required: at least the property minimum, 6 months)'],
    // Two twelfths of so many months may be years.
    ['stay', than('property.minimum', { times: 2 }), '3 (required: at least 2 times the property minimum, 12)'],
  ])('%s has that of the other side: %j', (field, asked, words) => {
    const property = { deposit: 2000, minimum: 6 };
    const { reasons, summary } = told({ field: `applicant.${field}`, ...asked }, { savings: 900.5, stay: 3 }, FIELDS, {
      property,
    });
    expect(reasons).toEqual([`Information in your application: ${field}, ${words}`]);
    expect(JSON.stringify(summary)).toContain(`${field}, ${words}`);
  });
});

describe('a field of the application is called', () => {
  // Rules: 10.23.18
  test('what the account calls it, with its unit, in letters and explanations', () => {
    const { reasons, summary } = told(LTV, { ltv: 95 }, FIELDS);
    expect(reasons).toEqual(['Information in your application: loan to value, 95% (required: at most 80%)']);
    expect(summary).toContain('Information in your application: loan to value, 95% (required: at most 80%).');
    expect(told({ ...LTV, field: 'context.applicant.ltv' }, { ltv: 95 }, FIELDS).reasons).toEqual(reasons);
  });

  // Rules: 10.23.23
  test('by its path without a declaration, in explanations too, which say no value', () => {
    const { summary } = told({ ...LTV, field: 'applicant.zz' }, { zz: 95 });
    expect(summary).toContain('`applicant.zz` (not declared; required: at most 80).');
  });

  test('by its label if it is a figure of a list, or is compared with', () => {
    const debts = { field: 'applicant.debts.any.amount', operator: 'less_than', value: 100 };
    expect(told(debts, { debts: [{ amount: 500 }] }, FIELDS).reasons).toEqual([
      'Information in your application: lowest amount of the debts, $500 (required: less than $100)',
    ]);
    const each = { ...debts, field: 'applicant.debts.all.amount' };
    expect(told(each, { debts: [{ amount: 500 }] }, FIELDS).reasons).toEqual([
      'Information in your application: highest amount of the debts, $500 (required: less than $100)',
    ]);
    const compared = {
      field: 'applicant.income',
      operator: 'greater_than',
      value_from: { source_node_id: 'start', field: 'applicant.payment', times: 3 },
    };
    expect(told(compared, { income: 200, payment: 100 }, FIELDS).reasons).toEqual([
      'Information in your application: income, $200 (required: more than 3 times the HOA fee, $300)',
    ]);
  });

  test('and how long is printed of what has a number too, but no age', () => {
    const atLeast = (field: string, value: number) => ({ field, operator: 'greater_than_or_equal', value });
    expect(told(atLeast('applicant.x8', 12), { x8: 10 }, FIELDS).reasons).toEqual([
      'Information in your application: licence held, 10 months (required: at least 12 months)',
    ]);
    expect(told(atLeast('applicant.x9', 21), { x9: 19 }, FIELDS).reasons).toEqual([
      "Information in your application: driver's age",
    ]);
  });

  // Rules: 20.9.2
  test('and what identifies a person by its label is not printed', () => {
    const number = { field: 'applicant.x7', operator: 'greater_than', value: 5 };
    expect(told(number, { x7: 1 }, FIELDS).reasons).toEqual([
      'Information in your application: social security number',
    ]);
  });
});
