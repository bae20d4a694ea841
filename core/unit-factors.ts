/** The size of each unit in the smallest unit of its kind. */
const SIZES: Readonly<Record<string, { readonly kind: 'money' | 'share' | 'time' | 'span'; readonly size: number }>> = {
  cents: { kind: 'money', size: 1 },
  USD: { kind: 'money', size: 100 },
  percent: { kind: 'share', size: 1 },
  fraction: { kind: 'share', size: 100 },
  hours: { kind: 'time', size: 1 },
  days: { kind: 'time', size: 24 },
  weeks: { kind: 'time', size: 168 },
  months: { kind: 'span', size: 1 },
  years: { kind: 'span', size: 12 },
};

/**
 * The factor to print for a comparison with `times` a value in another unit:
 * - Dollars of at most 0.008 times an amount in cents: at most 0.8 times the amount.
 * - Months of 12 times a number of years: as long as those.
 * - A fraction of 0.01 times a percentage: the same share.
 *
 * A value without a unit compared with 0.01 times a percentage counts as a share, and so does a percentage of 100 times
 * one.
 */
export function timesInUnits(times: number, own: unknown, other: unknown): number {
  const [one, two] = [sizeOf(own), sizeOf(other)];
  if (own === 'percent' && isShare(other) && times % PERCENT === 0) return times / PERCENT;
  if (other === 'percent' && isShare(own) && Math.abs(times) <= LARGEST_SHARE) return precise(times * PERCENT);
  if (one === undefined || two?.kind !== one.kind || one.size === two.size) return times;
  return precise((times * one.size) / two.size);
}
const PERCENT = 100;

/** Converts a value from unit `from` to unit `to`; undefined if no factor does. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  const [one, other] = [sizeOf(from === 'ratio' ? 'fraction' : from), sizeOf(to === 'ratio' ? 'fraction' : to)];
  if (from === to) return value;
  return one === undefined || one.kind !== other?.kind
    ? undefined
    : Number(((value * one.size) / other.size).toPrecision(15));
}

/** For a percentage divided by a hundred: a larger factor is more than a change of unit. */
const LARGEST_SHARE = 0.05;

const isShare = (unit: unknown): boolean => unit === null || unit === undefined || unit === 'ratio';

function precise(factor: number): number {
  return Number(factor.toPrecision(DIGITS));
}
const DIGITS = 12;

function sizeOf(unit: unknown) {
  return typeof unit === 'string' && Object.hasOwn(SIZES, unit) ? SIZES[unit] : undefined;
}
