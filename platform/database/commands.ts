import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from './index.ts';

/*
 * Commands are the outbox towards Temporal: `start` a run, or `poke` one that an event concerns. The transaction that
 * makes one necessary writes it; the executor's dispatcher carries it out.
 *
 * Lock order, for every transaction that locks more than one of these: batch, then executions by id, then commands. The
 * dispatcher takes rows in another order and so waits for no lock (`skip locked`).
 */

/** SQL: a run (`alias` with a dot, or none) that was handed to Temporal and has neither advanced nor failed yet. */
export function begunOnly(alias: '' | 'e.' = ''): string {
  return `${alias}status = 'running' and ${alias}state is null and ${alias}advance_failures = 0`;
}

/** Makes the run read its rows again. Publish `commands.ready` after the commit. */
export async function pokeExecution(trx: Queryable, executionId: number): Promise<void> {
  await trx.insertInto('command').values({ kind: 'poke', execution_id: executionId, lane: 'poke' }).execute();
}

/** How long pokes of one batch are collected, because its rows end by the hundred. */
export const BATCH_POKE_DELAY_MS = 300;
/**
 * The delay while rows remain to be started: the batch cannot have ended, and looking costs as much as a row or two.
 */
const EARLY_BATCH_POKE_DELAY_MS = 2_000;

/**
 * SQL of an insert that pokes batches after rows of theirs have ended. `source`: a table expression with `batch_id`.
 *
 * A batch has at most one unclaimed poke, and a transaction that adds to it locks it until its end. So the poke is
 * claimed, and the rows are counted, only when every transaction that relied on it has committed. The last row to end
 * is never missed.
 */
export function pokingBatches(source: string): string {
  return `insert into command (kind, batch_id, lane, due_at)
    select distinct 'poke', batch_id, 'poke', now() + case
      when exists (
        select from command c where c.lane = 'batch' and c.batch_id = source.batch_id and c.due_at <= now()
      ) then interval '${EARLY_BATCH_POKE_DELAY_MS} milliseconds'
      else interval '${BATCH_POKE_DELAY_MS} milliseconds'
    end
    from ${source} as source where batch_id is not null
    on conflict (batch_id) where kind = 'poke' and execution_id is null and lease_until is null
    do update set due_at = least(command.due_at, excluded.due_at)`;
}

/** Makes the batch's workflow look at its rows. Publish `commands.ready` after the commit. */
export async function pokeBatch(trx: Queryable, batchId: number): Promise<void> {
  await sql.raw(pokingBatches(`(select ${batchId}::bigint as batch_id)`)).execute(trx);
}

/** Starts the workflow of a batch. */
export async function startBatch(trx: Queryable, batchId: number): Promise<void> {
  await trx.insertInto('command').values({ kind: 'start', batch_id: batchId, lane: 'poke' }).execute();
}

/** Pokes the live executions of a query for ids, except those that have a command already. Returns how many. */
export async function pokeThose(db: Queryable, executionIds: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into command (kind, execution_id, lane)
    select 'poke', chosen.id, 'recovery'
    from (${executionIds}) as chosen
    where not exists (select from command c where c.execution_id = chosen.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
