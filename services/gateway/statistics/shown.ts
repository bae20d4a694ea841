import { timeAt, type TimeBin } from '../../../core/statistics/times.ts';
import type { DriftMeasured } from '../../../core/statistics/drifts.ts';
import type { Scope } from '../../../core/access.ts';

/** A smaller count may reveal a person to callers who cannot read executions. */
export const LEAST = 5;
const FEW = '<5';

const SHARES = 20;
const roundedShare = (share: number): number => Math.round(share * SHARES) / SHARES;

/** A number, as far as the caller may see it. */
type ShownCount = number | typeof FEW;

/** The counts that a caller sees: exact ones, or sums of rounded cells for callers who may not see all. */
export class Shown {
  readonly isExact: boolean;

  /** `exactFor` is the scope that shows the counted value of each execution. */
  constructor(scopes: ReadonlySet<Scope>, exactFor: Scope = 'executions:read') {
    this.isExact = scopes.has(exactFor);
  }

  count(count: number): ShownCount {
    if (this.isExact) return count;
    return count < LEAST ? FEW : count - (count % LEAST);
  }

  /** The sum of cells. */
  sum(cells: readonly number[]): ShownCount {
    const rounded = cells.map((count) => (this.isExact ? count : count - (count % LEAST)));
    return this.count(rounded.reduce((all, count) => all + count, 0));
  }

  /** A row of a list is shown only if the caller may know that its count is above 0. */
  isTold(count: number): boolean {
    return this.isExact || count >= LEAST;
  }

  /** Sorts the greatest first, as far as the caller may know the order. */
  compare(a: number, b: number): number {
    const order = this.isExact ? (count: number) => count : (count: number) => Math.floor(count / LEAST);
    return order(b) - order(a);
  }

  /** Rounded, because a caller could compute a small count from a share of a known number. */
  drift(measured: DriftMeasured) {
    if (this.isExact) return measured;
    const { decisions, share_before: before, share_now: now } = measured;
    return {
      ...measured,
      ...(decisions === undefined ? {} : { decisions: decisions - (decisions % LEAST) }),
      ...(before === undefined ? {} : { share_before: roundedShare(before) }),
      ...(now === undefined ? {} : { share_now: roundedShare(now) }),
    };
  }

  seconds(bins: readonly TimeBin[], share: number): number | null {
    const count = bins.reduce((all, bin) => all + bin.count, 0);
    return this.isTold(count) ? timeAt(bins, share) : null;
  }
}
