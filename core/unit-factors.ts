/** Of units that are one thing: how many of the smallest of its kind one is. */
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
 * The factor as people say it, of a value in unit `own` that is compared with so many `times` one in unit `other`: dollars
 * of at most 0.008 times cents are at most 0.8 times the amount, months of 12 times years as long as those, and a fraction
 * of 0.01 times a percentage the same share. A value
 * without a unit that is compared with a hundredth of a percentage is a share of the same, and a percentage of a hundred
 * times one is, too.
 */
export function timesInUnits(times: number, own: unknown, other: unknown): number {
  const [one, two] = [sizeOf(own), sizeOf(other)];
  if (own === 'percent' && isShare(other) && times % PERCENT === 0) return times / PERCENT;
  if (other === 'percent' && isShare(own) && Math.abs(times) <= LARGEST_SHARE) return precise(times * PERCENT);
  if (one === undefined || two?.kind !== one.kind || one.size === two.size) return times;
  return precise((times * one.size) / two.size);
}
const PERCENT = 100;

/** The value in unit `to` of one in unit `from`; undefined if no factor makes one of the other. */
export function inUnit(value: number, from: string, to: string): number | undefined {
  const [one, other] = [sizeOf(from === 'ratio' ? 'fraction' : from), sizeOf(to === 'ratio' ? 'fraction' : to)];
  if (from === to) return value;
  return one === undefined || one.kind !== other?.kind
    ? undefined
    : Number(((value * one.size) / other.size).toPrecision(15));
}

/** Of a hundredth of a percentage: a larger factor is no change of the unit. */
const LARGEST_SHARE = 0.05;

const isShare = (unit: unknown): boolean => unit === null || unit === undefined || unit === 'ratio';

function precise(factor: number): number {
  return Number(factor.toPrecision(DIGITS));
}
const DIGITS = 12;

function sizeOf(unit: unknown) {
  return typeof unit === 'string' && Object.hasOwn(SIZES, unit) ? SIZES[unit] : undefined;
}
