import jstat from 'jstat';

/*
 * Whether decisions of late differ from those before: by as much as somebody should know (size), and by more than chance
 * would make (certainty). Source: semantics 21.5.
 */

/** How often each value was seen, before and in the window. Both have the same values in the same order. */
export interface Table {
  readonly before: readonly number[];
  readonly now: readonly number[];
}

export interface Series extends Table {
  /** The same by day, of each of the four weeks before: how much it differs from day to day anyway. */
  readonly days: readonly (readonly number[])[];
}

/** A series with only two values is a share: of those with it and of those without. */
export interface Judgement {
  readonly isDrifted: boolean;
  /** Of a share the difference in points of 1; else the population stability index. */
  readonly size: number;
  /** How likely chance alone makes a difference that is at least as great. */
  readonly p: number;
}

/** Fewer decisions are not asked. */
export const LEAST_DECISIONS = 200;
const LEAST_POINTS = 0.1;
const LEAST_PSI = 0.2;
const MOST_LIKELY_CHANCE = 1e-4;
/** The chi-square distribution is near enough to the truth where so many of each value are expected. */
const LEAST_EXPECTED = 5;

/** Null with too few decisions. `asked`: with how many other series it was asked, itself included. */
export function judge(series: Series, asked: number): Judgement | null {
  const { before, now } = series;
  if (sumOf(before) < LEAST_DECISIONS || sumOf(now) < LEAST_DECISIONS) return null;
  const isShare = now.length === 2;
  const size = isShare ? points(series) : stabilityIndex(series);
  const p = isShare ? shareChance(series) : binsChance(series);
  const isLarge = isShare ? Math.abs(size) >= LEAST_POINTS : size > LEAST_PSI;
  const isSure = p < MOST_LIKELY_CHANCE / asked && usualChance(series) < MOST_LIKELY_CHANCE / asked;
  return { isDrifted: isLarge && isSure, size, p };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

export const shareOf = (counts: readonly number[]): number => (counts[0] ?? 0) / Math.max(1, sumOf(counts));

const points = ({ before, now }: Table): number => shareOf(now) - shareOf(before);

/** A value that was not seen counts as half a decision: its logarithm would have no end. */
export function stabilityIndex({ before, now }: Table): number {
  const shares = (counts: readonly number[]) => {
    const seen = counts.map((count) => Math.max(count, 0.5));
    return seen.map((count) => count / sumOf(seen));
  };
  const [old, of] = [shares(before), shares(now)];
  return sumOf(old.map((share, index) => ((of[index] ?? 0) - share) * Math.log((of[index] ?? 0) / share)));
}

function shareChance(series: Table): number {
  const expected = expectedCounts(series);
  return Math.min(...expected.before, ...expected.now) < LEAST_EXPECTED ? fisher(series) : chiSquare(series);
}

/** Values of which few are expected are taken together. */
function binsChance({ before, now }: Table): number {
  const expected = expectedCounts({ before, now });
  const isRare = (index: number) => Math.min(expected.before[index] ?? 0, expected.now[index] ?? 0) < LEAST_EXPECTED;
  const merged = (counts: readonly number[]) => [
    ...counts.filter((_, index) => !isRare(index)),
    sumOf(counts.filter((_, index) => isRare(index))),
  ];
  const series = { before: merged(before), now: merged(now) };
  return series.now.length === 2 ? shareChance(series) : chiSquare(series);
}

function expectedCounts({ before, now }: Table): Table {
  const [old, of] = [sumOf(before), sumOf(now)];
  const both = before.map((count, index) => count + (now[index] ?? 0));
  const share = (whole: number) => both.map((count) => (count * whole) / (old + of));
  return { before: share(old), now: share(of) };
}

/** Pearson's test of homogeneity, without a correction for continuity. */
export function chiSquare(series: Table): number {
  const values = expectedCounts(series).now.filter((count) => count > 0).length;
  return values < 2 ? 1 : 1 - jstat.jStat.chisquare.cdf(chiSquareOf(series), values - 1);
}

function chiSquareOf(series: Table): number {
  const expected = expectedCounts(series);
  const terms = (['before', 'now'] as const).flatMap((side) =>
    series[side].map((count, index) => {
      const wanted = expected[side][index] ?? 0;
      return wanted === 0 ? 0 : (count - wanted) ** 2 / wanted;
    }),
  );
  return sumOf(terms);
}

/**
 * How likely days that differ among themselves as those before did make such a difference: the statistic of the chi-square
 * test over its dispersion, which has the F distribution.
 */
function usualChance(series: Series): number {
  const days = series.days.filter((counts) => sumOf(counts) > 0);
  const values = series.before.filter((count, index) => count + (series.now[index] ?? 0) > 0).length;
  if (days.length < 2 || values < 2) return 1;
  const all = sumOf(days.flat());
  const shares = series.before.map((_, index) => sumOf(days.map((counts) => counts[index] ?? 0)) / all);
  const spread = days.flatMap((counts) => {
    const total = sumOf(counts);
    return counts.map((count, index) => {
      const wanted = (shares[index] ?? 0) * total;
      return wanted === 0 ? 0 : (count - wanted) ** 2 / wanted;
    });
  });
  const [over, under] = [values - 1, (values - 1) * (days.length - 1)];
  const dispersion = Math.max(1, sumOf(spread) / under);
  return 1 - jstat.jStat.centralF.cdf(chiSquareOf(series) / over / dispersion, over, under);
}

/** Fisher's exact test, two-sided: of all tables with the same sums those that are no more likely than this one. */
export function fisher({ before, now }: Table): number {
  const [before1 = 0] = before;
  const [now1 = 0] = now;
  const [drawn, withIt] = [sumOf(now), before1 + now1];
  const total = sumOf(before) + drawn;
  const [least, most] = [Math.max(0, drawn + withIt - total), Math.min(drawn, withIt)];
  const logOf = (count: number) =>
    logChoose(withIt, count) + logChoose(total - withIt, drawn - count) - logChoose(total, drawn);
  const seen = logOf(now1);
  let p = 0;
  for (let count = least; count <= most; count += 1) {
    const log = logOf(count);
    // Tables that are as likely may differ in their last digits.
    if (log <= seen + 1e-7) p += Math.exp(log);
  }
  return Math.min(1, p);
}

const logFactorial = (count: number): number => jstat.jStat.gammaln(count + 1);
const logChoose = (of: number, count: number): number =>
  logFactorial(of) - logFactorial(count) - logFactorial(of - count);
