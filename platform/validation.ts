import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ErrorDetail } from '../core/errors.ts';
import type { Json, JsonSchema } from '../core/json.ts';
import { errorDetails } from './validation/details.ts';

export { checkDepth, cleanText } from './validation/clean.ts';

export type Validator = (value: unknown) => ErrorDetail[];

/**
 * JSON Schema 2020-12 as it is written: nothing is coerced, filled in or removed, and all that is wrong is listed.
 * Keywords that begin with `x-` are notes. `ownProperties`: what an object inherits, such as `constructor`, is not there.
 */
const ajv = new Ajv2020({
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
});
addFormats.default(ajv);

/** Compiles a schema once; the validator answers an empty list for a value that is valid. */
export function compileValidator(schema: JsonSchema): Validator {
  const validate = compile(schema);
  return (value) => (validate(value) ? [] : errorDetails(validate.errors ?? [], value));
}

function compile(schema: JsonSchema): ValidateFunction {
  allowNotes(schema);
  return ajv.compile(schema);
}

/** Notes that ajv knows already: it refuses to hear of one twice, and its own list does not hold such keywords. */
const knownNotes = new Set<string>();

/** Unknown keywords are typing errors, but for OpenAPI's own and ours, which begin with `x-`. */
function allowNotes(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-') && !Array.isArray(schema) && !knownNotes.has(key)) {
      knownNotes.add(key);
      ajv.addKeyword(key);
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
 * For query parameters, which are texts: those that the schema's `properties` declare as integer, number or boolean
 * are read as such where they are written in the plain way (`25`, not `0x19` or `2.5e1`). `field` is the parameter's name.
 */
export function compileQueryValidator(
  schema: JsonSchema,
): (query: Readonly<Record<string, string | readonly string[] | undefined>>) => QueryResult {
  const validate = compileValidator(schema);
  const types = new Map<string, unknown>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'object' && property !== null && 'type' in property) types.set(name, property.type);
  }
  return (query) => {
    const value: Record<string, Json> = {};
    for (const [name, given] of Object.entries(query)) {
      if (given === undefined) continue;
      const read: Json = typeof given === 'string' ? readPlain(given, types.get(name)) : [...given];
      Object.defineProperty(value, name, { value: read, enumerable: true, configurable: true, writable: true });
    }
    return { value, errors: validate(value) };
  };
}

function readPlain(text: string, type: unknown): Json {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
