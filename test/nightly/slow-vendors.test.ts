import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Idempotency } from '../../core/products/connection.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { isTerminal } from '../../core/states.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { startSlowVendor, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { setScene, type Scene } from '../faults/support.ts';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';
import { startPostgres, startTemporal } from '../support/servers.ts';
import { until } from '../support/until.ts';

/*
 * Pulls at a vendor that takes one to sixty seconds and calls back, sometimes twice or not at all. Meanwhile executor,
 * gateway, PostgreSQL and Temporal are killed at random; each pull gets one decision, one order and one bill. If the
 * vendor makes an order of each request and finds none by our reference, none is ordered twice, and unknown ones are
 * counted.
 */
const PULLS = Number(process.env.SLOW_PULLS ?? 1_000);
/** Kills of each process. */
const KILLS = 3;
const ALL_ENDED_MS = 900_000;
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');

interface Order {
  readonly key: string;
  readonly readyAt: number;
}

let servers: {
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
  readonly temporal: Awaited<ReturnType<typeof startTemporal>>;
};
let vendor: SlowVendor;
let scene: Scene | undefined;
/** Orders of the vendor, by their place in the list. */
let orders: Order[] = [];
let calls = 0;

beforeEach(async () => {
  const [postgres, temporal] = await Promise.all([startPostgres(), startTemporal()]);
  servers = { postgres, temporal };
  vendor = await startSlowVendor();
});
afterEach(async () => {
  await scene?.stop();
  scene = undefined;
  await vendor?.stop();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
});

/** `header`: a request with a key that came before gets its order. Else each request is another order. */
function answersOf(idempotency: Idempotency): Parameters<SlowVendor['answer']>[0] {
  return ({ method, path, key, body }) => {
    const before = orders.findIndex((order) => order.key === key);
    if (method === 'GET') {
      const asked = path.startsWith('/lookup/') ? before : Number(path.replace('/orders/', ''));
      const order = orders[asked];
      if (order === undefined) return { status: 404 };
      if (order.readyAt <= Date.now()) return { status: 200, body: REPORT };
      return { status: 202, headers: { location: `/orders/${asked}` } };
    }
    const place = idempotency === 'header' && before !== -1 ? before : orders.length;
    if (place === orders.length) placeOrder(key, JSON.parse(body).callback_url);
    return { status: 202, headers: { location: `/orders/${place}` }, body: { reference: String(place) } };
  };
}

function placeOrder(key: string, callbackUrl: string): void {
  const takesMs = 1_000 + Math.random() * 59_000;
  orders.push({ key, readyAt: Date.now() + takesMs });
  // Some vendors never call, some call twice, and some before they are asked for it.
  const times = randomInt(10) === 0 ? 0 : 1 + randomInt(2);
  for (let call = 0; call < times; call += 1) void callBack(callbackUrl, takesMs + call * 500);
}

/** Repeats until the callback is accepted, as vendors do. */
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

/** Pulls while servers are killed; returns the accepted executions and what was killed, once all have ended. */
async function pullWhileKilling({ stack, createWorkflow, triggerMany }: Scene) {
  const workflowId = await createWorkflow(APPROVE);
  const ids = await triggerMany(workflowId, PULLS, { payload: APPLICANT, execution_mode: 'live' });
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
  return { ids, history };
}

// Rules: 6.7.11, 6.8.5, 6.9.2, 6.9.4
test.each(['header', 'lookup', 'none'] as const)(
  'a thousand pulls at a slow vendor are one decision, one order and one bill each, whatever is killed: %s',
  async (idempotency) => {
    orders = [];
    calls = 0;
    vendor.answer(answersOf(idempotency));
    const lookUp = idempotency === 'lookup' ? { lookup_url: `${vendor.origin}/lookup/{reference}` } : {};
    scene = await setScene({
      services: ['gateway', 'executor', 'webhooks'],
      databaseUrl: servers.postgres.url,
      env: {
        TEMPORAL_ADDRESS: servers.temporal.address,
        PRODUCT_CREDIT_REPORT_URL: vendor.url,
        PRODUCT_CREDIT_REPORT_CONNECTION: JSON.stringify({ idempotency, ...lookUp }),
        CONNECTION_KEYS: `c1:${randomBytes(32).toString('base64')}`,
      },
    });
    const { ids, history } = await pullWhileKilling(scene);
    const { kysely } = scene.stack.db;
    const ended = await kysely.selectFrom('execution').select(['id', 'outcome', 'first_error_code']).execute();
    const unknown = ended.filter(({ first_error_code: code }) => code === 'vendor_unknown').map(({ id }) => id);
    process.stderr.write(
      `${idempotency}: ${ids.length} pulls, ${calls} calls taken, ${unknown.length} unknown; killed: ${history.join(', ')}\n`,
    );

    // Nothing was ordered twice.
    expect(new Set(orders.map(({ key }) => key)).size).toBe(orders.length);
    expect(ended.filter(({ id, outcome }) => outcome !== 'approved' && !unknown.includes(id))).toEqual([]);
    if (idempotency !== 'none') expect(unknown).toEqual([]);
    const expected = ids.filter((id) => !unknown.includes(id)).toSorted((a, b) => a - b);
    const sorted = (rows: readonly { execution_id: number }[]) =>
      rows.map((row) => row.execution_id).toSorted((a, b) => a - b);
    const placed = await kysely.selectFrom('vendor_order').select(['execution_id', 'ended_as']).execute();
    const bills = await kysely.selectFrom('billing_entry').select('execution_id').execute();
    expect([sorted(placed.filter(({ ended_as: as }) => as === 'reported')), sorted(bills)]).toEqual([
      expected,
      expected,
    ]);
    expect(placed.filter(({ ended_as: as }) => as === 'unknown')).toHaveLength(unknown.length);
  },
);
