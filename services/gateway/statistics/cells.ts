import type { Period } from '../../../core/statistics/periods.ts';
import { periodsAsked, type Asked, type Count } from './counts.ts';
import { LEAST } from './shown.ts';

/*
 * Counts for callers to whom a small count may reveal a person. Every answer is a sum of fixed cells, each rounded down
 * by itself: days in UTC or, for totals and weeks, whole past weeks. A cell has one workflow and version, or all
 * together. Two answers that differ by a day, a filter or a moment reveal only these cells. Rounding the sums would not
 * do: moving the first day of a period would show at which sum the next one makes a step. Source: semantics 21.4.5.
 */

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

export interface Cells {
  readonly periods: readonly Period[];
  /** Starts of the cells that are added up to the total, and the end of the last cell. */
  readonly total: readonly number[];
  /** Starts and end of the cells of which each is a part of one period. */
  readonly parts: readonly number[];
}

/** Whole weeks in UTC around the requested days. Today is in no cell, because it would show each run as it ends. */
export function cellsAsked(asked: Asked, now: number): Cells {
  const days = periodsAsked({ ...asked, by: 'day', time_zone: 'UTC' }, now);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = mondayBefore(days[0]?.begins ?? today);
  const to = mondayBefore(days.at(-1)?.begins ?? today) + DAYS_OF_WEEK * DAY_MS;
  const periods = periodsAsked(
    { ...asked, time_zone: 'UTC', from: dateText(from), to: dateText(Math.max(from, Math.min(to - DAY_MS, today))) },
    now,
  );
  const over = Math.min(to, today);
  const ofDays = steps(from, over, DAY_MS);
  const lastMonday = Math.max(from, Math.min(to, mondayBefore(today)));
  const total = [...steps(from, lastMonday, DAYS_OF_WEEK * DAY_MS).slice(0, -1), ...steps(lastMonday, over, DAY_MS)];
  return { periods, total, parts: asked.by === 'week' ? total : ofDays };
}

/** 1970-01-01 was a Thursday. */
const mondayBefore = (at: number): number => {
  const day = Math.floor(at / DAY_MS);
  return (day - ((day + 3) % DAYS_OF_WEEK)) * DAY_MS;
};

const dateText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Both times and the steps between them. */
function steps(from: number, to: number, length: number): number[] {
  const times: number[] = [];
  for (let at = from; at < to; at += length) times.push(at);
  return [...times, Math.max(from, to)];
}

/**
 * Counts of cells, each rounded down to a multiple of five; smaller counts are left out. Times have no counts: they are
 * shown for five and more.
 */
export function roundedCells(counts: readonly Count[]): readonly Count[] {
  return counts.flatMap((each) => {
    if (each.bin !== null) return [each];
    const count = each.count - (each.count % LEAST);
    return count === 0 ? [] : [{ ...each, count }];
  });
}

/** The counts of parts, each in the period in which its part begins. */
export function inPeriods(counts: readonly Count[], { periods, parts }: Cells): readonly Count[] {
  return counts.map((each) => {
    const begins = parts[each.period] ?? 0;
    return { ...each, period: periods.findIndex((period) => begins >= period.begins && begins < period.ends) };
  });
}
