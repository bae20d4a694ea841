const LEAST_MS = 20;
const MOST_MS = 500;

/**
 * The wait before the next check of a condition that has been awaited for `waitedMs`. It is a tenth of that, because
 * checks slow down what they wait for.
 */
export function pauseAfter(waitedMs: number): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, waitedMs / 10));
}
