import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queryable } from '../database/index.ts';
import { partitionSize } from './pace.ts';
import { lastId, PARTITIONED, partitionName, readPartitions, SOURCES, type Of, type Partition } from './tables.ts';

/** Any number; the same in every process that makes or detaches partitions. */
const PARTITION_LOCK = 727_003;
/** Others wait for a table no longer than this while it is made ready for the next rows. */
const LOCK_MS = 200;
const LOCK_ATTEMPTS = 25;
const LOCK_PAUSE_MS = 1_000;

export interface MadePartition {
  readonly table: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Somebody holds a table for so long that it cannot be changed now. */
export class TableBusyError extends Error {
  override readonly name = 'TableBusyError';
}

/**
 * One at a time, of all that make or detach partitions. Over one connection, because a detachment allows no
 * transaction.
 */
export async function withPartitionLock<T>(db: Database, work: (connection: Queryable) => Promise<T>): Promise<T> {
  return db.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${PARTITION_LOCK})`.execute(connection);
    await sql`set lock_timeout = ${sql.lit(LOCK_MS)}`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${PARTITION_LOCK})`.execute(connection);
    }
  });
}

interface EnsureOptions {
  readonly lockAttempts?: number;
  /** In ids; by default as many as a month has at the present pace. */
  readonly size?: number;
}

/**
 * Makes partitions ahead: of every table, so that those with an end hold the ids of another month at the present pace.
 * It may be stopped and repeated. `made`: called in the transaction of each. Throws TableBusyError.
 */
export async function ensurePartitions(
  db: Database,
  made: (trx: Queryable, partition: MadePartition) => Promise<void>,
  { lockAttempts = LOCK_ATTEMPTS, size }: EnsureOptions = {},
): Promise<readonly MadePartition[]> {
  return withPartitionLock(db, async (connection) => {
    const partitions = await readPartitions(connection);
    const paceOf = async (of: Of) => ({
      last: await lastId(connection, of),
      size: size ?? (await partitionSize(connection, of)),
    });
    const pace = { execution: await paceOf('execution'), delivery: await paceOf('delivery') };
    const all: MadePartition[] = [];
    for (const [table, of] of Object.entries(PARTITIONED)) {
      const { last, size: ids } = pace[of];
      let open = partitions.find((each) => each.table === table && isOpen(each));
      if (open === undefined) throw new Error(`${table} has no partition without an end`);
      while (open.from !== null && open.from - last < ids) {
        const next = nextBound(open.from, last, ids);
        const partition = { table, name: open.name, from: open.from, to: next };
        await boundOpenOne(connection, partition, { of, made, lockAttempts });
        all.push(partition);
        open = { ...open, name: partitionName(table, next), from: next };
      }
    }
    return all;
  });
}

/**
 * Ids that were given out beyond the last bound stay where their rows are: that partition is larger than the others.
 */
function nextBound(from: number, last: number, size: number): number {
  return last < from ? from + size : Math.ceil((last + size) / size) * size;
}

interface Making {
  readonly of: Of;
  readonly made: (trx: Queryable, partition: MadePartition) => Promise<void>;
  readonly lockAttempts: number;
}

/** Gives the partition without an end its end, and makes the next one without. */
async function boundOpenOne(
  connection: Queryable,
  partition: MadePartition,
  { of, made, lockAttempts }: Making,
): Promise<void> {
  const whenFree = <T>(attempt: () => Promise<T>) => patiently(partition.table, attempt, lockAttempts);
  const { table, name, from, to } = partition;
  const [parent, child, next] = [sql.table(table), sql.table(name), sql.table(partitionName(table, to))];
  const check = sql.id(`${name}_bound`);
  const column = sql.ref(SOURCES[of].column);
  const [low, high] = [sql.lit(from), sql.lit(to)];
  // A leftover of a process that died between the two steps.
  if (await hasConstraint(connection, name, `${name}_bound`)) {
    await whenFree(() => sql`alter table ${child} drop constraint ${check}`.execute(connection));
  }
  const { rows } = await sql`select from ${child} limit 1`.execute(connection);
  if (rows.length > 0) {
    // Its rows are looked through while others write; with this constraint the exchange below need not.
    await whenFree(() =>
      sql`alter table ${child} add constraint ${check} check (${column} >= ${low} and ${column} < ${high}) not valid`.execute(
        connection,
      ),
    );
    await whenFree(() => sql`alter table ${child} validate constraint ${check}`.execute(connection));
  }
  await whenFree(() =>
    connection.transaction().execute(async (trx) => {
      await sql`alter table ${parent} detach partition ${child}`.execute(trx);
      await sql`alter table ${parent} attach partition ${child} for values from (${low}) to (${high})`.execute(trx);
      await sql`alter table ${child} drop constraint if exists ${check}`.execute(trx);
      await sql`create table ${next} (like ${child} including defaults including storage)`.execute(trx);
      await copyStorageParameters(trx, name, partitionName(table, to));
      await sql`alter table ${parent} attach partition ${next} for values from (${high}) to (maxvalue)`.execute(trx);
      await made(trx, partition);
    }),
  );
}

async function hasConstraint(db: Queryable, table: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conrelid = ${`public.${table}`}::regclass and conname = ${name}`.execute(db);
  return rows.length > 0;
}

/** `like` leaves them out. */
async function copyStorageParameters(trx: Queryable, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ name: string; value: string }>`
    select option_name as name, option_value as value
    from pg_class c cross join pg_options_to_table(c.reloptions)
    where c.oid = ${`public.${from}`}::regclass`.execute(trx);
  for (const { name, value } of rows) {
    await sql`alter table ${sql.table(to)} set (${sql.id(name)} = ${sql.lit(value)})`.execute(trx);
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Tries again while others hold the table. */
export async function patiently<T>(table: string, attempt: () => Promise<T>, lockAttempts = LOCK_ATTEMPTS): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy) throw error;
      if (tried === lockAttempts) {
        throw new TableBusyError(
          `Partitions of ${table} could not be changed: for ${lockAttempts} attempts somebody held the table, such as a ` +
            'dump or an export. Nothing is lost; run the command again.',
        );
      }
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** The partition that has no end. */
function isOpen({ state, to }: Partition): boolean {
  return state === 'attached' && to === null;
}
