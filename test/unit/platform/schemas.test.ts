import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { definitionJsonSchema } from '../../../core/cascade/schema.ts';
import { isJsonObject, type Json, type JsonSchema } from '../../../core/json.ts';
import { PRODUCT_CODES, PRODUCTS } from '../../../core/products/index.ts';
import { compileCheck } from '../../../platform/validation/index.ts';
import { ROUTES } from '../../../services/gateway/routes.ts';
import { describe, expect, test } from '../../support/jest.ts';

/*
 * Our check of JSON Schema compared with another one. It covers every schema that we use, with values at and beside
 * each of its limits.
 */

const SCHEMAS: readonly (readonly [string, JsonSchema])[] = [
  ...ROUTES.flatMap(({ operationId, body, query }): [string, JsonSchema][] => [
    ...(body === undefined ? [] : [[`the body of ${operationId}`, body.schema] as [string, JsonSchema]]),
    ...(query === undefined ? [] : [[`the query of ${operationId}`, query] as [string, JsonSchema]]),
  ]),
  ...PRODUCT_CODES.map((code): [string, JsonSchema] => [`a ${code}`, PRODUCTS[code].schema]),
  ['a definition', definitionJsonSchema()],
  [
    'what no schema of ours says yet',
    {
      type: 'object',
      required: ['constructor'],
      minProperties: 2,
      maxProperties: 4,
      propertyNames: { pattern: '^[a-z_]+$' },
      additionalProperties: { type: ['number', 'null'], exclusiveMinimum: 2, exclusiveMaximum: 9 },
      properties: {
        constructor: { const: { a: [1, 'x'] } },
        list: { type: 'array', minItems: 2, maxItems: 4, uniqueItems: true, items: { enum: [1, '1', null, true] } },
        pairs: { type: 'array', uniqueItems: true, items: { type: 'array', items: { type: 'integer' } } },
        some: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 3 }] },
        either: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }, { $ref: '#/$defs/name' }] },
        address: { type: 'string', format: 'uri' },
        name: { $ref: '#/$defs/name' },
      },
      $defs: { name: { $ref: '#/$defs/text' }, text: { type: 'string', minLength: 2, maxLength: 3, pattern: '\\S' } },
    },
  ],
];
const VALUES = 400;

describe('our check of a value and that of another validator agree', () => {
  test.each(SCHEMAS)('on %s', (name, schema) => {
    const ours = compileCheck(schema);
    const theirs = judge(schema);
    const next = randomOf(name.length * 7_919);
    let refused = 0;
    for (let count = 0; count < VALUES; count += 1) {
      const value = valueOf(schema, schema, next, 0);
      const fields = new Set(ours(value).details.map(({ field }) => field));
      const judged = theirs(value);
      // Ours stops at the first mistake of a value, theirs compares no items of a wrong type: each names what holds the other.
      expect([value, [...fields].filter((field) => !judged.some((each) => isWithin(each, field)))]).toEqual([
        value,
        [],
      ]);
      expect([value, judged.filter((each) => ![...fields].some((field) => isWithin(each, field)))]).toEqual([
        value,
        [],
      ]);
      if (fields.size > 0) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    if (Object.keys(schema.properties ?? {}).length > 0) expect(refused).toBeLessThan(VALUES);
  });
});

/** The fields that the other validator refuses. */
function judge(schema: JsonSchema): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, params, propertyName }) => {
      const last: unknown = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName;
      let field = '';
      let at: unknown = value;
      for (const key of [...instancePath.split('/').slice(1), ...(typeof last === 'string' ? [last] : [])]) {
        const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
        field = Array.isArray(at) ? `${field}[${name}]` : field === '' ? name : `${field}.${name}`;
        at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
      }
      return field;
    });
  };
}

function isWithin(field: string, outer: string): boolean {
  return outer === '' || field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}

type Next = () => number;

/** Mulberry32. */
function randomOf(seed: number): Next {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ODD: readonly Json[] = [null, true, 0, -1, 1.5, 1e9, '', ' ', 'a', '😀', 'ab c', '\n', '1', [], [1, 1], [[]], {}];
const OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-03-02T15:04:05Z', '2026-02-30T15:04:05Z', '2026-03-02', 'noon'],
  date: ['2026-03-02', '2026-02-30', '02.03.2026'],
  uri: ['https://example.com/a?b=c', 'example'],
  uuid: ['8f14e45f-ceea-467f-8f7f-0c3b3d2a9a11', '8f14e45f'],
};

/** Mostly what the schema asks for, at and beside its limits. */
function valueOf(given: JsonSchema, root: JsonSchema, next: Next, depth: number): Json {
  const schema = typeof given.$ref === 'string' ? referred(given.$ref, root) : given;
  const { enum: choices, const: only, anyOf, oneOf, type } = schema;
  if (next() < 0.04 || depth > 6) return pick(ODD, next);
  if (Array.isArray(choices)) return pick(choices as Json[], next);
  if (only !== undefined) return JSON.parse(JSON.stringify(only)) as Json;
  for (const branches of [anyOf, oneOf]) {
    if (Array.isArray(branches)) return valueOf(pick(branches as JsonSchema[], next), root, next, depth + 1);
  }
  const kind = Array.isArray(type) ? pick(type, next) : (type ?? (schema.properties === undefined ? 'any' : 'object'));
  switch (kind) {
    case 'object':
      return objectOf(schema, root, next, depth);
    case 'array':
      return arrayOf(schema, root, next, depth);
    case 'string':
      return textOf(schema, next);
    case 'integer':
    case 'number':
      return numberOf(schema, next);
    case 'boolean':
      return next() < 0.5;
    case 'null':
      return null;
    default:
      return pick(ODD, next);
  }
}

function objectOf(schema: JsonSchema, root: JsonSchema, next: Next, depth: number): Json {
  const { required = [], properties = {}, additionalProperties } = schema;
  const object: Record<string, Json> = {};
  for (const [name, property] of Object.entries(properties as Record<string, JsonSchema>)) {
    const isRequired = (required as string[]).includes(name);
    if (next() < (isRequired ? 0.97 : 0.25)) object[name] = valueOf(property, root, next, depth + 1);
  }
  if (next() < 0.1 || isJsonObject(additionalProperties)) {
    const key = pick(['other', 'a/b~c', '0', 'toString'], next);
    const inner = isJsonObject(additionalProperties) ? (additionalProperties as JsonSchema) : {};
    object[key] = valueOf(inner, root, next, depth + 1);
  }
  return object;
}

function arrayOf({ items = {}, minItems, maxItems }: JsonSchema, root: JsonSchema, next: Next, depth: number): Json {
  const limits = [minItems, maxItems].flatMap((limit) => (typeof limit === 'number' && limit < 30 ? [limit] : []));
  const length = Math.max(0, pick([0, 1, 2, ...limits.flatMap((limit) => [limit - 1, limit, limit + 1])], next));
  return Array.from({ length }, () => valueOf(items as JsonSchema, root, next, depth + 1));
}

function textOf({ minLength, maxLength, format }: JsonSchema, next: Next): string {
  if (typeof format === 'string') return pick(OF_FORMAT[format] ?? [], next);
  const limits = [minLength, maxLength].flatMap((limit) => (typeof limit === 'number' && limit < 3_000 ? [limit] : []));
  if (limits.length === 0 || next() < 0.5) return pick(['a', 'ab', 'CA', 'a_b', '^x', 'ann@example.com'], next);
  const length = Math.max(0, pick(limits, next) + pick([-1, 0, 1], next));
  return pick(['a', '😀', ' '], next).repeat(length);
}

function numberOf(schema: JsonSchema, next: Next): number {
  const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword) => {
    const limit = schema[keyword];
    return typeof limit === 'number' ? [limit - 1, limit, limit + 1, limit + 0.5] : [];
  });
  return pick([...limits, 1, 2, 7], next);
}

function referred(ref: string, root: JsonSchema): JsonSchema {
  let found: unknown = root;
  for (const key of ref.split('/').slice(1)) found = isJsonObject(found) ? found[key] : undefined;
  const schema = found as JsonSchema;
  return typeof schema.$ref === 'string' ? referred(schema.$ref, root) : schema;
}

function pick<T>(from: readonly T[], next: Next): T {
  const picked = from[Math.floor(next() * from.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
