export interface NamedEdge {
  readonly from: string;
  readonly to: string;
  /** Where the edge stands in what was sent. */
  readonly field: string;
}

export interface Cycle {
  readonly closedBy: NamedEdge;
  /** From the node that the closing edge leads to, around to that node again. */
  readonly ids: readonly string[];
}

/**
 * The cycles that a walk in depth closes, in the order of the edges: at least one where there is any, and once all the
 * edges that it names are taken out, none is left. Without recursion: a chain may be as long as the definition.
 */
export function findCycles(edges: readonly NamedEdge[]): Cycle[] {
  const outOf = Map.groupBy(edges, ({ from }) => from);
  const cycles: Cycle[] = [];
  const finished = new Set<string>();
  for (const start of outOf.keys()) {
    if (finished.has(start)) continue;
    const trail = [{ id: start, left: [...(outOf.get(start) ?? [])] }];
    const onTrail = new Map([[start, 0]]);
    while (trail.length > 0) {
      const here = trail.at(-1);
      const edge = here?.left.shift();
      if (here === undefined) break;
      if (edge === undefined) {
        finished.add(here.id);
        onTrail.delete(here.id);
        trail.pop();
        continue;
      }
      const position = onTrail.get(edge.to);
      if (position !== undefined) {
        cycles.push({ closedBy: edge, ids: [...trail.slice(position).map(({ id }) => id), edge.to] });
      } else if (!finished.has(edge.to)) {
        onTrail.set(edge.to, trail.length);
        trail.push({ id: edge.to, left: [...(outOf.get(edge.to) ?? [])] });
      }
    }
  }
  return cycles;
}
