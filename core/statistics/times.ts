/*
 * Times as a histogram: each bin is wider than the one before by a tenth, so that the middle of a bin is nowhere more than 5 %
 * away. `platform/database/decision-facts.ts` sorts into them.
 */

export const TIME_GROWTH = 1.1;
/** All that is shorter is in the first bin. */
export const LEAST_SECONDS = 0.001;

export interface TimeBin {
  readonly bin: number;
  readonly count: number;
}

/** The time, in seconds, within which so many of 1 have ended, exact to 5 %; null if there are none. */
export function timeAt(bins: readonly TimeBin[], share: number): number | null {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const wanted = Math.max(1, Math.ceil(total * share));
  let seen = 0;
  for (const { bin, count } of bins.toSorted((a, b) => a.bin - b.bin)) {
    seen += count;
    if (seen >= wanted) return Number((TIME_GROWTH ** (bin + 0.5)).toPrecision(3));
  }
  return null;
}
