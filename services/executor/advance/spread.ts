const MOST_MS = 5_000;
const MOST_SHARE = 0.1;
/** As many as a batch has rows, so that consecutive ids get different delays. */
const PLACES = 500;

/**
 * When to wake a batch row that sleeps until `wakeAt`: later by a part of `MOST_MS`, or of a tenth of the remaining
 * time. So rows that leave one Wait together are spread. Times are milliseconds since the epoch (semantics 17.2.5).
 */
export function spreadWakeUp(executionId: number, wakeAt: number, now: number): number {
  const most = Math.min(MOST_MS, Math.max(0, wakeAt - now) * MOST_SHARE);
  return Math.round(wakeAt + ((executionId % PLACES) / PLACES) * most);
}
