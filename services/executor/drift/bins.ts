import type { Facts } from '../../../core/statistics/coarse.ts';
import type { FactValue } from '../../../core/statistics/ended.ts';
import { sumOf, type Series } from './judge.ts';

const BINS = 10;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;

/**
 * Counts the values of a field in each bin, on each of the days before and in the window. Each bin of a number holds a tenth
 * of the decisions before. The nine most frequent other values have a bin each, and so has no value at all.
 */
export function fieldSeries(key: string, days: readonly (readonly Facts[])[], now: readonly Facts[]): Series {
  const binOf = binsOf(days.flatMap((facts) => facts.map((each) => each[key])));
  const seen = [now, ...days].map((facts) => facts.map((each) => binOf(each[key])));
  const bins = [...new Set(seen.flat())];
  const [ofNow = [], ...ofDays] = seen.map((values) => {
    const counts = Map.groupBy(values, (bin) => bin);
    return bins.map((bin) => counts.get(bin)?.length ?? 0);
  });
  const before = bins.map((_, index) => sumOf(ofDays.map((counts) => counts[index] ?? 0)));
  return { before, now: ofNow, days: ofDays };
}

type BinOf = (value: FactValue | undefined) => string;

function binsOf(values: readonly (FactValue | undefined)[]): BinOf {
  const present = values.filter((value) => value !== undefined);
  const numbers = present.map(numberIn).filter((value) => value !== null);
  if (numbers.length > 0 && numbers.length === present.length) {
    const sorted = numbers.toSorted((a, b) => a - b);
    const edges = Array.from(
      { length: BINS - 1 },
      (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / BINS)],
    );
    return (value) => {
      const number = value === undefined ? null : numberIn(value);
      if (number === null) return value === undefined ? 'empty' : 'other';
      return String(edges.filter((edge) => edge !== undefined && edge <= number).length);
    };
  }
  const counts = [...Map.groupBy(present, (value) => JSON.stringify(value))];
  const usual = new Set(
    counts
      .toSorted(([, a], [, b]) => b.length - a.length)
      .slice(0, BINS - 1)
      .map(([value]) => value),
  );
  return (value) => {
    if (value === undefined) return 'empty';
    const text = JSON.stringify(value);
    return usual.has(text) ? `is ${text}` : 'other';
  };
}

function numberIn(value: FactValue): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : null;
}
