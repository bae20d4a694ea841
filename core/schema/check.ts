import { isJsonObject, type JsonSchema } from '../json.ts';
import { fieldOf } from '../path.ts';
import type { Report } from './findings.ts';
import type { TextFormats } from './formats.ts';
import * as words from './words.ts';

export interface SchemaCheck {
  /** The document that `$ref` refers to, with `components` or `$defs`. */
  readonly root: JsonSchema;
  readonly formats: TextFormats;
  readonly report: Report;
  /** The dotted path of the value. */
  readonly at?: string;
  readonly author?: AuthorHints;
}

/**
 * For input that people write by hand: a text of spaces counts as empty, and messages name the value that was meant.
 */
export interface AuthorHints {
  /** The choice that a text means, if it is another word for it and not a misspelling. */
  meantBy(text: string, choices: readonly unknown[]): string | undefined;
  quote(text: string): string;
}

/**
 * Reports all violations of JSON Schema 2020-12, in the schema's order, at most one per value. Nothing is coerced,
 * filled in or removed, and inherited members do not count. The schema's keywords must have been checked
 * (`checkKeywords`), and the caller limits the depth of the value.
 */
export function checkSchema(value: unknown, schema: JsonSchema, check: SchemaCheck): void {
  new Walk(check).value(value, schema);
}

type Members = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, JsonSchema>>;

class Walk {
  readonly #check: SchemaCheck;
  /** Joined only for a finding: most values have none. */
  readonly #path: (string | number)[] = [];

  constructor(check: SchemaCheck) {
    this.#check = check;
  }

  value(value: unknown, given: JsonSchema): void {
    const schema = typeof given.$ref === 'string' ? referred(given.$ref, this.#check.root) : given;
    const types = typesOf(schema);
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
      this.#say(() => words.ofTypes(types) + this.#listOfOne(value, schema));
      return;
    }
    if (!this.#isChoice(value, schema)) return;
    if (typeof value === 'string') this.#text(value, schema);
    else if (typeof value === 'number') this.#number(value, schema);
    else if (Array.isArray(value)) this.#items(value, schema);
    else if (isJsonObject(value)) this.#members(value, schema);
  }

  #say(message: string | (() => string)): void {
    this.#check.report(fieldOf(this.#path, this.#check.at), message);
  }

  /** Checks the member or item at `key`. */
  #inside(key: string | number, value: unknown, schema: JsonSchema): void {
    this.#path.push(key);
    this.value(value, schema);
    this.#path.pop();
  }

  #sayOf(key: string, message: () => string): void {
    this.#path.push(key);
    this.#say(message);
    this.#path.pop();
  }

  /** A suggestion of a list, if an author sent a single text instead. */
  #listOfOne(value: unknown, { type, items }: JsonSchema): string {
    const { author } = this.#check;
    const isMeant = type === 'array' && typeof value === 'string' && isJsonObject(items) && items.type === 'string';
    return isMeant && author !== undefined ? `: [${author.quote(value)}]` : '';
  }

  #isChoice(value: unknown, schema: JsonSchema): boolean {
    const { enum: choices, const: only, anyOf, oneOf } = schema;
    if (Array.isArray(choices) && !choices.includes(value)) {
      const meant = typeof value === 'string' ? this.#check.author?.meantBy(value, choices) : undefined;
      this.#say(() => words.oneOf(choices, value, meant));
    } else if (Object.hasOwn(schema, 'const') && !isSame(value, only)) {
      this.#say(() => words.exactly(only));
    } else if (Array.isArray(anyOf) && this.#countOf(value, anyOf) === 0) {
      this.#say(() => words.alternatives(anyOf));
    } else if (Array.isArray(oneOf) && this.#countOf(value, oneOf) !== 1) {
      this.#say(() => words.alternatives(oneOf));
    } else {
      return true;
    }
    return false;
  }

  /** How many of the branches accept the value. */
  #countOf(value: unknown, branches: readonly JsonSchema[]): number {
    return branches.filter((branch) => {
      let isRefused = false;
      checkSchema(value, branch, { ...this.#check, report: () => (isRefused = true) });
      return !isRefused;
    }).length;
  }

  #text(text: string, schema: JsonSchema): void {
    const { minLength, maxLength, pattern, format } = schema;
    const isBlank = this.#check.author !== undefined && text.trim() === '';
    if (typeof maxLength === 'number' && isLongerThan(text, maxLength)) {
      this.#say(() => words.hasAtMost(maxLength, 'character'));
    } else if (typeof minLength === 'number' && (!isLongerThan(text, minLength - 1) || (isBlank && minLength > 0))) {
      this.#say(() => (minLength === 1 || isBlank ? words.NOT_EMPTY : words.hasAtLeast(minLength, 'character')));
    }
    if (typeof pattern === 'string' && !patternOf(pattern).test(text)) this.#say(() => words.pattern(pattern));
    const known = typeof format === 'string' ? this.#check.formats.get(format) : undefined;
    if (known !== undefined && !known.holds(text)) this.#say(known.words);
  }

  #number(value: number, { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): void {
    if (typeof minimum === 'number' && value < minimum) this.#say(words.atLeast(minimum));
    if (typeof maximum === 'number' && value > maximum) this.#say(words.atMost(maximum));
    if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) this.#say(words.moreThan(exclusiveMinimum));
    if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) this.#say(words.lessThan(exclusiveMaximum));
  }

  #items(list: readonly unknown[], { minItems, maxItems, uniqueItems, items }: JsonSchema): void {
    // Lengths are checked before contents, so the items of a list that is too long are not examined.
    if (typeof maxItems === 'number' && list.length > maxItems) {
      this.#say(words.hasAtMost(maxItems, 'item'));
      return;
    }
    if (typeof minItems === 'number' && list.length < minItems) this.#say(words.hasAtLeast(minItems, 'item'));
    const twice = uniqueItems === true ? sameItems(list) : undefined;
    if (twice !== undefined) this.#say(words.sameTwice(twice));
    if (!isJsonObject(items)) return;
    for (let index = 0; index < list.length; index += 1) this.#inside(index, list[index], items);
  }

  #members(object: Members, schema: JsonSchema): void {
    const keys = Object.keys(object);
    const properties = (schema.properties ?? {}) as Schemas;
    this.#keyCount(keys.length, schema);
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (typeof name !== 'string' || isPresent(object, name)) continue;
      this.#sayOf(name, () => words.required(name, { schema: properties[name], sent: keys, known: properties }));
    }
    this.#others(object, keys, schema, properties);
    for (const name of Object.keys(properties)) {
      const property = properties[name];
      if (property !== undefined && isPresent(object, name)) this.#inside(name, object[name], property);
    }
  }

  #keyCount(count: number, { minProperties, maxProperties }: JsonSchema): void {
    if (typeof minProperties === 'number' && count < minProperties) this.#say(words.hasAtLeast(minProperties, 'key'));
    if (typeof maxProperties === 'number' && count > maxProperties) this.#say(words.hasAtMost(maxProperties, 'key'));
  }

  /** Checks the keys that `properties` does not name. */
  #others(object: Members, keys: readonly string[], schema: JsonSchema, properties: Schemas): void {
    const { propertyNames, additionalProperties } = schema;
    if (propertyNames === undefined && (additionalProperties === undefined || additionalProperties === true)) return;
    for (const key of keys) {
      if (isJsonObject(propertyNames)) this.#inside(key, key, propertyNames);
      if (Object.hasOwn(properties, key) || object[key] === undefined) continue;
      if (isJsonObject(additionalProperties)) this.#inside(key, object[key], additionalProperties);
      if (additionalProperties === false) this.#sayOf(key, () => words.unknown(key, Object.keys(properties)));
    }
  }
}

/** False for an undefined member: JSON has no such value. */
function isPresent(object: Members, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== undefined;
}

/** The target of a reference within the document, such as `#/components/schemas/WaitNode`. */
function referred(ref: string, root: JsonSchema): JsonSchema {
  let found: unknown = root;
  for (const key of ref.split('/').slice(1)) {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) ? found[name] : undefined;
  }
  if (!isJsonObject(found)) throw new Error(`a schema has a reference that leads nowhere: ${ref}`);
  // A reference may lead to another one.
  return typeof found.$ref === 'string' ? referred(found.$ref, root) : found;
}

function typesOf({ type }: JsonSchema): readonly string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : [];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Counts characters; some have two code units. */
function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > limit * 2 || Array.from(text).length > limit);
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** The indexes of two equal items. */
function sameItems(list: readonly unknown[]): readonly [first: number, second: number] | undefined {
  const plain = new Map<unknown, number>();
  for (const [index, item] of list.entries()) {
    const isPlain = typeof item !== 'object' || item === null;
    const first = isPlain ? plain.get(item) : list.slice(0, index).findIndex((before) => isSame(before, item));
    if (first !== undefined && first >= 0) return [first, index];
    if (isPlain) plain.set(item, index);
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

/** Cached: patterns come from our own schemas, so there are few. */
function patternOf(text: string): RegExp {
  const found = patterns.get(text) ?? new RegExp(text, 'u');
  patterns.set(text, found);
  return found;
}
