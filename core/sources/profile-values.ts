import type { JsonSchema } from '../json.ts';
import { readPattern } from './pattern.ts';

/** The types of a value; each may also be nullable. */
export const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;
export type ValueType = (typeof TYPES)[number];

const FORMATS: readonly unknown[] = ['date', 'date-time'];
const MAX_CHOICES = 100;

/** The lower and the upper limit of something. No keyword is used for both. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;
const COUNTS: readonly string[] = ['minLength', 'maxLength', 'minItems', 'maxItems'];

type Fault = readonly [keyword: string, message: string];

/**
 * Faults in the keywords that check a value of the type: wrong contents, and combinations that no value can satisfy.
 */
export function valueFaults(schema: JsonSchema, type: ValueType): readonly Fault[] {
  return [...textFaults(schema), ...choiceFaults(schema), ...constFaults(schema, type), ...boundFaults(schema)];
}

function* textFaults({ title, description, format, pattern }: JsonSchema): Generator<Fault> {
  for (const [keyword, text] of Object.entries({ title, description }))
    if (text !== undefined && typeof text !== 'string') yield [keyword, 'must be a text'];
  if (format !== undefined && !FORMATS.includes(format)) yield ['format', 'must be date or date-time'];
  if (pattern === undefined) return;
  const read = typeof pattern === 'string' ? readPattern(pattern) : 'must be a text: a pattern of RE2';
  if (typeof read === 'string') yield ['pattern', read];
}

function* choiceFaults({ type, enum: choices }: JsonSchema): Generator<Fault> {
  if (choices === undefined) return;
  const values: readonly unknown[] = Array.isArray(choices) ? choices : [];
  if (values.length === 0 || values.length > MAX_CHOICES) yield ['enum', `must be a list of 1 to ${MAX_CHOICES} texts`];
  const isNullable = Array.isArray(type);
  for (const [index, value] of values.entries()) {
    const isKnown = typeof value === 'string' || (value === null && isNullable);
    if (!isKnown || values.indexOf(value) < index) yield [`enum/${index}`, 'must be a text, once'];
  }
}

function* constFaults({ type, const: only, enum: choices }: JsonSchema, own: ValueType): Generator<Fault> {
  if (only === undefined) return;
  const isOfType = own === 'integer' ? Number.isInteger(only) : typeof only === own;
  if (!isOfType && !(only === null && Array.isArray(type))) yield ['const', `must be a value of the type ${own}`];
  else if (Array.isArray(choices) && !choices.includes(only)) yield ['const', 'must be one of enum'];
}

function* boundFaults(schema: JsonSchema): Generator<Fault> {
  for (const [least, most] of BOUNDS) {
    const [from, to] = [schema[least], schema[most]];
    for (const [keyword, value] of Object.entries({ [least]: from, [most]: to })) {
      const isCount = COUNTS.includes(keyword);
      if (value === undefined || (isCount ? Number.isSafeInteger(value) && Number(value) >= 0 : Number.isFinite(value)))
        continue;
      yield [keyword, isCount ? 'must be a whole number, at least 0' : 'must be a number'];
    }
    if (typeof from === 'number' && typeof to === 'number' && from > to) yield [most, `must be at least ${least}`];
  }
}
