import { CONTEXT_SOURCE, EDGE_KEYS } from '../../../core/cascade/definition.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { checkedSchema, definitionComponents, publishedSchema } from '../../../core/cascade/schema.ts';
import { BUILT_IN_PATHS } from '../../../core/cascade/scope.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { dictionaryOf, wholeSpecs } from '../../../core/fields/dictionary.ts';
import { conditionPath } from '../../../core/fields/path.ts';
import { specIn, type FieldSpecs } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { fieldLabel, fieldNames, fieldSchema, PRODUCT_CODES, productByCode } from '../../../core/products/index.ts';
import { cursorAt, type Cursor } from './cursor.ts';
import { readJsonText, valueOf } from './json-text.ts';

/*
 * Completions at the cursor: from the definition's JSON Schema, other nodes, the report that a condition reads, and the
 * data dictionary.
 */

export interface Choice {
  readonly label: string;
  /** JSON to insert. */
  readonly insert: string;
  /** Offset of the cursor in `insert` afterwards. */
  readonly caret: number;
  /** Short text beside the label. */
  readonly detail: string;
  readonly info: string;
  /** True if there are further completions at the new cursor. */
  readonly goesOn: boolean;
}

export interface Choices {
  readonly cursor: Cursor;
  readonly all: readonly Choice[];
}

/** Null where nothing is known to complete. `account`: the fields that the account declares. */
export function choicesAt(text: string, at: number, account: FieldSpecs = new Map()): Choices | null {
  const { root } = readJsonText(text);
  const cursor = cursorAt(text, root, at);
  if (cursor === null) return null;
  const definition = valueOf(root);
  if (!Array.isArray(definition)) return null;
  const [index, ...inNode] = cursor.path;
  if (typeof index !== 'number') return null;
  const nodes = definition.filter(isJsonObject);
  const all =
    inNode.length === 0 && cursor.expects === 'value'
      ? skeletons(nodes)
      : inNodeChoices({
          cursor,
          path: inNode,
          node: objectOr(definition[index]),
          nodes,
          specs: declaredIn(nodes, account),
        });
  return all.length === 0 ? null : { cursor, all };
}

interface Place {
  readonly cursor: Cursor;
  /** Path within the node. */
  readonly path: readonly (string | number)[];
  readonly node: JsonObject;
  readonly nodes: readonly JsonObject[];
  /** Declared payload fields. */
  readonly specs: FieldSpecs;
}

/** The cascade's declarations override the account's. */
function declaredIn(nodes: readonly JsonObject[], account: FieldSpecs): FieldSpecs {
  const own = nodes.flatMap(({ config }) => {
    const fields = isJsonObject(config) ? config.fields : undefined;
    if (!isJsonObject(fields)) return [];
    // An incomplete declaration is used as far as it goes.
    return Object.entries(fields).flatMap(([path, spec]) =>
      isJsonObject(spec) ? [[path, specIn(spec)] as const] : [],
    );
  });
  const specs = new Map(own);
  return wholeSpecs(dictionaryOf(STANDARD_SPECS, account, specs));
}

function inNodeChoices(place: Place): readonly Choice[] {
  const { cursor, path, node } = place;
  const schema = schemaAt(checkedSchema(node, NODES), path);
  if (cursor.expects === 'key') {
    return schema === undefined ? [] : keyChoices(schema, objectOr(memberAt(node, path)), cursor);
  }
  return [...referenceChoices(place), ...(schema === undefined ? [] : wordChoices(schema))];
}

/** Completes ids of nodes and fields of reports. */
function referenceChoices({ path, node, nodes, specs }: Place): readonly Choice[] {
  const key = path.findLast((step) => typeof step === 'string');
  const others = nodes.filter((other) => other !== node && other.id !== node.id);
  if (EDGE_KEYS.some((edge) => edge === key) || key === 'target_step') return others.flatMap(nodeChoice);
  if (key === 'billing_product_code') return wordChoices({ enum: PRODUCT_CODES });
  const around = objectOr(memberAt(node, path.slice(0, -1)));
  if (key === 'source_node_id') {
    const isTaken = nodes.some(({ id }) => id === CONTEXT_SOURCE);
    return [
      ...others.filter((other) => NODES.sourceOf(other)?.kind === 'report').flatMap(nodeChoice),
      ...(isTaken ? [] : [word(CONTEXT_SOURCE, 'what the trigger sent')]),
    ];
  }
  if (key === 'field') return fieldChoices(productOf(around, nodes), specs);
  if (key === 'value' && typeof around.field === 'string') {
    const product = productByCode(productOf(around, nodes) ?? '');
    const schema = product === undefined ? undefined : fieldSchema(product, around.field);
    if (schema !== undefined) return wordChoices(schema);
    const spec = product === undefined ? specs.get(around.field.replace(/^context\./, '')) : undefined;
    return wordChoices(
      spec?.values === undefined ? { type: spec?.type === 'yes_no' ? 'boolean' : 'string' } : { enum: spec.values },
    );
  }
  return [];
}

function nodeChoice(node: JsonObject): Choice[] {
  const { id, name } = node;
  if (typeof id !== 'string') return [];
  return [word(id, NODES.find(node)?.kind ?? '', typeof name === 'string' ? name : '')];
}

/** The product whose report a condition reads; null: the payload and the built-in variables; undefined: not known. */
function productOf(condition: JsonObject, nodes: readonly JsonObject[]): string | null | undefined {
  const source = nodes.find(({ id }) => id === condition.source_node_id);
  if (source === undefined) return condition.source_node_id === CONTEXT_SOURCE ? null : undefined;
  const read = NODES.sourceOf(source);
  if (read?.kind === 'report') return read.productCode;
  return source.type === 'ApplicantSource' ? null : undefined;
}

function fieldChoices(code: string | null | undefined, specs: FieldSpecs): readonly Choice[] {
  if (code === undefined) return [];
  if (code === null) {
    const declared = [...specs].map(([path, { label = '', unit = '' }]) => word(conditionPath(path), label, unit));
    return [...declared, ...BUILT_IN_PATHS.map((path) => word(path, 'built in'))];
  }
  const product = productByCode(code);
  if (product === undefined) return [];
  return fieldNames(product).map((path) => {
    const description = fieldSchema(product, path)?.description;
    return word(path, fieldLabel(path), typeof description === 'string' ? description : '');
  });
}

function wordChoices(schema: JsonSchema): readonly Choice[] {
  const { enum: values, const: only } = schema;
  const all: readonly unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const isBoolean = [schema.type].flat().includes('boolean');
  return [...all, ...(isBoolean && all.length === 0 ? [true, false] : [])].map((value) =>
    typeof value === 'string' ? word(value, '') : { ...word('', ''), label: String(value), ...inserted(String(value)) },
  );
}

function word(text: string, detail: string, info = ''): Choice {
  return { label: text, detail, info, goesOn: false, ...inserted(JSON.stringify(text)) };
}

function inserted(insert: string): Pick<Choice, 'insert' | 'caret'> {
  return { insert, caret: insert.length };
}

function keyChoices(schema: JsonSchema, there: JsonObject, { hasColon, typed }: Cursor): readonly Choice[] {
  const { properties, required } = schema;
  if (!isSchema(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties)
    .filter(([key]) => !Object.hasOwn(there, key) || key === typed)
    .toSorted(([one], [other]) => Number(needed.includes(other)) - Number(needed.includes(one)))
    .map(([key, published]) => {
      const inner = resolved(isSchema(published) ? published : {});
      const { insert, caret, goesOn } = hasColon ? { ...EMPTY, goesOn: false } : startOf(key, inner);
      const name = JSON.stringify(key);
      return {
        label: key,
        insert: hasColon ? name : `${name}: ${insert}`,
        caret: hasColon ? name.length : name.length + 2 + caret,
        detail: needed.includes(key) ? 'required' : '',
        info: typeof inner.description === 'string' ? inner.description : '',
        goesOn,
      };
    });
}

const EMPTY = { insert: '', caret: 0 };
/** Keys whose values are ids of nodes or names of fields. */
const NAMES_SOMETHING = ['target_step', 'source_node_id', 'field'];

/** The start of a value, with the cursor in it. */
function startOf(key: string, { type, enum: values }: JsonSchema): Pick<Choice, 'insert' | 'caret' | 'goesOn'> {
  const types: readonly unknown[] = [type].flat();
  if (EDGE_KEYS.some((edge) => edge === key)) return { insert: '[""]', caret: 2, goesOn: true };
  if (types.includes('string') && !types.includes('number')) {
    return { insert: '""', caret: 1, goesOn: Array.isArray(values) || NAMES_SOMETHING.includes(key) };
  }
  if (types.includes('array')) return { insert: '[]', caret: 1, goesOn: false };
  if (types.includes('object')) return { insert: '{}', caret: 1, goesOn: true };
  return { ...EMPTY, goesOn: types.includes('boolean') };
}

/** A node of each kind, with all required members. */
function skeletons(nodes: readonly JsonObject[]): readonly Choice[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return NODES.specs.map((spec) => {
    const isAction = spec.namedBy === 'action_type';
    const id = freeId(spec.kind, ids);
    const schema = publishedSchema(spec, NODES);
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const more = required.filter(
      (key): key is string => typeof key === 'string' && !['id', 'type', 'action_type'].includes(key),
    );
    const written = {
      id,
      type: isAction ? 'Action' : spec.kind,
      ...(isAction ? { action_type: spec.kind } : {}),
      ...Object.fromEntries(more.map((key) => [key, emptyOf(schemaAt(schema, [key]) ?? {})])),
    };
    const insert = JSON.stringify(written, null, 2).replaceAll('\n', '\n  ');
    return {
      ...{ label: spec.kind, insert, caret: insert.length, detail: 'a new node', goesOn: false },
      info: spec.schema.description,
    };
  });
}

function freeId(kind: string, taken: ReadonlySet<unknown>): string {
  const base = kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(id)) return id;
  }
}

function emptyOf(schema: JsonSchema): unknown {
  const types: readonly unknown[] = [resolved(schema).type].flat();
  const { properties, required, enum: values } = resolved(schema);
  if (Array.isArray(values)) return values[0];
  if (types.includes('object')) {
    const needed: readonly unknown[] = Array.isArray(required) ? required : [];
    const members = isSchema(properties) ? Object.entries(properties) : [];
    return Object.fromEntries(
      members
        .filter(([key]) => needed.includes(key))
        .map(([key, inner]) => [key, emptyOf(isSchema(inner) ? inner : {})]),
    );
  }
  if (types.includes('array')) return [];
  return types.includes('number') || types.includes('integer') ? 1 : '';
}

function schemaAt(root: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = resolved(root);
  for (const step of path) {
    const { properties, items } = schema;
    const inner: unknown = typeof step === 'number' ? items : isSchema(properties) ? own(properties, step) : undefined;
    if (!isSchema(inner)) return undefined;
    schema = resolved(inner);
  }
  return schema;
}

/** A resolved reference, with its own keywords, such as its description, merged in. */
function resolved(schema: JsonSchema): JsonSchema {
  const { $ref: ref, ...others } = schema;
  if (typeof ref !== 'string') return schema;
  const component = definitionComponents()[ref.slice(ref.lastIndexOf('/') + 1)];
  return component === undefined ? others : { ...component, ...others };
}

function memberAt(value: unknown, path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const step of path) {
    if (Array.isArray(inner) && typeof step === 'number') inner = inner[step] as unknown;
    else if (isJsonObject(inner) && typeof step === 'string') inner = own(inner, step);
    else return undefined;
  }
  return inner;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
