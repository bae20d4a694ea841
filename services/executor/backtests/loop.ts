import { addTallies, tallyOf, type Tally } from '../../../core/backtests/tally.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { WorkError, WorkerPool } from '../../../platform/workers/index.ts';
import { poll } from '../poll.ts';
import { claimChunk } from './claim.ts';
import { loadChunk } from './load.ts';
import { failBacktest, recordChunk, type ChangeOfExecution } from './record.ts';
import type { BACKTEST_TASKS } from './tasks.ts';

/*
 * Compares the executions of backtests, chunk by chunk. A chunk is claimed under a lease, compared in a worker process of the
 * lowest priority, and added to its backtest in one transaction that takes it away; a chunk whose process died is claimed
 * again. Nothing but the rows of the backtest is written. Source: semantics 21.6.
 */

const EVERY_MS = 1_000;
const PROCESSES = 2;
/** Claims of a chunk after which its backtest fails. */
const MOST_ATTEMPTS = 5;
/** Of a chunk, beside the budget that each execution has of its own. */
const WORK_OF_CHUNK = 50_000_000;

interface Comparing {
  readonly db: Database;
  readonly log: Logger;
}

type Comparers = WorkerPool<typeof BACKTEST_TASKS>;

/** Compares until `stopping` is aborted; chunks under way are finished. */
export async function runBacktests({ db, log }: Comparing, stopping: AbortSignal): Promise<void> {
  const comparers: Comparers = new WorkerPool({
    module: new URL('./process.ts', import.meta.url),
    ...{ size: PROCESSES, perOwner: PROCESSES, memoryMb: 256, deadlineMs: 20_000, patienceMs: 60_000 },
    work: { short: WORK_OF_CHUNK, long: WORK_OF_CHUNK },
  });
  const failed = 'a chunk of a backtest could not be compared; trying again';
  const next = () => compareNext(db, log, comparers);
  await Promise.all(Array.from({ length: PROCESSES }, () => poll({ everyMs: EVERY_MS, log, failed, next }, stopping)));
  comparers.close();
}

/** True if there was a chunk. */
async function compareNext(db: Database, log: Logger, comparers: Comparers): Promise<boolean> {
  const chunk = await claimChunk(db);
  if (chunk === undefined) return false;
  if (chunk.attempts > MOST_ATTEMPTS) {
    log.error({ backtest_id: chunk.backtest_id }, 'a chunk of a backtest was tried too often; the backtest fails');
    await failBacktest(db, chunk);
    return true;
  }
  const { head, executions, pairs } = await loadChunk(db, chunk);
  const compared = await compare(comparers, chunk.account_id, { head: JSON.stringify(head), executions });
  await recordChunk(db, chunk, { ...compared, tally: addTallies(compared.tally, tallyOf(pairs)) });
  return true;
}

interface Compared {
  readonly tally: Tally;
  readonly changes: readonly ChangeOfExecution[];
}

interface Asked {
  /** As JSON. */
  readonly head: string;
  readonly executions: readonly string[];
}

/** If a chunk costs its process, each of its executions is compared by itself: the one that is to blame counts as too long. */
async function compare(comparers: Comparers, owner: number, asked: Asked): Promise<Compared> {
  try {
    return await comparers.run(owner, 'compareChunk', asked);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    if (asked.executions.length === 1) return { tally: TOO_LONG, changes: [] };
  }
  let all: Compared = { tally: tallyOf([]), changes: [] };
  for (const execution of asked.executions) {
    const one = await compare(comparers, owner, { ...asked, executions: [execution] });
    all = { tally: addTallies(all.tally, one.tally), changes: [...all.changes, ...one.changes] };
  }
  return all;
}

const TOO_LONG = tallyOf([{ is: 'undetermined', cause: 'too_long', side: 'new', old: null }]);

const isTooMuch = (error: unknown): boolean =>
  error instanceof WorkError && (error.reason === 'deadline' || error.reason === 'memory' || error.reason === 'crash');
