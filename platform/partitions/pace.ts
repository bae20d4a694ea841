import { sql } from 'kysely';
import type { Queryable } from '../database/index.ts';
import { source, type Of } from './tables.ts';

/** Partitions are never smaller: the bounds are whole millions. */
const LEAST = 1_000_000;
/** An upper limit, however large the first days of a restored installation look. */
const MOST = 1_000_000_000;
const DAYS = 30;

/**
 * How many ids a new partition holds: those of a month at the present pace. The pace is the median day of the last 30.
 * Neither a batch of millions nor the jump of the ids after a restore (`platform/recovery.ts`) inflates it.
 */
export async function partitionSize(db: Queryable, of: Of): Promise<number> {
  const { rows } = await sql<{ id: number; age: number }>`
    select id, extract(epoch from now() - created_at)::float8 as age from ${source(of)} order by id limit 1`.execute(
    db,
  );
  const first = rows[0];
  const days = Math.min(DAYS, Math.ceil((first?.age ?? 0) / 86_400));
  const perDay: number[] = [];
  let later = await firstIdSince(db, of, 0);
  for (let day = 1; day <= days; day++) {
    const earlier = await firstIdSince(db, of, day);
    perDay.push(later - earlier);
    later = earlier;
  }
  const median = perDay.toSorted((a, b) => a - b)[perDay.length >> 1] ?? 0;
  return Math.min(MOST, Math.max(LEAST, Math.ceil((median * DAYS) / LEAST) * LEAST));
}

/**
 * Ids ascend with `created_at`, but for transactions that overlap. The table has no index on it: it is found by
 * halving.
 */
async function firstIdSince(db: Queryable, of: Of, daysAgo: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    with recursive ends as (
      select (select id from ${source(of)} order by id limit 1) as low,
        (select id from ${source(of)} order by id desc limit 1) + 1 as high
    ),
    half as (
      select low, high from ends
      union all
      select case when mid.is_before then mid.id + 1 else half.low end,
        case when mid.is_before then half.high else (half.low + half.high) / 2 end
      from half
      cross join lateral (
        select m.id, m.created_at < now() - ${daysAgo}::int * interval '1 day' as is_before
        from ${source(of)} m where m.id >= (half.low + half.high) / 2 order by m.id limit 1
      ) mid
      where half.low < half.high
    )
    select min(high) as id from half`.execute(db);
  return rows[0]?.id ?? 0;
}
