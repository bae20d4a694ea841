import { sql, type RawBuilder } from 'kysely';
import { LaterStateError } from '../../../core/interpreter/advance.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import type { LoadedRun } from './load.ts';

/** Failed attempts in a row after which the run fails. */
export const MOST_ADVANCE_FAILURES = 20;
/** Attempts in a row that began without a result: each crashed its process, or held it until it was killed. */
export const MOST_ADVANCES_BEGUN = 3;
/**
 * An advance that begins this long after it was called for may follow one that crashed its process. Less than the
 * time-out of a workflow task (10 s), after which Temporal gives the task to another worker.
 */
const LATE_MS = 9_000;

/** The reason why a run is not tried again. */
export type GivenUp = 'failed_too_often' | 'poison';

/** One call of `advance`. */
export interface Attempt {
  readonly executionId: number;
  readonly runKey: string;
  /** True if it is counted already, as if it had failed. A save sets the count back. */
  isCounted: boolean;
  /** Lets the next suspect begin. */
  release: () => void;
}

/**
 * Counts the failed attempts at an advance on the run's row, so that no crash resets the count.
 *
 * Boundary: only the count, and whether the run is to be given up. The caller ends the run.
 *
 * Invariants
 * 1. An attempt that is late or follows a failure is counted as begun and as failed before it begins, in a commit of
 *    its own. So a crash of the process during it counts. The usual first attempt is counted after it failed, and costs
 *    nothing. One that ends in an error has a result: it counts as failed alone.
 * 2. Runs that failed before are attempted one at a time in each process. So a process that one of them crashes counts
 *    against no other.
 */
export class Attempts {
  readonly #db: Database;
  #lastSuspect: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Wraps an advance: counts it if it fails. */
  async counted<T>(executionId: number, runKey: string, advance: (attempt: Attempt) => Promise<T>): Promise<T> {
    const attempt: Attempt = { executionId, runKey, isCounted: false, release: () => undefined };
    try {
      return await advance(attempt);
    } catch (error) {
      await this.#countFailed(attempt, error).catch(() => undefined);
      throw error;
    } finally {
      attempt.release();
    }
  }

  /** Wraps the work on a loaded run: counts a suspect ahead. That changes its row, so it has to be loaded again. */
  async countedAhead<T>(attempt: Attempt, run: LoadedRun, work: () => Promise<T>): Promise<T | 'again'> {
    if (attempt.isCounted || !isSuspect(run)) return work();
    if (hasFailed(run)) {
      const before = this.#lastSuspect;
      this.#lastSuspect = new Promise((resolve) => (attempt.release = resolve));
      await before;
    }
    await this.#add(attempt, { begun: 1, failures: 1 });
    attempt.isCounted = true;
    return 'again';
  }

  /** Sets the count back after a success that saved nothing. */
  async forget(attempt: Attempt, run: { readonly advance_failures: number }): Promise<void> {
    if (run.advance_failures > 0) await this.#set(attempt, { advance_failures: 0, advances_begun: 0 });
  }

  /** Not counted: an unreachable database and a state that a later release wrote say nothing about the run. */
  async #countFailed(attempt: Attempt, error: unknown): Promise<void> {
    const saysNothing = isUnavailable(error) || error instanceof LaterStateError;
    if (attempt.isCounted) await this.#add(attempt, { begun: -1, failures: saysNothing ? -1 : 0 });
    else if (!saysNothing) await this.#add(attempt, { begun: 0, failures: 1 });
  }

  async #add(attempt: Attempt, by: { readonly begun: number; readonly failures: number }): Promise<void> {
    await this.#set(attempt, {
      advance_failures: sql<number>`greatest(0, advance_failures + ${by.failures})`,
      advances_begun: sql<number>`greatest(0, advances_begun + ${by.begun})`,
    });
  }

  async #set(
    { executionId, runKey }: Attempt,
    counts: Record<'advance_failures' | 'advances_begun', number | RawBuilder<number>>,
  ): Promise<void> {
    await this.#db.kysely
      .updateTable('execution')
      .set(counts)
      .where('id', '=', executionId)
      .where('run_key', '=', runKey)
      .execute();
  }
}

/** The attempt under way is counted before it runs, so it is no sign of a failure. */
export function givenUpBecause(run: LoadedRun, { isCounted }: Attempt): GivenUp | null {
  const own = isCounted ? 1 : 0;
  if (run.advances_begun - own >= MOST_ADVANCES_BEGUN) return 'poison';
  return run.advance_failures - own >= MOST_ADVANCE_FAILURES ? 'failed_too_often' : null;
}

function isSuspect(run: LoadedRun): boolean {
  return hasFailed(run) || run.read_at - calledForAt(run) > LATE_MS;
}

function hasFailed(run: LoadedRun): boolean {
  return run.advance_failures > 0 || run.advances_begun > 0;
}

/** The time of the latest event for which the run is advanced. */
function calledForAt(run: LoadedRun): number {
  const times = [
    run.updated_at,
    ...(run.effects ?? []).map(({ finished_at }) => finished_at ?? 0),
    ...(run.rounds ?? []).map(({ decided_at }) => decided_at ?? 0),
    run.wake_at !== null && run.wake_at <= run.read_at ? run.wake_at : 0,
  ];
  return Math.max(...times);
}
