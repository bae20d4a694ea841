import { isJsonObject, type JsonSchema } from '../json.ts';
import { checkSchema } from '../schema/check.ts';
import { PLAIN_FORMATS } from '../schema/formats.ts';

/* Schemas of the profile as lists of fields. References are resolved. */

/** The schema of values in a product's description. */
export const SCALAR = { type: ['string', 'number', 'boolean', 'null'], maxLength: 200 } as const;

export interface ReportField {
  readonly path: string;
  readonly schema: JsonSchema;
  /** The innermost list around the field. */
  readonly list: string | undefined;
}

/** Every field, including members of objects and of items. */
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

/** The type besides null. */
export const typeOf = ({ type }: JsonSchema): unknown => [type].flat().find((name) => name !== 'null');
export const isNullable = ({ type }: JsonSchema): boolean => Array.isArray(type) && type.includes('null');

/** For values without members. */
export function acceptsValue(value: unknown, schema: JsonSchema): boolean {
  const check = { root: schema, formats: PLAIN_FORMATS };
  let isRefused = false;
  // Skips patterns: they are RE2, which this check does not support. A report that breaks one is refused later.
  const { pattern: _pattern, ...others } = schema;
  checkSchema(value, others, { ...check, report: () => (isRefused = true) });
  return !isRefused;
}
