import type { JsonSchema } from '../../../core/json.ts';

/** Component names in the OpenAPI document: a schema with a name is published once and referred to. */
const NAMES = new WeakMap<object, string>();

export function named(name: string, schema: JsonSchema): JsonSchema {
  NAMES.set(schema, name);
  return schema;
}

export function nameOf(schema: object): string | undefined {
  return NAMES.get(schema);
}

/** The largest id or count of records, below 2^53. */
const MOST = 999_999_999_999_999;
/** An id, or a number that counts from 1, that a caller sends. */
export const ID = { type: 'integer', minimum: 1, maximum: MOST } as const;

/** At least one character that is not blank. Control characters would print as nothing or as boxes. */
const LINE = '^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$';
/** One line of text that a caller sends. */
export const line = <Text extends string>(description: Text, maxLength: number) =>
  ({ type: 'string', description, minLength: 1, maxLength, pattern: LINE }) as const;

export const id = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description });
export const idOrNull = (description: string): JsonSchema => ({ type: ['integer', 'null'], minimum: 1, description });
export const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const text = (description: string): JsonSchema => ({ type: 'string', description });
export const textOrNull = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
export const timeOrNull = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description,
});
export const oneOf = (description: string, values: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
export const oneOfOrNull = (description: string, values: readonly string[]): JsonSchema => ({
  type: ['string', 'null'],
  enum: [...values, null],
  description,
});
/** Any JSON value. */
export const anything = (description: string): JsonSchema => ({ description });
export const list = (description: string, items: JsonSchema): JsonSchema => ({ type: 'array', description, items });
/** An object whose members are all present. */
export const object = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});
/** The object, or null. */
export const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ['object', 'null'] });
export const free = (description: string) =>
  ({ type: 'object', description, additionalProperties: true }) as const satisfies JsonSchema;

/** A person, by the caller's own key. Source: semantics 22.1. */
export const APPLICANT_KEY = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description:
    'Your own id of the person, the same each time: executions with one key are of one applicant. An addition of ours.',
} as const satisfies JsonSchema;

/** A record: every member is always present unless it is listed as optional. */
export function record(
  description: string,
  object: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    description,
    properties: { object: { type: 'string', const: object }, ...properties },
    required: ['object', ...Object.keys(properties).filter((key) => !optional.includes(key))],
  };
}

/** A record with additional members. */
export function extended(
  base: JsonSchema,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const { properties: before, required } = base as { properties: object; required: readonly string[] };
  return {
    ...base,
    description,
    properties: { ...before, ...properties },
    required: [...required, ...Object.keys(properties).filter((key) => !optional.includes(key))],
  };
}
