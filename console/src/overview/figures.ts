/* Figures calculated from the API's counts. A count of `<5` is not a number, so no figure is calculated from it. */

export type Count = number | string;

export const numberOf = (count: Count): number | null => (typeof count === 'number' ? count : null);

export const countWords = (count: Count): string => (typeof count === 'number' ? count.toLocaleString('en') : count);

/** A share from 0 to 1; null if the whole is 0 or one of the two is withheld. */
export function shareOf(part: Count, whole: Count): number | null {
  const [of, all] = [numberOf(part), numberOf(whole)];
  return of === null || all === null || all === 0 ? null : of / all;
}

export function percent(share: number | null): string {
  if (share === null) return '–';
  const hundredths = share * 100;
  return `${hundredths.toFixed(hundredths > 0 && hundredths < 10 ? 1 : 0)} %`;
}

/** Change of a share in percentage points; null if one of the two is unknown. */
export function changeOfShare(now: number | null, before: number | null): string | null {
  if (now === null || before === null) return null;
  const points = Math.round((now - before) * 1_000) / 10;
  return points === 0 ? 'as before' : `${signed(points)} points`;
}

/** Change of a count in percent. */
export function changeOfCount(now: Count, before: Count): string | null {
  const [own, other] = [numberOf(now), numberOf(before)];
  if (own === null || other === null || other === 0) return null;
  const change = Math.round((own / other - 1) * 100);
  return change === 0 ? 'as before' : `${signed(change)} %`;
}

const signed = (value: number): string => `${value > 0 ? '+' : '−'}${Math.abs(value)}`;

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A duration in its largest unit, with two digits. */
export function timeWords(seconds: number | null): string {
  if (seconds === null) return '–';
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [0.001, 'ms'];
  const value = seconds / size;
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

/** The marks of an axis: 0 and up to four round numbers, the last at or above the largest value. */
export function marksUpTo(largest: number): readonly number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power);
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  return Array.from({ length: Math.ceil(largest / whole) + 1 }, (_, index) => index * whole);
}
