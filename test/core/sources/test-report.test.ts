import fc from 'fast-check';
import type { JsonSchema } from '../../../core/json.ts';
import { readProfile } from '../../../core/sources/profile.ts';
import { fieldsOf, typeOf } from '../../../core/sources/schema-fields.ts';
import { testReport, testValueFaults, type TestValues } from '../../../core/sources/test-report.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { randomReportSchemas } from './random-schemas.ts';
import { isAccepted } from './read-by-force.ts';

const AS_OF = '2026-03-02';
const reportOf = (schema: JsonSchema, applicant = { last_name: 'Ash' }, values: TestValues = {}) =>
  testReport({ code: 'own', schema, values }, applicant, AS_OF, new Work());
const GRID = [...Array.from({ length: 40 }, (_, index) => index / 4 - 4), 2 ** 53 - 1, 2 ** 53, -(2 ** 60), 2 ** 60];

/** A number that the schema accepts is on the grid if there is one. */
function hasNumber(schema: JsonSchema): boolean {
  const own = (schema.items as JsonSchema | undefined) ?? schema;
  return !['number', 'integer'].includes(String(typeOf(own))) || GRID.some((value) => isAccepted(value, own));
}

// Rules: 6.13.1
test('a report of test mode satisfies its schema, where patterns and formats leave it the choice', () => {
  let made = 0;
  fc.assert(
    fc.property(randomReportSchemas, fc.string(), (json, name) => {
      const schema = readProfile(json, []).schema ?? {};
      fc.pre(!/"(?:pattern|format)"/.test(JSON.stringify(schema)));
      fc.pre([...fieldsOf(schema)].every((field) => hasNumber(field.schema)));
      const report = reportOf(schema, { last_name: name });
      expect([schema, report, isAccepted(report, schema)]).toEqual([schema, report, true]);
      expect(reportOf(schema, { last_name: name })).toEqual(report);
      made += 1;
    }),
    { numRuns: 300 },
  );
  expect(made).toBeGreaterThan(200);
});

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[A-Z]{3}$' },
    score: { type: 'integer', minimum: 300, maximum: 850 },
    on: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    rows: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', properties: { level: { type: 'string', enum: ['a', 'b'] } } },
    },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'score', 'rows'],
};

// Rules: 6.13.2
test('a product says values of single fields, those of items too', () => {
  const values: TestValues = {
    id: { among: ['ABC'] },
    score: { from: 500, to: 501 },
    'rows.level': { among: ['b'] },
    tags: { among: ['x'] },
  };
  expect(testValueFaults(values, SCHEMA)).toEqual([]);
  for (let index = 0; index < 50; index += 1) {
    const report = reportOf(SCHEMA, { last_name: `Ash ${index}` }, values);
    expect(isAccepted(report, SCHEMA)).toBe(true);
    expect([500, 501]).toContain(report.score);
    for (const row of report.rows as { level: string }[]) expect(row.level).toBe('b');
    expect(String(report.on) < AS_OF).toBe(true);
  }
});

// Rules: 6.13.1
test('two people have two reports, and one person the same one', () => {
  const texts = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify(reportOf(SCHEMA, { last_name: `Ash ${index}` })),
  );
  expect(new Set(texts).size).toBeGreaterThan(15);
});

// Rules: 6.13.2
describe('a value is refused', () => {
  test.each<[string, TestValues, string]>([
    ['of a field that the report lacks', { toString: { among: [1] } }, 'toString'],
    ['of a list of objects', { rows: { among: ['a'] } }, 'rows'],
    ['with nothing said', { score: {} }, 'score'],
    ['with a list and a range', { score: { among: [400], from: 1, to: 2 } }, 'score'],
    ['with a range of a text', { id: { from: 1, to: 2 } }, 'id.from'],
    ['with half a range', { score: { from: 400 } }, 'score.to'],
    ['with a range that ends before it begins', { score: { from: 400, to: 399 } }, 'score.to'],
    ['that the schema refuses', { score: { among: [400, 900] } }, 'score.among'],
    ['of an item that the schema refuses', { 'rows.level': { among: ['c'] } }, 'rows.level.among'],
  ])('%s', (_name, values, field) => {
    expect(testValueFaults(values, SCHEMA).map((fault) => fault.field)).toEqual([field]);
  });
});

// Rules: 6.13.1
test('a schema that asks for more than a budget holds makes no report', () => {
  const many = { type: 'array', minItems: 100_001, items: { type: 'boolean' } };
  const long = { type: 'string', minLength: 10_000_000 };
  for (const field of [many, long])
    expect(() => reportOf({ type: 'object', properties: { field } })).toThrow(TooMuchWork);
});
