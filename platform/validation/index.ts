import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonSchema } from '../../core/json.ts';
import { errorDetails } from './details.ts';
import { isDate, parseTime } from './time.ts';

export { cleanText } from './clean.ts';
export { checkNumbers } from './numbers.ts';
export { checkCount, checkDepth } from './shape.ts';
export { parseTime, readTime } from './time.ts';

export type Validator = (value: unknown) => ErrorDetail[];

/**
 * JSON Schema 2020-12: nothing is coerced, filled in or removed, and all errors are listed. Keywords that begin with
 * `x-` are annotations. `ownProperties`: inherited members such as `constructor` do not count.
 */
const OPTIONS: Options = {
  allErrors: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  ownProperties: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  discriminator: false,
  verbose: true,
  keywords: ['components', 'example', 'discriminator', 'xml', 'externalDocs'],
};
const ajv = withFormats(new Ajv2020(OPTIONS));
/** For values that are too large to list everything that is wrong with them: stops at the first error. */
const firstErrorOnly = withFormats(new Ajv2020({ ...OPTIONS, allErrors: false }));
/** Each error costs memory: a body of 1 MiB can hold half a million values that are all wrong. */
const MAX_VALUES_FOR_ALL_ERRORS = 20_000;

function withFormats(ajv: Ajv2020): Ajv2020 {
  addFormats.default(ajv);
  ajv.addFormat('date-time', (text) => parseTime(text) !== null);
  ajv.addFormat('date', isDate);
  // As browsers read one: a host name may have letters beyond ASCII.
  ajv.addFormat('uri', (text) => URL.canParse(text));
  return ajv;
}

/** Compiles a schema once; the validator returns an empty list for a valid value. */
export function compileValidator(schema: JsonSchema): Validator {
  allowNotes(schema);
  const all = ajv.compile(schema);
  const first = firstErrorOnly.compile(schema);
  return (value) => {
    const validate = hasMoreValues(value, MAX_VALUES_FOR_ALL_ERRORS) ? first : all;
    return validate(value) ? [] : errorDetails(validate.errors ?? [], value);
  };
}

function hasMoreValues(root: unknown, limit: number): boolean {
  let count = 0;
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    count += 1;
    if (count > limit) return true;
    if (typeof value !== 'object' || value === null) continue;
    const members = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(members);
    if (keys.length > limit) return true;
    for (const key of keys) if (members[key] !== undefined) open.push(members[key]);
  }
  return false;
}

/** Annotations that ajv already knows: adding a keyword twice throws. */
const knownNotes = new Set<string>();

/** Unknown keywords are typing errors, except annotations, which begin with `x-`. */
function allowNotes(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-') && !Array.isArray(schema) && !knownNotes.has(key)) {
      knownNotes.add(key);
      ajv.addKeyword(key);
      firstErrorOnly.addKeyword(key);
    }
    allowNotes(value);
  }
}

export interface QueryResult {
  /** The parameters, numbers and booleans read as such. */
  readonly value: Record<string, Json>;
  readonly errors: ErrorDetail[];
}

/**
 * For query parameters, which are text: those that the schema declares as integer, number or boolean are converted if
 * written plainly (`25`, not `0x19` or `2.5e1`). A list is given by repeating its parameter, once for one item. `field` is
 * the parameter's name.
 */
export function compileQueryValidator(
  schema: JsonSchema,
): (query: Readonly<Record<string, string | readonly string[] | undefined>>) => QueryResult {
  const validate = compileValidator(schema);
  const kinds = new Map<string, ParameterKind>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) kinds.set(name, kindOf(property));
  return (query) => {
    const value: Record<string, Json> = {};
    for (const [name, given] of Object.entries(query)) {
      if (given === undefined) continue;
      const read = readParameter(given, kinds.get(name));
      Object.defineProperty(value, name, { value: read, enumerable: true, configurable: true, writable: true });
    }
    return { value, errors: validate(value).map((detail) => nameParameter(detail, value)) };
  };
}

interface ParameterKind {
  readonly type: unknown;
  readonly isList: boolean;
}

function kindOf(schema: unknown): ParameterKind {
  const { type, items } = (schema ?? {}) as { readonly type?: unknown; readonly items?: unknown };
  return type === 'array' ? { type: kindOf(items).type, isList: true } : { type, isList: false };
}

function readParameter(given: string | readonly string[], kind: ParameterKind | undefined): Json {
  if (kind?.isList === true) return [given].flat().map((item) => readPlain(item, kind.type));
  return typeof given === 'string' ? readPlain(given, kind?.type) : [...given];
}

/** An item of a list is an occurrence of its parameter. */
function nameParameter({ field, message }: ErrorDetail, value: Readonly<Record<string, Json>>): ErrorDetail {
  const [, name, index] = /^(.*)\[(\d+)\]$/.exec(field) ?? [];
  const items = name === undefined ? undefined : value[name];
  if (name === undefined || !Array.isArray(items)) return { field, message };
  const item = items[Number(index)];
  const hasComma = typeof item === 'string' && item.includes(',');
  return { field: name, message: hasComma ? `${message}; for several values repeat the parameter` : message };
}

/** Larger ones are no other number, but one that is beyond every limit and names no record. */
function clamped(number: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER));
}

function readPlain(text: string, type: unknown): Json {
  if (type === 'integer' && /^-?\d+$/.test(text)) return clamped(Number(text));
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
