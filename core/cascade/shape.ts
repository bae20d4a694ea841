import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { atLeast, atMost, hasAtMost, NOT_EMPTY, ofTypes, oneOf, required } from '../schema-words.ts';
import { quote } from './checks.ts';
import type { Report } from './contract.ts';
import { CONDITION_OPERATORS, operatorOf } from './operators/index.ts';

/*
 * Checks JSON against the schemas that are published, so that what is documented and what is accepted cannot differ.
 * Knows the keywords that node schemas use; those that only describe are skipped.
 */

export const SHAPE_KEYWORDS = [
  '$ref',
  'type',
  'enum',
  'required',
  'properties',
  'items',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'maxItems',
] as const;
export const DESCRIPTIVE_KEYWORDS = ['description', 'default', 'examples', 'title'] as const;

type Components = Readonly<Record<string, JsonSchema>>;

/** Lengths are checked before contents. `at` is the dotted path of the value. */
function checkShape(value: Json, schema: JsonSchema, at: string, report: Report, components: Components): void {
  if (typeof schema.$ref === 'string') {
    checkShape(value, componentOf(schema.$ref, components), at, report, components);
    return;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    report(at, () => ofTypes(types) + listOfOne(value, schema));
    return;
  }
  if (Array.isArray(schema.enum)) checkEnum(value, schema.enum, at, report);
  else if (typeof value === 'string') checkText(value, schema, at, report);
  else if (typeof value === 'number') checkNumber(value, schema, at, report);
  else if (Array.isArray(value)) checkItems(value, schema, at, report, components);
  else if (isJsonObject(value)) checkMembers(value, schema, at, report, components);
}

/** The list that was meant, if one text was sent in its place. */
function listOfOne(value: Json, { type, items }: JsonSchema): string {
  const isMeant = type === 'array' && typeof value === 'string' && isJsonObject(items) && items.type === 'string';
  return isMeant ? `: [${quote(value)}]` : '';
}

/** Also for a node, whose schema has no `type`: `required` and `properties` alone. */
export function checkMembers(
  object: JsonObject,
  schema: { readonly required?: unknown; readonly properties?: unknown },
  at: string,
  report: Report,
  components: Components,
): void {
  const properties = (schema.properties ?? {}) as Components;
  for (const key of listOf(schema.required)) {
    if (typeof key !== 'string' || Object.hasOwn(object, key)) continue;
    report(`${at}.${key}`, () =>
      required(key, { schema: properties[key], sent: Object.keys(object), known: properties }),
    );
  }
  for (const [key, property] of Object.entries(properties)) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value !== undefined) checkShape(value, property, `${at}.${key}`, report, components);
  }
}

function checkItems(items: Json[], schema: JsonSchema, at: string, report: Report, components: Components): void {
  if (typeof schema.maxItems === 'number' && items.length > schema.maxItems) {
    report(at, hasAtMost(schema.maxItems, 'item'));
    return;
  }
  const { items: itemSchema } = schema as { items?: JsonSchema };
  if (itemSchema === undefined) return;
  for (const [index, item] of items.entries()) checkShape(item, itemSchema, `${at}[${index}]`, report, components);
}

function checkEnum(value: Json, allowed: readonly unknown[], at: string, report: Report): void {
  if (allowed.includes(value)) return;
  report(at, () => oneOf(allowed, value, typeof value === 'string' ? meantBy(value, allowed) : undefined));
}

/** What people write who know the thing from elsewhere: no misspelling is that far from the word that is meant. */
const SYNONYMS = new Map<string, readonly string[]>([
  ...CONDITION_OPERATORS.flatMap((name) => operatorOf(name).otherNames.map((other) => [other, [name]] as const)),
  ...Object.entries({
    '&&': ['and'],
    all: ['and'],
    '||': ['or'],
    any: ['or'],
    deny: ['AdverseAction', 'denied'],
    decline: ['AdverseAction', 'denied'],
    reject: ['AdverseAction', 'denied'],
    email: ['SendEmail'],
    notify: ['InternalNotification'],
    if: ['IfElse'],
    delay: ['Wait'],
    sleep: ['Wait'],
    product: ['BillingProduct'],
    report: ['BillingProduct'],
  }),
]);

function meantBy(value: string, allowed: readonly unknown[]): string | undefined {
  return (SYNONYMS.get(value.trim().toLowerCase()) ?? []).find((word) => allowed.includes(word));
}

function checkText(text: string, schema: JsonSchema, at: string, report: Report): void {
  const { minLength, maxLength } = schema;
  if (typeof maxLength === 'number' && text.length > maxLength && Array.from(text).length > maxLength) {
    report(at, hasAtMost(maxLength, 'character'));
  } else if (typeof minLength === 'number' && minLength > 0 && text.trim() === '') {
    report(at, NOT_EMPTY);
  }
}

function checkNumber(value: number, schema: JsonSchema, at: string, report: Report): void {
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) report(at, atLeast(minimum));
  if (typeof maximum === 'number' && value > maximum) report(at, atMost(maximum));
}

function isOfType(value: Json, type: unknown): boolean {
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

function typesOf({ type }: JsonSchema): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
}

function componentOf(ref: string, components: Components): JsonSchema {
  const found = components[ref.slice(ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`no component ${ref}`);
  return found;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
