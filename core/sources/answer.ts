import { figureOf } from '../cascade/lists.ts';
import { valueOrList } from '../cascade/scope.ts';
import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { fieldOf, readPath } from '../path.ts';
import { pathOf } from '../quantifiers.ts';
import { inUnit } from '../unit-factors.ts';
import type { Work } from '../work.ts';
import type { FieldSource, Mapping, Meaning } from './mapping.ts';
import { isNullable, propertiesOf, typeOf } from './schema-fields.ts';

/** A vendor's response; `body` is undefined if it is not JSON. */
export interface VendorAnswer {
  readonly status: number;
  readonly body: Json | undefined;
}

/**
 * The caller checks the report against its schema. Faults name fields of the report and quote no text of the vendor.
 */
export type ReadAnswer =
  | { readonly is: 'report'; readonly report: JsonObject }
  | { readonly is: Meaning }
  | { readonly is: 'wrong'; readonly faults: readonly ErrorDetail[] };

const MAX_FAULTS = 5;
const DECIMAL = /^(-?\d{1,40})(\.\d{1,40})?$/;
const PLACES = /^(?:[12]?\d|30)$/;

/** The meaning of a response without a report; undefined if no rule of the mapping matches. Throws TooMuchWork. */
export function meaningOf(
  { answers = [] }: Mapping,
  { status, body }: VendorAnswer,
  work: Work,
  /** 1 for the response to the first of two steps. */
  step?: 1,
): Meaning | undefined {
  return answers.find(({ step: ofStep, status: named, path, is }) => {
    if (ofStep !== step) return false;
    if (named !== undefined && !named.includes(status)) return false;
    return path === undefined || isAmong(readPath(body, path, work), is ?? []);
  })?.means;
}

/** Reads a response into a report, by a mapping without faults. Throws TooMuchWork. */
export function readAnswer(mapping: Mapping, schema: JsonSchema, answer: VendorAnswer, work: Work): ReadAnswer {
  const means = meaningOf(mapping, answer, work);
  if (means !== undefined) return { is: means };
  const reader = new AnswerReader(mapping, work);
  const report = reader.object(schema, '', answer.body);
  return reader.faults.length > 0 ? { is: 'wrong', faults: reader.faults } : { is: 'report', report };
}

function isAmong(value: Json | undefined, values: readonly Json[]): boolean {
  return value !== undefined && values.includes(value);
}

class AnswerReader {
  readonly faults: ErrorDetail[] = [];
  readonly #mapping: Mapping;
  readonly #work: Work;
  readonly #way: (string | number)[] = [];

  constructor(mapping: Mapping, work: Work) {
    this.#mapping = mapping;
    this.#work = work;
  }

  /** `prefix`: prefix of its members in the mapping. `from`: the response, or one item of it. */
  object(schema: JsonSchema, prefix: string, from: Json | undefined): JsonObject {
    const members: [string, Json][] = [];
    for (const [name, member] of Object.entries(propertiesOf(schema))) {
      this.#way.push(name);
      const value = this.#member(member, `${prefix}${name}`, from);
      this.#way.pop();
      const isRequired = Array.isArray(schema.required) && schema.required.includes(name);
      if (value !== undefined && saysSomething(value)) members.push([name, value]);
      else if (isRequired && isNullable(member)) members.push([name, null]);
      else if (isRequired && value !== undefined) members.push([name, value]);
    }
    return Object.fromEntries(members);
  }

  /** Undefined if the response has no value for it. */
  #member(schema: JsonSchema, path: string, from: Json | undefined): Json | undefined {
    this.#work.spend(1);
    const { fields } = this.#mapping;
    if (typeOf(schema) === 'object') return this.object(schema, `${path}.`, from);
    const source = Object.hasOwn(fields, path) ? fields[path] : undefined;
    if (source === undefined) return undefined;
    const found = source.path === undefined ? source.const : this.#at(source.path, from);
    if (found === undefined || found === null) return undefined;
    const { items } = schema;
    if (!isJsonObject(items)) return this.#value(found, source, schema, from);
    if (!Array.isArray(found)) return this.#wrong('must be a list');
    return found.map((item, index) => {
      this.#way.push(index);
      const read =
        typeOf(items) === 'object'
          ? this.object(items, `${path}.`, item)
          : this.#value(item, source, { ...items, 'x-unit': schema['x-unit'] });
      this.#way.pop();
      return read ?? null;
    });
  }

  #at(path: string, from: Json | undefined): Json | undefined {
    const { list, value } = valueOrList(path, (before) => readPath(from, before, this.#work));
    if (list === undefined || !Array.isArray(value))
      return list === undefined ? value : readPath(from, path, this.#work);
    const figure = figureOf({ path: list, where: [], value: null, isOfAll: false }, value, undefined, this.#work);
    if (figure.range !== undefined) return this.#wrong(`cannot be made of ${pathOf({ ...list, list: 'items' })}`);
    return figure.value;
  }

  #value(given: Json, source: FieldSource, { 'x-unit': own }: JsonSchema, from?: Json): Json | undefined {
    this.#work.spend(1);
    const { values, unit } = source;
    const found = source.as === undefined ? given : this.#number(given, source.decimals, from);
    if (found === undefined) return undefined;
    if (values !== undefined) {
      const code = typeof found === 'object' ? undefined : String(found);
      if (code === undefined || !Object.hasOwn(values, code))
        return this.#wrong('is a code that `values` does not name');
      return values[code];
    }
    if (unit === undefined || typeof own !== 'string') return found;
    return typeof found === 'number' ? inUnit(found, unit, own) : this.#wrong('must be a number');
  }

  #number(found: Json, decimals: string | undefined, from: Json | undefined): number | undefined {
    if (typeof found === 'number' && decimals === undefined) return found;
    const [, digits, fraction = ''] = DECIMAL.exec(textIn(found)) ?? [];
    if (digits === undefined || (decimals !== undefined && fraction !== ''))
      return this.#wrong('must be a number, or its text');
    const places = decimals === undefined ? '0' : textIn(this.#at(decimals, from));
    if (!PLACES.test(places)) return this.#wrong('has no number of decimals');
    const value = Number(`${digits}${fraction}e-${places}`);
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? this.#wrong('is too large') : value;
  }

  #wrong(message: string): undefined {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ field: fieldOf(this.#way), message });
  }
}

/** Empty if the value is neither a text nor a number. */
function textIn(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** False for null, and for an object in which every value is null. */
function saysSomething(value: Json): boolean {
  return value !== null && (!isJsonObject(value) || Object.values(value).some(saysSomething));
}
