import { AUTHOR } from '../../core/cascade/author.ts';
import type { Json, JsonSchema } from '../../core/json.ts';
import { checkSchema } from '../../core/schema/check.ts';
import { FindingsList } from '../../core/schema/findings.ts';
import { PLAIN_FORMATS } from '../../core/schema/formats.ts';
import { checkKeywords } from '../../core/schema/keywords.ts';
import { describe, expect, test } from '../support/jest.ts';

function found(value: Json, schema: JsonSchema, options: { at?: string; byHand?: boolean } = {}): string[] {
  const findings = new FindingsList();
  const { at, byHand = false } = options;
  checkSchema(value, schema, {
    root: schema,
    formats: PLAIN_FORMATS,
    report: findings.report,
    ...(at === undefined ? {} : { at }),
    ...(byHand ? { author: AUTHOR } : {}),
  });
  return findings.details.map(({ field, message }) => `${field}: ${message}`);
}

describe('what is said of a value that a schema refuses', () => {
  test.each<[string, Json, JsonSchema, string]>([
    ['another type', 'yes', { type: ['boolean', 'null'] }, 'must be true or false or null'],
    ['a constant', 2, { const: 1 }, 'must be 1'],
    ['a small number', 0, { minimum: 1 }, 'must be at least 1'],
    ['a number at an open limit', 1, { exclusiveMinimum: 1 }, 'must be greater than 1'],
    ['a number at an open upper limit', 9, { exclusiveMaximum: 9 }, 'must be less than 9'],
    ['a short text', 'a', { minLength: 2 }, 'must have at least 2 characters'],
    ['an empty text', '', { minLength: 1 }, 'must not be empty'],
    ['a blank text', ' ', { pattern: '\\S' }, 'must not be blank'],
    ['another form', 'x', { pattern: '^a$' }, 'must match the pattern ^a$'],
    ['no day', '2026-02-30', { format: 'date' }, 'must be a valid date'],
    ['a short list', [], { minItems: 1 }, 'must have at least 1 item'],
    ['a long list alone', [1, 2], { maxItems: 1, items: { type: 'string' } }, 'must have at most 1 item'],
    ['an item twice', [1, 2, 1], { uniqueItems: true }, 'must not hold the same item twice (0 and 2)'],
    ['too few keys', {}, { minProperties: 1 }, 'must have at least 1 key'],
    ['no branch', {}, { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'must be a string or null'],
    ['no form', 1, { oneOf: [{ type: 'string' }, { maximum: 0 }] }, 'has none of the forms that are allowed here'],
  ])('of %s', (_, value, schema, message) => {
    expect(found(value, schema)).toEqual([`: ${message}`]);
  });

  test('of keys: a missing one with what was sent in its place, an unknown one with what was meant', () => {
    const schema = {
      required: ['kind', 'settings'],
      additionalProperties: false,
      properties: { kind: { enum: ['mail'] }, settings: { properties: { to: {} } } },
    };
    expect(found({ setings: {} }, schema, { at: 'body' })).toEqual([
      'body.kind: is required: one of mail',
      'body.settings: is required: an object with to; did you mean it by "setings"?',
      'body.setings: is not known here; did you mean "settings"?',
    ]);
  });

  test('an author is told the choice in other words, the list of one, and that spaces are nothing', () => {
    const schema = {
      properties: {
        is: { enum: ['equals'] },
        next: { type: 'array', items: { type: 'string' } },
        id: { minLength: 1 },
      },
    };
    expect(found({ is: '==', next: 'end', id: ' ' }, schema, { byHand: true })).toEqual([
      'is: must be one of: equals; did you mean "equals"?',
      'next: must be an array: ["end"]',
      'id: must not be empty',
    ]);
    expect(found({ is: '==', next: 'end', id: ' ' }, schema)).toEqual([
      'is: must be one of: equals',
      'next: must be an array',
    ]);
  });

  test('a member that is undefined or inherited is not there', () => {
    const value: object = { a: undefined };
    expect(found(value as Json, { required: ['a', 'toString'], properties: { a: { type: 'string' } } })).toEqual([
      'a: is required',
      'toString: is required',
    ]);
  });
});

test('no text is made of findings beyond the first hundred, and all are counted', () => {
  const findings = new FindingsList();
  const items: JsonSchema = { type: 'array', items: { type: 'string' } };
  const value = Array.from({ length: 100_000 }, () => 1);
  checkSchema(value, items, { root: items, formats: PLAIN_FORMATS, report: findings.report });
  expect([findings.details.length, findings.total]).toEqual([100, 100_000]);
});

describe('a schema with a mistake is noticed', () => {
  test.each<[string, JsonSchema]>([
    ['a keyword', { maxLenght: 5 }],
    ['a keyword within', { properties: { a: { items: { anyOf: [{ minimun: 1 }] } } } }],
    ['a keyword of a part', { $defs: { a: { additionalProperties: { tpye: 'string' } } } }],
    ['a format', { format: 'datetime' }],
    ['a pattern', { pattern: '(' }],
  ])('in %s', (_, schema) => {
    expect(() => checkKeywords(schema, new Set(['date']))).toThrow();
  });

  test('a property may have any name, and a note any', () => {
    expect(() => checkKeywords({ 'x-unit': 'USD', properties: { maxLenght: {} } }, new Set())).not.toThrow();
  });

  test('a reference that leads nowhere', () => {
    expect(() => found(1, { $ref: '#/$defs/none' })).toThrow('#/$defs/none');
  });
});
