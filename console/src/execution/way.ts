import { wayId, type GraphNode, type WayKey } from '../../../core/picture/graph.ts';
import type { Timeline } from '../api/records.ts';
import { allWays, mergedNodes } from '../picture/merged.ts';
import type { Lit } from '../picture/picture.tsx';

/* The parts of the picture that an execution highlights. */

/** The visits to highlight: of a timeline, or of a simulation, which has no times. */
export interface Ran {
  readonly nodes: readonly Pick<Timeline['nodes'][number], 'id' | 'ways'>[];
  readonly steps: readonly Pick<Timeline['steps'][number], 'node_id' | 'visit' | 'status' | 'branch' | 'caused_by'>[];
  readonly reviews: readonly Pick<Timeline['reviews'][number], 'node_id' | 'event_type'>[];
}

export function graphNodesOf({ nodes }: Timeline): GraphNode[] {
  return nodes.map(({ id, name, kind, is_entry: isEntry, ways }) => ({ id, name, kind, isEntry, ways }));
}

/** The visited nodes, and the edges over which they were reached. */
function takenOf(timeline: Ran): {
  readonly nodes: ReadonlySet<string>;
  readonly ways: ReadonlySet<string>;
} {
  const waysOf = new Map(timeline.nodes.map(({ id, ways }) => [id, ways]));
  const branchOf = new Map(timeline.steps.map((step) => [visitKey(step), step.branch]));
  const ways = timeline.steps.flatMap((step) =>
    step.caused_by.flatMap((cause) => {
      const all = (waysOf.get(cause.node_id) ?? []).filter(({ to }) => to === step.node_id);
      const keys = keysOf(branchOf.get(visitKey(cause)) ?? null, decisionAt(timeline, cause.node_id));
      // The first of these edges that exists.
      const key = keys?.find((one) => all.some((way) => way.key === one));
      const chosen = all.length > 1 && key !== undefined ? all.filter((way) => way.key === key) : all;
      return chosen.map((way) => wayId(cause.node_id, way));
    }),
  );
  return { nodes: new Set(timeline.steps.map(({ node_id: id }) => id)), ways: new Set(ways) };
}

const visitKey = ({ node_id: id, visit }: { readonly node_id: string; readonly visit: number }): string =>
  `${id}#${visit}`;

/** The last decision of a person at this node. */
function decisionAt({ reviews }: Ran, nodeId: string): 'approved' | 'denied' | null {
  const type = reviews.findLast(
    (event) => event.node_id === nodeId && (event.event_type === 'approved' || event.event_type === 'denied'),
  )?.event_type;
  return type === 'approved' || type === 'denied' ? type : null;
}

/** The edges over which a choice continues; null if the node is no choice or nobody has decided. */
function keysOf(branch: string | null, decision: 'approved' | 'denied' | null): readonly WayKey[] | null {
  if (branch === 'pass') return ['pass_steps'];
  if (branch === 'fail' || decision === 'denied') return ['fail_steps'];
  // Without steps of its own, an approval continues like a pass.
  return decision === 'approved' ? ['human_review_steps', 'pass_steps'] : null;
}

/** One execution: its path is highlighted and the rest is dimmed. */
export function litOf(timeline: Ran): Lit {
  const taken = takenOf(timeline);
  const failed = new Set(timeline.steps.filter(({ status }) => status === 'failed').map(({ node_id: id }) => id));
  const classOf = (id: string): string => (failed.has(id) ? 'taken failed' : taken.nodes.has(id) ? 'taken' : 'idle');
  return {
    nodes: new Map(timeline.nodes.map(({ id }) => [id, classOf(id)])),
    ways: new Map(allWays(timeline.nodes).map((id) => [id, taken.ways.has(id) ? 'taken' : 'idle'])),
  };
}

/** Two executions in one picture: parts visited by both, by one and by neither. */
export function litByTwo(first: Timeline, second: Timeline): Lit {
  const [one, other] = [takenOf(first), takenOf(second)];
  const nodes = mergedNodes(graphNodesOf(first), graphNodesOf(second));
  const classOf = (inOne: boolean, inOther: boolean): string =>
    inOne && inOther ? 'both' : inOne ? 'first' : inOther ? 'second' : 'idle';
  return {
    nodes: new Map(nodes.map(({ id }) => [id, classOf(one.nodes.has(id), other.nodes.has(id))])),
    ways: new Map(allWays(nodes).map((id) => [id, classOf(one.ways.has(id), other.ways.has(id))])),
  };
}
