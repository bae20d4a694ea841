import type { JsonSchema } from '../json.ts';

/** What a field says of itself, beside its type. See PRODUCT_SCHEMA_KEYWORDS. */
export interface Words {
  readonly reason?: string;
  /** Reason where the field decided because it had no value. */
  readonly missing?: string;
}

interface Range {
  readonly unit: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

function described(type: string, description: string, words: Words, more: JsonSchema = {}): JsonSchema {
  return {
    type,
    description,
    ...more,
    ...(words.reason === undefined ? {} : { 'x-reason': words.reason }),
    ...(words.missing === undefined ? {} : { 'x-reason-missing': words.missing }),
  };
}

export function integer(description: string, { unit, ...range }: Range, words: Words = {}): JsonSchema {
  return described('integer', description, words, { ...range, 'x-unit': unit });
}

export function number(description: string, { unit, ...range }: Range, words: Words = {}): JsonSchema {
  return described('number', description, words, { ...range, 'x-unit': unit });
}

/** How many of something. */
export function count(description: string, words: Words = {}): JsonSchema {
  return integer(description, { unit: 'count', minimum: 0 }, words);
}

export function dollars(description: string, words: Words = {}): JsonSchema {
  return number(description, { unit: 'USD', minimum: 0 }, words);
}

export function text(description: string, words: Words = {}): JsonSchema {
  return described('string', description, words);
}

export function oneOf(description: string, values: readonly string[], words: Words = {}): JsonSchema {
  return described('string', description, words, { enum: values });
}

export function date(description: string, words: Words = {}): JsonSchema {
  return described('string', description, words, { format: 'date' });
}

export function flag(description: string, words: Words = {}): JsonSchema {
  return described('boolean', description, words);
}

export function list(description: string, items: JsonSchema, words: Words = {}): JsonSchema {
  return described('array', description, words, { items });
}

/** `required`: the fields without which the answer is not this report. */
export function object(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  words: Words = {},
): JsonSchema {
  return described('object', description, words, { properties, required });
}

/** The same field, which may also have no value. */
export function nullable(schema: JsonSchema): JsonSchema {
  const values: unknown = schema.enum;
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
