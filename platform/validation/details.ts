import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ErrorDetail } from '../../core/errors.ts';
import { didYouMean } from '../../core/nearest.ts';
import {
  atLeast,
  atMost,
  hasAtLeast,
  hasAtMost,
  NOT_EMPTY,
  ofTypes,
  oneOf,
  required,
  spelled,
} from '../../core/schema-words.ts';

/** No more are shown. To compare thousands of unknown keys with the known ones would hold up every other request. */
const MOST_WORDED = 200;

/** ajv's errors as the API's details: one for each error, in words, in the order of the value. */
export function errorDetails(errors: readonly ErrorObject[], value: unknown): ErrorDetail[] {
  const details = withoutEchoes(errors).map((error, index) => ({
    field: fieldOf(error, value),
    message: index < MOST_WORDED ? messageOf(error) : 'is invalid',
  }));
  const seen = new Set<string>();
  return details.filter(({ field, message }) => {
    const key = `${field}\n${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Without errors that repeat another: those of an alternative's branches, and the frame around `then` and `else`. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      error.keyword !== 'propertyNames' &&
      !choices.some((choice) => error !== choice && error.schemaPath.startsWith(`${choice.schemaPath}/`)),
  );
}

/** `rows[3].external_reference`. A segment is an index only if the value itself has a list there. */
function fieldOf({ instancePath, keyword, params, propertyName }: ErrorObject, root: unknown): string {
  const segments = instancePath.split('/').slice(1).map(unescapePointer);
  let field = '';
  let at: unknown = root;
  for (const segment of segments) {
    field = Array.isArray(at) ? `${field}[${segment}]` : join(field, segment);
    at = typeof at === 'object' && at !== null ? Reflect.get(at, segment) : undefined;
  }
  const { missingProperty, additionalProperty, unevaluatedProperty }: Record<string, unknown> = params;
  const key = keyword === 'required' || keyword === 'dependentRequired' ? missingProperty : undefined;
  const last = key ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof last === 'string' ? join(field, last) : field;
}

function join(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function messageOf(error: ErrorObject): string {
  const { keyword, params, schema, message } = error;
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return missing(error);
    case 'type':
      return ofTypes(typeNames(params.type));
    case 'enum':
      return oneOf(params.allowedValues, error.data);
    case 'const':
      return `must be ${spelled(params.allowedValue)}`;
    case 'minLength':
      return limit === 1 ? NOT_EMPTY : hasAtLeast(limit, 'character');
    case 'maxLength':
      return hasAtMost(limit, 'character');
    case 'minItems':
      return hasAtLeast(limit, 'item');
    case 'maxItems':
      return hasAtMost(limit, 'item');
    case 'minProperties':
      return hasAtLeast(limit, 'key');
    case 'maxProperties':
      return hasAtMost(limit, 'key');
    case 'minimum':
      return atLeast(limit);
    case 'maximum':
      return atMost(limit);
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'format':
      return FORMATS[String(params.format)] ?? `must be a valid ${params.format}`;
    case 'pattern':
      if (params.pattern === '\\S') return 'must not be blank';
      return `must match the pattern ${params.pattern}`;
    case 'uniqueItems':
      return `must not hold the same item twice (${params.j} and ${params.i})`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknown(error);
    case 'false schema':
      return 'is not allowed';
    case 'anyOf':
    case 'oneOf':
      return alternatives(schema);
    default:
      return message ?? 'is invalid';
  }
}

function missing({ params, data, parentSchema }: ErrorObject): string {
  const { missingProperty }: Record<string, unknown> = params;
  const [name, known] = [String(missingProperty), propertiesOf(parentSchema)];
  const sent = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  return required(name, { schema: known[name], sent, known });
}

/** With the nearest known key, or all of them. */
function unknown({ params, parentSchema }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty }: Record<string, unknown> = params;
  const known = Object.keys(propertiesOf(parentSchema));
  const key = additionalProperty ?? unevaluatedProperty;
  const filter = `filter[${String(key)}]`;
  const near = known.includes(filter) ? hint(filter, known) : hint(key, known);
  return `is not known here${near || (known.length === 0 ? '' : `; known are: ${known.join(', ')}`)}`;
}

function hint(value: unknown, choices: readonly unknown[]): string {
  if (typeof value !== 'string') return '';
  return didYouMean(
    value,
    choices.filter((choice) => typeof choice === 'string'),
  );
}

function propertiesOf(schema: object | undefined): Readonly<Record<string, unknown>> {
  return (schema as { readonly properties?: Readonly<Record<string, unknown>> } | undefined)?.properties ?? {};
}

function typeNames(type: unknown): string[] {
  return Array.isArray(type) ? type.map(String) : String(type).split(',');
}

/** Lists the types if every branch of the alternative is a plain type. */
function alternatives(branches: unknown): string {
  const kinds = Array.isArray(branches) ? branches.map((branch: { type?: unknown } | null) => branch?.type) : [];
  const isPlain = kinds.length > 0 && kinds.every((kind) => typeof kind === 'string');
  return isPlain ? ofTypes(typeNames([...new Set(kinds)])) : 'has none of the forms that are allowed here';
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'must be a time of RFC 3339 with an offset, such as 2026-03-02T15:04:05Z',
  uri: 'must be a valid http or https URL',
};
