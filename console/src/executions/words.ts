import type { Execution } from '../api/records.ts';

const WORDS: Readonly<Record<Execution['status'], string>> = {
  queued: 'Queued',
  pending: 'Accepted',
  running: 'Running',
  waiting: 'Waits for a time',
  awaiting_review: 'Awaits a person',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Never began',
};

export function statusWords(status: Execution['status']): string {
  return WORDS[status];
}

/** True for an outcome that a letter must tell: a denial, or an offer on other terms. */
export function wasDeclined(outcome: Execution['outcome']): boolean {
  return outcome === 'denied' || outcome === 'conditional';
}

/** The status, with what is asked of a person or a vendor. */
export function executionState({
  status,
  pending_review: review,
  pending_reports: reports,
}: Pick<Execution, 'status' | 'pending_review' | 'pending_reports'>): string {
  if (status === 'running' && reports.length > 0) return 'Awaits a report';
  if (status !== 'awaiting_review' || review === null) return WORDS[status];
  return review.kind === 'notice' ? 'Awaits a person: a letter' : 'Awaits a person: a decision';
}
