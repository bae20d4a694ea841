/** Of units that are one thing: how many of the smallest of its kind one is. */
const SIZES: Readonly<Record<string, { readonly kind: 'money' | 'span'; readonly size: number }>> = {
  cents: { kind: 'money', size: 1 },
  USD: { kind: 'money', size: 100 },
  months: { kind: 'span', size: 1 },
  years: { kind: 'span', size: 12 },
};

/**
 * The factor as people say it, of a value in unit `own` that is compared with so many `times` one in unit `other`: dollars
 * of at most 0.008 times cents are at most 0.8 times the amount, and months of 12 times years as long as those.
 */
export function timesInUnits(times: number, own: unknown, other: unknown): number {
  const [one, two] = [sizeOf(own), sizeOf(other)];
  if (one === undefined || two?.kind !== one.kind || one.size === two.size) return times;
  return Number(((times * one.size) / two.size).toPrecision(DIGITS));
}
const DIGITS = 12;

function sizeOf(unit: unknown) {
  return typeof unit === 'string' && Object.hasOwn(SIZES, unit) ? SIZES[unit] : undefined;
}
