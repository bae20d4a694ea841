import fc from 'fast-check';
import { FIELD_NOTES } from '../../../core/fields/schema.ts';
import type { JsonSchema } from '../../../core/json.ts';
import { PRODUCT_CODES, PRODUCTS } from '../../../core/products/index.ts';
import { PRODUCT_SCHEMA_KEYWORDS } from '../../../core/products/contract.ts';
import { readProfile } from '../../../core/sources/profile.ts';
import { readReportSchema } from '../../../core/sources/report-schema.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { randomReportSchemas } from './random-schemas.ts';

const report = (field: object, more: object = {}) => ({ type: 'object', properties: { field }, ...more });
const AT = '/properties/field';
const faultsOf = (json: unknown) => readReportSchema(json).faults;
const placesOf = (json: unknown) => faultsOf(json).map(({ pointer }) => pointer);

// Rules: 6.11.1
test('each report that is built in is of the profile', () => {
  for (const code of PRODUCT_CODES)
    expect([code, readProfile(PRODUCTS[code].schema, PRODUCT_SCHEMA_KEYWORDS).faults]).toEqual([code, []]);
});

// Rules: 6.11.1
test('a schema of the profile is read with each reference written out', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      grade: { $ref: '#/$defs/grade' },
      rows: {
        type: 'array',
        maxItems: 9,
        items: { type: 'object', properties: { grade: { $ref: '#/$defs/grade' } }, required: ['grade'] },
      },
    },
    $defs: {
      grade: {
        type: 'string',
        enum: ['A', 'B'],
        title: 'Grade',
        'x-kind': 'fact',
        'x-reason-is': 'Grade of the account',
      },
    },
  };
  const read = readReportSchema(schema);
  expect(read.faults).toEqual([]);
  expect(JSON.stringify(read.schema)).not.toContain('$');
  expect([...read.specs.keys()]).toEqual(['grade', 'rows', 'rows.grade']);
  expect(read.specs.get('rows.grade')).toMatchObject({
    type: 'text',
    kind: 'fact',
    values: ['A', 'B'],
    reason: { is: 'Grade of the account' },
    required: true,
  });
});

// Rules: 6.11.2
describe('what is not of the profile is refused at its place', () => {
  const text = { type: 'string' };
  test.each<[string, unknown, string]>([
    ...['allOf', 'anyOf', 'oneOf'].map((keyword): [string, unknown, string] => [
      keyword,
      report({ ...text, [keyword]: [text] }),
      `${AT}/${keyword}`,
    ]),
    ...[
      'not',
      'if',
      'then',
      'else',
      'contains',
      'propertyNames',
      'unevaluatedProperties',
      'dependentSchemas',
      'patternProperties',
      '$dynamicRef',
      '$anchor',
      '$id',
      '$recursiveRef',
      'uniqueItems',
      'multipleOf',
      'prefixItems',
      'default',
      'minProperties',
      'contentEncoding',
      '__proto__',
      'constructor',
    ].map((keyword): [string, unknown, string] => [
      keyword,
      report(JSON.parse(`{"type":"object","${keyword}":{"type":"string"}}`) as object),
      `${AT}/${keyword}`,
    ]),
    ['$data', report({ type: 'number', minimum: { $data: '1/other' } }), `${AT}/minimum`],
    ['a schema that is true', { type: 'object', properties: { field: true } }, AT],
    ['no type', report({ minLength: 2 }), `${AT}/type`],
    ['two types', report({ type: ['string', 'number'] }), `${AT}/type`],
    ['null alone', report({ type: 'null' }), `${AT}/type`],
    ['a prototype as a type', report({ type: 'constructor' }), `${AT}/type`],
    ['a report that may be null', { type: ['object', 'null'] }, '/type'],
    ['a bound of another type', report({ type: 'string', minimum: 1 }), `${AT}/minimum`],
    ['a bound that is a text', report({ type: 'number', minimum: '1' }), `${AT}/minimum`],
    ['bounds that nothing is within', report({ type: 'number', minimum: 2, maximum: 1 }), `${AT}/maximum`],
    ['a length below zero', report({ type: 'string', maxLength: -1 }), `${AT}/maxLength`],
    ['another format', report({ type: 'string', format: 'email' }), `${AT}/format`],
    ['a choice that is no text', report({ type: 'string', enum: ['a', 7] }), `${AT}/enum/1`],
    ['a choice twice', report({ type: 'string', enum: ['a', 'a'] }), `${AT}/enum/1`],
    ['no choice', report({ type: 'string', enum: [] }), `${AT}/enum`],
    ['a constant of another type', report({ type: 'integer', const: 1.5 }), `${AT}/const`],
    ['a constant that is no choice', report({ type: 'string', enum: ['a'], const: 'b' }), `${AT}/const`],
    ['a list without items', report({ type: 'array' }), `${AT}/items`],
    ['a list of lists', report({ type: 'array', items: { type: 'array', items: text } }), `${AT}/items/type`],
    ['a schema of other members', report({ type: 'object', additionalProperties: text }), `${AT}/additionalProperties`],
    ['a required member that is not declared', report(text, { required: ['field', 'toString'] }), '/required/1'],
    ['another dialect', { ...report(text), $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    ['a title that is no text', report({ ...text, title: 7 }), `${AT}/title`],
    [
      'a reference beside keywords',
      { ...report({ $ref: '#/$defs/a', title: 'A' }), $defs: { a: text } },
      `${AT}/title`,
    ],
    ['a reference elsewhere', report({ $ref: 'https://example.com/schema' }), `${AT}/$ref`],
    ['a reference to the whole', report({ $ref: '#' }), `${AT}/$ref`],
    ['a reference to a prototype', { ...report({ $ref: '#/$defs/constructor' }), $defs: {} }, `${AT}/$ref`],
    ['a reference into a definition', { ...report({ $ref: '#/$defs/a/items' }), $defs: {} }, `${AT}/$ref`],
    [
      'a reference to a reference',
      { ...report({ $ref: '#/$defs/a' }), $defs: { a: { $ref: '#/$defs/b' }, b: text } },
      '/$defs/a/$ref',
    ],
    [
      'a circle',
      { ...report({ $ref: '#/$defs/a' }), $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } } },
      '/$defs/a/properties/b/$ref',
    ],
    ['a definition that is not used', { ...report(text), $defs: { a: text } }, '/$defs/a'],
    [
      'a member named __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      '/properties/__proto__',
    ],
    ['a member with a dot in its name', { type: 'object', properties: { 'a.b': text } }, '/properties/a.b'],
    [
      'a note that is wrong, in a definition',
      { ...report({ $ref: '#/$defs/a' }), $defs: { a: { ...text, 'x-kind': 'secret' } } },
      '/$defs/a/x-kind',
    ],
    ['a note that is not known', report({ ...text, 'x-reason': 'Late' }), `${AT}/x-reason`],
    ['another person', report({ ...text, 'x-person': 'co_applicant' }), `${AT}/x-person`],
    [
      'factors of what is no score',
      report({ type: 'number', 'x-kind': 'fact', 'x-factors': 'field' }),
      `${AT}/x-factors`,
    ],
    [
      'factors that are no list of texts',
      report({ type: 'number', 'x-kind': 'score', 'x-factors': 'field' }),
      `${AT}/x-factors`,
    ],
    [
      'a day of a score that is no date',
      report({ type: 'number', 'x-kind': 'score', 'x-scored-on': 'field' }),
      `${AT}/x-scored-on`,
    ],
    ['no schema', 'schema', ''],
    ['a list', [], ''],
  ])('%s', (_name, schema, place) => {
    expect(placesOf(schema)).toContain(place);
    expect(readReportSchema(schema).schema).toBeUndefined();
  });
});

// Rules: 6.11.3
describe('a pattern is one of RE2', () => {
  test.each([
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '\\k<n>',
    'a{1001}',
    '(a{1000}){1000}',
    '(?:a{100}){10}',
    '[a',
    'a++',
    '\\u0041',
    '('.repeat(100),
    'a'.repeat(201),
  ])('%s is refused', (pattern) => {
    expect(placesOf(report({ type: 'string', pattern }))).toEqual([`${AT}/pattern`]);
  });

  test.each(['^(a+)+$', '(a|a)*b', '^\\d{3}-\\d{2}$', '(?i)^ab', '\\p{L}+'])('%s is accepted', (pattern) => {
    expect(placesOf(report({ type: 'string', pattern }))).toEqual([]);
  });
});

// Rules: 6.11.4
describe('a schema is small', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }]));
  const nested = (levels: number): JsonSchema =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };

  test('of 301 fields the last one is refused', () => {
    expect(placesOf({ type: 'object', properties: fields(300) })).toEqual([]);
    expect(placesOf({ type: 'object', properties: fields(301) })).toEqual(['/properties/f300']);
    expect(placesOf({ type: 'object', properties: fields(30_000) }).length).toBe(1);
  });

  test('at most 8 levels, and what is deeper is not looked at', () => {
    expect(placesOf(nested(8))).toEqual([]);
    expect(placesOf(nested(9))).toEqual(['/properties/a'.repeat(9)]);
    expect(placesOf(nested(1_000))).toEqual(['/properties/a'.repeat(9)]);
    expect(placesOf({ type: 'object', properties: { a: { type: 'array', items: nested(6) } } })).toEqual([]);
    expect(placesOf({ type: 'object', properties: { a: { type: 'array', items: nested(7) } } }).length).toBe(1);
  });

  test('at most 64 KiB, with what references lead to counted each time', () => {
    const long = { type: 'string', description: 'd'.repeat(40_000) };
    expect(placesOf(report(long))).toEqual([]);
    expect(placesOf(report({ ...long, description: 'd'.repeat(66_000) }))).toEqual(['']);
    const twice = { a: { $ref: '#/$defs/long' }, b: { $ref: '#/$defs/long' } };
    expect(placesOf({ type: 'object', properties: twice, $defs: { long } })).toEqual(['']);
  });

  test('references that double at each level end at 300 fields, at once', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        index === 29
          ? { type: 'string' }
          : {
              type: 'object',
              properties: { l: { $ref: `#/$defs/d${index + 1}` }, r: { $ref: `#/$defs/d${index + 1}` } },
            },
      ]),
    );
    const begun = process.cpuUsage();
    expect(faultsOf({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs }).length).toBeGreaterThan(0);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  test('a schema with ten thousand mistakes names a hundred of them', () => {
    const wrong = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`k${index}`, 1]));
    expect(faultsOf(report({ type: 'string', ...wrong })).length).toBe(100);
  });
});

// Rules: 6.11.1
test('whatever the profile accepts has no fault and no reference', () => {
  fc.assert(
    fc.property(randomReportSchemas, (json) => {
      const { schema, faults } = readProfile(json, FIELD_NOTES);
      expect(faults).toEqual([]);
      expect(JSON.stringify(schema)).not.toContain('$ref":');
    }),
    { numRuns: 300 },
  );
});
