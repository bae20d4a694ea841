/*
 * Times as a histogram. Each bin is a tenth wider than the one before, so its middle is at most 5 % off.
 * `platform/database/decision-facts.ts` fills the bins.
 */

export const TIME_GROWTH = 1.1;
/** All shorter times are in the first bin. */
export const LEAST_SECONDS = 0.001;

export interface TimeBin {
  readonly bin: number;
  readonly count: number;
}

/** The time in seconds within which this share (0 to 1) has ended, exact to 5 %; null if there are none. */
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
