import { isJsonObject, type JsonSchema } from '../json.ts';
import { checkSchema } from '../schema/check.ts';
import { PLAIN_FORMATS } from '../schema/formats.ts';

/*
 * Schemas of the profile as lists of fields. Each reference is written out.
 */

/** A schema of the values that a description of a product names. */
export const SCALAR = { type: ['string', 'number', 'boolean', 'null'], maxLength: 200 } as const;

export interface ReportField {
  readonly path: string;
  readonly schema: JsonSchema;
  /** The innermost list around it. */
  readonly list: string | undefined;
}

/** Every field, members of objects and of items included. */
export function fieldsOf(schema: JsonSchema): Generator<ReportField> {
  return fieldsIn(schema, '', undefined);
}

function* fieldsIn(schema: JsonSchema, prefix: string, list: string | undefined): Generator<ReportField> {
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const path = `${prefix}${name}`;
    yield { path, schema: member, list };
    const { items } = member;
    yield* isJsonObject(items) ? fieldsIn(items, `${path}.`, path) : fieldsIn(member, `${path}.`, list);
  }
}

export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** Beside null. */
export const typeOf = ({ type }: JsonSchema): unknown => [type].flat().find((name) => name !== 'null');
export const isNullable = ({ type }: JsonSchema): boolean => Array.isArray(type) && type.includes('null');

/** Of a value without members. */
export function acceptsValue(value: unknown, schema: JsonSchema): boolean {
  const check = { root: schema, formats: PLAIN_FORMATS };
  let isRefused = false;
  // A pattern of RE2 is none of ours: a report that breaks it is refused.
  const { pattern: _pattern, ...others } = schema;
  checkSchema(value, others, { ...check, report: () => (isRefused = true) });
  return !isRefused;
}
