import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';

const WRITES = 300_000;
const CHUNK = 10_000;
const PATIENCE_MS = 180_000;

/**
 * Writes to the newest partition of `step` until autovacuum has visited it, and shows its work on the frozen ones. It
 * must not have visited any of those. False if it did. A vacuum that reads whatever is not frozen must find next to
 * nothing in them.
 */
export async function showVacuum(db: Database): Promise<boolean> {
  const frozen = await frozenPartitions(db);
  if (frozen.length === 0) {
    process.stdout.write('no partition is full and redacted: autovacuum is not looked at\n');
    return true;
  }
  const before = await vacuums(db, frozen);
  const partition = await newestPartition(db);
  const { rows: last } = await sql<{ id: number }>`
    select max(execution_id) as id from ${sql.table(partition)}`.execute(db.kysely);
  const id = last[0]?.id ?? 0;
  const begun = (await vacuums(db, [partition])).get(partition) ?? 0;
  const deadline = performance.now() + PATIENCE_MS;
  for (let written = 0; ; written += CHUNK) {
    if (written < WRITES) {
      await sql`
        update step set output = '{}' where execution_id > ${id - CHUNK} and execution_id <= ${id}`.execute(db.kysely);
    } else {
      await sleep(1_000);
    }
    if (((await vacuums(db, [partition])).get(partition) ?? 0) > begun) break;
    if (performance.now() > deadline) throw new Error(`autovacuum did not come to ${partition}`);
  }
  const after = await vacuums(db, frozen);
  const touched = frozen.filter((name) => after.get(name) !== before.get(name));
  const pages = await pagesRead(db, frozen);
  process.stdout.write(
    `autovacuum came to ${partition}; of ${frozen.length} frozen partitions it came to ${touched.length}${touched.map((name) => ` ${name}`).join('')}. ` +
      `A vacuum that reads all that is not frozen reads ${pages.read} of their ${pages.all} pages.\n`,
  );
  return touched.length === 0 && pages.read <= frozen.length;
}

/** With enough rows that autovacuum comes for the writes above, and not for a few. */
async function newestPartition(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'step'::regclass and c.reltuples > ${CHUNK} order by c.oid desc limit 1`.execute(db.kysely);
  return rows[0]?.name ?? 'step_p0';
}

async function frozenPartitions(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'step'::regclass and c.reltuples > ${CHUNK} and c.relallfrozen >= c.relpages order by 1`.execute(
    db.kysely,
  );
  return rows.map(({ name }) => name);
}

async function vacuums(db: Database, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname::text as name, autovacuum_count as count from pg_stat_user_tables
    where relname = any (${[...names]}::text[])`.execute(db.kysely);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

const SCANNED = /pages: \d+ removed, (\d+) remain, (\d+) scanned/;

async function pagesRead(
  db: Database,
  names: readonly string[],
): Promise<{ readonly read: number; readonly all: number }> {
  const client = await db.pool.connect();
  let [read, all] = [0, 0];
  const listen = ({ message = '' }: { readonly message?: string | undefined }) => {
    const [, remain, scanned] = SCANNED.exec(message) ?? [];
    read += Number(scanned ?? 0);
    all += Number(remain ?? 0);
  };
  client.on('notice', listen);
  try {
    for (const name of names) await client.query(`vacuum (verbose, freeze, process_toast false) "${name}"`);
  } finally {
    client.off('notice', listen);
    client.release();
  }
  return { read, all };
}
