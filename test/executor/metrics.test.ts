import { Registry } from 'prom-client';
import { addBacklogMetrics } from '../../services/executor/backlog.ts';
import { artifactMetrics } from '../../services/artifacts/metrics.ts';
import type { Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

/** The backlog in PostgreSQL, as one process of the service reads it. */
let testDatabase: TestDatabase;
let db: Database;
const registry = new Registry();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open({ poolMax: 1 });
  addBacklogMetrics(registry, db);
  artifactMetrics(registry, db);
  await db.pool.query(`
    insert into account (id, name, legal_name, address, phone) values (1, 'A', 'A LLC', 'Main St', '+1 555 0100');
    insert into batch (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, total_count,
      run_key, updated_at)
    select id, 1, 1, 1, 1, status, 'test', 1, gen_random_uuid(), now() - age
    from (values
      (1, 'running', interval '1 hour'),     -- its row runs
      (2, 'running', interval '1 hour'),     -- its row waits for a start
      (3, 'running', interval '1 hour'),     -- only its end is left
      (4, 'running', interval '1 second'),   -- the same, just now
      (5, 'interrupted', interval '1 hour')
    ) as given (id, status, age);
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
      execution_mode, payload, run_key, updated_at)
    select 1, client, 1, 1, batch, row_index, status, 'test', '{}', gen_random_uuid(), now() - interval '1 hour'
    from (values
      (1, null, null, 'pending'), (1, null, null, 'waiting'), (2, null, null, 'waiting'), (7, null, null, 'waiting'),
      (2, null, null, 'awaiting_review'), (2, null, null, 'completed'), (9, null, null, 'failed'),
      (1, 1, 0, 'running'), (1, 2, 0, 'queued'), (1, 3, 0, 'completed'), (1, 4, 0, 'completed'), (1, 5, 0, 'queued')
    ) as given (client, batch, row_index, status);
    insert into command (kind, lane, batch_id, execution_id, due_at)
    select kind, lane, batch, execution, now() + due
    from (values
      ('start', 'single', null, 1, interval '-30 seconds'), ('start', 'single', null, 2, interval '-10 seconds'),
      ('start', 'single', null, 3, interval '1 hour'), ('start', 'batch', 2, 9, interval '-1 hour')
    ) as given (kind, lane, batch, execution, due);
    insert into review_round (execution_id, key, node_id, visit, kind, status, opened_at, due_at)
    select execution, 'k', 'n', 1, kind, status, now() - interval '90 seconds', now() - due
    from (values
      (1, 'decision', 'open', null), (2, 'decision', 'open', null), (3, 'decision', 'decided', null),
      (4, 'notice', 'queued', interval '1 day'), (5, 'notice', 'open', interval '-1 day')
    ) as given (execution, kind, status, due);
    insert into mail_message (message_id, execution_id, api_client_id, effect_id, sender, recipient, raw, accepted_at, created_at)
    select id, 1, 1, 1, 's', 'r', '', accepted, now() - age
    from (values ('a', null::timestamptz, interval '1 hour'), ('b', now(), interval '1 hour'),
      ('c', null, interval '2 days')) as given (id, accepted, age);
    insert into notice_resend (api_client_id, execution_id, artifact_id, number, status, due_at)
    values (1, 1, 1, 1, 'pending', now() - interval '1 hour'), (1, 1, 1, 2, 'pending', now() + interval '1 hour'),
      (1, 1, 1, 3, 'sent', now() - interval '1 hour');
    insert into artifact (api_client_id, execution_id, kind, node_id, visit, stage, filename, status, priority, due_at)
    select client, 1, 'report', id, 1, 'report', 'f', status, priority, now() + due
    from (values
      ('a', 1, 'pending', 0, interval '-40 seconds'), ('b', 3, 'pending', 0, interval '-80 seconds'),
      ('c', 3, 'pending', 0, interval '1 hour'), ('d', 1, 'pending', 2, interval '-5 hours'),
      ('e', 1, 'ready', 1, interval '-5 hours')
    ) as given (id, client, status, priority, due)`);
});
afterAll(() => testDatabase.drop());

async function values(name: string): Promise<Record<string, number>> {
  const text = await registry.getSingleMetricAsString(name);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => [/"(.*)"/.exec(line)?.[1] ?? '', Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('commands that are due are counted by lane, with the age of the oldest', async () => {
  expect(await values('cascade_commands_due')).toEqual({ poke: 0, single: 2, batch: 1, recovery: 0 });
  const ages = await values('cascade_commands_due_age_seconds');
  expect(ages).toMatchObject({ poke: 0, recovery: 0 });
  expect(ages.single).toBeGreaterThanOrEqual(30);
  expect(ages.single).toBeLessThan(3_000);
  expect(ages.batch).toBeGreaterThanOrEqual(3_600);
});

test('executions that have not ended are counted by status, over all clients', async () => {
  expect(await values('cascade_executions_live')).toEqual({
    queued: 2,
    pending: 1,
    running: 1,
    waiting: 3,
    awaiting_review: 1,
  });
});

test('open reviews are counted by kind, with the age of the oldest and the drafts that are overdue', async () => {
  expect(await values('cascade_reviews_open')).toEqual({ decision: 2, notice: 1 });
  expect((await values('cascade_reviews_open_age_seconds')).decision).toBeGreaterThanOrEqual(90);
  expect(await values('cascade_notice_drafts_overdue')).toEqual({ '': 1 });
});

test('reviews of a kind of which none is open are of no age', async () => {
  await db.pool.query("update review_round set status = 'decided' where kind = 'notice' and status = 'open'");
  expect((await values('cascade_reviews_open')).notice).toBe(0);
  expect((await values('cascade_reviews_open_age_seconds')).notice).toBe(0);
});

test('letters that no server accepted and notices to be sent again are counted', async () => {
  expect(await values('cascade_letters_unaccepted')).toEqual({ '': 1 });
  expect(await values('cascade_notice_resends_due')).toEqual({ '': 1 });
});

test('reports that vendors make are counted while they are open, with how long the first has been due', async () => {
  await db.pool.query(`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, poll_at, deadline_at, ended_at)
    select gen_random_uuid(), 1, 1, 1, n, 'credit', 1, 'credit_report', 'a', now() - interval '5 minutes' * n,
      now() + interval '1 day', case when n = 3 then now() end
    from generate_series(1, 3) n`);
  expect(await values('cascade_vendor_orders_open')).toEqual({ '': 2 });
  const { '': age } = await values('cascade_vendor_orders_due_age_seconds');
  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(900);
});

test('a running batch counts as stuck if its rows, or its end, are left and nothing of it runs', async () => {
  expect(await values('cascade_batches_running')).toEqual({ '': 4 });
  expect(await values('cascade_batches_stuck')).toEqual({ '': 2 });
});

test('artifacts that are due are counted by queue, with the age of the oldest of all clients', async () => {
  // A report that nobody has asked for (priority 2) is due to nobody.
  expect(await values('cascade_artifacts_due')).toEqual({ notice: 2, requested: 0 });
  const ages = await values('cascade_artifacts_due_age_seconds');
  expect(ages.notice).toBeGreaterThanOrEqual(80);
  expect(ages.notice).toBeLessThan(3_000);
  expect(ages.requested).toBe(0);
});

test('no query of the metrics reads a whole table', async () => {
  const scansWhile = async (work: () => Promise<unknown>) => {
    const scans = async () => {
      // One connection, because each reports its own statistics.
      await db.pool.query('select pg_stat_force_next_flush()');
      return (await db.pool.query('select relname, seq_scan::int from pg_stat_user_tables order by relname')).rows;
    };
    const before = await scans();
    await work();
    return (await scans())
      .filter((table, index) => table.seq_scan > before[index].seq_scan)
      .map((table) => table.relname);
  };
  expect(await scansWhile(() => db.pool.query(`select from account where name = 'A'`))).toEqual(['account']);
  expect(await scansWhile(() => registry.metrics())).toEqual([]);
});
