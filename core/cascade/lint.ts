import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { fieldSchema, productByCode } from '../products/index.ts';
import { quote } from './checks.ts';
import type { NodeSpec } from './contract.ts';
import { BRANCH_KEYS, EDGE_KEYS, type CascadeCondition, type ConditionOperator, type NodeBase } from './definition.ts';
import { buildGraph } from './graph.ts';
import type { NodeRegistry } from './kinds.ts';
import { isKind, NODES } from './registry.ts';
import { publishedSchema } from './schema.ts';
import { BUILT_IN_PATHS, RESERVED_ROOTS } from './scope.ts';

export const LINT_CODES = [
  'unknown_key',
  'dead_end',
  'unreachable_node',
  'action_not_configured',
  'operator_mismatch',
  'unknown_variable',
  'unconditional_notice',
] as const;
export type LintCode = (typeof LINT_CODES)[number];

/** Something that may be saved, but hardly does what was meant. The message names the valid choices or the nearest. */
export interface LintWarning {
  readonly code: LintCode;
  readonly node_id: string;
  readonly message: string;
}

/** A further check, such as the one for notices that no decision leads to. */
export type LintRule = (definition: readonly NodeBase[], registry: NodeRegistry) => readonly LintWarning[];

/** Warnings about a definition that `validateDefinition` accepted, node by node. Source: semantics 2. */
export function lintDefinition(
  definition: readonly NodeBase[],
  rules: readonly LintRule[] = [],
  registry: NodeRegistry = NODES,
): LintWarning[] {
  const reached = reachedNodes(definition, registry);
  const variables = variablesOf(definition, registry);
  const warnings = definition.flatMap((node): LintWarning[] => {
    const spec = registry.specOf(node);
    const found: { code: LintCode; message: string }[] = [
      ...unknownKeys(node, spec, registry),
      ...(reached.has(node.id) ? [] : [{ code: 'unreachable_node' as const, message: 'No edge or jump leads here.' }]),
      ...deadEnds(node, spec),
      ...missingSettings(node, spec),
      ...mismatches(node, registry, definition),
      ...unknownVariables(node, spec, variables),
    ];
    return found.map(({ code, message }) => ({ code, node_id: node.id, message }));
  });
  return [...warnings, ...rules.flatMap((rule) => rule(definition, registry))];
}

type Found = { code: LintCode; message: string };

function reachedNodes(definition: readonly NodeBase[], registry: NodeRegistry): ReadonlySet<string> {
  const entry = registry.entryOf(definition);
  if (entry === undefined) return new Set();
  return new Set([entry.id, ...buildGraph(definition, registry).reachable(entry.id)]);
}

function unknownKeys(node: NodeBase, spec: NodeSpec, registry: NodeRegistry): Found[] {
  const known = publishedSchema(spec, registry).properties;
  return unknownWithin(node as unknown as JsonObject, known, '', spec.kind);
}

/** Keys of inner objects are the caller's own, unless they are close to a known one. */
function unknownWithin(object: JsonObject, properties: unknown, at: string, kind: string): Found[] {
  if (!isJsonObject(properties)) return [];
  const known = Object.keys(properties);
  return Object.entries(object).flatMap(([key, value]): Found[] => {
    const path = at === '' ? key : `${at}.${key}`;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined) {
      return isJsonObject(value) && isJsonObject(property) ? unknownWithin(value, property.properties, path, kind) : [];
    }
    const hint = didYouMean(key, known);
    if (at !== '' && hint === '') return [];
    const isEdge = EDGE_KEYS.some((name) => name === key);
    const what = isEdge ? `${kind} does not use ${quote(path)}` : `the key ${quote(path)} is unknown and ignored`;
    return [
      { code: 'unknown_key', message: `${what}${hint || `; ${kind} has ${known.join(', ')}`}.`.replace('?.', '?') },
    ];
  });
}

function deadEnds(node: NodeBase, spec: NodeSpec): Found[] {
  const isEmpty = (steps: readonly string[] | undefined): boolean => (steps ?? []).length === 0;
  const nowhere = (branch: string, key: string): Found[] => [
    { code: 'dead_end', message: `${branch} leads nowhere: give ${key} a node.` },
  ];
  if (spec.isEntry === true) return isEmpty(node.next_step) ? nowhere('The entry', '`next_step`') : [];
  if (!isKind(node, 'IfElse')) return [];
  const { pass, human_review: review } = node.branches;
  return [
    ...(pass !== undefined && isEmpty(node.pass_steps) ? nowhere('The branch `pass`', '`pass_steps`') : []),
    ...(review !== undefined && isEmpty(node.human_review_steps) && isEmpty(node.pass_steps)
      ? nowhere('An approved review', '`human_review_steps` or `pass_steps`')
      : []),
    ...(isEmpty(node.fail_steps) ? nowhere('The branch `fail`', '`fail_steps`') : []),
  ];
}

/** Settings of an action are the one object among its own members that describes what it does. */
function missingSettings(node: NodeBase, spec: NodeSpec): Found[] {
  if (spec.namedBy !== 'action_type') return [];
  const members = Object.entries(spec.schema.properties ?? {});
  const [key] = members.find(([name, schema]) => schema.type === 'object' && name !== 'review') ?? [];
  if (key === undefined) return [];
  const settings = (node as unknown as JsonObject)[key];
  if (isJsonObject(settings) && Object.keys(settings).length > 0) return [];
  return [{ code: 'action_not_configured', message: `The action has no \`${key}\` settings, so its step will fail.` }];
}

const OF_LISTS: readonly ConditionOperator[] = ['contains', 'not_contains', 'is_empty', 'is_not_empty'];
const ORDERS: readonly ConditionOperator[] = [
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
];
const EQUALS: readonly ConditionOperator[] = ['equals', 'not_equals', 'is_empty', 'is_not_empty'];
const FITTING: Readonly<Record<string, readonly ConditionOperator[]>> = {
  number: [...EQUALS, ...ORDERS],
  integer: [...EQUALS, ...ORDERS],
  boolean: [...EQUALS, 'is_true', 'is_false'],
  string: [...EQUALS, 'contains', 'not_contains', 'starts_with', 'ends_with'],
  date: [...EQUALS, ...ORDERS, 'contains', 'not_contains', 'starts_with', 'ends_with'],
  array: OF_LISTS,
  object: ['is_empty', 'is_not_empty'],
};

function mismatches(node: NodeBase, registry: NodeRegistry, definition: readonly NodeBase[]): Found[] {
  if (!isKind(node, 'IfElse')) return [];
  const conditions = BRANCH_KEYS.flatMap((key) =>
    (node.branches[key]?.condition_groups ?? []).flatMap((group) => group.conditions),
  );
  return conditions.flatMap((condition): Found[] => {
    const source = definition.find(({ id }) => id === condition.source_node_id);
    const read = source === undefined ? undefined : registry.sourceOf(source);
    const type = read?.kind === 'report' ? typeOfField(read.productCode, condition.field) : undefined;
    if (type === undefined) return [];
    const fitting = FITTING[type] ?? [];
    const field = quote(condition.field);
    if (!fitting.includes(condition.operator)) {
      const message = `${field} is ${WORDS[type] ?? type}, which ${condition.operator} never fits; use ${fitting.join(', ')}.`;
      return [{ code: 'operator_mismatch', message }];
    }
    return isWrongNumber(condition, type)
      ? [{ code: 'operator_mismatch', message: `${field} is a number, and ${quote(String(condition.value))} is none.` }]
      : [];
  });
}

const WORDS: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  string: 'text',
  date: 'a date',
  array: 'a list',
  object: 'an object',
};

function isWrongNumber({ value }: CascadeCondition, type: string): boolean {
  if (type !== 'number' && type !== 'integer') return false;
  return (
    typeof value === 'boolean' ||
    (typeof value === 'string' && !(value.trim() !== '' && Number.isFinite(Number(value))))
  );
}

function typeOfField(productCode: string | undefined, path: string): string | undefined {
  const product = productByCode(productCode ?? '');
  if (product === undefined) return undefined;
  const segments = path.split('.');
  for (const [index, next] of segments.slice(1).entries()) {
    const before = fieldSchema(product, segments.slice(0, index + 1).join('.'));
    // All items of a list at once are a list.
    if (before?.type === 'array' && !/^\d+$/.test(next)) return 'array';
  }
  const schema = fieldSchema(product, path);
  const types: readonly unknown[] = Array.isArray(schema?.type) ? schema.type : [schema?.type];
  const type = types.find((each) => each !== 'null');
  if (type === 'string' && schema?.format === 'date') return 'date';
  return typeof type === 'string' ? type : undefined;
}

interface Variables {
  readonly nodeIds: readonly string[];
  /** Product code by `store_result_as`; undefined for a node that is no product. */
  readonly stored: ReadonlyMap<string, string | undefined>;
}

function variablesOf(definition: readonly NodeBase[], registry: NodeRegistry): Variables {
  const stored = new Map<string, string | undefined>();
  for (const node of definition) {
    const name = node.config?.store_result_as;
    const source = registry.sourceOf(node);
    if (typeof name === 'string') stored.set(name, source?.kind === 'report' ? source.productCode : undefined);
  }
  return { nodeIds: definition.map(({ id }) => id), stored };
}

function unknownVariables(node: NodeBase, spec: NodeSpec, variables: Variables): Found[] {
  if (spec.schema.properties?.on_unresolved === undefined) return [];
  const settings = Object.keys(spec.schema.properties).map((key) => (node as unknown as JsonObject)[key]);
  const paths = new Set(settings.flatMap((value) => (value === undefined ? [] : placeholdersIn(value))));
  return [...paths].flatMap((path): Found[] => {
    const problem = problemOf(path, variables);
    return problem === undefined ? [] : [{ code: 'unknown_variable', message: `{{${path.slice(0, 80)}}}: ${problem}` }];
  });
}

function placeholdersIn(value: Json): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => (match[1] ?? '').trim());
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => placeholdersIn(inner));
}

function problemOf(path: string, { nodeIds, stored }: Variables): string | undefined {
  const [head = '', ...rest] = path.split('.');
  const tail = rest.join('.');
  if (head === 'applicant' || head === 'property' || head === 'context') return undefined;
  if (head === 'steps') {
    if (nodeIds.some((id) => tail === id || tail.startsWith(`${id}.`))) return undefined;
    return `no node has that id${didYouMean(rest[0] ?? '', nodeIds) || '.'}`;
  }
  if (stored.has(head) && !RESERVED_ROOTS.some((root) => root === head)) {
    const product = productByCode(stored.get(head) ?? '');
    if (product === undefined || tail === '' || fieldSchema(product, tail) !== undefined) return undefined;
    return `the product ${product.code} has no such field.`;
  }
  if (BUILT_IN_PATHS.some((known) => known === path)) return undefined;
  const known = [...BUILT_IN_PATHS, ...stored.keys()];
  const roots = [...RESERVED_ROOTS, ...stored.keys()];
  const hint = didYouMean(path, known) || didYouMean(head, roots);
  return hint === '' ? `no such variable; begin with one of ${roots.join(', ')}.` : `no such variable${hint}`;
}
