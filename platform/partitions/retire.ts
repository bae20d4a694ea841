import { sql } from 'kysely';
import type { Database, Queryable } from '../database/index.ts';
import { patiently, withPartitionLock } from './ensure.ts';
import { IS_OVER, lastId, readPartitions, type Partition } from './tables.ts';

/**
 * Detaches partitions in which everything has been kept for `days`: each execution has ended, its applicant was
 * redacted and its files are gone. One at a time, without blocking readers or writers. Returns those that were
 * detached.
 *
 * It may be stopped and repeated: a detachment that broke off is finished first. `isForGood`: retention drops them
 * (`dropOver`); otherwise they stay as tables of their own, for who archives them. `begun`: called before each.
 */
export async function detachOver(
  db: Database,
  { days, isForGood }: { readonly days: number; readonly isForGood: boolean },
  begun: (db: Queryable, partition: Partition) => Promise<void>,
): Promise<readonly Partition[]> {
  return withPartitionLock(db, async (connection) => {
    const partitions = await readPartitions(connection);
    const detached: Partition[] = [];
    for (const partition of partitions.filter(({ state }) => state === 'detaching')) {
      await detach(connection, partition);
      detached.push(partition);
    }
    const overByRange = new Map<string, boolean>();
    for (const partition of partitions) {
      const { of, from, to, state } = partition;
      if (state !== 'attached' || to === null) continue;
      const range = `${of} ${from} ${to}`;
      const isKnown = overByRange.get(range);
      const isOver = isKnown ?? (await isRangeOver(connection, { ...partition, to }, days));
      overByRange.set(range, isOver);
      if (!isOver) continue;
      await begun(connection, partition);
      await markOver(connection, partition, isForGood);
      await detach(connection, partition);
      detached.push(partition);
    }
    return detached;
  });
}

/** Before it is detached, so that a process that dies in between leaves no table that nobody drops. */
async function markOver(connection: Queryable, { table, name }: Partition, isForGood: boolean): Promise<void> {
  const comment = isForGood ? sql.lit(IS_OVER) : sql`null`;
  await patiently(table, () => sql`comment on table ${sql.table(name)} is ${comment}`.execute(connection));
}

/**
 * A detachment is two transactions. Between them PostgreSQL waits for whoever read the table before; one that waited too
 * long, or whose process died, is finished by the next attempt.
 */
async function detach(connection: Queryable, { table, name }: Partition): Promise<void> {
  await patiently(table, async () => {
    const { rows } = await sql<{ is_begun: boolean }>`
      select inhdetachpending as is_begun from pg_inherits where inhrelid = ${`public.${name}`}::regclass`.execute(
      connection,
    );
    const [state] = rows;
    if (state === undefined) return;
    const how = state.is_begun ? sql`finalize` : sql`concurrently`;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)} ${how}`.execute(connection);
  });
}

interface Range extends Pick<Partition, 'of' | 'from'> {
  readonly to: number;
}

/** Nothing of a range that is still to come is over. */
async function isRangeOver(db: Queryable, { of, from, to }: Range, days: number): Promise<boolean> {
  if ((await lastId(db, of)) < to) return false;
  const within = (column: string) => sql`${sql.ref(column)} >= ${from ?? 0} and ${sql.ref(column)} < ${to}`;
  const since = sql`now() - ${days}::int * interval '1 day'`;
  const kept =
    of === 'delivery'
      ? sql`
        exists (select from webhook_delivery where ${within('id')} and created_at >= ${since})
          or exists (select from webhook_queue where ${within('delivery_id')})`
      : sql`
        exists (
          select from execution
          -- One that is live was not redacted.
          where ${within('id')} and (redacted_at is null or completed_at >= ${since})
        )
          or exists (select from artifact where ${within('execution_id')} and removed_at is null)`;
  const { rows } = await sql<{ kept: boolean }>`select ${kept} as kept`.execute(db);
  return rows[0]?.kept === false;
}

/** Drops what retention detached, and nothing that anybody else did. `dropped`: called in the transaction of each. */
export async function dropOver(
  db: Database,
  dropped: (trx: Queryable, partition: Partition) => Promise<void>,
): Promise<readonly Partition[]> {
  return withPartitionLock(db, async (connection) => {
    const over = (await readPartitions(connection)).filter(({ state }) => state === 'over');
    for (const partition of over) {
      await patiently(partition.table, () =>
        connection.transaction().execute(async (trx) => {
          await sql`drop table ${sql.table(partition.name)}`.execute(trx);
          await dropped(trx, partition);
        }),
      );
    }
    return over;
  });
}

/**
 * Freezes full partitions whose executions have ended, once: after that no vacuum finds a page of them to read, however
 * many transactions come. `isRedacted`: it waits for the redaction, which writes each of their rows. Returns their names.
 */
export async function freezeSettled(db: Database, { isRedacted }: { readonly isRedacted: boolean }): Promise<string[]> {
  return withPartitionLock(db, async (connection) => {
    const frozen: string[] = [];
    for (const { name, of, from, to, state, isFrozen } of await readPartitions(connection)) {
      if (state !== 'attached' || to === null || isFrozen) continue;
      if (!(await isSettled(connection, { of, from, to }, isRedacted))) continue;
      // Without the cleanup of indexes, pages with a few dead rows would stay as they are.
      await sql`vacuum (freeze, analyze, index_cleanup on) ${sql.table(name)}`.execute(connection);
      frozen.push(name);
    }
    return frozen;
  });
}

async function isSettled(db: Queryable, { of, from, to }: Range, isRedacted: boolean): Promise<boolean> {
  if ((await lastId(db, of)) < to) return false;
  const unsettled =
    of === 'delivery'
      ? sql`select from webhook_queue where delivery_id >= ${from ?? 0} and delivery_id < ${to}`
      : sql`
        select from execution
        where id >= ${from ?? 0} and id < ${to}
          and (completed_at is null or ${isRedacted}::boolean and redacted_at is null)`;
  const { rows } = await sql`${unsettled} limit 1`.execute(db);
  return rows.length === 0;
}
