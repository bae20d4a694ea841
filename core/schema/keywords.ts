import { isJsonObject, type JsonSchema } from '../json.ts';

/*
 * The keywords of JSON Schema 2020-12 that our schemas use. Any other keyword is an author's mistake: a misspelt limit
 * would have no effect.
 */

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const OF_ONE = ['items', 'additionalProperties', 'propertyNames'] as const;
const OF_MANY = ['anyOf', 'oneOf'] as const;
const BY_NAME = ['properties', '$defs'] as const;

const CHECKED = [
  '$ref',
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
] as const;

/**
 * Keywords that describe and check nothing. `components`: schemas for references, as in an OpenAPI document.
 * `discriminator`: tells generated clients which form of a `oneOf` an object has.
 */
const DESCRIPTIVE = [
  ...['$schema', 'title', 'description', 'default', 'examples', 'example'],
  ...['components', 'discriminator'],
] as const;

const KNOWN = new Set<string>([...OF_ONE, ...OF_MANY, ...BY_NAME, ...CHECKED, ...DESCRIPTIVE]);

/**
 * Throws for an unknown keyword, a format that is not in `formats`, or an invalid pattern. Keywords that begin with
 * `x-` are notes.
 */
export function checkKeywords(schema: unknown, formats: ReadonlySet<string>): void {
  if (!isJsonObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    if (!KNOWN.has(keyword) && !keyword.startsWith('x-'))
      throw new Error(`a schema has the unknown keyword ${keyword}`);
  }
  const { format, pattern } = schema;
  if (typeof format === 'string' && !formats.has(format)) throw new Error(`a schema has the unknown format ${format}`);
  if (typeof pattern === 'string') RegExp(pattern, 'u');
  for (const inner of schemasWithin(schema)) checkKeywords(inner, formats);
}

function schemasWithin(schema: JsonSchema): unknown[] {
  const listed = OF_MANY.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
  const named = BY_NAME.flatMap((keyword) => Object.values(schema[keyword] ?? {}));
  return [...OF_ONE.map((keyword) => schema[keyword]), ...listed, ...named];
}
