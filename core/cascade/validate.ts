import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { isDeeperThan } from '../json-limits.ts';
import { checkSchema } from '../schema/check.ts';
import { FindingsList, type Findings, type Report } from '../schema/findings.ts';
import { PLAIN_FORMATS } from '../schema/formats.ts';
import { AUTHOR } from './author.ts';
import { checkOnMissing } from './check-on-missing.ts';
import { checkNodeId, quote } from './checks.ts';
import type { ValidationScope } from './contract.ts';
import { findCycles } from './cycles.ts';
import { EDGE_KEYS } from './definition.ts';
import { ACTION, type NodeRegistry } from './kinds.ts';
import { withProducts, type OwnProducts } from './own-products.ts';
import { NODES, type CascadeDefinition } from './registry.ts';
import { checkedSchema, definitionComponents, MAX_NODES } from './schema.ts';

const MAX_DEFINITION_BYTES = 256 * 1024;
/** Deeper than any definition needs to be, and shallow enough for recursive code. */
const MAX_DEPTH = 64;
/** Most nodes of a cycle that a message names. */
const NAMED_IN_CYCLE = 12;

type Sent = readonly (JsonObject | undefined)[];

/**
 * Checks the structure and meaning of a definition. Returns the findings, or the definition if there are none.
 *
 * Takes any JSON value and never throws. Fields begin with `at`. Lengths are checked before contents, and at most 100
 * details are produced. An empty array is valid, though it cannot be run. `products` are the account's; if absent,
 * nodes keep the products that they carry. Source: semantics 2.1 to 2.4.
 */
export function validateDefinition(
  sent: unknown,
  at = 'definition',
  { registry = NODES, products }: ValidationOptions = {},
): Validation {
  const value = products === undefined || !Array.isArray(sent) ? sent : carrying(sent, products);
  const findings = new FindingsList();
  const { report } = findings;
  if (!Array.isArray(value)) report(at, 'must be an array of nodes');
  else if (value.length > MAX_NODES) report(at, `must have at most ${MAX_NODES} nodes`);
  else if (isDeeperThan(value, MAX_DEPTH)) report(at, `must not be nested more than ${MAX_DEPTH} levels deep`);
  else if (bytesOf(value) > MAX_DEFINITION_BYTES) {
    report(at, `must be at most ${MAX_DEFINITION_BYTES / 1024} KiB of JSON`);
  } else {
    checkNodes(value, at, registry, report);
    if (findings.total === 0) checkOnMissing(value as CascadeDefinition, at, report);
  }
  const { details, total } = findings;
  // Without findings the value is a definition: that is what the checks establish.
  return { details, total, definition: total === 0 ? (value as CascadeDefinition) : null };
}

interface ValidationOptions {
  readonly registry?: NodeRegistry;
  readonly products?: OwnProducts | undefined;
}

const carrying = (sent: readonly unknown[], products: OwnProducts): readonly unknown[] =>
  sent.map((node) => (isJsonObject(node) ? withProducts([node], products)[0] : node));

export interface Validation extends Findings {
  /** The value, with the product that each node pulls; null if there are findings. */
  readonly definition: CascadeDefinition | null;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function checkNodes(sent: readonly Json[], at: string, registry: NodeRegistry, report: Report): void {
  const nodes = sent.map((node) => (isJsonObject(node) ? node : undefined));
  const scope = scopeOf(nodes, registry);
  const root = { components: { schemas: definitionComponents(registry) } };
  checkEntry(nodes, at, registry, report);
  for (const [index, node] of nodes.entries()) {
    const path = `${at}[${index}]`;
    if (node === undefined) report(path, 'must be an object');
    else checkNode(node, path, { scope, root, registry, report });
  }
  checkDuplicateIds(nodes, at, report);
  checkCycles(nodes, at, report);
}

/** Maps and Sets, so that an id such as `__proto__` is like any other. If ids repeat, the first node counts. */
function scopeOf(nodes: Sent, registry: NodeRegistry): ValidationScope {
  const byId = new Map<string, JsonObject>();
  for (const node of nodes) {
    if (node !== undefined && typeof node.id === 'string' && !byId.has(node.id)) byId.set(node.id, node);
  }
  return {
    ids: new Set(byId.keys()),
    sourceOf(id) {
      const node = byId.get(id);
      return node === undefined ? undefined : registry.sourceOf(node);
    },
    reaches: reachabilityOf(byId, registry),
  };
}

/** For nodes as sent: ignores targets that are not text or do not exist. */
function reachabilityOf(byId: ReadonlyMap<string, JsonObject>, registry: NodeRegistry): ValidationScope['reaches'] {
  const waysOut = (id: string): readonly unknown[] => {
    const node = byId.get(id);
    const spec = registry.find(node);
    if (node === undefined || spec === undefined) return [];
    const targets = spec.edges.flatMap((key): readonly unknown[] => {
      const value = node[key];
      return Array.isArray(value) ? value : [];
    });
    return [...targets, ...registry.jumpsOf({ ...node, id, type: String(node.type) })];
  };
  const known = new Map<string, ReadonlySet<string>>();
  return (from, to) => {
    const before = known.get(from);
    if (before !== undefined) return before.has(to);
    const found = new Set<string>();
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const target of waysOut(id)) {
        if (typeof target !== 'string' || found.has(target)) continue;
        found.add(target);
        open.push(target);
      }
    }
    known.set(from, found);
    return found.has(to);
  };
}

function checkEntry(nodes: Sent, at: string, registry: NodeRegistry, report: Report): void {
  if (nodes.length === 0) return;
  const name = registry.specs.find((spec) => spec.isEntry === true)?.kind ?? '';
  const entries = [...nodes.keys()].filter((index) => registry.find(nodes[index])?.isEntry === true);
  if (entries.length === 0) report(at, `must have exactly one ${name} node, and has none`);
  for (const index of entries.slice(1)) {
    const first = nodes[entries[0] ?? 0]?.id;
    const known = typeof first === 'string' ? `, and ${quote(first)} is one` : '';
    report(`${at}[${index}].type`, `a definition has exactly one ${name} node${known}`);
  }
}

interface NodeCheck {
  readonly scope: ValidationScope;
  readonly root: JsonSchema;
  readonly registry: NodeRegistry;
  readonly report: Report;
}

function checkNode(node: JsonObject, at: string, { scope, root, registry, report: plain }: NodeCheck): void {
  const { id } = node;
  const report: Report = (field, message) =>
    plain(field, () => {
      const text = typeof message === 'string' ? message : message();
      // People know their nodes by id, not by index.
      return typeof id === 'string' && id.trim() !== '' ? `in node ${quote(id)}: ${text}` : text;
    });
  const meant = asMeant(node, registry);
  if (meant !== node) {
    report(
      `${at}.type`,
      `${quote(String(node.type))} is an action: write "type": "Action", "action_type": ${quote(String(node.type))}`,
    );
  }
  const check = { root, formats: PLAIN_FORMATS, report, at, author: AUTHOR };
  checkSchema(meant, checkedSchema(meant, registry), check);
  checkId(node.id, `${at}.id`, report);
  // All edge keys, even those that the kind does not use: people would read them as edges.
  for (const key of EDGE_KEYS) checkEdges(node[key], `${at}.${key}`, scope, report);
  registry.find(meant)?.validate?.(meant, at, scope, report);
}

/** If `type` names an action, checks the rest of the node as that action. */
function asMeant(node: JsonObject, registry: NodeRegistry): JsonObject {
  const { type } = node;
  const isAction = typeof type === 'string' && registry.actionTypes.includes(type);
  return isAction ? { ...node, type: ACTION, action_type: type } : node;
}

function checkId(id: Json | undefined, field: string, report: Report): void {
  if (typeof id !== 'string') return;
  if (id.includes('\u0000')) report(field, 'must not hold a NUL character');
  else if (!id.isWellFormed()) report(field, 'must be well-formed Unicode');
}

function checkEdges(targets: Json | undefined, at: string, scope: ValidationScope, report: Report): void {
  if (!Array.isArray(targets)) return;
  for (const [index, target] of targets.entries()) checkNodeId(target, `${at}[${index}]`, scope, report);
}

function checkDuplicateIds(nodes: Sent, at: string, report: Report): void {
  const firstIndex = new Map<string, number>();
  for (const [index, node] of nodes.entries()) {
    const id = node?.id;
    if (typeof id !== 'string' || id === '') continue;
    const first = firstIndex.get(id);
    if (first === undefined) firstIndex.set(id, index);
    else report(`${at}[${index}].id`, `must be unique: ${at}[${first}] has the id ${quote(id)} too`);
  }
}

function checkCycles(nodes: Sent, at: string, report: Report): void {
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
  findCycles(edges, ({ closedBy, ids }) => {
    report(closedBy.field, () => `closes a cycle of edges (${named(ids())}); a loop is made with a GoTo node`);
  });
}

function named(ids: readonly string[]): string {
  const half = NAMED_IN_CYCLE / 2;
  const quoted = ids.length <= NAMED_IN_CYCLE ? ids.map(quote) : [...ids.slice(0, half).map(quote), '…'];
  return [...quoted, ...(ids.length <= NAMED_IN_CYCLE ? [] : ids.slice(-half).map(quote))].join(' → ');
}
