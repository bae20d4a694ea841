import { addTallies, tallyOf } from '../../../core/backtests/tally.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { WorkError, WorkerPool } from '../../../platform/workers/index.ts';
import { poll } from '../poll.ts';
import { claimChunk, renewLease, RENEW_EVERY_MS, type ClaimedChunk } from './claim.ts';
import { loadChunk } from './load.ts';
import { failBacktest, recordChunk } from './record.ts';
import type { BACKTEST_TASKS, Compared } from './tasks.ts';

/*
 * Compares the executions of backtests, chunk by chunk. A chunk is claimed under a lease and compared in a worker
 * process of the lowest priority. One transaction adds the result to its backtest and removes the chunk. A chunk whose
 * process died is claimed again. Its work is bounded by count; on a machine that is busy it takes as long as it takes,
 * under a lease that is renewed. Nothing but the rows of the backtest is written. Source: semantics 21.6.
 */

const EVERY_MS = 1_000;
const PROCESSES = 2;
/** Claims of a chunk after which its backtest fails. */
const MOST_ATTEMPTS = 5;
/** For a process that hangs. */
const DEADLINE_MS = 300_000;
/** Units of work for a chunk. Each execution has a budget of its own as well. */
const WORK_OF_CHUNK = 50_000_000;

interface Comparing {
  readonly db: Database;
  readonly log: Logger;
}

interface Process extends Comparing {
  readonly comparers: WorkerPool<typeof BACKTEST_TASKS>;
  readonly stopping: AbortSignal;
}

/** Compares until `stopping` is aborted; a chunk under way is left to the next claim of it. */
export async function runBacktests({ db, log }: Comparing, stopping: AbortSignal): Promise<void> {
  const comparers: Process['comparers'] = new WorkerPool({
    module: new URL('./process.ts', import.meta.url),
    ...{ size: PROCESSES, perOwner: PROCESSES, memoryMb: 256, deadlineMs: DEADLINE_MS, patienceMs: 60_000 },
    work: { short: WORK_OF_CHUNK, long: WORK_OF_CHUNK },
  });
  stopping.addEventListener('abort', () => comparers.close());
  const failed = 'a chunk of a backtest could not be compared; trying again';
  const next = async (): Promise<boolean> => {
    try {
      return await compareNext({ db, log, comparers, stopping });
    } catch (error) {
      // Whoever stops the service ends the processes, and nothing is wrong: the chunk is claimed again.
      if (stopping.aborted) return false;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, () => poll({ everyMs: EVERY_MS, log, failed, next }, stopping)));
}

/** True if there was a chunk. */
async function compareNext(process: Process): Promise<boolean> {
  const { db, log } = process;
  const chunk = await claimChunk(db);
  if (chunk === undefined) return false;
  if (chunk.attempts > MOST_ATTEMPTS) {
    log.error({ backtest_id: chunk.backtest_id }, 'a chunk of a backtest was tried too often; the backtest fails');
    await failBacktest(db, chunk);
    return true;
  }
  const { head, executions, pairs } = await loadChunk(db, chunk);
  const asked = { head: JSON.stringify(head), executions };
  const compared = await underLease(process, chunk, () => compare(process, chunk.account_id, asked));
  const { backtest_id, number } = chunk;
  if (compared.fault !== null)
    log.error({ backtest_id, number, fault: compared.fault }, 'an execution of a backtest could not be computed');
  await recordChunk(db, chunk, { ...compared, tally: addTallies(compared.tally, tallyOf(pairs)) });
  return true;
}

async function underLease<Got>({ db, log }: Comparing, chunk: ClaimedChunk, work: () => Promise<Got>): Promise<Got> {
  const renewing = setInterval(() => {
    renewLease(db, chunk).catch((error: unknown) => log.warn({ err: error }, 'a lease of a backtest was not renewed'));
  }, RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

interface Asked {
  /** As JSON. */
  readonly head: string;
  readonly executions: readonly string[];
}

/**
 * If a chunk takes more memory than its process has, each of its executions is compared by itself. The one that causes
 * it counts as too long. A deadline or a crash says nothing of an execution but of the machine: it is an error, after
 * which the chunk is tried again.
 */
async function compare(process: Process, owner: number, asked: Asked): Promise<Compared> {
  try {
    return await process.comparers.run(owner, 'compareChunk', asked);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    if (asked.executions.length === 1) return { tally: TOO_LONG, changes: [], work: WORK_OF_TOO_LONG, fault: null };
  }
  let all: Compared = { tally: tallyOf([]), changes: [], work: 0, fault: null };
  for (const execution of asked.executions) {
    const one = await compare(process, owner, { ...asked, executions: [execution] });
    all = {
      tally: addTallies(all.tally, one.tally),
      changes: [...all.changes, ...one.changes],
      work: all.work + one.work,
      fault: all.fault ?? one.fault,
    };
  }
  return all;
}

/** It ended a process, which is started again. */
const WORK_OF_TOO_LONG = 1_000_000;

const TOO_LONG = tallyOf([{ is: 'undetermined', cause: 'too_long', side: 'new', old: null }]);

const isTooMuch = (error: unknown): boolean => error instanceof WorkError && error.reason === 'memory';
