import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import { pokeThose } from '../../../platform/database/commands.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { executionWorkflowId } from '../../../platform/temporal/index.ts';
import { WakeUp } from '../../../platform/wake.ts';
import { announceOverdueNotices } from './overdue-notices.ts';
import { isWorkflowGone } from './workflow-state.ts';

export interface ReconcilerDependencies {
  readonly db: Database;
  readonly client: Client;
  readonly log: Logger;
  /** Called when there are commands to dispatch. */
  readonly onPoked: () => void;
  /** Gets the number of untouched live runs that the last sweep found. */
  readonly onSwept?: (untouched: number) => void;
  /** Events were emitted. */
  readonly onAnnounced?: () => void;
}

const EVERY_MS = 10_000;
/** A Temporal timer that is this late was lost, or Temporal was down. */
const OVERDUE_SECONDS = 30;
/**
 * A working run that has written nothing for this long may have no workflow. It is also how often such runs are
 * checked.
 */
const UNTOUCHED_SECONDS = 600;
const CHUNK = 200;
const DESCRIBE_TIMEOUT_MS = 5_000;

/**
 * Finds live runs that nothing drives and pokes them; a poke that finds no workflow starts the run again.
 *
 * 1. Runs past their `wake_at`: the timer may have been lost with Temporal's database.
 * 2. Runs that should be at work, are untouched and have no command: Temporal is asked whether their workflow is open.
 *
 * It also emits the events of overdue notices (`overdue-notices.ts`).
 *
 * Any number of replicas may do it at once. Goes on until `stopping` is aborted.
 */
export async function reconcile(dependencies: ReconcilerDependencies, stopping: AbortSignal): Promise<void> {
  const { db, log, onPoked } = dependencies;
  const wakeUp = new WakeUp();
  let sweptAt = performance.now();
  while (!stopping.aborted) {
    try {
      const poked = await pokeOverdueRuns(db, OVERDUE_SECONDS);
      if (poked > 0) {
        log.warn({ runs: poked }, 'live runs were past their time and were poked');
        onPoked();
      }
      if ((await announceOverdueNotices(db)) > 0) dependencies.onAnnounced?.();
      if (performance.now() - sweptAt >= UNTOUCHED_SECONDS * 1_000) {
        sweptAt = performance.now();
        await pokeAbandonedRuns(dependencies, UNTOUCHED_SECONDS, stopping);
      }
    } catch (error) {
      log.warn({ err: error }, 'live runs could not be checked');
    }
    await wakeUp.sleep(EVERY_MS, stopping);
  }
}

/** Pokes live runs that should have been woken `marginSeconds` ago. Returns how many. */
export async function pokeOverdueRuns(db: Database, marginSeconds: number): Promise<number> {
  return pokeThose(
    db.kysely,
    sql`
      select e.id from execution e
      where e.wake_at < now() - make_interval(secs => ${marginSeconds})
        and e.status in ('running', 'waiting', 'awaiting_review')
        and coalesce(e.updated_at, e.created_at) < now() - make_interval(secs => ${marginSeconds})
      order by e.wake_at
      limit ${CHUNK}`,
  );
}

interface UntouchedRun {
  readonly execution_id: number;
  readonly run_key: string;
}

/** Pokes the runs that should be at work, are untouched for `untouchedSeconds` and have no open workflow. */
export async function pokeAbandonedRuns(
  dependencies: ReconcilerDependencies,
  untouchedSeconds: number,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, client, log, onPoked, onSwept } = dependencies;
  let untouched = 0;
  for (let after = 0; stopping?.aborted !== true;) {
    const runs = await untouchedRuns(db, untouchedSeconds, after);
    const last = runs.at(-1);
    if (last === undefined) break;
    untouched += runs.length;
    after = last.execution_id;
    const gone: number[] = [];
    for (const run of runs) {
      if (await isWorkflowGone(client, executionWorkflowId(run.execution_id, run.run_key), DESCRIBE_TIMEOUT_MS))
        gone.push(run.execution_id);
    }
    if (gone.length === 0) continue;
    log.warn({ runs: gone.length, first_execution_id: gone[0] }, 'live runs have no workflow and were poked');
    await pokeThose(db.kysely, sql`select id from unnest(${gone}::bigint[]) as id`);
    onPoked();
  }
  onSwept?.(untouched);
}

/**
 * The next of those runs, by id. Runs that wait for a time, a person or a vendor's report are woken by that. They are
 * included if they have an unfinished effect: such a run waits in one branch and works in another.
 */
async function untouchedRuns(db: Database, untouchedSeconds: number, after: number): Promise<readonly UntouchedRun[]> {
  const { rows } = await sql<UntouchedRun>`
    select e.id as execution_id, e.run_key from execution e
    where e.id > ${after} and e.status in ('pending', 'running', 'waiting', 'awaiting_review')
      and coalesce(e.updated_at, e.created_at) < now() - make_interval(secs => ${untouchedSeconds})
      and (e.status = 'pending' or (e.status = 'running' and not e.only_awaits_reports) or exists (
        select from effect f where f.execution_id = e.id and f.status in ('intended', 'begun')))
      and not exists (select from command c where c.execution_id = e.id)
    order by e.id
    limit ${CHUNK}`.execute(db.kysely);
  return rows;
}
