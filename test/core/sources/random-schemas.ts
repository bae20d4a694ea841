import fc from 'fast-check';
import type { Json, JsonSchema } from '../../../core/json.ts';

/*
 * Schemas of the profile, and values at and beside what they ask for.
 */

const NAMES = [
  'score',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'a/b~c',
  'x"];throw 1//',
  'ß',
  '0',
  'list',
];
const PATTERNS = ['^[a-c]+$', 'b', '^(a+)+$', '\\d{2}', '^$', '(?i)^AB'];
const CHOICES = ['a', 'b', '12', '', 'ab', 'constructor'];
const DATES = ['2026-03-02', '2026-02-30', '2026-03-02T15:04:05Z', 'noon'];
const name = fc.constantFrom(...NAMES);
const bounds = (least: string, most: string, values: fc.Arbitrary<number>) =>
  fc.tuple(fc.option(values, { nil: undefined }), fc.option(values, { nil: undefined })).map(([one, other]) => {
    const [from, to] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
    return { ...(from === undefined ? {} : { [least]: from }), ...(to === undefined ? {} : { [most]: to }) };
  });
const nullable = (type: string) => fc.constantFrom<unknown>(type, type, [type, 'null'], ['null', type]);
const count = fc.integer({ min: 0, max: 3 });
const edge = fc.constantFrom(-1, 0, 0.5, 1, 2, 9_007_199_254_740_991);

const joined = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<JsonSchema> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as JsonSchema);
const typed = (type: string) => fc.record({ type: nullable(type) });
const sometimes = (schema: fc.Arbitrary<object>) => fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, schema);

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  joined(
    fc.constantFrom('number', 'integer').chain(typed),
    bounds('minimum', 'maximum', edge),
    bounds('exclusiveMinimum', 'exclusiveMaximum', edge),
  ),
  joined(typed('integer'), sometimes(fc.constantFrom({ const: 0 }, { const: 2 }))),
  joined(
    typed('string'),
    bounds('minLength', 'maxLength', count),
    sometimes(fc.constantFrom(...PATTERNS).map((pattern) => ({ pattern }))),
    sometimes(fc.constantFrom({ format: 'date' }, { format: 'date-time' })),
  ),
  joined(
    typed('string'),
    fc.uniqueArray(fc.constantFrom(...CHOICES), { minLength: 1 }).map((values) => ({ enum: values })),
  ),
  fc.record({ type: fc.constant(['string', 'null']), enum: fc.constant(['a', null]) }),
  joined(typed('boolean'), sometimes(fc.constantFrom({ const: true }, { const: false }))),
);

const objectOf = (member: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc
    .tuple(
      fc.dictionary(name, member, { maxKeys: 4 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.constantFrom({}, { additionalProperties: false }, { additionalProperties: true }),
    )
    .map(([properties, picked, others]) => {
      const names = Object.keys(properties);
      const required = [...new Set(picked.flatMap((index) => names[index % Math.max(1, names.length)] ?? []))];
      return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), ...others };
    });

const listOf = (items: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  joined(typed('array'), bounds('minItems', 'maxItems', count), fc.record({ items }));

const inner = objectOf(fc.oneof(leaf, listOf(leaf)));
const REFS = fc.constantFrom<JsonSchema>({ $ref: '#/$defs/one' }, { $ref: '#/$defs/a~1b' });

export const randomReportSchemas: fc.Arbitrary<JsonSchema> = fc
  .tuple(objectOf(fc.oneof(leaf, inner, REFS, listOf(fc.oneof(leaf, inner, REFS)))), inner, leaf)
  .map(([schema, one, other]) => {
    const text = JSON.stringify(schema);
    const $defs = {
      ...(text.includes('#/$defs/one') ? { one } : {}),
      ...(text.includes('#/$defs/a~1b') ? { 'a/b': other } : {}),
    };
    return Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
  });

const odd: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  0,
  1.5,
  '',
  'a',
  '12',
  '😀b',
  [],
  [null],
  {},
  { constructor: 1 },
);
const text = fc.oneof(fc.constantFrom(...CHOICES, ...DATES, 'AB', 'aaaa', '😀'), fc.string({ maxLength: 4 }));

/** Mostly what the schema asks for. `schema`: with each reference written out. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<Json> {
  const names = [schema.type].flat();
  const own = ownValues(schema, String(names.find((each) => each !== 'null')));
  return fc.oneof(
    { weight: 9, arbitrary: own },
    { weight: 1, arbitrary: names.includes('null') ? fc.constant(null) : odd },
  );
}

function ownValues({ properties = {}, items, enum: choices }: JsonSchema, type: string): fc.Arbitrary<Json> {
  if (Array.isArray(choices)) return fc.oneof(fc.constantFrom(...(choices as Json[])), text);
  if (type === 'string') return text;
  if (type === 'boolean') return fc.boolean();
  if (type === 'number' || type === 'integer') return fc.oneof(edge, fc.integer({ min: -2, max: 3 }));
  if (type === 'array') return fc.array(valuesOf(items as JsonSchema), { maxLength: 4 }) as fc.Arbitrary<Json>;
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([key, member]) => [key, valuesOf(member)] as const,
  );
  return fc
    .tuple(
      fc.tuple(
        ...members.map(([key, value]) =>
          fc.option(
            value.map((each) => [key, each] as const),
            { nil: undefined, freq: 6 },
          ),
        ),
      ),
      fc.constantFrom({}, {}, {}, { other: 1 }),
    )
    .map(
      ([pairs, more]) =>
        ({ ...Object.fromEntries(pairs.flatMap((pair) => (pair === undefined ? [] : [pair]))), ...more }) as Json,
    );
}
