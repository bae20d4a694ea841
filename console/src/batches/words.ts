import { isBatchTerminal } from '../../../core/states.ts';
import type { Batch, BatchSummary } from '../api/records.ts';

const WORDS: Readonly<Record<Batch['status'], string>> = {
  pending: 'Accepted',
  running: 'Running',
  interrupted: 'Interrupted',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

export function batchWords(status: Batch['status']): string {
  return WORDS[status];
}

const INTERRUPTIONS: Readonly<Record<NonNullable<Batch['interruption']>, string>> = {
  vendor_outage: 'A vendor is down, so no more rows are started: they would all fail.',
  operator: 'An operator stopped it.',
};

export function interruptionWords(why: NonNullable<Batch['interruption']>): string {
  return INTERRUPTIONS[why];
}

/** Numbers of rows by the outcomes still possible for them. */
export interface Progress {
  readonly total: number;
  readonly ended: number;
  readonly atWork: number;
  readonly notBegun: number;
  readonly waiting: number;
  readonly awaitingReview: number;
  readonly failed: number;
  readonly skipped: number;
}

export function progressOf({ total_count: total, by_status: by }: BatchSummary): Progress {
  const count = (...statuses: readonly string[]): number =>
    statuses.reduce((sum, status) => sum + (by[status] ?? 0), 0);
  return {
    total,
    ended: count('completed', 'failed', 'cancelled', 'skipped'),
    atWork: count('pending', 'running'),
    notBegun: count('queued'),
    waiting: count('waiting'),
    awaitingReview: count('awaiting_review'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

export const rowsOf = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

/** The state of the rows that have not ended, because a batch may wait for people for days. */
export function leftWords({ atWork, notBegun, waiting, awaitingReview }: Progress): string {
  return [
    ...(notBegun > 0 ? [`${rowsOf(notBegun)} not begun`] : []),
    ...(atWork > 0 ? [`${rowsOf(atWork)} at work`] : []),
    ...(waiting > 0 ? [`${rowsOf(waiting)} waiting for a time`] : []),
    ...(awaitingReview > 0 ? [`${rowsOf(awaitingReview)} awaiting a person`] : []),
  ].join(', ');
}

/** The actions available on a batch. */
export function actsOf(
  batch: Batch,
  { failed, skipped }: Progress,
): {
  readonly cancel: boolean;
  readonly resume: boolean;
  readonly retry: boolean;
} {
  const hasEnded = isBatchTerminal(batch.status);
  return { cancel: !hasEnded, resume: batch.status === 'interrupted', retry: hasEnded && failed + skipped > 0 };
}

export function secondsWords(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 120 ? `${Math.round(minutes)} minutes` : `${Math.round(minutes / 60)} hours`;
}
