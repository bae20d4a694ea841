import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/**
 * Counts one, and returns the count of this hour. The table is unlogged: a crash of PostgreSQL begins the hour anew.
 */
export async function countInHour(db: Queryable, key: string): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    insert into rate_window as w (key, hits, resets_at)
    values (${key}, 1, date_trunc('hour', now(), 'UTC') + interval '1 hour')
    on conflict (key) do update
    set hits = case when w.resets_at <= now() then 1 else w.hits + 1 end,
      resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end
    returning hits`.execute(db);
  return rows[0]?.hits ?? 0;
}
