import { DIALECT, type SchemaFault } from '../fields/schema.ts';
import { isJsonObject, type JsonSchema } from '../json.ts';
import { jsonBytes } from '../json-limits.ts';
import { TYPES, valueFaults, type ValueType } from './profile-values.ts';

/*
 * The schemas in which a product describes its report: a closed subset of JSON Schema 2020-12. Each value has one type
 * and is checked once, so a check takes time linear in the report. Each rule can be worded as a reason in a letter.
 * Everything else is a fault, reported with its place. Source: semantics 6.11.
 */

const MAX_SCHEMA_BYTES = 65_536;
export const MAX_REPORT_FIELDS = 300;
/** Levels of values below the report. */
const MAX_REPORT_DEPTH = 8;
const MAX_FAULTS = 100;

const COMMON = ['type', 'title', 'description'];
const NUMBER = ['const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const KEYWORDS: Readonly<Record<ValueType, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['const', 'enum', 'minLength', 'maxLength', 'pattern', 'format'],
  number: NUMBER,
  integer: NUMBER,
  boolean: ['const'],
};

export interface Profile {
  /** The schema with all references resolved; undefined if there are faults. */
  readonly schema: JsonSchema | undefined;
  readonly faults: readonly SchemaFault[];
  /** Maps a pointer into `schema` to the pointer in the original, which differs because of references. */
  readonly written: (pointer: string) => string;
}

/**
 * Reads a schema. `notes`: our own keywords, which check nothing; their values are not examined. `isSaved`: the schema
 * was checked before, so its patterns, the most expensive part, are not compiled again.
 */
export function readProfile(json: unknown, notes: readonly string[], { isSaved = false } = {}): Profile {
  const reader = new ProfileReader(notes, isSaved);
  const schema = reader.root(json);
  return { schema, faults: reader.faults, written: (pointer) => reader.written(pointer) };
}

/** The position of a schema: in the original, and in the schema with references resolved. */
interface Place {
  readonly at: string;
  readonly to: string;
  readonly depth: number;
  /** Names of the definitions that are being resolved. */
  readonly open: readonly string[];
}

class ProfileReader {
  readonly faults: SchemaFault[] = [];
  readonly #notes: readonly string[];
  readonly #isSaved: boolean;
  readonly #said = new Set<string>();
  readonly #written = new Map<string, string>();
  readonly #used = new Set<string>();
  #definitions: JsonSchema = {};
  #fields = 0;

  constructor(notes: readonly string[], isSaved: boolean) {
    this.#notes = notes;
    this.#isSaved = isSaved;
  }

  root(json: unknown): JsonSchema | undefined {
    if (!isJsonObject(json)) this.#say('', 'must be a JSON Schema: an object');
    else if (jsonBytes(json, MAX_SCHEMA_BYTES) > MAX_SCHEMA_BYTES) this.#say('', TOO_LARGE);
    if (!isJsonObject(json) || this.faults.length > 0) return undefined;
    const { $schema: dialect, $defs: definitions = {}, ...schema } = json;
    if (dialect !== undefined && dialect !== DIALECT) this.#say('/$schema', `must be ${DIALECT}`);
    if (!isJsonObject(definitions)) this.#say('/$defs', 'must be an object: a schema for each name');
    else this.#definitions = definitions;
    if (schema.type !== 'object') this.#say('/type', 'must be "object": a report is one');
    const whole = this.#schema(schema, { at: '', to: '', depth: 0, open: [] });
    for (const name of Object.keys(this.#definitions)) {
      if (!this.#used.has(name)) this.#say(`/$defs/${escaped(name)}`, 'is not used: no $ref leads to it');
    }
    if (this.faults.length === 0 && jsonBytes(whole, MAX_SCHEMA_BYTES) > MAX_SCHEMA_BYTES) this.#say('', TOO_LARGE);
    return this.faults.length === 0 ? whole : undefined;
  }

  written(pointer: string): string {
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const found = this.#written.get(pointer.slice(0, end));
      if (found !== undefined) return found + pointer.slice(end);
      if (end === 0) break;
    }
    return pointer;
  }

  /** Reports a fault of a schema with several references only once. */
  #say(pointer: string, message: string): void {
    if (this.#said.has(pointer + message) || this.faults.length >= MAX_FAULTS) return;
    this.#said.add(pointer + message);
    this.faults.push({ pointer, message });
  }

  #schema(given: unknown, place: Place): JsonSchema {
    const { at, to, depth } = place;
    if (depth > MAX_REPORT_DEPTH) return this.#refused(at, `is too deep: at most ${MAX_REPORT_DEPTH} levels are read`);
    if (!isJsonObject(given)) return this.#refused(at, 'must be a schema: an object');
    if (Object.hasOwn(given, '$ref')) return this.#referred(given, place);
    this.#written.set(to, at);
    const type = typeIn(given);
    if (type === undefined) return this.#refused(`${at}/type`, NO_TYPE);
    const known = [...COMMON, ...KEYWORDS[type], ...this.#notes];
    for (const keyword of Object.keys(given)) {
      if (!known.includes(keyword)) this.#say(`${at}/${escaped(keyword)}`, notKnown(known));
    }
    const judged = this.#isSaved ? { ...given, pattern: undefined } : given;
    for (const [keyword, message] of valueFaults(judged, type)) this.#say(`${at}/${keyword}`, message);
    if (type === 'array') return this.#list(given, place);
    return type === 'object' ? this.#object(given, place) : given;
  }

  #refused(pointer: string, message: string): JsonSchema {
    this.#say(pointer, message);
    return {};
  }

  /** A reference must have no keywords next to it: they would check one value twice, and in a chain 2^n times. */
  #referred({ $ref: ref, ...others }: JsonSchema, place: Place): JsonSchema {
    const { at, open } = place;
    for (const keyword of Object.keys(others)) this.#say(`${at}/${escaped(keyword)}`, 'cannot stand beside $ref');
    const name = typeof ref === 'string' && ref.startsWith(DEFS) ? unescaped(ref.slice(DEFS.length)) : undefined;
    if (name === undefined || !Object.hasOwn(this.#definitions, name))
      return this.#refused(`${at}/$ref`, `must be ${DEFS} and the name of a definition`);
    this.#used.add(name);
    if (open.includes(name)) return this.#refused(`${at}/$ref`, 'leads back to itself');
    const definition = this.#definitions[name];
    const to = `/$defs/${escaped(name)}`;
    if (isJsonObject(definition) && Object.hasOwn(definition, '$ref'))
      return this.#refused(`${to}/$ref`, 'cannot lead on: a definition says itself what it is');
    return this.#schema(definition, { ...place, at: to, open: [...open, name] });
  }

  #list(given: JsonSchema, { at, to, depth, open }: Place): JsonSchema {
    if (given.items === undefined) return this.#refused(`${at}/items`, 'is required: the schema of an item');
    const inner = { at: `${at}/items`, to: `${to}/items`, depth: depth + 1, open };
    return { ...given, items: this.#schema(given.items, inner) };
  }

  #object(given: JsonSchema, { at, to, depth, open }: Place): JsonSchema {
    const { properties = {}, required = [], additionalProperties: others } = given;
    if (others !== undefined && typeof others !== 'boolean')
      this.#say(`${at}/additionalProperties`, 'must be true or false');
    if (!isJsonObject(properties))
      return this.#refused(`${at}/properties`, 'must be an object: a schema for each name');
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    if (!Array.isArray(required)) this.#say(`${at}/required`, 'must be a list of names of properties');
    for (const [index, name] of names.entries()) {
      if (typeof name !== 'string' || !Object.hasOwn(properties, name) || names.indexOf(name) < index)
        this.#say(`${at}/required/${index}`, 'must be the name of a property, once');
    }
    const members: [string, JsonSchema][] = [];
    for (const name of Object.keys(properties)) {
      const step = `/properties/${escaped(name)}`;
      this.#fields += 1;
      if (this.#fields > MAX_REPORT_FIELDS) {
        if (this.#fields === MAX_REPORT_FIELDS + 1) this.#say(at + step, TOO_MANY);
        break;
      }
      members.push([name, this.#schema(properties[name], { at: at + step, to: to + step, depth: depth + 1, open })]);
    }
    return { ...given, properties: Object.fromEntries(members) };
  }
}

const DEFS = '#/$defs/';
const TOO_LARGE = `must have at most ${MAX_SCHEMA_BYTES} bytes, with each $ref written out`;
const TOO_MANY = `is one too many: at most ${MAX_REPORT_FIELDS} fields, counted wherever a $ref uses them`;
const NO_TYPE = `must be one of ${TYPES.join(', ')}, or a list of one of them and null`;
const notKnown = (known: readonly string[]) => `is not known here; known are ${known.join(', ')}`;

/** Undefined if it is not one of our types. `[type, "null"]` makes a value nullable. */
function typeIn({ type }: JsonSchema): ValueType | undefined {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const [own, ...more] = names.length === 2 ? names.filter((name) => name !== 'null') : names;
  return more.length > 0 ? undefined : TYPES.find((name) => name === own);
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
