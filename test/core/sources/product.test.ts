import { fieldSchema } from '../../../core/products/index.ts';
import { specsOfReport } from '../../../core/products/specs.ts';
import { productIn, readProduct, type OwnProduct } from '../../../core/sources/product.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { isAccepted } from './read-by-force.ts';

const OWN = {
  code: 'bank_data',
  name: 'Bank data',
  schema: {
    type: 'object',
    properties: {
      balance: { type: 'number', title: 'Balance', 'x-unit': 'USD', 'x-kind': 'fact', 'x-reason-below': 'Low balance' },
      amounts: { type: 'array', 'x-kind': 'fact', 'x-unit': 'USD', items: { type: 'number', minimum: 1 } },
      rows: {
        type: 'array',
        items: { type: 'object', properties: { type: { type: 'string', enum: ['rent', 'pay'] } } },
      },
    },
    required: ['balance'],
  },
  request: { kind: 'http', steps: [{ method: 'POST', path: '/accounts', body: { name: '{{applicant.last_name}}' } }] },
  mapping: { fields: { balance: { path: 'data.balance', unit: 'cents' } } },
  test_values: { balance: { from: 10, to: 20 } },
};
const read = (more: object) => readProduct({ ...OWN, ...more }, () => undefined);

// Rules: 6.13.3
test('a product of an account is the same value as a built-in one', () => {
  const { product, faults } = read({});
  if (product === undefined) throw new Error(JSON.stringify(faults));
  expect(faults).toEqual([]);
  expect(fieldSchema(product, 'rows.count')).toMatchObject({ type: 'integer' });
  expect(fieldSchema(product, 'amounts.sum')).toMatchObject({ 'x-unit': 'USD', minimum: 0 });
  expect(fieldSchema(product, 'amounts.max')).toMatchObject({ 'x-kind': 'fact', 'x-person': 'applicant' });
  expect(specsOfReport(product).get('balance')).toMatchObject({
    type: 'number',
    label: 'Balance',
    unit: 'USD',
    kind: 'fact',
    of_person: 'applicant',
  });
  const report = product.synthetic({ last_name: 'Ash' }, '2026-03-02');
  expect(isAccepted(report, OWN.schema)).toBe(true);
  expect(Number(report.balance)).toBeGreaterThanOrEqual(10);
});

// Rules: 6.13.3
describe('a product is refused', () => {
  test.each<[string, object, string]>([
    ['with the code of a built-in one', { code: 'credit_report' }, 'code'],
    ['with a code that is no name', { code: 'Bank.data' }, 'code'],
    ['with a schema that is none of the profile', { schema: { type: 'object', anyOf: [] } }, 'schema/anyOf'],
    [
      'with a mapping of a field that it lacks',
      { mapping: { fields: { ...OWN.mapping.fields, other: { path: 'a' } } } },
      'mapping.fields.other',
    ],
    ['without the mapping that http requires', { mapping: undefined }, 'mapping'],
    ['with a mapping of the answer to the kind cascade', { request: { kind: 'cascade' } }, 'mapping'],
    [
      'with an identifier in a URL',
      { request: { kind: 'http', steps: [{ method: 'GET', path: '/{{applicant.ssn}}' }] } },
      'request.steps[0].path',
    ],
    ['with test values of a field that it lacks', { test_values: { other: { among: [1] } } }, 'test_values.other'],
    ['with a member that is not known', { vendor: 'https://vendor.example' }, 'vendor'],
    [
      'with an expression in place of a path',
      { mapping: { fields: { balance: { path: 'a', expression: 'a + b' } } } },
      'mapping.fields.balance.expression',
    ],
    [
      'with a method that is not known',
      { request: { kind: 'http', steps: [{ method: 'TRACE', path: '/a' }] } },
      'request.steps[0].method',
    ],
    [
      'with three steps',
      { request: { kind: 'http', steps: Array.from({ length: 3 }, () => ({ method: 'GET', path: '/a' })) } },
      'request.steps',
    ],
  ])('%s', (_name, more, field) => {
    const { product, faults } = read(more);
    expect(faults.map((fault) => fault.field)).toContain(field);
    expect(product).toBeUndefined();
  });

  test.each([null, 'product', [], 7])('that is %j', (json) => {
    expect(readProduct(json, () => undefined).faults.length).toBe(1);
  });
});

// Rules: 6.14.3
test('a product that was saved is read without its patterns, which were judged when it was saved', () => {
  const patterned = (pattern: string): OwnProduct => {
    const schema = { type: 'object', properties: { code: { type: 'string', pattern } } };
    return { code: 'bank_data', name: 'Bank data', schema, request: { kind: 'cascade' } };
  };
  // RE2 lacks this one, so it would be a fault if it were compiled.
  expect(readProduct(patterned('(?=a)'), () => undefined).product).toBeUndefined();
  expect(productIn(patterned('(?=a)'))?.schema.properties).toMatchObject({ code: { pattern: '(?=a)' } });
  expect(productIn(patterned('(?i)^AB'))?.schema).toEqual(
    readProduct(patterned('(?i)^AB'), () => undefined).product?.schema,
  );
});
