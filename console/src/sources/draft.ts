import { isJsonObject, type JsonSchema } from '../../../core/json.ts';
import type { Mapping } from '../../../core/sources/mapping.ts';
import type { OwnProduct } from '../../../core/sources/product.ts';
import type { RequestStep } from '../../../core/sources/request.ts';
import { fieldsOf, propertiesOf, typeOf, type ReportField } from '../../../core/sources/schema-fields.ts';

/*
 * A product that is being described on the page. The form and the JSON are two views of this one value, so each shows
 * what was entered in the other.
 */

export type Draft = OwnProduct;

export const NEW_DRAFT: Draft = {
  code: '',
  name: '',
  schema: { type: 'object', properties: {}, required: [] },
  request: { kind: 'http', steps: [{ method: 'POST', path: '/', body: {} }] },
  mapping: { fields: {} },
};

/** `Fraud score (v2)` becomes `fraud_score_v2`. */
export function codeFor(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 60);
}

/** A report that names definitions is changed as JSON alone. */
export function hasReferences({ schema }: Draft): boolean {
  return JSON.stringify(schema).includes('"$ref"');
}

export function fieldsIn(draft: Draft): readonly ReportField[] {
  return hasReferences(draft) ? [] : [...fieldsOf(draft.schema)];
}

/** The types that the form offers. */
export const TYPES = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  text: { type: 'string' },
  yes_no: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  date_time: { type: 'string', format: 'date-time' },
  group: { type: 'object', properties: {} },
  list_of_texts: { type: 'array', items: { type: 'string' } },
  list_of_numbers: { type: 'array', items: { type: 'number' } },
  list_of_groups: { type: 'array', items: { type: 'object', properties: {} } },
} as const satisfies Readonly<Record<string, JsonSchema>>;
export type TypeName = keyof typeof TYPES;

export const isGroup = (type: TypeName | undefined): boolean => type === 'group' || type === 'list_of_groups';

/** The text of a keyword; empty if the schema has none. */
export function keywordText(schema: JsonSchema, keyword: string): string {
  const value = schema[keyword];
  return typeof value === 'string' ? value : '';
}

/** The members that are not undefined. */
export function said<Members extends object>(members: {
  readonly [Name in keyof Members]: Members[Name] | undefined;
}): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
}

/** Keywords that say what a field means, whatever its type is. */
const OF_EVERY_TYPE = ['title', 'description', 'x-kind', 'x-also', 'x-absent', 'x-person', 'x-basis'];

/** Undefined for a type that the form does not offer. */
export function typeNameOf(schema: JsonSchema): TypeName | undefined {
  const type = typeOf(schema);
  const items = isJsonObject(schema.items) ? typeOf(schema.items) : undefined;
  return (Object.keys(TYPES) as TypeName[]).find((name) => {
    const known: JsonSchema = TYPES[name];
    const knownItems = isJsonObject(known.items) ? known.items.type : undefined;
    return known.type === type && known.format === schema.format && knownItems === items;
  });
}

/** The schema with another type. Keywords that bound the values of the type before are left out. */
export function withType(schema: JsonSchema, name: TypeName): JsonSchema {
  const isNumber = (each: TypeName | undefined) => each === 'number' || each === 'integer';
  const isKept = (keyword: string) =>
    OF_EVERY_TYPE.includes(keyword) ||
    keyword.startsWith('x-reason-') ||
    (isNumber(name) && isNumber(typeNameOf(schema)) && ['minimum', 'maximum', 'x-unit'].includes(keyword));
  return { ...TYPES[name], ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword))) };
}

/** The schema with a changed member at a path, or without it if `change` returns undefined. Missing parents are made. */
function changedAt(
  schema: JsonSchema,
  [name = '', ...rest]: readonly string[],
  change: (before: JsonSchema | undefined) => JsonSchema | undefined,
): JsonSchema {
  if (isJsonObject(schema.items)) return { ...schema, items: changedAt(schema.items, [name, ...rest], change) };
  const properties = propertiesOf(schema);
  const before = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const after = rest.length === 0 ? change(before) : changedAt(before ?? TYPES.group, rest, change);
  const others = Object.entries(properties).filter(([own]) => own !== name);
  if (after === undefined) {
    return { ...schema, properties: Object.fromEntries(others), required: requiredBeside(schema, name) };
  }
  // A member that is changed keeps its place.
  const members = before === undefined ? [...others, [name, after]] : Object.entries({ ...properties, [name]: after });
  return { ...schema, properties: Object.fromEntries(members) };
}

/** The names that a schema requires, without one of them. */
const requiredBeside = ({ required }: JsonSchema, name: string): readonly unknown[] =>
  Array.isArray(required) ? required.filter((own) => own !== name) : [];

const namesIn = (path: string): readonly string[] => path.split('.').filter((name) => name !== '');

export function withField(draft: Draft, path: string, schema: JsonSchema): Draft {
  const changed = changedAt(draft.schema, namesIn(path), () => schema);
  return { ...draft, schema: changed as Draft['schema'] };
}

/** The draft without a field, its members, and what is said of them elsewhere. */
export function withoutField(draft: Draft, path: string): Draft {
  const isLeft = ([own]: readonly [string, unknown]) => own !== path && !own.startsWith(`${path}.`);
  const schema = changedAt(draft.schema, namesIn(path), () => undefined) as Draft['schema'];
  const { mapping, test_values: values } = draft;
  return {
    ...draft,
    schema,
    ...(mapping === undefined
      ? {}
      : { mapping: { ...mapping, fields: Object.fromEntries(Object.entries(mapping.fields).filter(isLeft)) } }),
    ...(values === undefined ? {} : { test_values: Object.fromEntries(Object.entries(values).filter(isLeft)) }),
  };
}

/** The schema that holds the member at a path. */
function parentOf(schema: JsonSchema, path: string): JsonSchema | undefined {
  const inner = (at: JsonSchema | undefined) => (isJsonObject(at?.items) ? at.items : at);
  let at: JsonSchema | undefined = schema;
  for (const name of namesIn(path).slice(0, -1)) at = inner(at === undefined ? at : propertiesOf(at)[name]);
  return at;
}

export function isRequired({ schema }: Draft, path: string): boolean {
  const required = parentOf(schema, path)?.required;
  return Array.isArray(required) && required.includes(namesIn(path).at(-1));
}

/** `isAlways`: each report has the field. It then loses the type null, since a value that may be null may be missing. */
export function withRequired(draft: Draft, path: string, isAlways: boolean): Draft {
  const names = namesIn(path);
  const [name = '', parents] = [names.at(-1), names.slice(0, -1)];
  const require = (parent: JsonSchema): JsonSchema => {
    const others = requiredBeside(parent, name);
    const own = propertiesOf(parent)[name] ?? {};
    const properties = { ...propertiesOf(parent), [name]: isAlways ? { ...own, type: typeOf(own) } : own };
    return { ...parent, properties, required: isAlways ? [...others, name] : others };
  };
  const within = (parent: JsonSchema = {}): JsonSchema =>
    isJsonObject(parent.items) ? { ...parent, items: require(parent.items) } : require(parent);
  const schema = parents.length === 0 ? require(draft.schema) : changedAt(draft.schema, parents, within);
  return { ...draft, schema: schema as Draft['schema'] };
}

export type FieldSource = Mapping['fields'][string];
export type TestValue = NonNullable<Draft['test_values']>[string];

/** `source` is undefined if the answer is not read for the field. */
export function withSource(draft: Draft, path: string, source: FieldSource | undefined): Draft {
  const { fields = {}, ...others } = draft.mapping ?? {};
  return { ...draft, mapping: { ...others, fields: replaced(fields, path, source) } };
}

export function withTestValue(draft: Draft, path: string, value: TestValue | undefined): Draft {
  const { test_values: before = {}, ...others } = draft;
  const values = replaced(before, path, value);
  return Object.keys(values).length === 0 ? others : { ...others, test_values: values };
}

function replaced<Value>(
  members: Readonly<Record<string, Value>>,
  name: string,
  value: Value | undefined,
): Record<string, Value> {
  if (value !== undefined) return { ...members, [name]: value };
  return Object.fromEntries(Object.entries(members).filter(([own]) => own !== name));
}

/** A service that speaks our contract (`cascade`) needs no mapping. A vendor with its own form (`http`) needs one. */
export function withKind(draft: Draft, kind: Draft['request']['kind']): Draft {
  const { mapping, request, ...others } = draft;
  if (kind === 'cascade') return { ...others, request: { kind } };
  const { steps = NEW_DRAFT.request.steps } = request;
  return {
    ...others,
    request: { kind, ...(steps === undefined ? {} : { steps }) },
    mapping: mapping ?? { fields: {} },
  };
}

export function withSteps(draft: Draft, steps: readonly RequestStep[]): Draft {
  return { ...draft, request: { ...draft.request, steps: [...steps] } };
}

export function withAnswers(draft: Draft, answers: NonNullable<Mapping['answers']>): Draft {
  const { answers: _before, fields = {}, ...others } = draft.mapping ?? {};
  return { ...draft, mapping: { ...others, fields, ...(answers.length === 0 ? {} : { answers }) } };
}

/** `path` leads to the vendor's name of an accepted order; empty stands for `reference`. */
export function withReference(draft: Draft, path: string): Draft {
  const { reference: _before, fields = {}, ...others } = draft.mapping ?? {};
  return { ...draft, mapping: { ...others, fields, ...(path === '' ? {} : { reference: path }) } };
}

/** The path of a product in the API. */
export const codePath = (code: string): string => `/products/${encodeURIComponent(code)}`;

/** The request that saves a draft. `version` is the tag of the version that it changes, null for a new product. */
export function savingOf(draft: Draft, version: string | null) {
  const { code, ...members } = draft;
  if (version === null) return { method: 'POST', path: '/products', body: draft } as const;
  // Null removes a member that the version before had.
  const body = { description: '', mapping: null, test_values: null, ...members };
  return { method: 'PATCH', path: codePath(code), body, ifMatch: version } as const;
}

/** Undefined if parts are missing that the form needs. `faultsOfDraft` checks the rest before the draft is saved. */
export function draftOf(value: unknown): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { schema, request, mapping, code = '', name = '' } = value;
  if (!isJsonObject(schema) || !isJsonObject(request) || typeof code !== 'string' || typeof name !== 'string')
    return undefined;
  if (mapping !== undefined && !(isJsonObject(mapping) && isJsonObject(mapping.fields))) return undefined;
  return { ...(value as object as Draft), code, name };
}

/** Undefined if the text is not the JSON of a draft. */
export function draftIn(text: string): Draft | undefined {
  try {
    return draftOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
