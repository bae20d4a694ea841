export interface NamedEdge {
  readonly from: string;
  readonly to: string;
  /** Where the edge was in what the caller sent. */
  readonly field: string;
}

export interface Cycle {
  readonly closedBy: NamedEdge;
  /** From the target of the closing edge around to that node again. To be called during the report. */
  readonly ids: () => readonly string[];
}

/**
 * Calls `report` for each cycle that a depth-first walk closes, in the order of the edges. If there is any cycle, at
 * least one is reported; without the closing edges that it names, the graph has none. It does not recurse, because a
 * chain may be as long as the definition.
 */
export function findCycles(edges: readonly NamedEdge[], report: (cycle: Cycle) => void): void {
  const outOf = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<string>();
  for (const start of outOf.keys()) {
    if (finished.has(start)) continue;
    const trail = [{ id: start, next: 0 }];
    const onTrail = new Map([[start, 0]]);
    for (let here = trail.at(-1); here !== undefined; here = trail.at(-1)) {
      const edge = outOf.get(here.id)?.[here.next];
      here.next += 1;
      if (edge === undefined) {
        finished.add(here.id);
        onTrail.delete(here.id);
        trail.pop();
        continue;
      }
      const position = onTrail.get(edge.to);
      if (position !== undefined) {
        report({ closedBy: edge, ids: () => [...trail.slice(position).map(({ id }) => id), edge.to] });
      } else if (!finished.has(edge.to)) {
        onTrail.set(edge.to, trail.length);
        trail.push({ id: edge.to, next: 0 });
      }
    }
  }
}
