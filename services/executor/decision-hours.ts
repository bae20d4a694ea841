import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { countingFacts } from '../../platform/database/decision-facts.ts';
import type { Logger } from '../../platform/log/index.ts';
import { poll } from './poll.ts';

/*
 * Counts facts of decisions by the hour and by the day. A fact is counted and marked in one statement, so that it is counted
 * once.
 */

const EVERY_MS = 3_000;
const CHUNK = 1_000;
/** Any number; the same in every process that counts. */
const COUNTING_LOCK = 727_004;

const COUNT = `with due as (
    select * from decision_fact where not is_counted order by id limit ${CHUNK} for update skip locked
  ),
  ${countingFacts('select * from due', 1)},
  -- Rows are written in the order of the key, like the counts, so that there is no deadlock.
  watched as (
    insert into drift_watch (api_client_id, workflow_id, account_id, is_due)
    select api_client_id, workflow_id, max(account_id), true from due where execution_mode = 'live' group by 1, 2 order by 1, 2
    on conflict (api_client_id, workflow_id) do update set is_due = true where not drift_watch.is_due
  )
  update decision_fact f set is_counted = true from due where f.id = due.id`;

/** Counts until `stopping` is aborted. Only one process counts at a time; another takes over when it ends. */
export async function countDecisions(
  { db, log }: { readonly db: Database; readonly log: Logger },
  stopping: AbortSignal,
): Promise<void> {
  const failed = 'decisions could not be counted; trying again';
  await poll({ everyMs: EVERY_MS, log, failed, next: async () => (await countNext(db)) === CHUNK }, stopping);
}

/** Counts the next facts, and returns how many; none while another process counts. */
export async function countNext(db: Database): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as is_free`.execute(trx);
    if (rows[0]?.is_free !== true) return 0;
    const { numAffectedRows = 0n } = await trx.executeQuery(CompiledQuery.raw(COUNT, []));
    return Number(numAffectedRows);
  });
}
