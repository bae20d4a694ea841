import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedRun } from './load.ts';

/** Assumed until a run is measured. */
const USUAL_HELD_MS = 100;
const SOONEST_MS = 100;
const LATEST_MS = 10_000;
/** A slot that was held longer waited for the database, which costs others nothing. */
const LONGEST_REST_MS = 2_000;
/** A run that has not asked again this long after its time was advanced by another process. */
const OVERDUE_MS = 5_000;

/** How long a slot is kept while runs of other accounts wait; */
const SHORTEST_HELD_MS = 500;
/** The limit otherwise: less than the workflow allows an advance. */
const LONGEST_HELD_MS = 3_000;

export interface Slot {
  /** Rests, and returns true if the run may take another slice without being loaded again. */
  goOn(): Promise<boolean>;
  end(): void;
}

/** The slot of a run, to be released, or the delay until it may ask again. */
export type Entry = Slot | { readonly againInMs: number };

/** The clock; tests provide their own. */
export interface Pace {
  /** In milliseconds, from any start. */
  now(): number;
  rest(restMs: number): Promise<void>;
}

const REAL_PACE: Pace = {
  now: () => performance.now(),
  rest: (restMs) => sleep(restMs, undefined, { ref: false }),
};

interface Waiting {
  readonly accountId: number;
  readonly comesAt: number;
}

/**
 * Advances runs with much data one at a time, because each takes up to some hundred MB and most of a core. After each
 * slice the process handles no large runs for as long as the slice took. So others have at least half of its time.
 *
 * A run that has to wait is told when to ask again and holds nothing meanwhile. A worker carries out sixteen advances
 * at a time, and sixteen waiting here would block all others. Accounts are served round-robin.
 */
export class LargeRuns {
  readonly #waiting = new Map<number, Waiting>();
  /** When each account was last served, to order those that wait. */
  readonly #lastServed = new Map<number, number>();
  readonly #pace: Pace;
  #isBusy = false;
  #heldMs = USUAL_HELD_MS;

  constructor(pace: Pace = REAL_PACE) {
    this.#pace = pace;
  }

  /** Wraps an advance: its slot is released when it has ended, with any result. */
  async inTurn<T>(advance: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = new Turn(this);
    try {
      return await advance(turn);
    } finally {
      turn.end();
    }
  }

  enter(accountId: number, executionId: number): Entry {
    const now = this.#pace.now();
    this.#forgetOverdue(now);
    if (this.#isBusy || this.#isBefore(accountId)) return { againInMs: this.#wait(accountId, executionId, now) };
    this.#isBusy = true;
    this.#waiting.delete(executionId);
    this.#lastServed.set(accountId, now);
    return this.#slotOf(accountId, now);
  }

  #slotOf(accountId: number, begunAt: number): Slot {
    let sliceBegunAt = begunAt;
    const rest = (): Promise<void> => this.#pace.rest(Math.min(this.#pace.now() - sliceBegunAt, LONGEST_REST_MS));
    return {
      goOn: async () => {
        const mostMs = this.#othersWait(accountId) ? SHORTEST_HELD_MS : LONGEST_HELD_MS;
        if (this.#pace.now() - begunAt >= mostMs) return false;
        await rest();
        sliceBegunAt = this.#pace.now();
        return true;
      },
      end: () =>
        void rest().then(() => {
          this.#isBusy = false;
          this.#heldMs = (this.#heldMs + this.#pace.now() - begunAt) / 2;
        }),
    };
  }

  #othersWait(accountId: number): boolean {
    return [...this.#waiting.values()].some((one) => one.accountId !== accountId);
  }

  /** True if a waiting run is of an account that was last served longer ago. */
  #isBefore(accountId: number): boolean {
    const own = this.#lastServed.get(accountId) ?? -Infinity;
    return [...this.#waiting.values()].some(({ accountId: other }) => (this.#lastServed.get(other) ?? -Infinity) < own);
  }

  /** The time until all before it are served: those of its own account, and one of every other before each. */
  #wait(accountId: number, executionId: number, now: number): number {
    this.#waiting.delete(executionId);
    const others = [...this.#waiting.values()].map((one) => one.accountId);
    const ofOwn = others.filter((other) => other === accountId).length + 1;
    const accounts = new Set([...others, accountId]).size;
    const againInMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, Math.ceil(ofOwn * accounts * this.#heldMs)));
    this.#waiting.set(executionId, { accountId, comesAt: now + againInMs });
    return againInMs;
  }

  #forgetOverdue(now: number): void {
    for (const [id, { comesAt }] of this.#waiting) if (comesAt + OVERDUE_MS < now) this.#waiting.delete(id);
    const waiting = new Set([...this.#waiting.values()].map(({ accountId }) => accountId));
    for (const [id, at] of this.#lastServed) if (at + LATEST_MS < now && !waiting.has(id)) this.#lastServed.delete(id);
  }
}

/** The turn of one advance. Only a run with much data takes a slot, and keeps it until the advance has ended. */
export class Turn {
  readonly #runs: LargeRuns;
  #slot: Slot | undefined;

  constructor(runs: LargeRuns) {
    this.#runs = runs;
  }

  /** Returns 0 if the run may continue, otherwise the milliseconds until it may ask again. */
  enter({ account_id: accountId, id, data }: LoadedRun): number {
    if (data !== null || this.#slot !== undefined) return 0;
    const entry = this.#runs.enter(accountId, id);
    if ('againInMs' in entry) return entry.againInMs;
    this.#slot = entry;
    return 0;
  }

  /**
   * Wraps a slice: continues with the next one, without loading, while the run has a slot. Without a slot there is only
   * one.
   */
  async inSlices<S, T>(first: S, advance: (slice: S) => Promise<SliceResult<S, T>>): Promise<T> {
    for (let slice = first; ;) {
      const { advanced, next } = await advance(slice);
      if (next === undefined || this.#slot === undefined || !(await this.#slot.goOn())) return advanced;
      slice = next;
    }
  }

  end(): void {
    this.#slot?.end();
  }
}

/** The return value after a slice, and the next slice in memory, if any. */
export interface SliceResult<S, T> {
  readonly advanced: T;
  readonly next?: S | undefined;
}
