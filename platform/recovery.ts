import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ExecutionStatus } from '../core/states.ts';
import type { Database } from './database/index.ts';

/** Executions whose runs Temporal drives. Rows of a batch that are `queued` get their start from the batch. */
const DRIVEN: readonly ExecutionStatus[] = ['pending', 'running', 'waiting', 'awaiting_review'];

const CHUNK_SIZE = 500;

/**
 * Starts every live run anew from what PostgreSQL knows, for when Temporal has lost its database. Each gets a new
 * run_key, which fences off whatever the old one may still be doing, and a `start` command; commands for the old run
 * go. Doing it when nothing was lost is harmless. One transaction for each chunk of rows. Answers how many there were.
 */
export async function recover(db: Database): Promise<{ recovered: number }> {
  let recovered = 0;
  for (let after = 0; ;) {
    const last = await db.transaction(async (trx) => {
      const rows = await trx
        .selectFrom('execution')
        .select(['id', 'batch_id'])
        .where('status', 'in', DRIVEN)
        .where('id', '>', after)
        .orderBy('id')
        .limit(CHUNK_SIZE)
        .forUpdate()
        .execute();
      if (rows.length === 0) return undefined;
      const ids = rows.map(({ id }) => id);
      const keys = rows.map(() => randomUUID());
      await sql`
        update execution set run_key = fresh.run_key, updated_at = now()
        from unnest(${ids}::bigint[], ${keys}::uuid[]) as fresh (id, run_key)
        where execution.id = fresh.id`.execute(trx);
      await sql`delete from command where execution_id = any(${ids}::bigint[])`.execute(trx);
      await trx
        .insertInto('command')
        .values(
          rows.map(({ id, batch_id }) => ({
            kind: 'start' as const,
            execution_id: id,
            lane: batch_id === null ? ('single' as const) : ('batch' as const),
          })),
        )
        .execute();
      recovered += rows.length;
      return ids.at(-1);
    });
    if (last === undefined) return { recovered };
    after = last;
  }
}
