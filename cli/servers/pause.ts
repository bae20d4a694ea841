const LEAST_MS = 20;
const MOST_MS = 500;

/**
 * How long to wait before looking again at what has been awaited for `waitedMs`: a tenth of that, since looking takes
 * time from what is awaited.
 */
export function pauseAfter(waitedMs: number): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, waitedMs / 10));
}
