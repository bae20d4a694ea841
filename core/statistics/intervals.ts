/*
 * 95 % intervals for shares in a random sample. Wilson, E. B. (1927), JASA 22:209. For the difference of two shares of
 * the same people: Newcombe, R. G. (1998), Statistics in Medicine 17:2635, method 10.
 */

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The Wilson score interval of `count` out of `total`, without continuity correction. */
export function wilson(count: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = count / total;
  const middle = share + Z ** 2 / (2 * total);
  const half = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const under = 1 + Z ** 2 / total;
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - half) / under),
    high: count === total ? 1 : Math.min(1, (middle + half) / under),
  };
}

/** How many of the same people have it on both sides, on only one of them, and on neither. */
export interface Paired {
  readonly both: number;
  readonly onlyOld: number;
  readonly onlyNew: number;
  readonly neither: number;
}

/** The interval of the new share minus the old one. */
export function pairedDifference({ both, onlyOld, onlyNew, neither }: Paired): Interval {
  const total = both + onlyOld + onlyNew + neither;
  if (total === 0) return { low: -1, high: 1 };
  const [before, now] = [both + onlyOld, both + onlyNew];
  const [old, fresh] = [wilson(before, total), wilson(now, total)];
  const difference = (onlyNew - onlyOld) / total;
  const downTo = { now: now / total - fresh.low, old: old.high - before / total };
  const upTo = { now: fresh.high - now / total, old: before / total - old.low };
  const correlation = phi({ both, onlyOld, onlyNew, neither });
  const reach = (side: { readonly now: number; readonly old: number }): number =>
    Math.sqrt(Math.max(0, side.now ** 2 - 2 * correlation * side.now * side.old + side.old ** 2));
  return { low: Math.max(-1, difference - reach(downTo)), high: Math.min(1, difference + reach(upTo)) };
}

/** The correlation of the two sides, with continuity correction if it is positive. */
function phi({ both, onlyOld, onlyNew, neither }: Paired): number {
  const total = both + onlyOld + onlyNew + neither;
  const under = (both + onlyOld) * (onlyNew + neither) * (both + onlyNew) * (onlyOld + neither);
  if (under === 0) return 0;
  const over = both * neither - onlyOld * onlyNew;
  return (over > 0 ? Math.max(0, over - total / 2) : over) / Math.sqrt(under);
}
