import type { Edge } from './contract.ts';
import type { NodeBase } from './definition.ts';
import type { NodeRegistry } from './kinds.ts';

/** The part of the registry that the graph needs. */
export type WaysOut = Pick<NodeRegistry, 'edgesOf' | 'jumpsOf' | 'entryOf'>;

/**
 * The graph of a definition that `validateDefinition` accepted: every edge resolves, and edges form no cycle.
 * Reachability means at least one step: a node reaches itself only through a GoTo that leads back. It is computed for a
 * node on first use and kept, because a run asks about few nodes.
 */
export interface Graph {
  /** Node ids in topological order; ties keep the order of the definition. */
  readonly order: readonly string[];
  node(id: string): NodeBase | undefined;
  /** Undefined in an empty definition. */
  readonly entry: NodeBase | undefined;
  /** Edges out of the node, in the order in which their targets run. */
  edgesFrom(id: string): readonly Edge[];
  /** Targets of GoTo jumps from the node. */
  jumpsFrom(id: string): readonly string[];
  /** Distinct (source node, edge key) pairs that lead to the node. Jumps do not count. */
  incomingCount(id: string): number;
  /** A node with two or more incoming edges. */
  isJoin(id: string): boolean;
  reachableByEdges(from: string): ReadonlySet<string>;
  /** Over edges and GoTo jumps. */
  reachable(from: string): ReadonlySet<string>;
  reachesByEdges(from: string, to: string): boolean;
  reaches(from: string, to: string): boolean;
}

/** Throws if an edge or a jump leads nowhere or edges form a cycle: then the definition was never validated. */
export function buildGraph(definition: readonly NodeBase[], ways: WaysOut): Graph {
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const edges = new Map(definition.map((node) => [node.id, ways.edgesOf(node)]));
  const jumps = new Map(definition.map((node) => [node.id, ways.jumpsOf(node)]));
  const edgeTargets = new Map([...edges].map(([id, out]) => [id, [...new Set(out.map(({ to }) => to))]]));
  const allTargets = new Map(
    [...edgeTargets].map(([id, targets]) => [id, [...new Set([...targets, ...(jumps.get(id) ?? [])])]]),
  );
  for (const [id, targets] of allTargets) {
    for (const to of targets) {
      if (!nodes.has(to)) throw new Error(`node ${id} leads to ${to}, which is no node`);
    }
  }

  const incoming = countIncoming(edges);
  const order = topologicalOrder([...nodes.keys()], edgeTargets);
  const reachableByEdges = remembered(reachability([...nodes.keys()], edgeTargets));
  const reachable = remembered(reachability([...nodes.keys()], allTargets));

  return {
    order,
    entry: ways.entryOf(definition),
    node: (id) => nodes.get(id),
    edgesFrom: (id) => edges.get(id) ?? [],
    jumpsFrom: (id) => jumps.get(id) ?? [],
    incomingCount: (id) => incoming.get(id) ?? 0,
    isJoin: (id) => (incoming.get(id) ?? 0) >= 2,
    reachableByEdges,
    reachable,
    reachesByEdges: (from, to) => reachableByEdges(from).has(to),
    reaches: (from, to) => reachable(from).has(to),
  };
}

function countIncoming(edges: ReadonlyMap<string, readonly Edge[]>): Map<string, number> {
  const count = new Map<string, number>();
  for (const out of edges.values()) {
    const byKey = Map.groupBy(out, ({ key }) => key);
    for (const sameKey of byKey.values()) {
      for (const to of new Set(sameKey.map((edge) => edge.to))) count.set(to, (count.get(to) ?? 0) + 1);
    }
  }
  return count;
}

type Targets = ReadonlyMap<string, readonly string[]>;

function topologicalOrder(ids: readonly string[], targets: Targets): string[] {
  const open = new Map(ids.map((id) => [id, 0]));
  for (const out of targets.values()) for (const to of out) open.set(to, (open.get(to) ?? 0) + 1);
  const order = ids.filter((id) => open.get(id) === 0);
  // The list grows during the loop: a node without open predecessors is appended.
  for (const id of order) {
    for (const to of targets.get(id) ?? []) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  if (order.length < ids.length) throw new Error('the edges form a cycle');
  return order;
}

/** Works on indexes, because a definition may have 500 nodes and tens of thousands of edges. */
function reachability(ids: readonly string[], targets: Targets): (from: string) => ReadonlySet<string> {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const targetIndexes = ids.map((id) => (targets.get(id) ?? []).map((to) => indexOf.get(to) ?? 0));
  return (from) => {
    const isFound = new Uint8Array(ids.length);
    const found: number[] = [];
    const visit = (index: number | undefined): void => {
      for (const to of index === undefined ? [] : (targetIndexes[index] ?? [])) {
        if (isFound[to] === 1) continue;
        isFound[to] = 1;
        found.push(to);
      }
    };
    visit(indexOf.get(from));
    // The list grows while it is walked.
    for (const index of found) visit(index);
    return new Set(found.map((index) => ids[index] ?? ''));
  };
}

function remembered(compute: (from: string) => ReadonlySet<string>): (from: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const found = compute(from);
    known.set(from, found);
    return found;
  };
}
