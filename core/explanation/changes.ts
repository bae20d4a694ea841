import { distinct } from '../distinct.ts';
import type { DecidedCondition, Decided } from '../cascade/decided.ts';
import { isUserApproved } from '../cascade/scope.ts';
import { compareValues } from '../cascade/operators/index.ts';
import { figureKey, type VisitRef } from '../cascade/conditions.ts';
import { isJsonObject, type Json } from '../json.ts';
import { within, type Work } from '../work.ts';
import { rehearse, type ChangedValue, type Changes, type RecordedRun } from './rerun.ts';

/** One value that would have had to be different. A type alias, so that it is plain JSON. */
export type NeededChange = {
  readonly condition: DecidedCondition;
  readonly value: Json;
};

/**
 * The changes that would have changed the outcome. `exact`: there is no smaller set; otherwise none of them can be left
 * out.
 */
export type WhatWouldHaveChanged = {
  readonly values: readonly NeededChange[];
  readonly exact: boolean;
};

/**
 * Where a run with other values would have ended: with a person (`review`), an offer on other terms, an approval, or an
 * unpulled report. `no_notice`: at none of these, or a denial remains (by another notice or by a person).
 */
export const CHANGED_OUTCOMES = ['review', 'conditional', 'approved', 'report', 'no_notice'] as const;
export type ChangedOutcome = (typeof CHANGED_OUTCOMES)[number];

export function outcomeWith(run: RecordedRun, values: readonly NeededChange[], work: Work): ChangedOutcome {
  const changes = { values: values.map(changedValue) };
  const { notices, approvals, newReviews, unknownReports, isDenied } = rehearse(run, changes, work);
  if (isDenied || [...notices].some((id) => actionOf(run, id) !== 'other_action')) return 'no_notice';
  if (newReviews.size > 0) return 'review';
  if (notices.size > 0) return 'conditional';
  if (unknownReports.size > 0) return 'report';
  return approvals.size > 0 ? 'approved' : 'no_notice';
}

/** Up to this many values, all sets are tried. */
const MOST_EXACT = 10;
/** Units of work for trying all sets and, if that fails, for leaving out one value after the other. */
const WORK_OF_SETS = 300_000;
const WORK_OF_REMOVAL = 200_000;

/**
 * The smallest set of changed values with which the run avoids the notice and issues no other one as severe. Decisions
 * by people stay the same. Null if no values that decided are enough, or if finding them is too much work. Source:
 * semantics 10.28.1.
 */
export function smallestChange(
  run: RecordedRun,
  decided: Decided,
  notice: VisitRef,
  work: Work,
): WhatWouldHaveChanged | null {
  const candidates = candidatesOf(decided);
  const avoiding =
    (part: Work): Avoids =>
    (set) =>
      avoidsNotice(run, notice, { values: set.map(changedValue) }, part);
  if (candidates.length <= MOST_EXACT) {
    const tried = within(work, WORK_OF_SETS, (part) => ({ found: exhaustive(candidates, avoiding(part)) }));
    if (tried !== undefined) return tried.found;
  }
  const left = within(work, WORK_OF_REMOVAL, (part) =>
    avoiding(part)(candidates) ? byRemoval(candidates, avoiding(part)) : null,
  );
  return left ?? null;
}

/** A review that would have avoided the notice by itself, if decided otherwise. */
export interface OtherDecision {
  readonly of: VisitRef;
  /** True if another denial remains: of another person, or by another notice. */
  readonly isDenied: boolean;
}

export function otherDecisions(run: RecordedRun, decided: Decided, notice: VisitRef, work: Work): OtherDecision[] {
  const denials = decided.choices.flatMap((choice) => choice.denials);
  return denials.flatMap((of, index) => {
    const isFirst = denials.findIndex((other) => other.node_id === of.node_id && other.visit === of.visit) === index;
    const changes: Changes = { values: [], decision: { of, decision: 'approved' } };
    if (!isFirst || !avoidsNotice(run, notice, changes, work)) return [];
    const { isDenied, notices } = rehearse(run, changes, work);
    return [{ of, isDenied: isDenied || [...notices].some((id) => actionOf(run, id) !== 'other_action') }];
  });
}

function avoidsNotice(run: RecordedRun, notice: VisitRef, changes: Changes, work: Work): boolean {
  const { notices: reached, isUndecided } = rehearse(run, changes, work);
  if (isUndecided || reached.has(notice.node_id)) return false;
  // Swapping one denial for another would be no better. A notice that was issued anyway does not count.
  const before = new Set(run.history.map(({ nodeId }) => nodeId));
  return [...reached].every((id) => before.has(id) || isLessSevere(run, id, notice.node_id));
}

function isLessSevere(run: RecordedRun, id: string, than: string): boolean {
  return actionOf(run, id) === 'other_action' && actionOf(run, than) !== 'other_action';
}

function actionOf({ definition }: RecordedRun, id: string): Json | undefined {
  const node = definition.find((each) => each.id === id) as { readonly adverse_action?: Json } | undefined;
  const settings = node?.adverse_action;
  return isJsonObject(settings) ? settings.action_taken : undefined;
}

type Avoids = (set: readonly NeededChange[]) => boolean;

function exhaustive(candidates: readonly NeededChange[], avoids: Avoids): WhatWouldHaveChanged | null {
  const sets = Array.from({ length: 2 ** candidates.length }, (_, mask) =>
    candidates.filter((_candidate, bit) => (mask & (1 << bit)) !== 0),
  );
  const found = sets
    .filter((set) => set.length > 0 && new Set(set.map(fieldKey)).size === set.length)
    .toSorted((a, b) => a.length - b.length)
    .find(avoids);
  return found === undefined ? null : { values: found, exact: true };
}

function byRemoval(candidates: readonly NeededChange[], avoids: Avoids): WhatWouldHaveChanged {
  const values = candidates.reduce<readonly NeededChange[]>((left, candidate) => {
    const without = left.filter((each) => each !== candidate);
    return avoids(without) ? without : left;
  }, candidates);
  return { values, exact: false };
}

function candidatesOf({ choices }: Decided): readonly NeededChange[] {
  const conditions = choices.flatMap((choice) => choice.conditions);
  const candidates = conditions
    .filter(({ read, field }) => read !== null || !isUserApproved(field))
    .map((condition): NeededChange => ({ condition, value: condition.cure }));
  // If a field has two possible values, the one that changes less is tried first.
  const distanceOf = ({ condition, value }: NeededChange): number =>
    typeof value === 'object' ? 0 : Math.abs(compareValues(condition.actual, value) ?? 0);
  const byField = Map.groupBy(candidates, fieldKey);
  const nearestFirst = [...byField.values()].flatMap((own) => own.toSorted((a, b) => distanceOf(a) - distanceOf(b)));
  return distinct(nearestFirst, (each) => `${fieldKey(each)}=${JSON.stringify(each.value)}`);
}

function fieldKey({ condition }: NeededChange): string {
  const { read } = condition;
  return `${read?.node_id ?? ''}#${read?.visit ?? 0}.${figureKey(condition)}`;
}

function changedValue({ condition, value }: NeededChange): ChangedValue {
  const { read, field, items } = condition;
  return items === undefined ? { read, field, value } : { read, field, value, figure: figureKey(condition) };
}
