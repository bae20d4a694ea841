import { timeAt, type TimeBin } from '../../../core/statistics/times.ts';
import type { DriftMeasured } from '../../../core/statistics/drifts.ts';
import type { Scope } from '../../../core/access.ts';

/** A count under this one may tell of a person to who cannot read executions. */
const LEAST = 5;
const FEW = '<5';

const SHARES = 20;
const roundedShare = (share: number): number => Math.round(share * SHARES) / SHARES;

/** A number as the caller may see it. */
type ShownCount = number | typeof FEW;

/**
 * The counts that a caller sees. Without the right to read executions they are multiples of 5: from an exact sum and all
 * parts but one, or from two periods that differ by a day, a caller could work out a small count. Source: semantics 21.4.
 */
export class Shown {
  readonly #isWhole: boolean;

  constructor(scopes: ReadonlySet<Scope>) {
    this.#isWhole = scopes.has('executions:read');
  }

  count(count: number): ShownCount {
    if (this.#isWhole) return count;
    return count < LEAST ? FEW : count - (count % LEAST);
  }

  /** A row of a list is shown only if its count may be known to be more than 0. */
  isTold(count: number): boolean {
    return this.#isWhole || count >= LEAST;
  }

  /** The greatest first, as far as the caller may know which that is. */
  compare(a: number, b: number): number {
    const order = this.#isWhole ? (count: number) => count : (count: number) => Math.floor(count / LEAST);
    return order(b) - order(a);
  }

  /** Rounded, because a caller could work out a small count from a share of a known number. */
  drift(measured: DriftMeasured) {
    if (this.#isWhole) return measured;
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
