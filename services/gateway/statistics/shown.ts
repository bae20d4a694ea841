import { timeAt, type TimeBin } from '../../../core/statistics/times.ts';
import type { Scope } from '../../../core/access.ts';

/** A count under this one may tell of a person to who cannot read executions. */
const LEAST = 5;
const FEW = '<5';

/** A number as the caller may see it. */
type ShownCount = number | typeof FEW;

/** What of counts a caller sees. Source: semantics 21.4. */
export class Shown {
  readonly #isWhole: boolean;

  constructor(scopes: ReadonlySet<Scope>) {
    this.#isWhole = scopes.has('executions:read');
  }

  count(count: number): ShownCount {
    return this.#isWhole || count >= LEAST ? count : FEW;
  }

  /** Of a sum of which a part is hidden the last digits go: nobody gets the part by taking the others away. */
  sum(parts: readonly number[], sum: number = parts.reduce((all, part) => all + part, 0)): ShownCount {
    const hidesAny = !this.#isWhole && parts.some((part) => part < LEAST);
    return this.count(hidesAny ? sum - (sum % LEAST) : sum);
  }

  seconds(bins: readonly TimeBin[], share: number): number | null {
    const count = bins.reduce((all, bin) => all + bin.count, 0);
    return this.#isWhole || count >= LEAST ? timeAt(bins, share) : null;
  }
}
