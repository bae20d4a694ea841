import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonSchema } from '../../core/json.ts';
import { checkSchema } from '../../core/schema/check.ts';
import { FindingsList, type Findings } from '../../core/schema/findings.ts';
import { PLAIN_FORMATS, type TextFormats } from '../../core/schema/formats.ts';
import { checkKeywords } from '../../core/schema/keywords.ts';

export { cleanText } from './clean.ts';
export { checkNumbers } from './numbers.ts';
export { checkCount } from './shape.ts';

export type Validator = (value: unknown) => readonly ErrorDetail[];

const FORMATS: TextFormats = new Map([
  ...PLAIN_FORMATS,
  // As browsers read one: a host name may have letters beyond ASCII.
  ['uri', { holds: (text) => URL.canParse(text), words: 'must be a valid http or https URL' }],
]);
const FORMAT_NAMES = new Set(FORMATS.keys());

/** Throws if the schema is none of ours: see `checkKeywords`. */
export function compileCheck(schema: JsonSchema): (value: unknown) => Findings {
  checkKeywords(schema, FORMAT_NAMES);
  return (value) => {
    const findings = new FindingsList();
    checkSchema(value, schema, { root: schema, formats: FORMATS, report: findings.report });
    return findings;
  };
}

/** The first hundred findings of a check; of a valid value none. */
export function compileValidator(schema: JsonSchema): Validator {
  const check = compileCheck(schema);
  return (value) => check(value).details;
}

export interface QueryResult {
  /** The parameters, numbers and booleans read as such. */
  readonly value: Record<string, Json>;
  readonly errors: readonly ErrorDetail[];
}

/**
 * For query parameters, which are text. Those that the schema declares as integer, number or boolean are converted if
 * they are written plainly (`25`, not `0x19` or `2.5e1`). A list is given by repeating its parameter, once for one
 * item. `field` is the parameter's name.
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
    const isRepeated = (name: string) => typeof query[name] === 'object' && kinds.get(name)?.isList === false;
    const repeated = Object.keys(query).filter(isRepeated);
    const others = validate(value).filter(({ field }) => !isRepeated(field));
    return { value, errors: [...repeated.map(sentTwice), ...others.map((detail) => nameParameter(detail, value))] };
  };
}

const sentTwice = (field: string): ErrorDetail => ({ field, message: 'must be sent once' });

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
