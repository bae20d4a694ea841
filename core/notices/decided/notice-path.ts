import type { VisitRef } from '../../cascade/conditions.ts';
import type { PastVisit } from './types.ts';

export function visitKey({ node_id, visit }: VisitRef): string {
  return `${node_id}#${visit}`;
}

export function refOf({ nodeId, visit }: PastVisit): VisitRef {
  return { node_id: nodeId, visit };
}

/** The path to a visit: every visit with a chain of causes to it, and how many choices lie on the shortest. */
export interface NoticePath {
  readonly visits: ReadonlyMap<string, { readonly past: PastVisit; readonly distance: number }>;
  /** Whether every chain from the visit to the end of the path passes a later visit of the same node. */
  isSuperseded(past: PastVisit): boolean;
}

export function pathTo(
  target: VisitRef,
  history: readonly PastVisit[],
  isChoice: (nodeId: string) => boolean,
): NoticePath {
  const byKey = new Map(history.map((past) => [visitKey(refOf(past)), past]));
  const visits = new Map<string, { readonly past: PastVisit; readonly distance: number }>();
  let level: readonly PastVisit[] = [byKey.get(visitKey(target))].filter((past) => past !== undefined);
  for (let distance = 0; level.length > 0; distance += 1) {
    // All visits at this distance, then those one choice further away.
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

  const effects = new Map<string, PastVisit[]>();
  const lastVisits = new Map<string, number>();
  for (const { past } of visits.values()) {
    lastVisits.set(past.nodeId, Math.max(past.visit, lastVisits.get(past.nodeId) ?? 0));
    for (const cause of past.causes) {
      const key = visitKey(cause);
      effects.set(key, [...(effects.get(key) ?? []), past]);
    }
  }
  return {
    visits,
    isSuperseded(past) {
      if (lastVisits.get(past.nodeId) === past.visit) return false;
      // Follows what each visit caused, and no later visit of this node: whatever comes of that one, it decided anew. All
      // that is on a path has effects, because it was found from the notice backwards.
      const seen = new Set<string>();
      const open: PastVisit[] = [past];
      for (const here of open) {
        const key = visitKey(refOf(here));
        if (key === visitKey(target)) return false;
        if (seen.has(key)) continue;
        seen.add(key);
        const isLater = here.nodeId === past.nodeId && here.visit > past.visit;
        if (!isLater) open.push(...(effects.get(key) ?? []));
      }
      return true;
    },
  };
}

/** Whether the first of two visits was caused by the second one, or by what came of it. */
export type IsAfter = (later: VisitRef, earlier: VisitRef) => boolean;

export function isAfterIn(history: readonly PastVisit[]): IsAfter {
  let causes: ReadonlyMap<string, readonly VisitRef[]> | undefined;
  return (later, earlier) => {
    causes ??= new Map(history.map((past) => [visitKey(refOf(past)), past.causes]));
    const target = visitKey(earlier);
    const seen = new Set<string>();
    const open = (causes.get(visitKey(later)) ?? []).map(visitKey);
    for (const key of open) {
      if (key === target) return true;
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(...(causes.get(key) ?? []).map(visitKey));
    }
    return false;
  };
}
