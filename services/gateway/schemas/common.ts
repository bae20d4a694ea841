import type { JsonSchema } from '../../../core/json.ts';

/** Names of components in the OpenAPI document, by schema: a schema that has one appears there once, by reference. */
const NAMES = new WeakMap<object, string>();

export function named(name: string, schema: JsonSchema): JsonSchema {
  NAMES.set(schema, name);
  return schema;
}

export function nameOf(schema: object): string | undefined {
  return NAMES.get(schema);
}

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
export const free = (description: string): JsonSchema => ({ type: 'object', description, additionalProperties: true });

/** A record: every member is always there unless it is listed as optional. */
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

/** A record with more members. */
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
