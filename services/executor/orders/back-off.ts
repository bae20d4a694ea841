const FIRST_MS = 5_000;
const LONGEST_MS = 900_000;
/** What a vendor may ask for at least. */
const SHORTEST_MS = 1_000;

/** When an order is asked for first, unless its vendor says when. */
export function firstPollMs(askAfterMs: number | undefined): number {
  return nextPollMs(0, askAfterMs);
}

/** Doubled each time, with jitter, so that orders of one batch do not come together; a vendor's own time is obeyed. */
export function nextPollMs(polls: number, askAfterMs: number | undefined): number {
  if (askAfterMs !== undefined) return Math.max(SHORTEST_MS, askAfterMs);
  const milliseconds = Math.min(FIRST_MS * 2 ** Math.min(polls, 20), LONGEST_MS);
  return Math.round(milliseconds * (1 + Math.random() / 2));
}
