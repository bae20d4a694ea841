import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isDeeperThan } from '../json-limits.ts';
import type { ValidationScope } from '../nodes/contract.ts';
import { NODES } from '../nodes/index.ts';
import { detail, optionalObject, optionalString, quote, requireOneOf, requireString } from './checks.ts';
import { findCycles } from './cycles.ts';
import type { NodeKind } from './types.ts';

export const MAX_NODES = 500;
export const MAX_DEFINITION_BYTES = 256 * 1024;
export const MAX_NODE_ID_LENGTH = 200;
/** Deeper than any definition needs to be, and shallow enough for everything that walks one by recursion. */
const MAX_DEPTH = 64;

export const EDGE_KEYS = ['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'] as const;
export type EdgeKey = (typeof EDGE_KEYS)[number];

export const NODE_TYPES = [
  'ApplicantSource',
  'BillingProduct',
  'Product',
  'IfElse',
  'Condition',
  'Wait',
  'GoTo',
  'ShowResults',
  'Action',
] as const;
export const ACTION_TYPES = ['Approve', 'SendEmail', 'AdverseAction', 'InternalNotification'] as const;

/**
 * Everything that is wrong with a definition, its structure and its meaning; empty where it may be saved. Answers for
 * any JSON value and never throws. The fields of the details begin with `at`.
 * An empty array is valid, though it cannot be run. Source: reference, "CascadeDefinition and nodes"; api-decisions
 * sections 2 and 6.
 */
export function validateDefinition(value: unknown, at = 'definition'): ErrorDetail[] {
  if (!Array.isArray(value)) return [detail(at, 'must be an array of nodes')];
  if (isDeeperThan(value, MAX_DEPTH)) return [detail(at, `must not be nested more than ${MAX_DEPTH} levels deep`)];
  // Beyond these sizes nothing else is looked at: the answer would be as large as what was sent.
  const tooLarge = checkSize(value, at);
  if (tooLarge.length > 0) return tooLarge;

  const sent: readonly Json[] = value;
  const nodes = sent.map((node) => (isJsonObject(node) ? node : undefined));
  const byId = firstById(nodes);
  const scope: ValidationScope = { node: (id) => byId.get(id) };
  const details = [
    ...checkEntry(nodes, at),
    ...nodes.flatMap((node, index) => {
      const path = `${at}[${index}]`;
      return node === undefined ? [detail(path, 'must be an object')] : checkNode(node, path, scope);
    }),
    ...checkDuplicateIds(nodes, at),
    ...checkCycles(nodes, at),
  ];
  return withoutRepeats(details);
}

function checkSize(nodes: readonly unknown[], at: string): ErrorDetail[] {
  if (nodes.length > MAX_NODES) return [detail(at, `must have at most ${MAX_NODES} nodes`)];
  const bytes = new TextEncoder().encode(JSON.stringify(nodes)).length;
  return bytes > MAX_DEFINITION_BYTES ? [detail(at, `must be at most ${MAX_DEFINITION_BYTES / 1024} KiB of JSON`)] : [];
}

/** In a Map, so that an id such as `__proto__` is an id like any other. Of nodes with the same id the first counts. */
function firstById(nodes: readonly (JsonObject | undefined)[]): ReadonlyMap<string, JsonObject> {
  const byId = new Map<string, JsonObject>();
  for (const node of nodes) {
    if (node !== undefined && typeof node.id === 'string' && !byId.has(node.id)) byId.set(node.id, node);
  }
  return byId;
}

function checkEntry(nodes: readonly (JsonObject | undefined)[], at: string): ErrorDetail[] {
  if (nodes.length === 0) return [];
  const entries = [...nodes.keys()].filter((index) => nodes[index]?.type === 'ApplicantSource');
  if (entries.length === 0) return [detail(at, 'must have exactly one ApplicantSource node, and has none')];
  return entries
    .slice(1)
    .map((index) => detail(`${at}[${index}].type`, 'a definition has exactly one ApplicantSource node'));
}

function checkNode(node: JsonObject, at: string, scope: ValidationScope): ErrorDetail[] {
  const kind = kindOfSent(node);
  return [
    ...checkId(node, at),
    ...requireOneOf(node, 'type', at, NODE_TYPES),
    ...optionalString(node, 'name', at),
    ...optionalObject(node, 'config', at),
    ...EDGE_KEYS.flatMap((key) => checkEdges(node[key], `${at}.${key}`, scope)),
    ...(node.type === 'Action' ? requireOneOf(node, 'action_type', at, ACTION_TYPES) : []),
    ...(kind === undefined ? [] : NODES[kind].validate(node, at, scope)),
  ];
}

function checkId(node: JsonObject, at: string): ErrorDetail[] {
  const wrong = requireString(node, 'id', at, MAX_NODE_ID_LENGTH);
  const { id } = node;
  if (wrong.length > 0 || typeof id !== 'string') return wrong;
  if (id.includes('\u0000')) return [detail(`${at}.id`, 'must not hold a NUL character')];
  return id.isWellFormed() ? [] : [detail(`${at}.id`, 'must be well-formed Unicode')];
}

function checkEdges(targets: Json | undefined, at: string, scope: ValidationScope): ErrorDetail[] {
  if (targets === undefined) return [];
  if (!Array.isArray(targets)) return [detail(at, 'must be an array of node ids')];
  return targets.flatMap((target, index) => {
    if (typeof target !== 'string') return [detail(`${at}[${index}]`, 'must be a string')];
    return scope.node(target) === undefined ? [detail(`${at}[${index}]`, `no node has the id ${quote(target)}`)] : [];
  });
}

function checkDuplicateIds(nodes: readonly (JsonObject | undefined)[], at: string): ErrorDetail[] {
  const firstIndex = new Map<string, number>();
  return nodes.flatMap((node, index) => {
    const id = node?.id;
    if (typeof id !== 'string' || id === '') return [];
    const first = firstIndex.get(id);
    if (first === undefined) {
      firstIndex.set(id, index);
      return [];
    }
    return [detail(`${at}[${index}].id`, `must be unique: ${at}[${first}] has the id ${quote(id)} too`)];
  });
}

function checkCycles(nodes: readonly (JsonObject | undefined)[], at: string): ErrorDetail[] {
  const edges = nodes.flatMap((node, index) => {
    const from = node?.id;
    if (node === undefined || typeof from !== 'string') return [];
    return EDGE_KEYS.flatMap((key) => {
      const targets = node[key];
      if (!Array.isArray(targets)) return [];
      return targets.flatMap((to, position) =>
        typeof to === 'string' ? [{ from, to, field: `${at}[${index}].${key}[${position}]` }] : [],
      );
    });
  });
  return findCycles(edges).map(({ closedBy, ids }) =>
    detail(closedBy.field, `closes a cycle of edges (${ids.map(quote).join(' → ')}); a loop is made with a GoTo node`),
  );
}

/** What sort of node it is, or undefined where `type` and `action_type` name none. */
function kindOfSent(node: JsonObject): NodeKind | undefined {
  switch (node.type) {
    case 'ApplicantSource':
    case 'BillingProduct':
    case 'IfElse':
    case 'Wait':
    case 'GoTo':
    case 'ShowResults':
      return node.type;
    case 'Product':
      return 'BillingProduct';
    case 'Condition':
      return 'IfElse';
    case 'Action':
      return ACTION_TYPES.find((action) => action === node.action_type);
    default:
      return undefined;
  }
}

function withoutRepeats(details: readonly ErrorDetail[]): ErrorDetail[] {
  const bySaying = new Map(details.map((each) => [`${each.field}\u0000${each.message}`, each]));
  return [...bySaying.values()];
}
