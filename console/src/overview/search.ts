import { EXECUTION_MODES, type ExecutionMode } from '../../../core/states.ts';
import { ALL_EXECUTIONS, idOf, NOT_ENDED, type ExecutionFilter } from '../executions/filter.ts';

/** The choices of the overview. They are kept in the address, so that a view can be saved and shared. */
export interface OverviewSearch {
  readonly period: PeriodName;
  readonly workflow: number | null;
  readonly mode: ExecutionMode;
}

/** Number of days, today included. A long period is shown by week. */
export const PERIODS = {
  week: { label: 'Last 7 days', days: 7, by: 'day' },
  month: { label: 'Last 30 days', days: 30, by: 'day' },
  quarter: { label: 'Last 90 days', days: 90, by: 'week' },
} as const;
export type PeriodName = keyof typeof PERIODS;
export const PERIOD_NAMES: readonly PeriodName[] = ['week', 'month', 'quarter'];

export const USUAL: OverviewSearch = { period: 'week', workflow: null, mode: 'live' };

/** Parses an address, which may contain anything. */
export function overviewSearchOf(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return {
    period: PERIOD_NAMES.find((one) => one === search.period) ?? USUAL.period,
    workflow: idOf(search.workflow),
    mode: EXECUTION_MODES.find((one) => one === search.mode) ?? USUAL.mode,
  };
}

/** First and last day, both included, as `2026-11-25`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The choices that each card of the overview reads. */
export interface Of {
  readonly search: OverviewSearch;
  readonly days: Days;
}

/** The days of the period, and equally many before them. `today`: today in the reader's time zone. */
export function daysOf(period: PeriodName, today: string): { readonly now: Days; readonly before: Days } {
  const { days } = PERIODS[period];
  const from = shifted(today, 1 - days);
  return { now: { from, to: today }, before: { from: shifted(from, -days), to: shifted(from, -1) } };
}

/** The day so many days later; earlier if negative. */
export function shifted(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}

/** The executions that a figure of the overview counts. */
export function executionsOf(
  { workflow, mode }: OverviewSearch,
  { from, to }: Days,
  more: Partial<ExecutionFilter> = {},
): ExecutionFilter {
  return { ...ALL_EXECUTIONS, workflow, mode, endedFrom: from, endedUntil: to, ...more };
}

/** Executions accepted in these days that have not ended: no figure of the overview counts them yet. */
export function notEndedOf(
  { workflow, mode }: OverviewSearch,
  { from, to }: Days,
  more: Partial<ExecutionFilter> = {},
): ExecutionFilter {
  return { ...ALL_EXECUTIONS, workflow, mode, from, until: to, status: NOT_ENDED, ...more };
}
