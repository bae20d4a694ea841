import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PRODUCTS } from '../../core/products/index.ts';
import { isTerminal } from '../../core/states.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { startSlowVendor, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startPostgres, startTemporal, type FaultyServer } from '../support/servers.ts';
import { until } from '../support/until.ts';

/*
 * Pulls at a vendor that takes one to sixty seconds and calls back, now and then twice or not at all, while executor,
 * gateway, PostgreSQL and Temporal are killed at random: one decision, one order and one bill each.
 */
const PULLS = Number(process.env.SLOW_PULLS ?? 1_000);
/** Of each. */
const KILLS = 3;
const ALL_ENDED_MS = 900_000;
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');

let servers: Readonly<Record<'postgres' | 'temporal', FaultyServer>>;
let vendor: SlowVendor;
let scene: Scene;
/** Orders of the vendor by the key of the pull: when each is ready. */
const orders = new Map<string, number>();
let calls = 0;

beforeAll(async () => {
  const [postgres, temporal] = await Promise.all([startPostgres(), startTemporal()]);
  servers = { postgres, temporal };
  vendor = await startSlowVendor();
  vendor.answer(({ method, path, key, body }) => {
    const readyAt = orders.get(key);
    if (method === 'GET') {
      if (readyAt === undefined || path !== `/orders/${key}`) return { status: 404 };
      return readyAt <= Date.now() ? { status: 200, body: REPORT } : { status: 202 };
    }
    if (readyAt === undefined) place(key, JSON.parse(body).callback_url);
    return { status: 202, headers: { location: `/orders/${key}` }, body: { reference: key } };
  });
  scene = await setScene({
    services: ['gateway', 'executor', 'webhooks'],
    databaseUrl: postgres.url,
    env: {
      TEMPORAL_ADDRESS: temporal.address,
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      CONNECTION_KEYS: `c1:${randomBytes(32).toString('base64')}`,
    },
  });
});
afterAll(async () => {
  await scene?.stop();
  await vendor?.stop();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
});

function place(key: string, callbackUrl: string): void {
  const takesMs = 1_000 + Math.random() * 59_000;
  orders.set(key, Date.now() + takesMs);
  // Some vendors never call, some call twice, and some before they are asked for it.
  const times = randomInt(10) === 0 ? 0 : 1 + randomInt(2);
  for (let call = 0; call < times; call += 1) void callBack(callbackUrl, takesMs + call * 500);
}

/** Again until it is taken, as vendors do. */
async function callBack(url: string, afterMs: number): Promise<void> {
  await sleep(afterMs, undefined, { ref: false });
  for (let tries = 0; tries < 20; tries += 1) {
    const status = await fetch(url, { method: 'POST', body: '{"ready":true}' }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 202) {
      calls += 1;
      return;
    }
    await sleep(2_000, undefined, { ref: false });
  }
}

// Rules: 6.7.11, 6.8.5
test('a thousand pulls at a slow vendor are one decision, one order and one bill each, whatever is killed', async () => {
  const { stack } = scene;
  const workflowId = await scene.createWorkflow(APPROVE);
  const accepted = scene.triggerMany(workflowId, PULLS, { payload: APPLICANT, execution_mode: 'live' });
  const ids: readonly number[] = await accepted;
  const history: string[] = [];
  const victims = Array.from({ length: KILLS }, () => ['executor', 'gateway', 'postgres', 'temporal'] as const).flat();
  while (victims.length > 0) {
    await sleep(1_000 + Math.random() * 4_000);
    const [victim = 'executor'] = victims.splice(randomInt(victims.length), 1);
    history.push(victim);
    if (victim === 'executor' || victim === 'gateway') await stack.restart(victim);
    else {
      await servers[victim].kill();
      await servers[victim].restart();
    }
  }
  await until(async () => {
    const rows = await stack.db.kysely
      .selectFrom('execution')
      .select('status')
      .execute()
      .catch(() => []);
    return rows.length >= ids.length && rows.every(({ status }) => isTerminal(status));
  }, ALL_ENDED_MS);
  process.stderr.write(`${ids.length} pulls, ${calls} calls taken; killed: ${history.join(', ')}\n`);

  const { kysely } = stack.db;
  const ended = await kysely.selectFrom('execution').select(['status', 'outcome']).execute();
  expect(ended.filter(({ status, outcome }) => status !== 'completed' || outcome !== 'approved')).toEqual([]);
  const placed = await kysely.selectFrom('vendor_order').select(['execution_id', 'ended_as']).execute();
  expect(placed.filter(({ ended_as: as }) => as !== 'reported')).toEqual([]);
  const bills = await kysely.selectFrom('billing_entry').select('execution_id').execute();
  const sorted = (rows: readonly { execution_id: number }[]) =>
    rows.map((row) => row.execution_id).toSorted((a, b) => a - b);
  const expected = ids.toSorted((a, b) => a - b);
  expect([orders.size, sorted(placed), sorted(bills)]).toEqual([ids.length, expected, expected]);
});
