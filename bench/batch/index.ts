/**
 * The time of a batch of rows without effects, from its commit to the commit that completes it, beside as many raw
 * Temporal workflows of one local activity that commits one row. Between the rounds a single trigger is timed alone and
 * while three batches run: its wait must not grow beyond a few times.
 *
 *   npm run bench:batch [-- rows, default 500]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CascadeNode } from '../core/cascade/registry.ts';
import { startBatch } from '../platform/database/commands.ts';
import { SUBJECTS } from '../platform/nats/index.ts';
import { say, startExecutorBench } from './support/executor.ts';
import { quantile } from './support/figures.ts';

const ROWS = Number(process.argv[2] ?? 500);
const ROUNDS = 3;
const SINGLES = 20;
const TIME_LIMIT_MS = 180_000;
const DEFINITION: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

const bench = await startExecutorBench(DEFINITION);
const { db, bus, seeded } = bench;

/** Commits what the gateway would. Returns the batch's id. */
async function createBatch(): Promise<number> {
  const { accountId, clientId, workflowId } = seeded;
  const id = await db.transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with b as (
        insert into batch (account_id, api_client_id, workflow_id, workflow_version, execution_mode, total_count, run_key)
        values (${accountId}, ${clientId}, ${workflowId}, 1, 'test', ${ROWS}, gen_random_uuid())
        returning id
      ), r as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
          execution_mode, payload, run_key)
        select ${accountId}, ${clientId}, ${workflowId}, 1, b.id, n, 'queued', 'test',
          jsonb_build_object('applicant', jsonb_build_object('first_name', 'Ada', 'last_name', n::text)), gen_random_uuid()
        from b cross join generate_series(0, ${ROWS}::int - 1) n
      )
      select id from b`.execute(trx);
    const batchId = rows[0]?.id ?? 0;
    await startBatch(trx, batchId);
    return batchId;
  });
  bus.publish(SUBJECTS.commandsReady);
  return id;
}

/** Seconds from the commit of the batch to its end. */
async function durationOf(id: number): Promise<number> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  for (;;) {
    const batch = await db.kysely.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (batch.completed_at !== null) return (batch.completed_at.getTime() - batch.created_at.getTime()) / 1_000;
    if (Date.now() > deadline) throw new Error(`batch ${id} did not end in time`);
    await sleep(50);
  }
}

/** Milliseconds from the commit of a single trigger to its end. */
async function single(): Promise<number> {
  const { accountId, clientId, workflowId } = seeded;
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
  bus.publish(SUBJECTS.commandsReady);
  for (;;) {
    const run = await db.kysely
      .selectFrom('execution')
      .select(['created_at', 'completed_at'])
      .where('id', '=', rows[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    if (run.completed_at !== null) return run.completed_at.getTime() - run.created_at.getTime();
    await sleep(10);
  }
}

async function singles(): Promise<number[]> {
  const waits: number[] = [];
  for (let count = 0; count < SINGLES; count += 1) waits.push(await single());
  return waits;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

try {
  say('warming up');
  await bench.raw(ROWS);
  await durationOf(await createBatch());
  const [raw, ours]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    raw.push(ROWS / (await bench.raw(ROWS)).perSecond);
    ours.push(await durationOf(await createBatch()));
    say(`round ${round} of ${ROUNDS}: ${raw.at(-1)?.toFixed(1)} s and ${ours.at(-1)?.toFixed(1)} s`);
  }
  const alone = await singles();
  const batches = await Promise.all([createBatch(), createBatch(), createBatch()]);
  const beside = await singles();
  await Promise.all(batches.map(durationOf));
  process.stdout.write(
    `${ROWS} raw workflows ${median(raw).toFixed(1)} s, a batch of ${ROWS} rows ${median(ours).toFixed(1)} s, ` +
      `ratio ${(median(ours) / median(raw)).toFixed(2)}\n` +
      `a single trigger alone ${median(alone)} ms, beside three batches ${median(beside)} ms, ` +
      `ratio ${(median(beside) / median(alone)).toFixed(2)}\n`,
  );
} finally {
  await bench.close();
}
