import { sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { ensurePartitions } from '../../platform/partitions/ensure.ts';
import { SECONDS_OF_HISTORY } from './history.ts';

const CHUNK = 500_000;
const PARTITION_IDS = 1_000_000;

export interface Clients {
  readonly accountId: number;
  readonly userId: number;
  readonly workflowId: number;
  /** Has as many executions in both databases. */
  readonly steady: number;
  /** Has a fiftieth of all executions. */
  readonly growing: number;
  /** Have the others: as many more of them as there are more executions. */
  readonly others: readonly number[];
}

/**
 * Slim generated rows: an execution without payload and state, two steps with an empty output, a step's effect for
 * every fifth. Also an event of a review for every fiftieth, and an Idempotency-Key for each of the last 30 days. All
 * but the last hundredth have ended, and those of more than a year ago are redacted. Indexes are built afterwards.
 */
export async function fill(db: Database, rows: number, clients: Clients, steadyRows: number): Promise<void> {
  const rebuild = await dropIndexes(db.kysely, 'execution');
  const each = Math.max(1, Math.floor(rows / steadyRows));
  for (let from = 1; from <= rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK - 1);
    await insert(db.kysely, { from, to, rows, each }, clients);
    await sql`select setval('execution_id_seq', ${to})`.execute(db.kysely);
    process.stderr.write(`${to} executions\n`);
  }
  await rebuild();
  await sql`vacuum (analyze)`.execute(db.kysely);
}

/** Partitions of a million executions, before the rows come: the large database has as many of them as it has millions. */
export async function partition(db: Database, rows: number): Promise<void> {
  for (let last = 0; last < rows; last += PARTITION_IDS) {
    await sql`
      insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
        run_key)
      values (${last + 1}, 0, 0, 0, 0, 'completed', 'test', '{}', gen_random_uuid())`.execute(db.kysely);
    await ensurePartitions(db, () => Promise.resolve(), { size: PARTITION_IDS });
  }
  await sql`truncate execution`.execute(db.kysely);
}

async function insert(
  db: Queryable,
  {
    from,
    to,
    rows,
    each,
  }: { readonly from: number; readonly to: number; readonly rows: number; readonly each: number },
  { accountId, workflowId, steady, growing, others }: Clients,
): Promise<void> {
  const at = sql`now() - (${rows}::int - n) * ${SECONDS_OF_HISTORY / rows}::float8 * interval '1 second'`;
  const isLive = sql`n > ${Math.floor(rows * 0.99)}::int and n % 100 = 0`;
  await sql`
    insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, review_status, outcome,
      external_reference, execution_mode, payload, run_key, created_at, updated_at, completed_at, redacted_at)
    select n, ${accountId},
      case when n % ${each}::int = 0 then ${steady}::bigint when n % 50 = 1 then ${growing}::bigint
        else (${[...others]}::bigint[])[1 + n % ${others.length}::int] end,
      ${workflowId}, 1, case when ${isLive} then 'waiting' when n % 41 = 0 then 'failed' else 'completed' end,
      'none', case when ${isLive} then null when n % 3 = 0 then 'denied' else 'approved' end, 'application-' || n, 'test',
      '{}'::jsonb, gen_random_uuid(), ${at}, ${at}, case when not (${isLive}) then ${at} end,
      case when ${at} < now() - interval '365 days' then ${at} + interval '365 days' end
    from generate_series(${from}::int, ${to}::int) n`.execute(db);
  await sql`
    insert into step (execution_id, node_id, visit, node_type, status, output, started_at, ended_at)
    select n, step.id, 1, 'ApplicantSource', 'succeeded', '{}'::jsonb, now(), now()
    from generate_series(${from}::int, ${to}::int) n cross join unnest('{applicant,results}'::text[]) as step (id)`.execute(
    db,
  );
  await sql`
    insert into effect (execution_id, key, node_id, visit, kind, request, status)
    select n, 'results#1', 'results', 1, 'notification', '{}'::jsonb, 'done'
    from generate_series(${from}::int, ${to}::int) n where n % 5 = 0`.execute(db);
  await sql`
    insert into review_event (execution_id, event_type, metadata)
    select n, 'approved', '{}'::jsonb from generate_series(${from}::int, ${to}::int) n where n % 50 = 0`.execute(db);
  await sql`
    insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data, created_at)
    select ${steady}::bigint, 'key-' || n, 'x', 202, '{}', ${at}
    from generate_series(${from}::int, ${to}::int) n where ${at} > now() - interval '30 days'`.execute(db);
}

/** Returns what builds them again. */
async function dropIndexes(db: Queryable, table: string): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisprimary`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  return async () => {
    for (const { name, definition } of rows) {
      await sql.raw(definition).execute(db);
      process.stderr.write(`${name}\n`);
    }
  };
}
