import { isJsonObject, type JsonObject } from '../json.ts';
import type { ConditionSource, Edge, NodeSpec } from './contract.ts';
import type { NodeBase } from './definition.ts';

/** The `type` of every kind that is named by `action_type`. */
export const ACTION = 'Action';

/** The node kinds that a definition may use, and look-ups by node. */
export interface NodeRegistry {
  readonly specs: readonly NodeSpec[];
  /** All values of `type`, including legacy aliases. */
  readonly typeNames: readonly string[];
  /** All values of `action_type`. */
  readonly actionTypes: readonly string[];
  /** The values of `type` of one kind, its own name first. */
  typeNamesOf(spec: NodeSpec): readonly string[];
  /** The spec of a node as sent; undefined if `type` and `action_type` name no kind. */
  find(node: unknown): NodeSpec | undefined;
  /** The spec of a node in a validated definition. Throws for any other. */
  specOf(node: NodeBase): NodeSpec;
  edgesOf(node: NodeBase): readonly Edge[];
  jumpsOf(node: NodeBase): readonly string[];
  sourceOf(node: NodeBase | JsonObject): ConditionSource | undefined;
  /** Ids of the nodes whose reports this node reads. */
  readsOf(node: NodeBase): readonly string[];
  /** The entry of a definition; undefined in an empty one. */
  entryOf<N extends NodeBase>(definition: readonly N[]): N | undefined;
}

/** Throws if two kinds share a name, or if there is not exactly one entry kind. */
export function createNodeRegistry(specs: readonly NodeSpec[]): NodeRegistry {
  const byType = new Map<string, NodeSpec>();
  const byAction = new Map<string, NodeSpec>();
  for (const spec of specs) {
    const [names, taken] = spec.namedBy === 'type' ? [typeNamesOf(spec), byType] : [[spec.kind], byAction];
    for (const name of names) {
      if (taken.has(name) || (taken === byType && name === ACTION)) throw new Error(`two node kinds are named ${name}`);
      taken.set(name, spec);
    }
  }
  if (specs.filter((spec) => spec.isEntry === true).length !== 1) throw new Error('exactly one node kind is the entry');

  const find = (node: unknown): NodeSpec | undefined => {
    if (!isJsonObject(node) || typeof node.type !== 'string') return undefined;
    if (node.type !== ACTION) return byType.get(node.type);
    return typeof node.action_type === 'string' ? byAction.get(node.action_type) : undefined;
  };
  const specOf = (node: NodeBase): NodeSpec => {
    const spec = find(node);
    if (spec === undefined) throw new Error(`node ${node.id} is of no known kind`);
    return spec;
  };
  return {
    specs,
    typeNames: [...byType.keys(), ...(byAction.size > 0 ? [ACTION] : [])],
    actionTypes: [...byAction.keys()],
    typeNamesOf,
    find,
    specOf,
    edgesOf: (node) => specOf(node).edges.flatMap((key) => [...new Set(node[key])].map((to) => ({ key, to }))),
    jumpsOf: (node) => specOf(node).jumps?.(node) ?? [],
    readsOf: (node) => specOf(node).reads?.(node) ?? [],
    sourceOf: (node) => find(node)?.conditionSource?.(node as JsonObject),
    entryOf: (definition) => definition.find((node) => find(node)?.isEntry === true),
  };
}

function typeNamesOf(spec: NodeSpec): readonly string[] {
  return spec.namedBy === 'type' ? [spec.kind, ...(spec.aliases ?? [])] : [ACTION];
}
