import type { ChoiceOutcome } from './types.ts';
import type { DecisionGraph } from './graph.ts';

/** The foreseen result of a choice on the data that the run has. */
export type Foreseen =
  /** Some data is not there yet: the choice may decide either way. */
  | { readonly is: 'open' }
  | { readonly is: 'taken'; readonly outcome: ChoiceOutcome }
  /** A person would be asked who has not decided yet. */
  | { readonly is: 'review' };

export interface Foresight {
  /** `approved` is the value of `user_approved` at that time. */
  at(choice: string, approved: boolean | null): Foreseen;
  /** The current value of `user_approved`. */
  readonly approved: boolean | null;
}

interface Spot {
  readonly id: string;
  readonly approved: boolean | null;
}

/** The assumption about a person who was not asked yet: that they may approve, or that they may decide either way. */
export type Person = 'may_approve' | 'decides';

/**
 * True if an outcome of a choice is mitigating: no grave notice follows. If the definition has an Approve node
 * (`mustApprove`), an Approve must follow too. Choices whose data the run has decide by that data; others, and new
 * reviews, may decide either way. With a person who `may_approve`, it is enough that they can.
 */
export function isMitigating(
  graph: DecisionGraph,
  grave: ReadonlySet<string>,
  foresight: Foresight,
  choice: string,
  outcome: ChoiceOutcome,
  mustApprove: boolean,
  person: Person = 'decides',
): boolean {
  const place = graph.places.get(choice);
  const targets = place?.is === 'choice' ? place.targets.get(outcome) : undefined;
  if (targets === undefined) return false;
  const approved = outcome === 'human_review' ? true : foresight.approved;
  const start = targets.map((id) => ({ id, approved }));
  const reached = everythingReached(graph, foresight, start, person);
  if ([...reached.values()].some(({ spot }) => grave.has(spot.id))) return false;
  if (!mustApprove) return true;
  const approving = approvalsForced(graph, reached);
  return start.some((spot) => approving.has(keyOf(spot)));
}

interface Reached {
  readonly spot: Spot;
  /** The possible continuations: the run takes one alternative, and visits all spots of it. */
  readonly alternatives: readonly (readonly Spot[])[];
}

function everythingReached(
  graph: DecisionGraph,
  foresight: Foresight,
  start: readonly Spot[],
  person: Person,
): ReadonlyMap<string, Reached> {
  const reached = new Map<string, Reached>();
  const open = [...start];
  for (const spot of open) {
    if (reached.has(keyOf(spot))) continue;
    const alternatives = alternativesAt(graph, foresight, spot, person);
    reached.set(keyOf(spot), { spot, alternatives });
    open.push(...alternatives.flat());
  }
  return reached;
}

function alternativesAt(graph: DecisionGraph, foresight: Foresight, { id, approved }: Spot, person: Person): Spot[][] {
  const place = graph.places.get(id);
  if (place === undefined) return [];
  if (place.is !== 'choice') return [place.next.map((next) => ({ id: next, approved }))];
  const via = (outcome: ChoiceOutcome, then: boolean | null): Spot[] =>
    (place.targets.get(outcome) ?? []).map((next) => ({ id: next, approved: then }));
  const review = (): Spot[][] => [via('human_review', true), ...(person === 'decides' ? [via('fail', false)] : [])];
  const foreseen = foresight.at(id, approved);
  switch (foreseen.is) {
    case 'taken':
      return [via(foreseen.outcome, approved)];
    case 'review':
      return review();
    case 'open':
      return [...place.targets.keys()].flatMap((outcome) =>
        outcome === 'human_review' ? review() : [via(outcome, approved)],
      );
  }
}

/** Spots from which an Approve follows whatever is decided (least fixpoint: a loop alone never approves). */
function approvalsForced(graph: DecisionGraph, reached: ReadonlyMap<string, Reached>): ReadonlySet<string> {
  const forced = new Set<string>();
  let hasGrown = true;
  while (hasGrown) {
    hasGrown = false;
    for (const [key, { spot, alternatives }] of reached) {
      if (forced.has(key)) continue;
      const isForced =
        graph.places.get(spot.id)?.is === 'approval' ||
        (alternatives.length > 0 && alternatives.every((spots) => spots.some((next) => forced.has(keyOf(next)))));
      if (!isForced) continue;
      forced.add(key);
      hasGrown = true;
    }
  }
  return forced;
}

function keyOf({ id, approved }: Spot): string {
  return `${String(approved)}:${id}`;
}
