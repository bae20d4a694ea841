import type { RunRow } from './load.ts';
import type { RunChange } from './save.ts';

/** The row as it is loaded after this change was saved, if nobody else has written to it. */
export function savedRun(before: RunRow, { run, state, consumed_effects }: RunChange, rowVersion: string): RunRow {
  const consumed = new Set(consumed_effects);
  return {
    ...before,
    rowVersion,
    status: run.status,
    review_status: run.review_status,
    needs_human_review: run.needs_human_review,
    user_approved: run.user_approved,
    outcome: run.outcome,
    wake_at: run.wake_at === null ? null : Date.parse(run.wake_at),
    first_error_message: run.first_error_message,
    first_error_code: run.first_error_code,
    state,
    advance_failures: 0,
    advances_begun: 0,
    effects: (before.effects ?? []).filter(({ key }) => !consumed.has(key)),
  };
}
