import { setTimeout as sleep } from 'node:timers/promises';

/** Assumed until a run was measured. */
const USUAL_TURN_MS = 100;
const SOONEST_MS = 100;
const LATEST_MS = 10_000;
/** A turn that took longer waited for the database, which costs others nothing. */
const LONGEST_REST_MS = 2_000;
/** Whoever does not come by so long after its time has gone elsewhere. */
const OVERDUE_MS = 5_000;

/** A turn goes on so long while runs of other accounts wait; */
const SHORT_TURN_MS = 500;
/** and so long otherwise: less than the workflow gives an advance. */
const LONG_TURN_MS = 3_000;

export interface Turn {
  /** Rests, and returns whether the run may take another slice without being loaded again. */
  goOn(): Promise<boolean>;
  end(): void;
}

/** The turn of a run, to be ended; or in how many milliseconds to ask for it again. */
export type Entry = Turn | { readonly againInMs: number };

/** Time, which tests hold in their hands. */
export interface Pace {
  /** In milliseconds, from any moment on. */
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
 * Lets runs with much data in one at a time: each takes up to some hundred MB while it is advanced, and most of a core.
 * After each slice the process rests from large runs for as long as the slice took, so that others have half of its time
 * at least.
 *
 * Who has to wait is told when to come again and holds nothing meanwhile: a worker carries out sixteen advances at a time,
 * and so many that waited here would keep everybody else's out. Accounts take turns.
 */
export class LargeRuns {
  readonly #waiting = new Map<number, Waiting>();
  /** When an account had its last turn, by account; those that wait are compared by it. */
  readonly #lastTurns = new Map<number, number>();
  readonly #pace: Pace;
  #isBusy = false;
  #turnMs = USUAL_TURN_MS;

  constructor(pace: Pace = REAL_PACE) {
    this.#pace = pace;
  }

  enter(accountId: number, executionId: number): Entry {
    const now = this.#pace.now();
    this.#forgetGone(now);
    if (this.#isBusy || this.#isBefore(accountId)) return { againInMs: this.#wait(accountId, executionId, now) };
    this.#isBusy = true;
    this.#waiting.delete(executionId);
    this.#lastTurns.set(accountId, now);
    return this.#turnOf(accountId, now);
  }

  #turnOf(accountId: number, begunAt: number): Turn {
    let sliceBegunAt = begunAt;
    const rest = (): Promise<void> => this.#pace.rest(Math.min(this.#pace.now() - sliceBegunAt, LONGEST_REST_MS));
    return {
      goOn: async () => {
        const mostMs = this.#othersWait(accountId) ? SHORT_TURN_MS : LONG_TURN_MS;
        if (this.#pace.now() - begunAt >= mostMs) return false;
        await rest();
        sliceBegunAt = this.#pace.now();
        return true;
      },
      end: () =>
        void rest().then(() => {
          this.#isBusy = false;
          this.#turnMs = (this.#turnMs + this.#pace.now() - begunAt) / 2;
        }),
    };
  }

  #othersWait(accountId: number): boolean {
    return [...this.#waiting.values()].some((one) => one.accountId !== accountId);
  }

  /** Whether one that waits is of an account that had its last turn longer ago. */
  #isBefore(accountId: number): boolean {
    const own = this.#lastTurns.get(accountId) ?? -Infinity;
    return [...this.#waiting.values()].some(({ accountId: other }) => (this.#lastTurns.get(other) ?? -Infinity) < own);
  }

  /** The time that passes until all before it had their turns: those of its own account, each after one of every other. */
  #wait(accountId: number, executionId: number, now: number): number {
    this.#waiting.delete(executionId);
    const others = [...this.#waiting.values()].map((one) => one.accountId);
    const ofOwn = others.filter((other) => other === accountId).length + 1;
    const accounts = new Set([...others, accountId]).size;
    const againInMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, Math.ceil(ofOwn * accounts * this.#turnMs)));
    this.#waiting.set(executionId, { accountId, comesAt: now + againInMs });
    return againInMs;
  }

  #forgetGone(now: number): void {
    for (const [id, { comesAt }] of this.#waiting) if (comesAt + OVERDUE_MS < now) this.#waiting.delete(id);
    const waiting = new Set([...this.#waiting.values()].map(({ accountId }) => accountId));
    for (const [id, at] of this.#lastTurns) if (at + LATEST_MS < now && !waiting.has(id)) this.#lastTurns.delete(id);
  }
}
