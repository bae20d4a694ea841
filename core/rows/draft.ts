import { EDGE_KEYS, type EdgeKey } from '../cascade/definition.ts';
import { NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { asJsonList, type Json, type JsonObject } from '../json.ts';
import type { Slot } from '../readback/table.ts';

/**
 * A definition while its rows are edited. Unchanged nodes stay the same objects, so that they are saved as they were.
 */
export class Draft {
  readonly #nodes = new Map<string, JsonObject>();
  readonly #before: ReadonlySet<string>;
  readonly #entry: string;
  /** Copies that may replace their originals, by id. */
  readonly #madeOf = new Map<string, string>();

  constructor(definition: CascadeDefinition) {
    for (const node of asJsonList(definition)) this.#nodes.set(String(node.id), node);
    this.#entry = NODES.entryOf(definition)?.id ?? '';
    this.#before = this.#reached();
  }

  node(id: string): JsonObject | undefined {
    return this.#nodes.get(id);
  }

  change(id: string, changes: Readonly<Record<string, Json | undefined>>): void {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`there is no node ${id}`);
    const changed = Object.entries(changes).filter(([key, value]) => !isSame(node[key], value));
    if (changed.length === 0) return;
    const next: JsonObject = { ...node };
    for (const [key, value] of changed) {
      if (value === undefined) delete next[key];
      else next[key] = value;
    }
    this.#nodes.set(id, next);
  }

  /** Adds a node under an id like `wanted`. `madeOf`: the node that it replaces if nothing leads there any more. */
  add(wanted: string, node: JsonObject, madeOf?: string): string {
    const id = this.uniqueId(wanted);
    this.#nodes.set(id, { ...node, id });
    if (madeOf !== undefined) this.#madeOf.set(id, madeOf);
    return id;
  }

  uniqueId(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#nodes.has(id); number += 1) id = `${wanted}_${number}`;
    return id;
  }

  connect({ nodeId, key }: Slot, ids: readonly string[]): void {
    if (ids.length > 0 || this.#nodes.get(nodeId)?.[key] !== undefined) this.change(nodeId, { [key]: [...ids] });
  }

  /** The nodes without those that became unreachable; nodes that were unreachable before are kept. */
  finish(): readonly JsonObject[] {
    this.#settle();
    const reached = this.#reached();
    const isLeft = (id: string): boolean => reached.has(id) || !this.#before.has(id);
    return [...this.#nodes].filter(([id]) => isLeft(id)).map(([, node]) => node);
  }

  /** If nothing else needs the original of a changed copy, the copy takes its id and the other references to it. */
  #settle(): void {
    const reached = this.#reached();
    const taken = new Map<string, string>();
    for (const [copy, original] of this.#madeOf) {
      if (!reached.has(original) && reached.has(copy) && ![...taken.values()].includes(original))
        taken.set(copy, original);
    }
    const renamed = (id: string): string => taken.get(id) ?? id;
    const nodes = [...this.#nodes.entries()];
    this.#nodes.clear();
    const copies = new Map(nodes);
    const originals = new Map([...taken].map(([copy, original]) => [original, copy] as const));
    for (const [id] of nodes) {
      if (taken.has(id)) continue;
      const node = copies.get(originals.get(id) ?? id);
      if (node !== undefined) this.#nodes.set(id, withEdges({ ...node, id }, node, renamed));
    }
  }

  #reached(): Set<string> {
    const reached = new Set([this.#entry]);
    for (const id of reached) {
      const node = this.#nodes.get(id);
      if (node !== undefined) for (const to of targetsOf(node)) reached.add(to);
    }
    return reached;
  }
}

/** Returns the same object if no edge is renamed. */
function withEdges(made: JsonObject, node: JsonObject, renamed: (id: string) => string): JsonObject {
  let isChanged = made.id !== node.id;
  for (const key of EDGE_KEYS) {
    const ids = node[key];
    if (!Array.isArray(ids) || !ids.some((id) => typeof id === 'string' && renamed(id) !== id)) continue;
    made[key] = ids.map((id) => (typeof id === 'string' ? renamed(id) : id));
    isChanged = true;
  }
  return isChanged ? made : node;
}

function targetsOf(node: JsonObject): readonly string[] {
  const keys: readonly EdgeKey[] = NODES.find(node)?.edges ?? [];
  const { target_step: jump } = node;
  return [
    ...keys.flatMap((key) => (Array.isArray(node[key]) ? node[key] : [])).filter((id) => typeof id === 'string'),
    ...(typeof jump === 'string' ? [jump] : []),
  ];
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
