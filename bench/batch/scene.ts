import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startBatch } from '../../platform/database/commands.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import type { ExecutorBench } from '../support/executor.ts';

const TIME_LIMIT_MS = 180_000;

/** Commits what the gateway would for a batch. Returns its id. */
export async function createBatch({ db, bus, seeded }: ExecutorBench, workflowId: number, rowCount: number) {
  const { accountId, clientId } = seeded;
  const id = await db.transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with b as (
        insert into batch (account_id, api_client_id, workflow_id, workflow_version, execution_mode, total_count, run_key)
        values (${accountId}, ${clientId}, ${workflowId}, 1, 'test', ${rowCount}, gen_random_uuid())
        returning id
      ), r as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
          execution_mode, payload, run_key)
        select ${accountId}, ${clientId}, ${workflowId}, 1, b.id, n, 'queued', 'test',
          jsonb_build_object('applicant', jsonb_build_object('first_name', 'Ada', 'last_name', n::text,
            'email', 'person' || n || '@example.com')), gen_random_uuid()
        from b cross join generate_series(0, ${rowCount}::int - 1) n
      )
      select id from b`.execute(trx);
    const batchId = rows[0]?.id ?? 0;
    await startBatch(trx, batchId);
    return batchId;
  });
  bus.publish(SUBJECTS.commandsReady, undefined, { requestId: null });
  return id;
}

/** Seconds from the commit of the batch to its end. Throws if a row failed. */
export async function untilEnded({ db }: ExecutorBench, batchId: number): Promise<number> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  for (;;) {
    const batch = await db.kysely.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow();
    if (batch.completed_at !== null) {
      const odd = await countRows(db, batchId, sql`status <> 'completed'`);
      if (odd > 0) throw new Error(`${odd} rows of batch ${batchId} did not complete`);
      return (batch.completed_at.getTime() - batch.created_at.getTime()) / 1_000;
    }
    if (Date.now() > deadline) throw new Error(`batch ${batchId} did not end in time`);
    await sleep(50);
  }
}

/** Seconds from the commit of the batch until the last of its rows awaits a review. */
export async function untilParked({ db }: ExecutorBench, batchId: number): Promise<number> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  while ((await countRows(db, batchId, sql`status <> 'awaiting_review'`)) > 0) {
    if (Date.now() > deadline) throw new Error(`the rows of batch ${batchId} were not parked in time`);
    await sleep(50);
  }
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (select max(updated_at) from execution where batch_id = b.id) - b.created_at)::float8 as seconds
    from batch b where b.id = ${batchId}`.execute(db.kysely);
  return rows[0]?.seconds ?? 0;
}

async function countRows(db: ExecutorBench['db'], batchId: number, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from execution where batch_id = ${batchId} and ${where}`.execute(db.kysely);
  return Number(rows[0]?.n);
}

/** Milliseconds from the commit of a single trigger to the commit of its end. */
export async function single({ db, bus, seeded }: ExecutorBench, workflowId: number): Promise<number> {
  const { accountId, clientId } = seeded;
  const { rows } = await sql<{ id: number }>`
    with e as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
        run_key)
      values (${accountId}, ${clientId}, ${workflowId}, 1, 'pending', 'test', '{}', gen_random_uuid())
      returning id
    ), c as (
      insert into command (kind, execution_id, lane) select 'start', id, 'single' from e
    )
    select id from e`.execute(db.kysely);
  bus.publish(SUBJECTS.commandsReady, undefined, { requestId: null });
  for (;;) {
    const run = await db.kysely
      .selectFrom('execution')
      .select(['created_at', 'completed_at', 'updated_at'])
      .where('id', '=', rows[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    // `completed_at` is the run's own time, from before the advance that ended it.
    if (run.completed_at !== null) return (run.updated_at ?? run.completed_at).getTime() - run.created_at.getTime();
    await sleep(10);
  }
}
