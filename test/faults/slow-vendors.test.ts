import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { PRODUCTS } from '../../core/products/index.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { executionOf } from '../executor/support/runs.ts';
import { startSlowVendor, type SlowVendor } from '../executor/support/slow-vendor.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

/*
 * A vendor that accepts pulls and makes their reports later, while executors are killed: nothing is ordered, billed or
 * decided twice, and nothing is lost.
 */
const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');

let vendor: SlowVendor;
let stack: Stack;
let api: ApiCaller;
let workflowId: number;
/** The vendor's orders: by the key of the pull, with the number of the first request with it. */
let orders: Map<string, number>;
let isReady: boolean;

beforeAll(async () => {
  vendor = await startSlowVendor();
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: {
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      CONNECTION_KEYS: `c1:${randomBytes(32).toString('base64')}`,
    },
  });
  const caller = await stack.createCaller({ productionAccess: true });
  api = new ApiCaller(stack.baseUrl, caller.token);
  const { data } = await api.post('/workflows', { name: 'Slow', definition: APPROVE });
  workflowId = data.id;
});
beforeEach(() => {
  orders = new Map();
  isReady = false;
  vendor.reset();
  vendor.answer(({ method, key }) => answerTo(method, key));
});
afterAll(async () => {
  await stack?.stop();
  await vendor?.stop();
});

function answerTo(method: string, key: string) {
  if (method === 'GET' && isReady) return { status: 200, body: REPORT };
  if (!orders.has(key)) orders.set(key, orders.size + 1);
  return { status: 202, headers: { location: `/orders/${orders.get(key)}`, 'retry-after': '1' } };
}

async function run(): Promise<number> {
  const { status, data } = await api.trigger(workflowId, { payload: APPLICANT, execution_mode: 'live' });
  expect(status).toBe(202);
  return data.id;
}
const runMany = (count: number) => Promise.all(Array.from({ length: count }, run));

const countOf = async (table: 'vendor_order' | 'billing_entry', ids: readonly number[]) => {
  const rows = await stack.db.kysely
    .selectFrom(table)
    .select('execution_id')
    .where('execution_id', 'in', [...ids])
    .execute();
  return rows.length;
};
const haveStatus = (ids: readonly number[], status: string) => async () => {
  const rows = await Promise.all(ids.map((id) => executionOf(stack.db, id)));
  return rows.every((row) => row.status === status);
};
const areWaited = (ids: readonly number[]) => async () => {
  const rows = await Promise.all(ids.map((id) => executionOf(stack.db, id)));
  return rows.every((row) => row.only_awaits_reports);
};
/** Pretends that two minutes have passed. */
const endLeases = () =>
  sql`update vendor_order set lease_until = now() where lease_until > now()`.execute(stack.db.kysely);

async function expectOneOfEach(ids: readonly number[]): Promise<void> {
  expect(orders.size).toBe(ids.length);
  expect(await countOf('vendor_order', ids)).toBe(ids.length);
  expect(await countOf('billing_entry', ids)).toBe(ids.length);
}

// Rules: 6.7.2
test('what is waited for is shown, listed and in the timeline, and a cancel ends it', async () => {
  const id = await run();
  await until(areWaited([id]));
  const expected = [{ product_code: 'credit_report', node_id: 'credit', ends_by: ['poll', 'callback'] }];
  const { data: shown } = await api.get(`/executions/${id}`);
  expect(shown).toMatchObject({ status: 'running', pending_reports: expected });
  expect((await api.get(`/executions/${id}/timeline`)).data).toMatchObject({ pending_reports: expected });
  const listed = async (value: boolean) =>
    (await api.get(`/executions?filter[pending_report]=${value}`)).data.map((one: { id: number }) => one.id);
  expect(await listed(true)).toContain(id);
  expect(await listed(false)).not.toContain(id);

  expect((await api.post(`/executions/${id}/cancel`)).status).toBe(200);
  expect(await listed(true)).not.toContain(id);
  expect((await api.get(`/executions/${id}`)).data).toMatchObject({ status: 'cancelled', pending_reports: [] });
  const ended = async () =>
    (await stack.db.kysely.selectFrom('vendor_order').select('ended_as').where('execution_id', '=', id).execute())[0];
  await until(async () => (await ended())?.ended_as === 'cancelled');
  expect(await countOf('billing_entry', [id])).toBe(0);
});

// Rules: 6.7.11
test('executors that are killed again and again lose no report and order none twice', async () => {
  const first = runMany(12);
  await until(() => orders.size > 2);
  await stack.restart('executor');
  const ids = [...(await first), ...(await runMany(8))];
  await until(() => orders.size === ids.length, 120_000);
  for (let kills = 0; kills < 3; kills += 1) {
    await stack.restart('executor');
    const before = vendor.asked.length;
    await endLeases();
    await until(() => vendor.asked.length > before);
  }
  await until(areWaited(ids), 120_000);
  isReady = true;
  await until(() => vendor.asked.some(({ method }) => method === 'GET'));
  await stack.restart('executor');
  await endLeases();
  await until(haveStatus(ids, 'completed'), 120_000);
  await expectOneOfEach(ids);
});

test('an executor that is killed while the vendor answers leaves one order and one bill', async () => {
  let answered: (() => void) | undefined;
  // The vendor has made the order when the executor dies, and the database does not know of it.
  vendor.answer(async ({ method, key }) => {
    const answer = answerTo(method, key);
    if (orders.size === 1 && answered === undefined) await new Promise<void>((resolve) => (answered = resolve));
    return answer;
  });
  const id = await run();
  await until(() => answered !== undefined);
  await stack.restart('executor');
  answered?.();
  await until(areWaited([id]), 120_000);
  isReady = true;
  await until(haveStatus([id], 'completed'), 60_000);
  await expectOneOfEach([id]);
});

// Rules: 6.8.3, 6.8.5
test('vendors that call are asked at once, those that call before the pull was committed and while nobody runs too', async () => {
  const urls: string[] = [];
  // The next poll would be in an hour.
  vendor.answer(async ({ method, key, body }) => {
    if (method === 'GET' && isReady) return { status: 200, body: REPORT };
    if (method === 'POST') {
      const url = JSON.parse(body).callback_url;
      if (urls.length === 0) expect((await fetch(url, { method: 'POST', body: '<early>' })).status).toBe(202);
      urls.push(url);
      isReady = urls.length === 1;
    }
    return { ...answerTo('POST', key), headers: { location: `/orders/${key}`, 'retry-after': '3600' } };
  });
  const early = await run();
  await until(haveStatus([early], 'completed'));
  isReady = false;
  const ids = await runMany(5);
  await until(areWaited(ids));
  isReady = true;
  await stack.kill('executor');
  for (const url of urls.slice(1)) {
    for (const body of ['{}', 'again']) expect((await fetch(url, { method: 'POST', body })).status).toBe(202);
  }
  await stack.restart('executor');
  await until(haveStatus(ids, 'completed'), 60_000);
  await expectOneOfEach([early, ...ids]);
});

// Rules: 17.2.2
test('a batch is worked off at a vendor that answers later, however few of its rows may be in flight', async () => {
  await stack.kill('executor');
  const rows = Array.from({ length: 120 }, (_, index) => ({ external_reference: `row-${index}`, ...APPLICANT }));
  const { status, data } = await api.post(
    `/workflows/${workflowId}/batches`,
    { rows, execution_mode: 'live' },
    { headers: { 'Idempotency-Key': 'slow-batch' } },
  );
  expect(status).toBe(202);
  await stack.restart('executor');
  // A hundred may be in flight, and no report has come.
  await until(() => orders.size === rows.length, 120_000);
  isReady = true;
  await until(async () => (await api.get(`/batches/${data.id}`)).data.status === 'completed', 120_000);
  expect((await api.get(`/batches/${data.id}`)).data).toMatchObject({ completed_count: 120, failed_count: 0 });
});

/** An account with its own connection to the vendor, with an OAuth 2 token. */
async function pullsItself(url: string, token_url: string, idempotency: 'header' | 'none'): Promise<number> {
  const { token } = await stack.createCaller({ productionAccess: true });
  const own = new ApiCaller(stack.baseUrl, token);
  const known = { client_id: 'me', client_secret: 'a-secret' };
  const credentials = { type: 'oauth2_client_credentials', token_url, ...known };
  const body = { url, credentials, idempotency };
  expect((await own.call('PUT', '/products/credit_report/connection', { body })).status).toBe(200);
  const { data: workflow } = await own.post('/workflows', { name: 'Slow', definition: APPROVE });
  const { status, data } = await own.trigger(workflow.id, { payload: APPLICANT, execution_mode: 'live' });
  expect(status).toBe(202);
  return data.id;
}

// Rules: 6.15.5, 6.9.4
test('an executor that is killed between the token and the pull orders nothing twice', async () => {
  const tokens = await startSlowVendor();
  const proxy = await startTcpProxy(Number(new URL(vendor.origin).port));
  try {
    tokens.answer(() => ({ status: 200, body: { access_token: 'tok', token_type: 'Bearer', expires_in: 3_600 } }));
    isReady = true;
    // The pulls are sent and do not arrive.
    proxy.hold();
    const url = `http://127.0.0.1:${proxy.port}/pulls`;
    const [repeatable, single] = await Promise.all(
      (['header', 'none'] as const).map((one) => pullsItself(url, `${tokens.origin}/token`, one)),
    );
    await until(() => tokens.asked.length === 2 && proxy.connections() === 2);
    await stack.kill('executor');
    expect(orders.size).toBe(0);
    proxy.release();
    // Pretends that the two minutes without other orders are over.
    await sql`update vendor_order set ended_at = now() - interval '3 minutes' where ended_as = 'unknown'`.execute(
      stack.db.kysely,
    );
    await stack.restart('executor');
    const effectOf = (id = 0) =>
      stack.db.kysely.selectFrom('effect').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();
    const hasEnded = async (id = 0) => ['done', 'failed'].includes((await effectOf(id)).status);
    await until(async () => (await hasEnded(repeatable)) && (await hasEnded(single)), 240_000);
    const [one, other] = [await effectOf(repeatable), await effectOf(single)];
    expect([one.error_code, other.error_code]).toEqual([null, 'vendor_unknown']);
    // Requests that were under way may have arrived after all.
    expect(orders.size).toBeLessThanOrEqual(2);
    expect(await countOf('billing_entry', [repeatable ?? 0, single ?? 0])).toBe(1);
    expect(JSON.stringify([one, other])).not.toMatch(/tok"|a-secret/);
  } finally {
    await proxy.close();
    await tokens.stop();
  }
});
