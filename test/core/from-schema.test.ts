import type { FromSchema } from '../../core/from-schema.ts';
import type { Json, JsonObject, JsonSchema } from '../../core/json.ts';
import { bodySchema, type Accepted } from '../../services/gateway/http/route.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import { describe, expect, test } from '../support/jest.ts';

/** True if the types are one; else nothing can be assigned, and the file does not compile. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;

const COLOURS = ['red', 'green'] as const;
const BODY = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    note: { type: ['string', 'null'] },
    colour: { type: 'string', enum: COLOURS },
    ids: { type: 'array', items: { type: 'integer' } },
    flags: { type: 'object', additionalProperties: { type: 'boolean' } },
    open: { type: 'object', additionalProperties: true },
    at: {
      type: 'object',
      properties: { day: { type: 'number' }, zone: { const: 'UTC' } },
      required: ['day'],
      additionalProperties: false,
    },
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    anything: {},
  },
  required: ['name', 'ids'],
  additionalProperties: false,
} as const satisfies JsonSchema;

interface Body {
  readonly name: string;
  readonly note?: string | null;
  readonly colour?: 'red' | 'green';
  readonly ids: readonly number[];
  readonly flags?: Readonly<Record<string, boolean>>;
  readonly open?: JsonObject;
  readonly at?: { readonly day: number; readonly zone?: 'UTC' };
  readonly either?: string | number;
  readonly anything?: Json;
}

type Checked = { [Name in keyof Body]-?: Same<FromSchema<typeof BODY>[Name], Body[Name]> };

describe('the type of a schema', () => {
  test('has the members of the schema with their types, optional unless they are required', () => {
    const isSame: Checked = {
      name: true,
      note: true,
      colour: true,
      ids: true,
      flags: true,
      open: true,
      at: true,
      either: true,
      anything: true,
    };
    const whole: FromSchema<typeof BODY> = {
      name: 'Ann',
      note: null,
      colour: 'red',
      ids: [1],
      flags: { a: true },
      open: { any: [1] },
      at: { day: 1, zone: 'UTC' },
      either: 7,
      anything: null,
    };
    expect(Object.keys(isSame)).toEqual(Object.keys(BODY.properties));
    expect(compileValidator(BODY)(whole)).toEqual([]);
    const least: FromSchema<typeof BODY> = { name: 'Ann', ids: [] };
    expect(compileValidator(BODY)(least)).toEqual([]);
  });

  test('a body is declared once: its schema is its type, and closed', () => {
    const schema = bodySchema({ type: 'object', properties: { day: { type: 'string' } }, required: ['day'] });
    const isSame: Same<Accepted<typeof schema>, { readonly day: string }> = true;
    expect(isSame).toBe(true);
    expect(schema.additionalProperties).toBe(false);
    const given: Accepted<typeof schema> = { day: '2026-03-02' };
    expect(compileValidator(schema)(given)).toEqual([]);
    expect(compileValidator(schema)({ ...given, dya: 1 })).toHaveLength(1);
  });

  test('of a schema that is not known word for word is any JSON', () => {
    const isSame: Same<FromSchema<JsonSchema>, Json> = true;
    expect(isSame).toBe(true);
  });
});
