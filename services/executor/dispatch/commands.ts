import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import {
  COMMAND_LANES,
  isBatchTerminal,
  isLive,
  isTerminal,
  type CommandLane,
  type ExecutionStatus,
} from '../../../core/states.ts';
import { begunOnly } from '../../../platform/database/commands.ts';
import { STORED_NOW, type Database, type Queryable } from '../../../platform/database/index.ts';

/** A command row that was claimed: no other process has it until its lease runs out. */
export interface ClaimedCommand {
  readonly id: number;
  readonly kind: 'start' | 'poke';
  readonly lane: CommandLane;
  readonly target: CommandTarget;
  readonly api_client_id: number;
  /** Includes this claim. It identifies the lease: a later claim of the row has another number. */
  readonly attempts: number;
  readonly run_key: string;
  /** True if nothing is left to start. Read before the claim, because a claimed start makes the execution `running`. */
  readonly isEnded: boolean;
}

/** The execution or batch that a command's workflow drives. */
export type CommandTarget =
  { readonly kind: 'execution'; readonly id: number } | { readonly kind: 'batch'; readonly id: number };

export type LaneLimits = Readonly<Record<CommandLane, number>>;

/** Longer than any work on a claimed command. */
const LEASE_SECONDS = 15;

/** Due, and the execution or batch has no older command. */
const IS_NEXT = `
  c.due_at <= ${STORED_NOW} and c.id <> all ($1::bigint[])
  and not exists (
    select from command older
    where older.execution_id = c.execution_id and older.id < c.id and older.id <> all ($1::bigint[])
  )
  and (c.execution_id is not null or not exists (
    select from command older
    where older.batch_id = c.batch_id and older.execution_id is null and older.id < c.id
      and older.id <> all ($1::bigint[])
  ))`;

/** Commands that are due, the oldest first. */
const dueOf = (name: string, condition: string, limit: string): string => `
  due_${name} as materialized (
    select c.id, c.kind, c.execution_id from command c
    where ${condition} and ${IS_NEXT}
    order by c.due_at, c.id
    limit ${limit}
    for update of c skip locked
  )`;

const dueIn = (lane: CommandLane, limit: string): string => dueOf(lane, `c.lane = '${lane}'`, limit);

/**
 * Starts of batch rows. First those that were claimed before, in any state of their batch: they are `running`, so they
 * hold its slots until Temporal has them. If they needed slots too, a batch whose executors die often enough would stop
 * for ever. Then of each running batch, round-robin, as many as keep its rows in flight below a limit. A row is in
 * flight if it is `running` and at work. Rows that wait, are under review or only wait for a vendor's report delay no
 * others.
 */
const dueInBatches = (limit: string, mostOfBatch: string): string => `
  batch_limit as materialized (select ${limit} as most),
  ${dueOf('begun', "c.lane = 'batch' and c.attempts > 0", '(select most from batch_limit)')},
  fresh_limit as materialized (select most - (select count(*) from due_begun)::int as most from batch_limit),
  due_batch as materialized (
    select c.id, c.kind, c.execution_id from command c
    where c.id in (
      select candidate.id
      from batch b
      cross join lateral (
        select greatest(0, ${mostOfBatch}::int - count(*)) as free
        from execution e where e.batch_id = b.id and e.status = 'running' and not e.only_awaits_reports
      ) slots
      cross join lateral (
        select c.id, row_number() over (order by c.due_at, c.id) as turn
        from (
          select c.id, c.due_at from command c
          where c.lane = 'batch' and c.attempts = 0 and c.batch_id = b.id and ${IS_NEXT}
          order by c.due_at, c.id
          limit least(slots.free, (select most from fresh_limit))
        ) c
      ) candidate
      where b.status = 'running'
      order by candidate.turn, b.id
      limit (select most from fresh_limit)
    )
    for update of c skip locked
  )`;

/**
 * Limits the runs that were handed to Temporal and not advanced yet. Without it, a backlog would move into Temporal
 * faster than it is worked off. A poked run would then wait for its worker behind all of it.
 */
const MOST_BEGUN = 128;

/**
 * How many more runs may be begun. A run does not count while its start is to be repeated, once it has failed, or after
 * a minute. So runs that cannot be advanced delay no others.
 */
const SINGLE_LIMIT = `(
  select least($4::int, ${MOST_BEGUN} - count(*)) from (
    select from execution e
    where ${begunOnly('e.')} and e.batch_id is null
      and e.updated_at > now() - interval '1 minute'
      and not exists (select from command c where c.execution_id = e.id)
    limit ${MOST_BEGUN}
  ) begun
)`;

/** Zero while a single start is due, even if it may not be begun, unless batches were held back for too long. */
const BATCH_LIMIT = `(
  select case when $8::boolean or not exists (
    select from command c where c.lane = 'single' and c.due_at <= ${STORED_NOW}
  ) then $5::int else 0 end
)`;

/**
 * One round trip and one commit for a chunk: dispatched commands are deleted, and those that are due are leased.
 * Commands are locked before executions, against the lock order, so nothing here waits for a lock. A row that another
 * process has locked is left for the next pass. A dispatched command that stays is harmless, since carrying it out
 * again changes nothing.
 */
const TURN = `
  with dispatched as (
    delete from command where id in (select id from command where id = any ($1::bigint[]) for update skip locked)
  ),
  ${dueIn('poke', '$3')},
  ${dueIn('single', SINGLE_LIMIT)},
  ${dueInBatches(BATCH_LIMIT, '$7')},
  ${dueIn('recovery', '$6')},
  due as (
    ${[...COMMAND_LANES, 'begun'].map((name) => `select * from due_${name}`).join(' union all ')}
  ),
  startable as materialized (
    select e.id from execution e
    where e.id in (select execution_id from due where kind = 'start')
    for no key update of e skip locked
  ),
  leased as (
    update command c
    set due_at = now() + make_interval(secs => $2), lease_until = now() + make_interval(secs => $2),
      attempts = c.attempts + 1
    from due
    where c.id = due.id
      and (due.kind = 'poke' or due.execution_id is null or due.execution_id in (select id from startable))
    returning c.id, c.kind, c.lane, c.execution_id, c.batch_id, c.attempts
  ),
  begun as (
    update execution e
    set status = 'running', started_at = coalesce(e.started_at, now()), updated_at = now()
    from leased
    where leased.kind = 'start' and e.id = leased.execution_id and e.status in ('pending', 'queued')
  )
  select leased.id, leased.kind, leased.lane, leased.attempts, leased.execution_id, leased.batch_id,
    coalesce(e.run_key, b.run_key) as run_key, coalesce(e.api_client_id, b.api_client_id) as api_client_id,
    e.status
  from leased
  left join execution e on e.id = leased.execution_id
  left join batch b on b.id = leased.batch_id and leased.execution_id is null
  where e.id is not null or b.id is not null
  order by leased.id`;

interface LeasedRow extends Omit<ClaimedCommand, 'target' | 'isEnded'> {
  readonly execution_id: number | null;
  readonly batch_id: number | null;
  /** Null for a command of a batch. */
  readonly status: ExecutionStatus | null;
}

/**
 * Deletes `dispatched`, and claims up to `limits` due commands of each lane, with at most `mostOfBatch` in flight of
 * each batch. Rows of batches are claimed beside single starts only if `areBatchesOwed`.
 */
export async function deleteAndClaim(
  pool: Pool | ClientBase,
  dispatched: readonly number[],
  limits: LaneLimits,
  mostOfBatch: number,
  areBatchesOwed = false,
): Promise<readonly ClaimedCommand[]> {
  const { rows } = await pool.query<LeasedRow>({
    name: 'executor_commands_turn',
    text: TURN,
    values: [
      dispatched,
      LEASE_SECONDS,
      limits.poke,
      limits.single,
      limits.batch,
      limits.recovery,
      mostOfBatch,
      areBatchesOwed,
    ],
  });
  return rows.map(({ execution_id: executionId, batch_id: batchId, status, ...row }) => ({
    ...row,
    target:
      executionId === null
        ? { kind: 'batch' as const, id: batchId ?? 0 }
        : { kind: 'execution' as const, id: executionId },
    isEnded: status !== null && isTerminal(status),
  }));
}

/** Releases a claimed command, to be tried again after `delayMs`; no-op if another process has claimed it since. */
export async function releaseCommand(
  db: Database,
  { id, attempts }: Pick<ClaimedCommand, 'id' | 'attempts'>,
  delayMs: number,
): Promise<void> {
  await db.kysely
    .updateTable('command')
    .set({ due_at: sql`now() + make_interval(secs => ${delayMs / 1_000})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/**
 * For a command whose workflow does not exist or is closed: starts it again under a new run key. The start is a new
 * row, so that no process that still holds the old command can delete it. `ended`: there is nothing to start any more.
 * `superseded`: another process has started it again.
 */
export async function reviveRun(db: Database, command: ClaimedCommand): Promise<'revived' | 'ended' | 'superseded'> {
  const { id, lane, target } = command;
  return db.transaction(async (trx) => {
    const row = target.kind === 'execution' ? await lockRun(trx, target.id) : await lockBatch(trx, target.id);
    if (row === undefined || !row.isLive) return 'ended';
    if (row.run_key !== command.run_key) return 'superseded';
    await trx
      .updateTable(target.kind)
      .set({ run_key: sql`gen_random_uuid()`, updated_at: sql`now()` })
      .where('id', '=', target.id)
      .execute();
    await trx.deleteFrom('command').where('id', '=', id).execute();
    await trx
      .insertInto('command')
      .values({
        kind: 'start',
        // In lane `batch` it would wait for its batch, but this row has begun and finishes in any state of the batch.
        lane: lane === 'batch' ? 'recovery' : lane,
        ...(target.kind === 'execution' ? { execution_id: target.id } : { batch_id: target.id }),
      })
      .execute();
    return 'revived';
  });
}

async function lockRun(trx: Queryable, id: number) {
  const row = await trx
    .selectFrom('execution')
    .select(['run_key', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : { run_key: row.run_key, isLive: isLive(row.status) };
}

async function lockBatch(trx: Queryable, id: number) {
  const row = await trx
    .selectFrom('batch')
    .select(['run_key', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : { run_key: row.run_key, isLive: !isBatchTerminal(row.status) };
}
