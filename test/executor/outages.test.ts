import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { asJson, type Database } from '../../platform/database/index.ts';
import { watchOutages } from '../../services/executor/batches/outage.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { createTenant, type Tenant } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
afterAll(async () => {
  await database?.drop();
});

/** A live batch that has been running for an hour. */
async function runningBatch(tenant: Tenant, productCode: string): Promise<number> {
  const { id } = await db.kysely
    .insertInto('batch')
    .values({
      ...{ account_id: tenant.accountId, api_client_id: tenant.apiClientId, workflow_id: 1, workflow_version: 1 },
      ...({ execution_mode: 'live', submitted_by_user_id: 1, skip_waits: false, status: 'running' } as const),
      ...{ total_count: 1, product_codes: [productCode], run_key: randomUUID(), request_id: 'request-1' },
      started_at: new Date(Date.now() - 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const statusOf = async (id: number) =>
  (await db.kysely.selectFrom('batch').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

async function watch(...away: readonly (number | null)[]) {
  const stopping = new AbortController();
  const options = {
    db: own,
    log: pino({ level: 'silent' }),
    vendors: { away: () => away.map((account_id) => ({ product: 'credit_report', account_id })) },
    outageMs: 1_000,
  };
  const watching = watchOutages(options, stopping.signal);
  return async () => {
    stopping.abort();
    await watching;
  };
}

// Rules: 17.3.1
test('a vendor that is away for one account interrupts the batches of this account that need it, and no others', async () => {
  const [ann, ben] = [await createTenant(db), await createTenant(db)];
  const away = await runningBatch(ann, 'credit_report');
  const others = [await runningBatch(ann, 'identity_verification'), await runningBatch(ben, 'credit_report')];
  const stop = await watch(ann.accountId);
  await until(async () => (await statusOf(away)) === 'interrupted');
  await stop();
  expect(await Promise.all(others.map(statusOf))).toEqual(['running', 'running']);
});

// Rules: 6.15.12
test("the outage of the installation's vendor leaves batches of an account alone that has its own", async () => {
  const [ann, ben] = [await createTenant(db), await createTenant(db)];
  const own = {
    name: `account.${ann.accountId}.1`,
    secrets: 'sealed',
    settings: asJson({ url: 'https://x.example.com/' }),
  };
  await db.kysely
    .insertInto('product_connection')
    .values({ account_id: ann.accountId, product_code: 'credit_report', ...own })
    .execute();
  const [hers, his] = [await runningBatch(ann, 'credit_report'), await runningBatch(ben, 'credit_report')];
  const stop = await watch(null);
  await until(async () => (await statusOf(his)) === 'interrupted');
  await stop();
  expect(await statusOf(hers)).toBe('running');
});

// Rules: 17.3.1
test('a vendor that is away for all interrupts the batches of every account that need it', async () => {
  const batches = [
    await runningBatch(await createTenant(db), 'credit_report'),
    await runningBatch(await createTenant(db), 'credit_report'),
  ];
  const stop = await watch(null);
  await until(async () => (await Promise.all(batches.map(statusOf))).every((status) => status === 'interrupted'));
  await stop();
  expect(await Promise.all(batches.map(statusOf))).toEqual(['interrupted', 'interrupted']);
});
