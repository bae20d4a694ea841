import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { LoadedRun } from './load.ts';

/** Attempts in a row at one advance that may fail before the run does. */
export const MOST_ADVANCE_FAILURES = 20;
/** Attempts in a row that may begin and have no result: each took its process down, or held it until it was killed. */
export const MOST_ADVANCES_BEGUN = 3;
/**
 * An advance that begins later than this after it was called for may follow one that took its process down. Less than
 * the time-out of a workflow task (10 s), after which Temporal gives the task to another worker.
 */
const LATE_MS = 9_000;

/** One call of `advance`. */
export interface Attempt {
  /** It is counted already, as if it had failed. Success sets the count back. */
  isCounted: boolean;
  /** Lets the next suspect begin. */
  release: () => void;
}

/**
 * Counts the failed attempts at an advance on the run's row, so that no crash resets the count.
 *
 * Boundary: only the count. Who reads it ends the run.
 *
 * Invariants
 * 1. An attempt that follows a failure, or that is late, is counted in a commit of its own before it begins, as begun
 *    and as failed. So a crash of the process in the middle of it counts. The usual first attempt is counted after it
 *    failed, and costs nothing. One that ends in an error has a result: it counts as failed alone.
 * 2. Runs that failed before are attempted one at a time in each process. So the process that one of them takes down
 *    counts against no other.
 */
export class AttemptCount {
  readonly #db: Database;
  #lastSuspect: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  isSuspect(run: LoadedRun): boolean {
    return run.advance_failures > 0 || run.advances_begun > 0 || run.read_at - calledForAt(run) > LATE_MS;
  }

  /** Counts the attempt before it begins. Waits for other suspects if the run failed before. */
  async countAhead(attempt: Attempt, run: LoadedRun): Promise<void> {
    if (run.advance_failures > 0 || run.advances_begun > 0) {
      const before = this.#lastSuspect;
      this.#lastSuspect = new Promise((resolve) => (attempt.release = resolve));
      await before;
    }
    await this.#add(run.id, run.run_key, { begun: 1, failures: 1 });
    attempt.isCounted = true;
  }

  async countFailed(attempt: Attempt, executionId: number, runKey: string): Promise<void> {
    await this.#add(executionId, runKey, attempt.isCounted ? { begun: -1, failures: 0 } : { begun: 0, failures: 1 });
  }

  /** The attempt says nothing about the run. */
  async uncount(attempt: Attempt, executionId: number, runKey: string): Promise<void> {
    if (attempt.isCounted) await this.#add(executionId, runKey, { begun: -1, failures: -1 });
  }

  async forget(executionId: number, runKey: string): Promise<void> {
    await this.#db.kysely
      .updateTable('execution')
      .set({ advance_failures: 0, advances_begun: 0 })
      .where('id', '=', executionId)
      .where('run_key', '=', runKey)
      .execute();
  }

  async #add(executionId: number, runKey: string, by: { begun: number; failures: number }): Promise<void> {
    await this.#db.kysely
      .updateTable('execution')
      .set({
        advance_failures: sql`greatest(0, advance_failures + ${by.failures})`,
        advances_begun: sql`greatest(0, advances_begun + ${by.begun})`,
      })
      .where('id', '=', executionId)
      .where('run_key', '=', runKey)
      .execute();
  }
}

/** When the latest thing happened that a run is advanced for. */
function calledForAt(run: LoadedRun): number {
  const times = [
    run.updated_at,
    ...(run.effects ?? []).map(({ finished_at }) => finished_at ?? 0),
    ...(run.rounds ?? []).map(({ decided_at }) => decided_at ?? 0),
    run.wake_at !== null && run.wake_at <= run.read_at ? run.wake_at : 0,
  ];
  return Math.max(...times);
}
