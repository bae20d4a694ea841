import type { GraphNode } from './graph.ts';

type Targets = Map<string, Set<string>>;

/**
 * The row of each node: one below the lowest node that leads to it. A way that closes a cycle goes back up; jumps are
 * chosen for that before edges.
 */
export function rowsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  const down = downwardWays(nodes);
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  for (const targets of down.values()) for (const to of targets) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const rows = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  // The list grows while it is walked: a node is appended once all nodes before it have a row.
  for (const id of ready) {
    for (const to of down.get(id) ?? []) {
      rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return rows;
}

/** All ways except those that close a cycle. */
function downwardWays(nodes: readonly GraphNode[]): Targets {
  const down: Targets = new Map(nodes.map(({ id }) => [id, new Set()]));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const done = new Set<string>();
  const above = new Set<string>();
  const walk = (id: string): void => {
    if (done.has(id)) return;
    done.add(id);
    above.add(id);
    for (const { key, to } of byId.get(id)?.ways ?? []) {
      if (key === 'jump' || above.has(to)) continue;
      down.get(id)?.add(to);
      walk(to);
    }
    above.delete(id);
  };
  for (const { id } of nodes.toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry))) walk(id);
  for (const { id, ways } of nodes) {
    for (const { key, to } of ways) if (key === 'jump' && !reaches(down, to, id)) down.get(id)?.add(to);
  }
  return down;
}

function reaches(targets: Targets, from: string, to: string): boolean {
  const found = new Set([from]);
  // The set grows while it is walked.
  for (const id of found) {
    if (id === to) return true;
    for (const next of targets.get(id) ?? []) found.add(next);
  }
  return false;
}
