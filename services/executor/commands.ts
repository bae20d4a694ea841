import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { ExecutionStatus } from '../../core/states.ts';
import type { Database } from '../../platform/database/index.ts';

/** A command row that was claimed: nobody else has it until its lease runs out. */
export interface ClaimedCommand {
  readonly id: number;
  readonly kind: 'start' | 'poke';
  readonly execution_id: number;
  /** This claim included. */
  readonly attempts: number;
  readonly run_key: string;
  /** Before the claim: a claimed start makes the execution `running`. */
  readonly status: ExecutionStatus;
}

/** Longer than anything that is done with a claimed command. */
export const LEASE_SECONDS = 15;

/**
 * One round trip and one commit for a chunk: what was told is deleted, and what is due is leased, the oldest first,
 * never one while an older one of the same execution stands.
 */
const TURN = `
  with told as (
    delete from command where id = any ($1::bigint[])
  ),
  due as materialized (
    select c.id from command c
    where c.lane = 'single' and c.due_at <= now() and c.execution_id is not null and c.id <> all ($1::bigint[])
      and not exists (
        select from command older
        where older.execution_id = c.execution_id and older.id < c.id and older.id <> all ($1::bigint[])
      )
    order by c.due_at, c.id
    limit $2
    for update of c skip locked
  ),
  leased as (
    update command c
    set due_at = now() + make_interval(secs => $3), lease_until = now() + make_interval(secs => $3),
      attempts = c.attempts + 1
    from due
    where c.id = due.id
    returning c.id, c.kind, c.execution_id, c.attempts
  ),
  begun as (
    update execution e
    set status = 'running', started_at = coalesce(e.started_at, now()), updated_at = now()
    from leased
    where leased.kind = 'start' and e.id = leased.execution_id and e.status in ('pending', 'queued')
  )
  select leased.*, e.run_key, e.status
  from leased join execution e on e.id = leased.execution_id
  order by leased.id`;

export async function takeTurn(pool: Pool, told: readonly number[], limit: number): Promise<readonly ClaimedCommand[]> {
  const { rows } = await pool.query<ClaimedCommand>({
    name: 'executor_commands_turn',
    text: TURN,
    values: [told, limit, LEASE_SECONDS],
  });
  return rows;
}

/** Gives a claimed command back, to be tried again after `delayMs`. */
export async function releaseCommand(db: Database, id: number, delayMs: number): Promise<void> {
  await db.kysely
    .updateTable('command')
    .set({ due_at: sql`now() + make_interval(secs => ${delayMs / 1_000})`, lease_until: null })
    .where('id', '=', id)
    .execute();
}

/**
 * For a poke whose workflow is not there: where the run is live, it is started anew under a new run key, which the
 * poke turns into. `ended`: nobody needs the poke. `superseded`: somebody else has started the run anew.
 */
export async function reviveRun(db: Database, command: ClaimedCommand): Promise<'revived' | 'ended' | 'superseded'> {
  return db.transaction(async (trx) => {
    const row = await trx
      .selectFrom('execution')
      .select(['run_key', 'status'])
      .where('id', '=', command.execution_id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || !LIVE.includes(row.status)) return 'ended';
    if (row.run_key !== command.run_key) return 'superseded';
    await trx
      .updateTable('execution')
      .set({ run_key: sql`gen_random_uuid()`, updated_at: sql`now()` })
      .where('id', '=', command.execution_id)
      .execute();
    await trx
      .updateTable('command')
      .set({ kind: 'start', due_at: sql`now()`, lease_until: null, attempts: 0 })
      .where('id', '=', command.id)
      .execute();
    return 'revived';
  });
}

/** Statuses of executions that a workflow drives. */
const LIVE: readonly ExecutionStatus[] = ['pending', 'running', 'waiting', 'awaiting_review'];

/** Pokes live runs that should have been woken `marginSeconds` ago, unless a command for them stands. Answers how many. */
export async function pokeOverdueRuns(db: Database, marginSeconds: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into command (kind, execution_id, lane)
    select 'poke', e.id, 'single'
    from execution e
    where e.wake_at < now() - make_interval(secs => ${marginSeconds})
      and e.status in ('running', 'waiting', 'awaiting_review')
      and coalesce(e.updated_at, e.created_at) < now() - make_interval(secs => ${marginSeconds})
      and not exists (select from command c where c.execution_id = e.id)
    order by e.wake_at
    limit ${limit}
    for update of e skip locked`.execute(db.kysely);
  return Number(numAffectedRows ?? 0);
}
