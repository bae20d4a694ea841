import { sql } from 'kysely';
import { BATCH_STATUSES, isBatchTerminal, LIVE_EXECUTION_STATUSES } from '../core/states.ts';
import { pokeThose, pokingBatches } from './database/commands.ts';
import type { Database } from './database/index.ts';

const IS_LIVE_BATCH = `status in (${BATCH_STATUSES.filter((status) => !isBatchTerminal(status))
  .map((status) => `'${status}'`)
  .join(', ')})`;
const LIVE_BATCHES = `(select id as batch_id from batch where ${IS_LIVE_BATCH})`;
const CHUNK_SIZE = 500;
/** Runs that may have begun, or not ended, in the time that a backup lacks. */
const RESTARTED_STATUSES = [...LIVE_EXECUTION_STATUSES, 'queued'] as const;

/**
 * For when Temporal has lost its database: pokes every live run, and the dispatcher starts those again whose workflow
 * Temporal does not know. A run whose workflow is there only reads its rows once more, so it is harmless on a healthy
 * system. Runs that have a command already need no other. Returns how many were poked.
 */
export async function recover(
  db: Database,
  report: (done: number) => void = () => undefined,
): Promise<{ recovered: number }> {
  let recovered = 0;
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select id from execution
      where id > ${after} and status = any (${[...LIVE_EXECUTION_STATUSES]})
      order by id
      limit ${CHUNK_SIZE}`.execute(db.kysely);
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) {
      await sql.raw(pokingBatches(LIVE_BATCHES)).execute(db.kysely);
      return { recovered };
    }
    recovered += await pokeThose(db.kysely, sql`select id from unnest(${ids}::bigint[]) as id`);
    after = last;
    report(recovered);
  }
}

/** The names that the services give to their connections. */
const SERVICE_CONNECTIONS = 'cascade-%';

/**
 * For a database that was restored from a backup, before any service uses it. Whatever happened after the backup is in
 * no table any more, but Temporal, vendors, mailboxes and subscribers have seen it.
 *
 * 1. No id is used twice. Vendors and mail servers recognize repeats by keys that are made from ids, and callers have
 *    stored ids. A new execution with the id of a lost one would get another person's report. All sequences go on
 *    behind whatever can have been handed out.
 * 2. A pull of an execution in the backup may have been ordered since then. Such pulls are noted, for vendors that
 *    would treat a repeated pull as another order.
 * 3. Each live run gets a new run key and a start. A workflow that Temporal still has may be ahead of the restored rows;
 *    it can write nothing any more, and ends when it next tries.
 *
 * It may be interrupted and repeated. Throws if services are connected to the database.
 */
export async function recoverRestored(db: Database): Promise<{ recovered: number }> {
  const connected = await connectedServices(db);
  if (connected.length > 0) {
    throw new ServicesConnectedError(
      `Services are connected to the database: ${connected.join(', ')}. Stop all of them first: until this command has ` +
        'run, they would hand out ids that were used after the backup.',
    );
  }
  await skipUsedIds(db);
  await sql`insert into restore (executions_before) values (nextval('execution_id_seq'))`.execute(db.kysely);
  await sql`update batch set run_key = gen_random_uuid(), updated_at = now() where ${sql.raw(IS_LIVE_BATCH)}`.execute(
    db.kysely,
  );
  await sql.raw(pokingBatches(LIVE_BATCHES)).execute(db.kysely);
  let recovered = 0;
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; is_live: boolean }>`
      with chosen as materialized (
        select id from execution
        where id > ${after} and status = any (${[...RESTARTED_STATUSES]})
        order by id
        limit ${CHUNK_SIZE}
        for update
      ),
      renewed as (
        update execution e set run_key = gen_random_uuid(), updated_at = now() from chosen where e.id = chosen.id
        returning e.id, e.status <> 'queued' as is_live
      ),
      started as (
        insert into command (kind, execution_id, lane)
        select 'start', e.id, 'recovery'
        from chosen join execution e on e.id = chosen.id
        where e.status <> 'queued' and not exists (select from command c where c.execution_id = e.id)
      )
      select id, is_live from renewed order by id`.execute(db.kysely);
    const last = rows.at(-1);
    if (last === undefined) return { recovered };
    recovered += rows.filter(({ is_live: isLive }) => isLive).length;
    after = last.id;
  }
}

export class ServicesConnectedError extends Error {
  override readonly name = 'ServicesConnectedError';
}

async function connectedServices(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${SERVICE_CONNECTIONS}
    order by name`.execute(db.kysely);
  return rows.map(({ name }) => name);
}

/**
 * The next ids begin with the present, in hundredths of a millisecond since 1970. They are higher than all ids handed
 * out since any earlier restore, unless a table got more than 100,000 rows a second. They have 15 digits until 2286,
 * and the API reads no longer ones.
 */
async function skipUsedIds(db: Database): Promise<void> {
  await sql`
    select setval(
      format('%I.%I', schemaname, sequencename)::regclass,
      greatest(coalesce(last_value, 0) + 1, (extract(epoch from clock_timestamp()) * 100000)::bigint)
    )
    from pg_sequences where schemaname = any (current_schemas(false)) and data_type = 'bigint'::regtype`.execute(
    db.kysely,
  );
}
