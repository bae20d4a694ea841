import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createAdvanceBatch } from '../../services/executor/batches/advance.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { createTenant, type Tenant } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
let hints: unknown[];
let advanceBatch: ReturnType<typeof createAdvanceBatch>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  tenant = await createTenant(db);
  const publish = (subject: string, _payload: unknown, of: unknown) => void hints.push([subject, of]);
  advanceBatch = createAdvanceBatch({ db: own, bus: { publish }, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await database?.drop();
});

/** A running batch with a row in each of these states. */
async function batchOf(statuses: readonly ('queued' | 'running' | 'completed')[]) {
  hints = [];
  const runKey = randomUUID();
  const common = {
    ...{ account_id: tenant.accountId, api_client_id: tenant.apiClientId, workflow_id: 1, workflow_version: 1 },
    ...({ execution_mode: 'test', submitted_by_user_id: 1, skip_waits: false } as const),
  };
  const { id } = await db.kysely
    .insertInto('batch')
    .values({
      ...common,
      ...{
        status: 'running',
        total_count: statuses.length,
        product_codes: [],
        run_key: runKey,
        request_id: 'request-1',
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofBatch = { ...common, batch_id: id, payload: asJson({}), allow_inactive: false, sandbox_replay: false };
  const rows = statuses.map((status, row_index) => ({ ...ofBatch, row_index, status, run_key: randomUUID() }));
  await db.kysely.insertInto('execution').values(rows).execute();
  return {
    advance: () => advanceBatch(id, runKey),
    status: async () => {
      const row = await db.kysely.selectFrom('batch').select('status').where('id', '=', id).executeTakeFirstOrThrow();
      return row.status;
    },
    endRows: () => db.kysely.updateTable('execution').set({ status: 'completed' }).where('batch_id', '=', id).execute(),
  };
}

test('a batch ends after its last row, whatever rows of other batches are live', async () => {
  const other = await batchOf(['running']);
  const batch = await batchOf(['completed', 'running']);
  expect([await batch.advance(), await batch.status()]).toEqual([{ done: false }, 'running']);
  await batch.endRows();
  expect([await batch.advance(), await batch.status()]).toEqual([{ done: true }, 'completed']);
  expect([await other.advance(), await other.status()]).toEqual([{ done: false }, 'running']);
});

test('the dispatcher is sent a hint when rows got start commands, and none when all have theirs', async () => {
  const batch = await batchOf(['queued', 'queued']);
  await batch.advance();
  expect(hints).toEqual([['commands.ready', { requestId: 'request-1' }]]);
  await batch.advance();
  expect(hints).toHaveLength(1);
});
