import { checkMembers } from '../../core/cascade/shape.ts';
import { FindingsList } from '../../core/cascade/checks.ts';
import type { JsonObject, JsonSchema } from '../../core/json.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import { describe, expect, test } from '../support/jest.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  required: ['kind', 'settings'],
  properties: {
    kind: { enum: ['mail', 'notice'] },
    settings: { type: 'object', properties: { to: { type: 'string' }, subject: { type: 'string' } } },
    name: { type: 'string', minLength: 1, maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    flags: { type: ['boolean', 'null'] },
    list: { type: 'array', maxItems: 1, items: { type: 'number' } },
  },
};

/** What the check of definitions says. */
function definitionSays(value: JsonObject): object[] {
  const findings = new FindingsList();
  checkMembers(value, SCHEMA, 'body', findings.report, {});
  return findings.details.map(({ field, message }) => ({ field: field.replace(/^body\./, ''), message }));
}

const WHOLE = { kind: 'mail', settings: {} };

describe('a definition and a request are told the same', () => {
  test.each<[string, JsonObject]>([
    ['a choice that is missing', { settings: {} }],
    ['an object that is missing, misspelt', { kind: 'mail', setings: {} }],
    ['a misspelt choice', { ...WHOLE, kind: 'mial' }],
    ['a choice that is no text', { ...WHOLE, kind: 7 }],
    ['an empty text', { ...WHOLE, name: '' }],
    ['a long text', { ...WHOLE, name: 'abcdef' }],
    ['a number that is not whole', { ...WHOLE, count: 1.5 }],
    ['a small number', { ...WHOLE, count: 0 }],
    ['a large number', { ...WHOLE, count: 10 }],
    ['another type', { ...WHOLE, flags: 'yes' }],
    ['a long list', { ...WHOLE, list: [1, 2] }],
    ['an item of another type', { ...WHOLE, list: ['1'] }],
  ])('of %s', (_, value) => {
    const said = definitionSays(value);
    expect(said).toHaveLength(1);
    expect(compileValidator(SCHEMA)(value)).toEqual(said);
  });
});
