import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/**
 * Each run with an input reveals a little of what is masked in it. So an execution, together with all its
 * re-evaluations, may be evaluated again ten times a day.
 */
const MOST_A_DAY = 10;

/** The first execution that `id` re-evaluates, by steps back. */
const firstOf = (id: RawBuilder<unknown>) => sql<number>`(
  with recursive back (id, earlier) as (
    select one.id, one.re_evaluated_from from execution one where one.id = ${id}
    union
    select one.id, one.re_evaluated_from from execution one join back on one.id = back.earlier
  )
  select min(back.id) from back)`;

/** Times within the last day at which re-evaluations of the execution's family were accepted. */
const acceptedOf = (id: RawBuilder<unknown>) => sql`(
  with recursive family (id, at) as (
    select one.id, null::timestamptz from execution one where one.id = ${firstOf(id)}
    union
    select one.id, one.created_at from execution one join family on one.re_evaluated_from = family.id
  )
  select family.at from family where family.at > now() - interval '1 day')`;

/** True if the execution may be evaluated again today; `id` is a column. */
export const isWithinDay = (id: string): RawBuilder<boolean> =>
  sql<boolean>`(select count(*) from ${acceptedOf(sql.ref(id))} accepted) < ${sql.lit(MOST_A_DAY)}`;

/**
 * Throws `rate_limited` if the limit of the day is reached. Requests for one family wait for each other, so that
 * together they do not exceed it.
 */
export async function refuseBeyondDay(trx: Queryable, executionId: number): Promise<void> {
  const id = sql`${executionId}::bigint`;
  await sql`select pg_advisory_xact_lock(hashtextextended('re-evaluations', ${firstOf(id)}))`.execute(trx);
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from accepted.at + interval '1 day' - now()))::int as wait
    from ${acceptedOf(id)} accepted order by accepted.at desc offset ${MOST_A_DAY - 1} limit 1`.execute(trx);
  const [row] = rows;
  if (row === undefined) return;
  throw new AppError('rate_limited', {
    message: `An execution is evaluated again ${MOST_A_DAY} times in a day, with all that re-evaluate it.`,
    headers: { 'Retry-After': String(Math.max(1, row.wait)) },
  });
}
