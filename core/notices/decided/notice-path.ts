import type { VisitRef } from '../../cascade/conditions.ts';
import { remembered } from '../../remembered.ts';
import type { PastVisit } from './types.ts';

export function visitKey({ node_id, visit }: VisitRef): string {
  return `${node_id}#${visit}`;
}

export function refOf({ nodeId, visit }: PastVisit): VisitRef {
  return { node_id: nodeId, visit };
}

/** The visits of a history, by `visitKey`. */
export const visitsByKey = remembered(
  (history: readonly PastVisit[]): ReadonlyMap<string, PastVisit> =>
    new Map(history.map((past) => [visitKey(refOf(past)), past])),
);

/**
 * The path to a visit: every visit with a chain of causes to it, each with the number of choices on the shortest chain.
 */
export interface NoticePath {
  readonly visits: ReadonlyMap<string, { readonly past: PastVisit; readonly distance: number }>;
  /** True if every chain from the visit to the end of the path passes a later visit of the same node. */
  isSuperseded(past: PastVisit): boolean;
  /** The keys of the other visits that every chain from the start of the run to this visit passes, nearest first. */
  before(past: PastVisit): readonly string[];
}

type Visits = NoticePath['visits'];

export function pathTo(
  target: VisitRef,
  history: readonly PastVisit[],
  isChoice: (nodeId: string) => boolean,
): NoticePath {
  const byKey = visitsByKey(history);
  const visits = new Map<string, { readonly past: PastVisit; readonly distance: number }>();
  let level: readonly PastVisit[] = [byKey.get(visitKey(target))].filter((past) => past !== undefined);
  for (let distance = 0; level.length > 0; distance += 1) {
    // First all visits at this distance, then those one choice further away.
    const further: PastVisit[] = [];
    const here = [...level];
    for (const past of here) {
      const key = visitKey(refOf(past));
      if (visits.has(key)) continue;
      visits.set(key, { past, distance });
      const causes = past.causes.map((cause) => byKey.get(visitKey(cause))).filter((cause) => cause !== undefined);
      (isChoice(past.nodeId) ? further : here).push(...causes);
    }
    level = further;
  }
  return { visits, isSuperseded: supersededIn(visits, target), before: passedIn(visits) };
}

function supersededIn(visits: Visits, target: VisitRef): NoticePath['isSuperseded'] {
  const lastVisits = new Map<string, number>();
  for (const { past } of visits.values()) {
    lastVisits.set(past.nodeId, Math.max(past.visit, lastVisits.get(past.nodeId) ?? 0));
  }
  const speaking = new Map<string, ReadonlySet<string>>();
  return (past) => {
    const { nodeId, visit } = past;
    // The visit at the end of the path counts too: everything on the path came before it.
    if (lastVisits.get(nodeId) === visit) return false;
    const known = speaking.get(nodeId) ?? speakingVisits(visits, target, nodeId);
    speaking.set(nodeId, known);
    return !known.has(visitKey(refOf(past)));
  };
}

/**
 * The visits of the node with a chain to the end of the path that passes no other visit of it. All others are
 * superseded, because a later visit decided anew. One backward search finds them all, since a path may have a hundred.
 */
function speakingVisits(visits: Visits, target: VisitRef, nodeId: string): ReadonlySet<string> {
  const found = new Set<string>();
  const between = new Set([visitKey(target)]);
  for (const key of between) {
    for (const cause of visits.get(key)?.past.causes ?? []) {
      (cause.node_id === nodeId ? found : between).add(visitKey(cause));
    }
  }
  return found;
}

/** A visit in a tree: its parent is the last visit that every chain to it passes. */
interface Passed {
  readonly key: string;
  /** Null if the run begins here, or chains from several starts meet here. */
  readonly above: Passed | null;
  readonly depth: number;
}

function passedIn(visits: Visits): NoticePath['before'] {
  const known = new Map<string, Passed>();
  const passed = (key: string): Passed => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const causes = visits.get(key)?.past.causes ?? [];
    const [first = null, ...others] = causes.map((cause) => passed(visitKey(cause)));
    const above = others.reduce(lastOfBoth, first);
    const made = { key, above, depth: above === null ? 0 : above.depth + 1 };
    known.set(key, made);
    return made;
  };
  return (past) => {
    const keys: string[] = [];
    for (let { above } = passed(visitKey(refOf(past))); above !== null; { above } = above) keys.push(above.key);
    return keys;
  };
}

/** The nearest common ancestor of two visits, which may be one of them. */
function lastOfBoth(one: Passed | null, other: Passed | null): Passed | null {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a === null || b === null) return null;
    if (a.depth >= b.depth) a = a.above;
    else b = b.above;
  }
  return a;
}

/** True if the first visit was caused by the second, directly or indirectly. */
export type IsAfter = (later: VisitRef, earlier: VisitRef) => boolean;

export function isAfterIn(history: readonly PastVisit[]): IsAfter {
  return (later, earlier) => {
    const byKey = visitsByKey(history);
    const causesOf = (key: string) => byKey.get(key)?.causes.map(visitKey) ?? [];
    const target = visitKey(earlier);
    const seen = new Set<string>();
    const open = causesOf(visitKey(later));
    for (const key of open) {
      if (key === target) return true;
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(...causesOf(key));
    }
    return false;
  };
}
