import jstat from 'jstat';

/*
 * Judges if recent decisions differ from those before: by enough to matter (size), and by more than chance explains
 * (certainty). Source: semantics 21.5.
 */

/** The count of each value. Rows that are compared have the same values in the same order. */
type Counts = readonly number[];

export interface Table {
  readonly before: Counts;
  /** The counts in the window. */
  readonly now: Counts;
}

export interface Series extends Table {
  /** The counts of each day of the four weeks before, which show how much days differ anyway. */
  readonly days: readonly Counts[];
}

/** A series with two values is a share: the decisions with something, and those without. */
export interface Judgement {
  readonly isDrifted: boolean;
  /** For a share the difference, from -1 to 1; otherwise the population stability index. */
  readonly size: number;
  /** The probability that chance alone makes a difference at least as great. */
  readonly p: number;
}

/** Series with fewer decisions are not judged. */
export const LEAST_DECISIONS = 200;
const LEAST_POINTS = 0.1;
const LEAST_PSI = 0.2;
const MOST_LIKELY_CHANCE = 1e-4;
/** The chi-square test is exact enough if at least so many of each value are expected. */
const LEAST_EXPECTED = 5;

/** Null with too few decisions. `asked`: the number of series that are judged together. */
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

export const sumOf = (counts: Counts): number => counts.reduce((sum, count) => sum + count, 0);

export const shareOf = (counts: Counts): number => (counts[0] ?? 0) / Math.max(1, sumOf(counts));

const points = ({ before, now }: Table): number => shareOf(now) - shareOf(before);

/** A value that was not seen counts as half a decision: the logarithm of 0 is infinite. */
export function stabilityIndex({ before, now }: Table): number {
  const shares = (counts: Counts) => {
    const seen = counts.map((count) => Math.max(count, 0.5));
    return seen.map((count) => count / sumOf(seen));
  };
  const recent = shares(now);
  return sumOf(
    shares(before).map((share, index) => {
      const other = recent[index] ?? 0;
      return (other - share) * Math.log(other / share);
    }),
  );
}

function shareChance(series: Table): number {
  const expected = expectedCounts([series.before, series.now]).flat();
  return Math.min(...expected) < LEAST_EXPECTED ? fisher(series) : chiSquare(series);
}

/** Merges the values of which few are expected. */
function binsChance({ before, now }: Table): number {
  const expected = expectedCounts([before, now]);
  const isRare = (index: number) => expected.some((counts) => (counts[index] ?? 0) < LEAST_EXPECTED);
  const merged = (counts: Counts) => [
    ...counts.filter((_, index) => !isRare(index)),
    sumOf(counts.filter((_, index) => isRare(index))),
  ];
  const series = { before: merged(before), now: merged(now) };
  return series.now.length === 2 ? shareChance(series) : chiSquare(series);
}

/** The counts of each row if all rows had the shares of all of them together. */
function expectedCounts(rows: readonly Counts[]): readonly Counts[] {
  const columns = columnsOf(rows);
  const all = sumOf(columns);
  return rows.map((counts) => {
    const total = sumOf(counts);
    return columns.map((count) => (count * total) / all);
  });
}

const columnsOf = (rows: readonly Counts[]): Counts =>
  (rows[0] ?? []).map((_, index) => sumOf(rows.map((counts) => counts[index] ?? 0)));

const valuesSeen = ({ before, now }: Table): number => columnsOf([before, now]).filter((count) => count > 0).length;

/** Pearson's test of homogeneity, without a correction for continuity. */
export function chiSquare(series: Table): number {
  const values = valuesSeen(series);
  return values < 2 ? 1 : 1 - jstat.jStat.chisquare.cdf(chiSquareOf([series.before, series.now]), values - 1);
}

/** Pearson's statistic: how far rows are from those that are expected. */
function chiSquareOf(rows: readonly Counts[]): number {
  const expected = expectedCounts(rows).flat();
  const terms = rows.flat().map((count, index) => {
    const wanted = expected[index] ?? 0;
    return wanted === 0 ? 0 : (count - wanted) ** 2 / wanted;
  });
  return sumOf(terms);
}

/**
 * The probability of such a difference if days differ as much as those before did. The statistic of the chi-square test
 * over its dispersion has the F distribution.
 */
function usualChance(series: Series): number {
  const days = series.days.filter((counts) => sumOf(counts) > 0);
  const values = valuesSeen(series);
  if (days.length < 2 || values < 2) return 1;
  const [over, under] = [values - 1, (values - 1) * (days.length - 1)];
  const dispersion = Math.max(1, chiSquareOf(days) / under);
  return 1 - jstat.jStat.centralF.cdf(chiSquareOf([series.before, series.now]) / over / dispersion, over, under);
}

/** Fisher's exact test, two-sided: adds up all tables with the same sums that are no more likely than this one. */
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
