/** How long no batch row is claimed after a single start. */
export const HOLD_MS = 250;
/** Batches are held back no longer than this: a steady stream of single triggers must not stop them. */
const MOST_HELD_MS = 1_000;
/**
 * Rows that may be begun at once. A single trigger shares the machine with them, and takes about as many times longer.
 */
const MOST_BEGUN = { withoutSingles: 2, besideSingles: 1 };
/** How long after a single start the next one is expected. */
const EXPECTED_MS = 10_000;

/**
 * Holds batch rows back while single triggers are started, because a start under way delays the next one. Lets fewer
 * begin at once while more single triggers are expected (`bench:batch`).
 *
 * Boundary: times are passed in, in milliseconds of one clock. Invariant: batch rows are claimed at least once in
 * `MOST_HELD_MS`.
 */
export class BatchHold {
  #singleAt = Number.NEGATIVE_INFINITY;
  #heldSince: number | undefined;

  /** A single start was claimed, or is in flight. */
  singleSeen(now: number): void {
    this.#singleAt = now;
  }

  /** How many rows may be begun at once. */
  mostBegunAt(now: number): number {
    return now - this.#singleAt < EXPECTED_MS ? MOST_BEGUN.besideSingles : MOST_BEGUN.withoutSingles;
  }

  /** `held`: no batch row may begin now. `owed`: batch rows may begin even beside single starts. */
  stateAt(now: number): 'free' | 'held' | 'owed' {
    if (now - this.#singleAt >= HOLD_MS) {
      this.#heldSince = undefined;
      return 'free';
    }
    this.#heldSince ??= now;
    if (now - this.#heldSince < MOST_HELD_MS) return 'held';
    this.#heldSince = now;
    return 'owed';
  }
}
