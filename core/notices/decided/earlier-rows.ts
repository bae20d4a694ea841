import { valuesOf, type ValueSource } from '../../cascade/definition.ts';
import type { ChangedForesight } from './foresight.ts';
import type { ChangedValue } from './further-on.ts';
import { conditionsOf, type DecisionGraph } from './graph.ts';
import type { Foreseen, Foresight } from './mitigating.ts';
import type { NoticePath } from './notice-path.ts';
import type { IsDecidedBehind, IsDecidedBefore } from './predicates.ts';

interface Input {
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  readonly foresight: Foresight;
  readonly foresightWith: (changed: ChangedValue) => ChangedForesight;
  readonly nameOf: (from: ValueSource) => string;
  readonly path: NoticePath;
}

/**
 * True if an earlier choice would have decided as badly with the value. Example: "Deny below 600. Review from 600 to
 * 679." A letter about a score of 605 must not name 599, which would be denied and not reviewed. Each value is tried on
 * the earlier choices, from the first one that reads the field. Source: semantics 10.20.10.
 */
export function decidedBefore({ graph, grave, foresight, foresightWith, nameOf, path }: Input): IsDecidedBefore {
  let readers: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (past, changed, value) => {
    readers ??= readersIn(graph, nameOf);
    const reading = readers.get(rootOf(nameOf(changed)));
    if (reading === undefined) return false;
    const earlier = path.before(past).flatMap((key) => path.visits.get(key)?.past.nodeId ?? []);
    const first = earlier.findLast((id) => reading.has(id));
    if (first === undefined) return false;
    const then = foresightWith({ ...changed, value });
    // All other choices decide as they do without the change.
    const at = (id: string): Foreseen => (reading.has(id) ? then : foresight).at(id, foresight.approved);
    // A value that could not be tried is named in no letter.
    return comesTo(graph, at, { from: first, to: past.nodeId }, grave) || then.isSpent();
  };
}

/**
 * True if this choice or a later one would decide as badly with the value. Example: "Approve from 680. Approve with a
 * deposit from 620 to 679. Deny everyone else." For an offer on a score of 620, no letter may say that 619 would have
 * been enough. The row would not hold, and everyone else is denied. Each value is tried on the choice itself and on the
 * later ones that read the field; other choices may decide either way. Source: semantics 10.20.17.
 */
export function decidedBehind({
  graph,
  grave,
  foresightWith,
  nameOf,
}: Omit<Input, 'foresight' | 'path'>): IsDecidedBehind {
  let readers: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return ({ past, taken }, changed, value) => {
    readers ??= readersIn(graph, nameOf);
    const reading = readers.get(rootOf(nameOf(changed)));
    if (reading === undefined || reading.size < 2) return false;
    const then = foresightWith({ ...changed, value });
    const at = (id: string): Foreseen => (reading.has(id) ? then.at(id, then.approved) : { is: 'open' });
    const own = at(past.nodeId);
    // A value that turns the choice only together with another one is not tried alone.
    if (own.is !== 'taken' || own.outcome === taken) return false;
    return comesTo(graph, at, { from: past.nodeId, to: null }, grave) && !then.isSpent();
  };
}

/** All figures of one list have the same root: conditions on its items read a figure. */
const rootOf = (name: string): string => name.replace(/\.(?:any|all|count|sum|max|min)(?:\..*)?$/, '');

/** By root, the choices that read it on either side of a comparison. */
function readersIn(graph: DecisionGraph, nameOf: Input['nameOf']): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const place of graph.places.values()) {
    if (place.is !== 'choice') continue;
    for (const value of conditionsOf(place.branches).flatMap(valuesOf)) {
      const root = rootOf(nameOf(value));
      found.set(root, (found.get(root) ?? new Set()).add(place.id));
    }
  }
  return found;
}

/** True if the run gets from a choice to a grave notice without passing the other choice, on the data that it has. */
function comesTo(
  graph: DecisionGraph,
  at: (id: string) => Foreseen,
  { from, to }: { readonly from: string; readonly to: string | null },
  grave: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>();
  for (let id: string | undefined = from; id !== undefined && id !== to && !seen.has(id);) {
    if (grave.has(id)) return true;
    seen.add(id);
    const place = graph.places.get(id);
    if (place === undefined) return false;
    let next: readonly string[] = [];
    if (place.is === 'choice') {
      const then = at(id);
      if (then.is === 'taken') next = place.targets.get(then.outcome) ?? [];
    } else next = place.next;
    id = next.length === 1 ? next[0] : undefined;
  }
  return false;
}
