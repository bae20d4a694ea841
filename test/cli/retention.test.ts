import { randomUUID } from 'node:crypto';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { runRetention } from '../../platform/retention/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { createTenant, executionOf, trigger } from '../executor/support/runs.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
});
afterAll(() => database.drop());

const run = (env: Readonly<Record<string, string>>) =>
  runCommand(['--json', 'retention', 'run'], { DATABASE_URL: database.url, ...env });

// Rules: 18.4.1, 18.4.8
test('redacts by the periods of the environment, and nothing without them', async () => {
  const { id } = await trigger(db, await createTenant(db), {
    definition: APPROVE,
    payload: APPLICANT,
    externalReference: 'unit 4B',
    isDispatched: true,
  });
  await db.kysely.updateTable('execution').set({ execution_key: 'key-1' }).execute();
  const completed_at = new Date(Date.now() - 40 * 86_400_000);
  await db.kysely.updateTable('execution').set({ status: 'completed', completed_at }).execute();

  expect(JSON.parse((await run({})).out)).toMatchObject({ redacted_executions: 0 });
  expect(JSON.parse((await run({ RETENTION_PII_DAYS: '41' })).out)).toMatchObject({ redacted_executions: 0 });
  expect(JSON.parse((await run({ RETENTION_PII_DAYS: '39' })).out)).toEqual({
    redacted_executions: 1,
    redacted_notes: 0,
    removed_reports: 0,
    scrubbed_tables: 0,
    removed_audit_rows: 0,
    removed_letters: 0,
    made_partitions: 0,
    frozen_partitions: 0,
    dropped_partitions: 0,
  });
  expect(await executionOf(db, id)).toMatchObject({
    ...{ payload: {}, status: 'completed' },
    ...{ external_reference: 'unit 4B', execution_key: 'key-1' },
  });
});

// Rules: 18.4.2
test('redacts in small transactions, and goes on where it was stopped, beside another one too', async () => {
  const own = await createTenant(db);
  const completed_at = new Date(Date.now() - 40 * 86_400_000);
  for (let count = 0; count < 120; count += 1) {
    await trigger(db, own, { definition: APPROVE, payload: APPLICANT, isDispatched: true });
  }
  const ofTenant = db.kysely.updateTable('execution').where('account_id', '=', own.accountId);
  await ofTenant.set({ status: 'completed', completed_at }).execute();
  const left = async () =>
    (
      await db.kysely
        .selectFrom('execution')
        .select('id')
        .where('account_id', '=', own.accountId)
        .where('redacted_at', 'is', null)
        .execute()
    ).length;
  let transactions = 0;
  const stopped = runRetention(
    {
      db,
      storeOn: (trx) => new PostgresArtifactStore(trx),
      audit: async () => {
        if ((transactions += 1) === 2) throw new Error('stopped');
      },
    },
    { piiDays: 39, letterDays: 10_000 },
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(await left()).toBe(70);
  const both = await Promise.all([run({ RETENTION_PII_DAYS: '39' }), run({ RETENTION_PII_DAYS: '39' })]);
  const counts = both.map(({ out }) => (JSON.parse(out) as { redacted_executions: number }).redacted_executions);
  expect([counts.reduce((sum, count) => sum + count, 0), await left()]).toEqual([70, 0]);
});

// Rules: 18.6.3
test('redacts nothing of an execution that has not ended, however old it is', async () => {
  const { id } = await trigger(db, await createTenant(db), {
    ...{ definition: APPROVE, payload: APPLICANT, isDispatched: true },
  });
  const long = new Date(Date.now() - 4_000 * 86_400_000);
  await db.kysely
    .updateTable('execution')
    .set({ created_at: long, started_at: long, updated_at: long })
    .where('id', '=', id)
    .execute();
  expect(JSON.parse((await run({ RETENTION_PII_DAYS: '1' })).out)).toMatchObject({ redacted_executions: 0 });
  expect(await executionOf(db, id)).toMatchObject({ status: 'running', payload: APPLICANT, redacted_at: null });
});

test('removes nothing when a period is wrong, and names the variable', async () => {
  const { code, err } = await run({ RETENTION_PII_DAYS: 'a month' });
  expect(code).toBe(1);
  expect(err).toContain('RETENTION_PII_DAYS');
});

// Rules: 18.4.11, 18.4.12
test('removes whole partitions of executions whose traces were kept for their time, and makes those to come', async () => {
  await db.kysely.deleteFrom('execution').execute();
  const old = { workflow_version: 1, status: 'completed' as const, execution_mode: 'test' as const, payload: {} };
  const long = new Date(Date.now() - 3_000 * 86_400_000);
  for (const [id, at] of [
    [7, long],
    [1_000_001, new Date()],
  ] as const) {
    await db.kysely
      .insertInto('execution')
      .values({
        ...{ ...old, id, account_id: 1, api_client_id: 1, workflow_id: 1, run_key: randomUUID() },
        ...{ created_at: at, completed_at: at },
      })
      .execute();
    await db.kysely
      .insertInto('step')
      .values({ execution_id: id, node_id: 'a', visit: 1, node_type: 'ApplicantSource', status: 'succeeded' })
      .execute();
  }
  const periods = { RETENTION_PII_DAYS: '365', RETENTION_AUDIT_DAYS: '2557' };
  expect(JSON.parse((await run(periods)).out)).toMatchObject({ dropped_partitions: 0, made_partitions: 4 });
  expect(JSON.parse((await run({ ...periods, RETENTION_TRACE_DAYS: '2500' })).out)).toMatchObject({
    dropped_partitions: 4,
    made_partitions: 0,
  });
  const left = await db.kysely.selectFrom('step').select('execution_id').execute();
  expect(left).toEqual([{ execution_id: 1_000_001 }]);
  expect(await executionOf(db, 7)).toMatchObject({ status: 'completed' });
  const { rows } = await db.pool.query(
    "select action, subject_id from audit_event where subject_id = 'step_p0' or subject_id = 'step_p1000000' order by id",
  );
  expect(rows).toEqual([
    { action: 'partition.made', subject_id: 'step_p1000000' },
    { action: 'partition.detached', subject_id: 'step_p0' },
    { action: 'partition.dropped', subject_id: 'step_p0' },
  ]);
});

// Rules: 18.4.14
test.each([
  [{ RETENTION_TRACE_DAYS: '2000' }, 'RETENTION_TRACE_DAYS (2000) needs RETENTION_PII_DAYS'],
  [
    { RETENTION_TRACE_DAYS: '1000', RETENTION_PII_DAYS: '365' },
    'RETENTION_TRACE_DAYS (1000) must be at least RETENTION_LETTER_DAYS (1827)',
  ],
  [
    { RETENTION_TRACE_DAYS: '2000', RETENTION_PII_DAYS: '2001' },
    'RETENTION_TRACE_DAYS (2000) must be at least RETENTION_PII_DAYS (2001)',
  ],
  [
    { RETENTION_TRACE_DAYS: '3000', RETENTION_PII_DAYS: '365' },
    'RETENTION_AUDIT_DAYS (2557) must be at least RETENTION_TRACE_DAYS (3000)',
  ],
])('keeps the traces of executions for as long as anything that is found by them: %j', async (env, message) => {
  const { code, err } = await run(env);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});
