import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { readProduct } from '../../../core/sources/product.ts';
import { readProfile } from '../../../core/sources/profile.ts';
import { compileReportCheck, ReportChecks, testReportFault } from '../../../platform/report-checks/index.ts';
import { randomReportSchemas, valuesOf } from '../../core/sources/random-schemas.ts';
import { isAccepted } from '../../core/sources/read-by-force.ts';
import { describe, expect, test } from '../../support/jest.ts';

const of = (properties: JsonSchema, more: object = {}) => compileReportCheck({ type: 'object', properties, ...more });

// Rules: 6.11.5
test('what a compiled check accepts is what the profile says, read keyword by keyword', () => {
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(
      randomReportSchemas.chain((json) => {
        const schema = readProfile(json, []).schema ?? {};
        return fc.tuple(fc.constant(schema), fc.array(valuesOf(schema), { minLength: 10, maxLength: 10 }));
      }),
      ([schema, values]) => {
        const check = compileReportCheck(schema);
        for (const value of values) {
          const isFine = check(value as JsonObject) === undefined;
          expect([schema, value, isFine]).toEqual([schema, value, isAccepted(value, schema)]);
          if (isFine) accepted += 1;
          else refused += 1;
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(Math.min(accepted, refused)).toBeGreaterThan(150);
});

test('what the profile accepts is a schema of JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  fc.assert(
    fc.property(randomReportSchemas, (schema) => {
      expect([schema, ajv.validateSchema(schema)]).toEqual([schema, true]);
    }),
    { numRuns: 300 },
  );
});

// Rules: 6.11.5
describe('a compiled check', () => {
  test('names the first field that is wrong, and no text of the vendor', () => {
    const check = of(
      {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string', enum: ['a'] } },
            required: ['id'],
            additionalProperties: false,
          },
        },
      },
      { required: ['rows'] },
    );
    expect(check({})).toEqual({ field: 'rows', message: expect.any(String) });
    expect(check({ rows: [{ id: 'a' }, {}] })?.field).toBe('rows[1].id');
    for (const rows of [[{ id: 'Jane' }], [{ id: 'a', Jane: 1 }]])
      expect(JSON.stringify(check({ rows }))).not.toContain('Jane');
    expect(check({ rows: [{ id: 'a', Jane: 1 }] })?.field).toBe('rows[0].…');
  });

  test('finds what an object inherits in no report', () => {
    const check = of({ constructor: { type: 'string' } }, { required: ['constructor'] });
    expect(check({})?.field).toBe('constructor');
    expect(check(JSON.parse('{"constructor":"x"}') as JsonObject)).toBeUndefined();
    expect(of({ toString: { type: 'string' } })({})).toBeUndefined();
  });

  test('tells two patterns apart', () => {
    const check = of({ a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } });
    expect(check({ a: 'a', b: 'b' })).toBeUndefined();
    expect(check({ a: 'a', b: 'a' })?.field).toBe('b');
  });

  test('a report whose texts cost its patterns too much is refused', () => {
    const pattern = '(a|b)*a(a|b){60}$';
    const check = of({ rows: { type: 'array', items: { type: 'string', pattern } } });
    expect(check({ rows: ['ab'.repeat(300_000)] })?.message).toContain('too much work');
    expect(check({ rows: Array.from({ length: 600 }, () => 'a'.repeat(2_000)) })?.message).toContain('too much work');
    // The work of one report is not counted against the next.
    expect(check({ rows: ['a'.repeat(100)] })).toBeUndefined();
  });
});

// Rules: 6.11.5
test('at most 200 checks are kept, by the content of the schema', () => {
  const checks = new ReportChecks();
  const schema = (index: number): JsonSchema => ({
    type: 'object',
    properties: { a: { type: 'number', minimum: index } },
  });
  expect(checks.of(schema(1))).toBe(checks.of(schema(1)));
  for (let index = 0; index < 210; index += 1) checks.of(schema(index));
  expect(checks.size).toBe(200);
});

// Rules: 6.13.4
describe('a product whose own test reports break its schema is found', () => {
  const tried = (field: object, values: object = {}) => {
    const schema = { type: 'object', properties: { field }, required: ['field'] };
    const own = { code: 'own_report', name: 'Own', schema, request: { kind: 'cascade' }, test_values: values };
    const { product, faults } = readProduct(own, () => undefined);
    if (product === undefined) throw new Error(JSON.stringify(faults));
    return testReportFault(product, '2026-03-02')?.field;
  };

  test.each<[string, object]>([
    ['by a pattern', { type: 'string', pattern: '^[A-Z]{3}$' }],
    ['by a format that has another length', { type: 'string', format: 'date', maxLength: 5 }],
    ['by bounds that no number is within', { type: 'number', minimum: 5, exclusiveMaximum: 5 }],
    ['by bounds that no whole number is within', { type: 'integer', exclusiveMinimum: 2, exclusiveMaximum: 3 }],
    ['by a choice that is too long', { type: 'string', enum: ['a', 'abc'], maxLength: 1 }],
    ['by a constant below the least', { type: 'integer', const: 1, minimum: 2 }],
  ])('%s', (_name, field) => {
    expect(tried(field)).toBe('field');
  });

  test('by more items than a budget holds', () => {
    expect(tried({ type: 'array', minItems: 1_000_000, items: { type: 'boolean' } })).toBe('');
  });

  test('and not where values are said', () => {
    expect(tried({ type: 'string', pattern: '^[A-Z]{3}$' }, { field: { among: ['ABC', 'DEF'] } })).toBeUndefined();
    expect(tried({ type: 'string', pattern: '^[A-Z]{3}$' }, { field: { among: ['ABC', 'def'] } })).toBe('field');
  });
});
