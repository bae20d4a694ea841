import { sql } from 'kysely';
import { LIVE_EXECUTION_STATUSES } from '../core/states.ts';
import { pokeThose, pokingBatches } from './database/commands.ts';
import type { Database } from './database/index.ts';

const LIVE_BATCHES = "(select id as batch_id from batch where status in ('pending', 'running', 'interrupted'))";
const CHUNK_SIZE = 500;

/**
 * For when Temporal has lost its database: pokes every live run, and the dispatcher starts those again whose workflow
 * Temporal does not know. A run whose workflow is there only reads its rows once more, so it is harmless on a healthy
 * system. Runs that have a command already need no other. Returns how many were poked.
 */
export async function recover(db: Database): Promise<{ recovered: number }> {
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
  }
}
