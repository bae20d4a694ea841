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

/** What a vendor answered; `body` is undefined if it is no JSON. */
export interface VendorAnswer {
  readonly status: number;
  readonly body: Json | undefined;
}

/** The report is held against its schema afterwards. Faults name fields of the report, and no text of the vendor. */
export type ReadAnswer =
  | { readonly is: 'report'; readonly report: JsonObject }
  | { readonly is: Meaning }
  | { readonly is: 'wrong'; readonly faults: readonly ErrorDetail[] };

const MAX_FAULTS = 5;

/** The meaning of an answer that is no report; undefined if no rule of the mapping fits. Throws TooMuchWork. */
export function meaningOf({ answers = [] }: Mapping, { status, body }: VendorAnswer, work: Work): Meaning | undefined {
  return answers.find(({ status: named, path, is }) => {
    if (named !== undefined && !named.includes(status)) return false;
    return path === undefined || isAmong(readPath(body, path, work), is ?? []);
  })?.means;
}

/** Reads an answer by a mapping that has no faults into reports of the schema. Throws TooMuchWork. */
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

  /** `prefix`: before its members in the mapping. `from`: the answer, or the item of it that this is. */
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

  /** Undefined if the answer says nothing of it. */
  #member(schema: JsonSchema, path: string, from: Json | undefined): Json | undefined {
    this.#work.spend(1);
    const { fields } = this.#mapping;
    if (typeOf(schema) === 'object') return this.object(schema, `${path}.`, from);
    const source = Object.hasOwn(fields, path) ? fields[path] : undefined;
    if (source === undefined) return undefined;
    const found = source.path === undefined ? source.const : this.#at(source.path, from);
    if (found === undefined || found === null) return undefined;
    const { items } = schema;
    if (!isJsonObject(items)) return this.#value(found, source, schema);
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

  #value(found: Json, { values, unit }: FieldSource, { 'x-unit': own }: JsonSchema): Json | undefined {
    this.#work.spend(1);
    if (values !== undefined) {
      const code = typeof found === 'object' ? undefined : String(found);
      if (code === undefined || !Object.hasOwn(values, code))
        return this.#wrong('is a code that `values` does not name');
      return values[code];
    }
    if (unit === undefined || typeof own !== 'string') return found;
    return typeof found === 'number' ? inUnit(found, unit, own) : this.#wrong('must be a number');
  }

  #wrong(message: string): undefined {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ field: fieldOf(this.#way), message });
  }
}

/** Not so an object in which every value is null. */
function saysSomething(value: Json): boolean {
  return value !== null && (!isJsonObject(value) || Object.values(value).some(saysSomething));
}
