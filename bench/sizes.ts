/**
 * Measures what an execution leaves behind: rows and bytes of each table with its indexes, write-ahead log,
 * transactions, and Temporal's history in its development store. Also processor time. Credit pull, condition, approve;
 * one webhook and one report PDF are asked for and not made.
 *
 *   npm run bench:sizes [-- executions, default 1000]
 */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { decide, DEFINITION } from './executions/load.ts';
import { processorTimeMs } from './support/processor-time.ts';
import { say, startExecutorBench } from './support/executor.ts';

const EXECUTIONS = Number(process.argv[2] ?? 1_000);
const bench = await startExecutorBench(DEFINITION);
const { db, bus, seeded } = bench;

interface Totals {
  readonly tables: ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>;
  readonly wal: number;
  readonly commits: number;
}

async function totals(): Promise<Totals> {
  await sql`vacuum full analyze`.execute(db.kysely);
  const { rows: names } = await sql<{ name: string; bytes: number }>`
    select c.relname as name, case when c.relkind = 'r' then pg_total_relation_size(c.oid) else (
        select sum(pg_total_relation_size(i.inhrelid)) from pg_inherits i where i.inhparent = c.oid) end::float8 as bytes
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
    db.kysely,
  );
  const tables = new Map<string, { rows: number; bytes: number }>();
  for (const { name, bytes } of names) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(
      db.kysely,
    );
    tables.set(name, { rows: rows[0]?.count ?? 0, bytes });
  }
  return { tables, ...(await counters()) };
}

async function counters(): Promise<{ wal: number; commits: number }> {
  // The statistics of other sessions arrive with a delay of a second.
  await sql`select pg_stat_force_next_flush()`.execute(db.kysely);
  const { rows } = await sql<{ wal: number; commits: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (select sum(xact_commit)::int from pg_stat_database) as commits`.execute(db.kysely);
  return rows[0] ?? { wal: 0, commits: 0 };
}

/** The rows that as many triggers would have left: a key, a hash and the response. */
async function keepKeys(count: number): Promise<void> {
  await sql`
    insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data, created_at)
    select ${seeded.clientId}, 'api_client:1:order-' || gen_random_uuid(), encode(sha256(n::text::bytea), 'hex'), 202,
      '{"id":' || n || ',"object":"execution","workflow_id":1,"workflow_version":1,"status":"pending",'
        || '"execution_mode":"live","execution_key":"api_client:1:order-' || gen_random_uuid()
        || '","external_reference":null,"needs_human_review":false,"review_status":"none","pending_review":null,'
        || '"outcome":null,"batch_execution_id":null,"re_evaluated_from":null,"started_at":null,"completed_at":null,'
        || '"created_at":"2026-11-22T13:20:23.596Z","updated_at":null}', now()
    from generate_series(1, ${count}::int) n`.execute(db.kysely);
}

try {
  await sql`insert into webhook_subscription (account_id, api_client_id, url, event_filter, secret)
    values (${seeded.accountId}, ${seeded.clientId}, 'https://hooks.example.com/cascade', '{execution.completed}', 'none')`.execute(
    db.kysely,
  );
  say('warming up');
  await decide(db, bus, seeded, 200);
  const before = await totals();
  const temporalBefore = statSync(bench.temporalDatabase).size;
  const PROCESSES = ['executor', 'postgres', 'temporal'] as const;
  const used = () => Promise.all(PROCESSES.map((name) => processorTimeMs([bench.pids[name]])));
  const begun = await counters();
  const usedBefore = await used();
  await decide(db, bus, seeded, EXECUTIONS);
  const usedAfter = await used();
  const ended = await counters();
  await keepKeys(EXECUTIONS);
  const after = await totals();
  say(`\n${EXECUTIONS} executions; each left:\n`);
  let sum = 0;
  for (const [name, { rows, bytes }] of [...after.tables].toSorted(([, a], [, b]) => b.bytes - a.bytes)) {
    const old = before.tables.get(name) ?? { rows: 0, bytes: 0 };
    const grown = (bytes - old.bytes) / EXECUTIONS;
    if (grown < 1) continue;
    sum += grown;
    say(
      `  ${name.padEnd(22)}${((rows - old.rows) / EXECUTIONS).toFixed(2).padStart(8)} rows ${grown.toFixed(0).padStart(8)} bytes`,
    );
  }
  say(`  ${'all tables'.padEnd(22)}              ${sum.toFixed(0).padStart(8)} bytes`);
  say(
    `  ${'write-ahead log'.padEnd(22)}              ${((ended.wal - begun.wal) / EXECUTIONS).toFixed(0).padStart(8)} bytes`,
  );
  say(
    `  ${'transactions'.padEnd(22)}              ${((ended.commits - begun.commits) / EXECUTIONS).toFixed(2).padStart(8)}`,
  );
  const temporal = (statSync(bench.temporalDatabase).size - temporalBefore) / EXECUTIONS;
  say(`  ${'Temporal (SQLite)'.padEnd(22)}              ${temporal.toFixed(0).padStart(8)} bytes`);
  for (const [index, name] of PROCESSES.entries()) {
    const ms = ((usedAfter[index] ?? 0) - (usedBefore[index] ?? 0)) / EXECUTIONS;
    say(`  ${`processor: ${name}`.padEnd(22)}              ${ms.toFixed(1).padStart(8)} ms`);
  }
} finally {
  await bench.close();
}
