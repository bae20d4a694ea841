import { isJsonObject, type JsonSchema } from '../json.ts';
import { composed } from '../same-text.ts';
import { checkSchema } from '../schema/check.ts';
import { dictionaryFaults, type DictionaryScope } from './faults.ts';
import { FIELD_SPEC_SCHEMA, MAX_FIELD_PATH_LENGTH, type FieldSpec, type FieldSpecs, type FieldType } from './spec.ts';

/*
 * Declarations as JSON Schema 2020-12 with our own keywords, in the language in which products describe their reports
 * (core/products/contract.ts). Only a listed subset is allowed; any other keyword is a fault, reported with its place.
 * A schema without a type declares only its members.
 */

/** A fault of a schema. */
export interface SchemaFault {
  /** JSON pointer (RFC 6901): `/properties/applicant/properties/dti/x-unit`. */
  readonly pointer: string;
  readonly message: string;
}

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const TYPES = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  date_time: { type: 'string', format: 'date-time' },
  yes_no: { type: 'boolean' },
  object: { type: 'object' },
  person: { type: 'object', 'x-person': true },
  list: { type: 'array' },
} as const satisfies Readonly<Record<FieldType, JsonSchema>>;

/** Keywords, with the member of a declaration that each sets. */
const KEYWORDS = {
  title: 'label',
  'x-unit': 'unit',
  'x-kind': 'kind',
  'x-person': 'of_person',
  'x-basis': 'basis',
  'x-item': 'item',
  'x-empty': 'empty',
  'x-absent': 'absent',
  'x-also': 'also',
  enum: 'values',
} as const satisfies Readonly<Record<string, keyof FieldSpec>>;
const REASON = 'x-reason-';
const REASONS = Object.keys(FIELD_SPEC_SCHEMA.properties.reason.properties);

const OWN = [...Object.keys(KEYWORDS), ...REASONS.map((key) => REASON + key), 'type', 'format'];
const HOLDING = ['properties', 'required'];
/** Our own keywords. Validation ignores them. */
export const FIELD_NOTES: readonly string[] = OWN.filter((keyword) => keyword.startsWith('x-'));

/** A path of the payload, and the paths inside it. */
export interface Tree {
  readonly path: string;
  spec?: FieldSpec;
  readonly members: Map<string, Tree>;
}

export function treeOf(specs: FieldSpecs): Tree {
  const root: Tree = { path: '', members: new Map() };
  for (const path of [...specs.keys()].toSorted()) {
    let at = root;
    for (const name of path.split('.')) {
      const next = at.members.get(name) ?? { path: joined(at.path, name), members: new Map() };
      at.members.set(name, next);
      at = next;
    }
    const spec = specs.get(path);
    if (spec !== undefined) at.spec = spec;
  }
  return root;
}

/** Writes a dictionary in the form in which it is imported. */
export function schemaOf(specs: FieldSpecs): JsonSchema {
  return { $schema: DIALECT, type: 'object', ...heldBy(treeOf(specs)) };
}

function heldBy({ members }: Tree): JsonSchema {
  if (members.size === 0) return {};
  const entries = [...members];
  const required = entries.flatMap(([name, { spec }]) => (spec?.required === true ? [name] : []));
  return {
    properties: Object.fromEntries(entries.map(([name, tree]) => [name, written(tree)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function written(tree: Tree): JsonSchema {
  const { spec, members } = tree;
  if (spec === undefined) return heldBy(tree);
  const { type, item_type: items, values, reason = {} } = spec;
  const own = Object.entries(KEYWORDS).flatMap(([keyword, member]) =>
    spec[member] === undefined || member === 'values' ? [] : [[keyword, spec[member]] as const],
  );
  const choice = values === undefined ? {} : { enum: values };
  const said = {
    ...TYPES[type],
    ...Object.fromEntries(own),
    ...Object.fromEntries(Object.entries(reason).map(([key, words]) => [REASON + key, words])),
  };
  if (type !== 'list') return { ...said, ...choice, ...heldBy(tree) };
  if (items !== undefined) return { ...said, items: { ...TYPES[items], ...choice } };
  return members.size === 0 ? said : { ...said, items: { type: 'object', ...heldBy(tree) } };
}

export interface ReadSchema {
  readonly specs: FieldSpecs;
  readonly faults: readonly SchemaFault[];
}

/** Reads a dictionary that `schemaOf` wrote. If there are faults, declarations may be missing. */
export function readSchema(json: unknown, scope: DictionaryScope = {}): ReadSchema {
  const reader = new Reader();
  reader.root(json);
  // Each one was checked against `FIELD_SPEC_SCHEMA`.
  const specs = reader.specs as ReadonlyMap<string, object> as FieldSpecs;
  if (reader.faults.length > 0) return { specs, faults: reader.faults };
  const faults = dictionaryFaults(specs, scope).map(({ path, field, message }) => ({
    pointer: reader.pointerOf(path, field),
    message,
  }));
  return { specs, faults };
}

class Reader {
  readonly faults: SchemaFault[] = [];
  readonly specs = new Map<string, Record<string, unknown>>();
  readonly #pointers = new Map<string, string>();

  root(json: unknown): void {
    if (!isJsonObject(json)) return this.#say('', 'must be a JSON Schema: an object');
    if (json.$schema !== undefined && json.$schema !== DIALECT) this.#say('/$schema', `must be ${DIALECT}`);
    if (json.type !== 'object') this.#say('/type', 'must be "object": a payload is one');
    this.#refuse(json, ['$schema', 'type', ...HOLDING], '');
    this.#members(json, '', '');
  }

  /** The JSON pointer to a member of a declaration. */
  pointerOf(path: string, field: string): string {
    const at = this.#pointers.get(path) ?? '';
    if (field === 'path') return at;
    const spec = this.specs.get(path);
    const [member = '', ...rest] = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
    if (member === 'reason') return [at, REASON + rest.join('/')].join('/');
    const keyword = Object.entries(KEYWORDS).find(([, own]) => own === member)?.[0] ?? member;
    const isOfItems = member === 'item_type' || (member === 'values' && spec?.type === 'list');
    const place = isOfItems ? ['items', member === 'item_type' ? 'type' : keyword] : [keyword];
    return [at, ...place, ...rest].join('/');
  }

  #say(pointer: string, message: string): void {
    this.faults.push({ pointer, message });
  }

  #refuse(schema: object, known: readonly string[], at: string): void {
    for (const key of Object.keys(schema)) {
      if (!known.includes(key)) this.#say(`${at}/${escaped(key)}`, `is not known here; known are ${known.join(', ')}`);
    }
  }

  #members({ properties = {}, required = [] }: JsonSchema, path: string, at: string): void {
    if (!isJsonObject(properties)) return this.#say(`${at}/properties`, 'must be an object: a schema for each member');
    const names = Object.keys(properties);
    for (const name of names) this.#member(name, properties[name], path, `${at}/properties/${escaped(name)}`);
    if (!Array.isArray(required)) return this.#say(`${at}/required`, 'must be a list of names of members');
    for (const [index, name] of required.entries()) {
      const own = typeof name === 'string' ? this.specs.get(composed(joined(path, name))) : undefined;
      if (own === undefined) this.#say(`${at}/required/${index}`, 'must be the name of a member with a type');
      else own.required = true;
    }
  }

  #member(name: string, schema: unknown, outer: string, at: string): void {
    if (name.includes('.')) return this.#say(at, 'must have no dot in its name: no path can name it');
    const path = composed(joined(outer, name));
    if (this.#pointers.has(path)) return this.#say(at, 'is another spelling of a name that is there');
    if (path.length > MAX_FIELD_PATH_LENGTH * 2)
      return this.#say(at, `must have a path of at most ${MAX_FIELD_PATH_LENGTH} characters`);
    if (!isJsonObject(schema)) return this.#say(at, 'must be a schema: an object');
    this.#pointers.set(path, at);
    if (schema.type === undefined) {
      // Only its members are declared.
      this.#refuse(schema, HOLDING, at);
    } else {
      const type = typeIn(schema);
      if (type === undefined) return this.#say(`${at}/type`, NO_TYPE);
      this.#refuse(schema, [...OWN, ...(type === 'list' ? ['items'] : []), ...(holds(type) ? HOLDING : [])], at);
      this.#declare(path, type, schema, at);
    }
    const held: unknown = schema.items;
    if (schema.type !== 'array') this.#members(schema, path, at);
    else if (isJsonObject(held) && isOfObjects(held)) this.#members(held, path, `${at}/items`);
  }

  #declare(path: string, type: FieldType, schema: JsonSchema, at: string): void {
    const spec: Record<string, unknown> = { type };
    for (const [keyword, member] of Object.entries(KEYWORDS)) {
      if (schema[keyword] !== undefined && !(type === 'person' && member === 'of_person'))
        spec[member] = schema[keyword];
    }
    const reason = REASONS.filter((key) => schema[REASON + key] !== undefined);
    if (reason.length > 0) spec.reason = Object.fromEntries(reason.map((key) => [key, schema[REASON + key]]));
    if (type === 'list') this.#items(schema, spec, at);
    this.specs.set(path, spec);
    checkSchema(spec, FIELD_SPEC_SCHEMA, {
      root: FIELD_SPEC_SCHEMA,
      formats: new Map(),
      report: (field, message) =>
        this.#say(this.pointerOf(path, field), typeof message === 'string' ? message : message()),
    });
  }

  #items({ enum: values, items }: JsonSchema, spec: Record<string, unknown>, at: string): void {
    if (values !== undefined) this.#say(`${at}/enum`, 'belongs to the items');
    if (items === undefined) return;
    if (!isJsonObject(items)) return this.#say(`${at}/items`, 'must be a schema: an object');
    const type = isOfObjects(items) ? typeIn({ ...items, type: 'object' }) : typeIn(items);
    if (type === undefined || type === 'list' || type === 'person') return this.#say(`${at}/items/type`, NO_TYPE);
    this.#refuse(items, type === 'object' ? ['type', ...HOLDING] : ['type', 'format', 'enum'], `${at}/items`);
    if (type === 'object') return;
    spec.item_type = type;
    if (items.enum !== undefined) spec.values = items.enum;
  }
}

const NO_TYPE =
  'must be one of number, integer, string, boolean, object and array, alone (null is always accepted); ' +
  'a string may have the format date or date-time, and items are no arrays';

/** A schema with members describes objects even without a type, as it does elsewhere. */
const isOfObjects = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' || (type === undefined && properties !== undefined);

const holds = (type: FieldType): boolean => type === 'object' || type === 'person';

/** Undefined if it is not one of our types. */
function typeIn({ type, format, 'x-person': person }: JsonSchema): FieldType | undefined {
  if (type === 'object' && format === undefined) return person === true ? 'person' : 'object';
  return (Object.keys(TYPES) as FieldType[]).find((name) => {
    const known: JsonSchema = TYPES[name];
    return known.type === type && known.format === format;
  });
}

const joined = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
