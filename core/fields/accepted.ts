import type { Json, JsonSchema } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { FieldType } from './spec.ts';

/*
 * The values that a trigger accepts for each declared type. The schema for integrators and the check of a trigger are
 * both made from this one table, so they always agree. Source: semantics 20.5.3.
 */

/** Longer than any number that people write; `toNumber` does not read longer texts. */
const MAX_NUMBER_LENGTH = 400;

const NUMBER = String.raw`^(\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*)?$`;
const WHOLE = String.raw`^(\s*[-+]?(\d+(\.0*)?|\.0+)([eE]\+?\d+)?\s*)?$`;

const LEAP = String.raw`(\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)`;
const DAY = [
  String.raw`\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])`,
  String.raw`\d{4}-(0[469]|11)-(0[1-9]|[12]\d|30)`,
  String.raw`\d{4}-02-(0[1-9]|1\d|2[0-8])`,
  `${LEAP}-02-29`,
].join('|');
const TIME = String.raw`[Tt]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d{1,9})?)?`;
const OFFSET = String.raw`[-+](0\d|1[0-5]):[0-5]\d`;
/**
 * In the first and the last year only UTC is allowed: an offset could lead outside the years that PostgreSQL stores.
 */
const TIME_IN_YEAR = `(${TIME}([Zz]|[-+]00:00)?)?`;
const DATE = String.raw`^((?!0000|0001|9999)(${DAY})(${TIME}([Zz]|${OFFSET})?)?|(?=0001|9999)(${DAY})${TIME_IN_YEAR})?$`;

export interface AcceptedType {
  /** Without null, which every field accepts. */
  readonly schema: JsonSchema;
  readonly words: string;
}

/** The JSON types of each type, and the format of its texts. */
const FORMS = {
  number: { types: ['number', 'string'], form: NUMBER, most: MAX_NUMBER_LENGTH, words: 'a number' },
  integer: { types: ['integer', 'string'], form: WHOLE, most: MAX_NUMBER_LENGTH, words: 'a whole number' },
  // A number is read as its text.
  text: { types: ['string', 'number'], words: 'a text' },
  date: { types: ['string'], form: DATE, words: 'an ISO 8601 date, such as 2026-03-02' },
  date_time: { types: ['string'], form: DATE, words: 'an ISO 8601 date or date-time, such as 2026-03-02T15:04:05Z' },
  yes_no: { types: ['boolean', 'string'], form: '^(true|false)?$', words: 'true or false' },
  object: { types: ['object'], words: 'an object' },
  person: { types: ['object'], words: 'an object' },
  list: { types: ['array'], words: 'a list' },
} as const satisfies Readonly<Record<FieldType, Form>>;

interface Form {
  readonly types: readonly ('number' | 'integer' | 'string' | 'boolean' | 'object' | 'array')[];
  readonly form?: string;
  readonly most?: number;
  readonly words: string;
}

/** The schema of the values of a type, without null. */
export function acceptedSchema(type: FieldType): JsonSchema {
  const { types, form, most }: Form = FORMS[type];
  return {
    type: [...types],
    ...(form === undefined ? {} : { pattern: form }),
    ...(most === undefined ? {} : { maxLength: most }),
  };
}

export function wordsOfType(type: FieldType): string {
  return FORMS[type].words;
}

const PATTERNS = new Map<FieldType, RegExp>(
  Object.entries(FORMS).flatMap(([type, { form }]: [string, Form]) =>
    form === undefined ? [] : [[type as FieldType, new RegExp(form, 'u')] as const],
  ),
);

/** True if a value other than null has the type. */
export function isOfType(value: Json, type: FieldType): boolean {
  const { types, most = Infinity }: Form = FORMS[type];
  if (!types.some((each) => HOLDS[each](value))) return false;
  const pattern = PATTERNS.get(type);
  return typeof value !== 'string' || pattern === undefined || (value.length <= most && pattern.test(value));
}

const HOLDS: Readonly<Record<Form['types'][number], (value: Json) => boolean>> = {
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: (value) => Array.isArray(value),
};
