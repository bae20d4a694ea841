import type { FactValue } from '../../../core/statistics/ended.ts';
import type { Series } from './judge.ts';

type Facts = Readonly<Record<string, FactValue>>;

const BINS = 10;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;

/**
 * How often a field had values in each bin, on each of the days before and in the window. The bins of a number hold a tenth of the decisions
 * before each; other values are a bin each, the nine that were the most frequent. No value at all is a bin too.
 */
export function fieldSeries(key: string, days: readonly (readonly Facts[])[], now: readonly Facts[]): Series {
  const binOf = binsOf(days.flatMap((facts) => facts.map((each) => each[key])));
  const seen = [now, ...days].map((facts) => facts.map((each) => binOf(each[key])));
  const bins = [...new Set(seen.flat())];
  const [ofNow = [], ...ofDays] = seen.map((values) => {
    const counts = Map.groupBy(values, (bin) => bin);
    return bins.map((bin) => counts.get(bin)?.length ?? 0);
  });
  const before = bins.map((_, index) => ofDays.reduce((sum, counts) => sum + (counts[index] ?? 0), 0));
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
