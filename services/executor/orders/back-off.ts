const LONGEST_MS = 900_000;
/** The shortest delay that a vendor may ask for. */
const SHORTEST_MS = 1_000;

/**
 * How long to wait before an order that was polled `polls` times is polled again. The wait doubles each time, with
 * jitter, so that the orders of a batch do not come together. A delay that the vendor names is obeyed.
 */
export function nextPollMs(polls: number, askAfterMs: number | undefined, firstMs: number): number {
  if (askAfterMs !== undefined) return Math.max(SHORTEST_MS, askAfterMs);
  const milliseconds = Math.min(firstMs * 2 ** Math.min(polls, 20), Math.max(firstMs, LONGEST_MS));
  return Math.round(milliseconds * (1 + Math.random() / 2));
}
