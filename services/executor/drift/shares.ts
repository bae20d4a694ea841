import type { DriftKind } from '../../../core/statistics/drifts.ts';
import type { Counted } from '../../../platform/database/entities/statistics.ts';
import type { Outcome } from '../../../core/states.ts';
import { LEAST_DECISIONS, type Series } from './judge.ts';

/*
 * The watched shares of a workflow, from its counts by the hour: approvals, the decisions of each rule, and the failed pulls
 * of each product. Source: semantics 21.5.
 */

/** A count of one of the days before the end of the window. */
export interface DayCount {
  /** 0: the last 24 hours. */
  readonly day: number;
  readonly what: Extract<Counted, 'decision' | 'rule' | 'pull' | 'pull_failed'>;
  readonly key: string;
  readonly outcome: Outcome | '';
  readonly workflow_version: number;
  readonly count: number;
}

export interface WatchedShare {
  readonly kind: DriftKind;
  /** The rule, or the product; empty for approvals. */
  readonly key: string;
  readonly days: number;
  readonly series: Series;
}

/** Lengths of windows, in days: the shortest with enough decisions is judged. */
const WINDOWS = [1, 2, 4, 7] as const;
const WEEK = 7;
const WEEKS = 4;
/** Days that are read. */
export const DAYS = WEEK * (WEEKS + 1);

/** All days of the four weeks. */
export const DAYS_BEFORE = Array.from({ length: WEEK * WEEKS }, (_, day) => WEEK + day);

/** The days of a window, or of the same days of the week in the four weeks before it. */
const daysNow = (length: number): readonly number[] => Array.from({ length }, (_, day) => day);
const daysBefore = (length: number): readonly number[] =>
  Array.from({ length: WEEKS }, (_, week) => (week + 1) * WEEK).flatMap((first) =>
    daysNow(length).map((day) => first + day),
  );

/** Only decisions of `version` count for outcomes and rules, because another one decides otherwise on purpose. */
export function watchedShares(counts: readonly DayCount[], version: number): readonly WatchedShare[] {
  const decided = decidedBy(counts, version);
  const rules = counts.filter(({ what, workflow_version: of }) => what === 'rule' && of === version);
  const pulls = counts.filter(({ what }) => what === 'pull');
  const failures = counts.filter(({ what }) => what === 'pull_failed');
  const of = (kind: DriftKind, key: string, withIt: readonly DayCount[], all: readonly DayCount[]) =>
    shareOf(withIt, all).map((share) => ({ kind, key, ...share }));
  return [
    ...of(
      'approvals',
      '',
      decided.filter(({ outcome }) => outcome === 'approved'),
      decided,
    ),
    ...keysOf(rules).flatMap((key) => of('rule', key, ofKey(rules, key), decided)),
    ...keysOf(pulls).flatMap((key) => of('vendor', key, ofKey(failures, key), ofKey(pulls, key))),
  ];
}

const decidedBy = (counts: readonly DayCount[], version: number): readonly DayCount[] =>
  counts.filter(({ what, outcome, workflow_version: of }) => what === 'decision' && outcome !== '' && of === version);

const keysOf = (counts: readonly DayCount[]): readonly string[] =>
  [...new Set(counts.map(({ key }) => key))].toSorted();
const ofKey = (counts: readonly DayCount[], wanted: string) => counts.filter(({ key }) => key === wanted);

/** Returns nothing with too few decisions in the longest window, or before it. */
function shareOf(
  withIt: readonly DayCount[],
  all: readonly DayCount[],
): readonly Pick<WatchedShare, 'days' | 'series'>[] {
  const days = windowOf(all);
  if (days === undefined) return [];
  const [now, before] = [daysNow(days), daysBefore(days)];
  if (sumOf(all, before) < LEAST_DECISIONS) return [];
  const counted = (of: readonly number[]) => [sumOf(withIt, of), sumOf(all, of) - sumOf(withIt, of)];
  const each = DAYS_BEFORE.map((day) => counted([day]));
  return [{ days, series: { before: counted(before), now: counted(now), days: each } }];
}

const windowOf = (all: readonly DayCount[]): number | undefined =>
  WINDOWS.find((length) => sumOf(all, daysNow(length)) >= LEAST_DECISIONS);

function sumOf(counts: readonly DayCount[], days: readonly number[]): number {
  const wanted = new Set(days);
  return counts.reduce((sum, { day, count }) => (wanted.has(day) ? sum + count : sum), 0);
}

/** The window in which decisions of a version are compared; undefined with too few of them. */
export function decidedWindow(counts: readonly DayCount[], version: number): number | undefined {
  return windowOf(decidedBy(counts, version));
}

/** Products that were pulled in the weeks before, but not in the longest window. */
export function pulledNoMore(counts: readonly DayCount[]): readonly string[] {
  const pulls = counts.filter(({ what }) => what === 'pull');
  return keysOf(pulls).filter((key) => sumOf(ofKey(pulls, key), daysNow(WEEK)) === 0);
}
