import type { ErrorDetail } from '../errors.ts';
import type { FromSchema } from '../from-schema.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { daysBefore, identityOf, seededRandom, type SeededRandom } from '../products/seeded.ts';
import type { Work } from '../work.ts';
import { acceptsValue, fieldsOf, propertiesOf, SCALAR, typeOf } from './schema-fields.ts';

/*
 * The test-mode report of an account's product, made from its schema and its test values. A person always gets the same
 * report. It is checked against the schema like a vendor's, so a schema that no such report satisfies is found when the
 * product is saved.
 */

const MAX_CHOICES = 100;

export const TEST_VALUES_SCHEMA = {
  type: 'object',
  description: 'Values of single fields in reports of test mode, by path. The others follow from the schema.',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: {
      among: { type: 'array', minItems: 1, maxItems: MAX_CHOICES, items: SCALAR, description: 'One of these.' },
      from: { type: 'number', description: 'A number of at least this much.' },
      to: { type: 'number', description: 'A number of at most this much.' },
    },
  },
} as const satisfies JsonSchema;

export type TestValues = FromSchema<typeof TEST_VALUES_SCHEMA>;

/** The faults of test values. Their shape was checked (`TEST_VALUES_SCHEMA`). */
export function testValueFaults(values: TestValues, schema: JsonSchema): readonly ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const fields = new Map([...fieldsOf(schema)].map(({ path, schema: own }) => [path, valueSchema(own)]));
  for (const [path, { among, from, to }] of Object.entries(values)) {
    const say = (member: string, message: string) => void faults.push({ field: `${path}${member}`, message });
    const own = fields.get(path);
    const isNumber = own !== undefined && ['number', 'integer'].includes(String(typeOf(own)));
    const isRange = from !== undefined || to !== undefined;
    if (own === undefined) say('', 'is no field of the report');
    else if (typeOf(own) === 'object') say('', 'is an object: name its members');
    else if ((among === undefined) === !isRange) say('', 'must have either among, or from and to');
    else if (isRange && !isNumber) say('.from', 'is for numbers');
    else if (isRange && (from === undefined || to === undefined || from > to)) say('.to', 'must be at least from');
    else if (among?.every((value) => acceptsValue(value, own)) === false)
      say('.among', 'must be values that the schema accepts');
  }
  return faults;
}

/** The schema of the value; for a list, that of its items. */
function valueSchema(schema: JsonSchema): JsonSchema {
  return isJsonObject(schema.items) ? schema.items : schema;
}

/** `asOf`: the ISO date that dates count back from. Throws TooMuchWork for a schema with too many items. */
export function testReport(
  { code, schema, values }: { readonly code: string; readonly schema: JsonSchema; readonly values: TestValues },
  applicant: JsonObject,
  asOf: string,
  work: Work,
): JsonObject {
  const maker = new ReportMaker(seededRandom(identityOf(applicant), code), values, asOf, work);
  return maker.object(schema, '');
}

/** For fields without limits of their own. */
const RANGE = 100;
const DAYS = 700;
const MORE_ITEMS = 2;

class ReportMaker {
  readonly #random: SeededRandom;
  readonly #values: TestValues;
  readonly #asOf: string;
  readonly #work: Work;

  constructor(random: SeededRandom, values: TestValues, asOf: string, work: Work) {
    this.#random = random;
    this.#values = values;
    this.#asOf = asOf;
    this.#work = work;
  }

  object(schema: JsonSchema, prefix: string): JsonObject {
    const members = Object.entries(propertiesOf(schema)).map(([name, member]): [string, Json] => [
      name,
      this.#value(member, `${prefix}${name}`),
    ]);
    return Object.fromEntries(members);
  }

  #value(schema: JsonSchema, path: string): Json {
    this.#work.spend(1);
    const { items, minItems = 0, maxItems = Infinity } = schema;
    if (typeOf(schema) === 'object') return this.object(schema, `${path}.`);
    if (!isJsonObject(items)) return this.#single(schema, path);
    const count = this.#random.integer(Number(minItems), Math.min(Number(minItems) + MORE_ITEMS, Number(maxItems)));
    this.#work.spend(count);
    return Array.from({ length: count }, () =>
      typeOf(items) === 'object' ? this.object(items, `${path}.`) : this.#single(items, path),
    );
  }

  #single(schema: JsonSchema, path: string): Json {
    const { among, from, to } = Object.hasOwn(this.#values, path) ? (this.#values[path] ?? {}) : {};
    const { const: only, enum: choices } = schema;
    const [first, ...others] =
      among ?? (only === undefined ? (choices as readonly Json[] | undefined) : [only as Json]) ?? [];
    if (first !== undefined) return this.#random.pick([first, ...others]);
    switch (typeOf(schema)) {
      case 'boolean':
        return this.#random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#number({ ...schema, ...(from === undefined ? {} : { minimum: from, maximum: to }) });
      default:
        return this.#text(schema);
    }
  }

  /** A whole number if the limits allow one. */
  #number({ type, ...schema }: JsonSchema): number {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
    const isInteger = typeOf({ type }) === 'integer';
    const ends = [
      ...[minimum].filter((end) => typeof end === 'number').map(Math.ceil),
      ...[above].filter((end) => typeof end === 'number').map((end) => Math.floor(end) + 1),
    ];
    const tops = [
      ...[maximum].filter((end) => typeof end === 'number').map(Math.floor),
      ...[below].filter((end) => typeof end === 'number').map((end) => Math.ceil(end) - 1),
    ];
    const most = Math.min(...tops);
    const least = ends.length > 0 ? Math.max(...ends) : Math.min(0, most === Infinity ? 0 : most - RANGE);
    const to = Math.min(most, least + RANGE);
    if (least <= to) return this.#random.integer(least, to);
    if (isInteger) return least;
    const low = Math.max(...[minimum, above].filter((end) => typeof end === 'number'));
    return (low + Math.min(...[maximum, below].filter((end) => typeof end === 'number'))) / 2;
  }

  #text({ format, minLength = 0, maxLength = Infinity }: JsonSchema): string {
    const day = daysBefore(this.#asOf, this.#random.integer(1, DAYS));
    if (format === 'date') return day;
    if (format === 'date-time') return `${day}T12:00:00Z`;
    const text = `Example ${this.#random.integer(1, 999)}`;
    this.#work.spendOnText(Number(minLength));
    return text.padEnd(Number(minLength), '.').slice(0, Number(maxLength));
  }
}
