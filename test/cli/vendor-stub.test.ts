import { createHmac } from 'node:crypto';
import { startVendorStub, type VendorStub } from '../../dev/demo/vendor-stub.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { startHttpReceiver } from '../executor/support/vendor.ts';
import { testConnection } from '../executor/support/connection.ts';
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/index.ts';
import { cascadeSource } from '../../services/executor/perform/source.ts';
import { Vendor } from '../../services/executor/perform/vendor.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';

/* The executor can pull from the vendor stub that developers run. */
let outbound: OutboundClient;
let stub: VendorStub;
const said: string[] = [];

beforeAll(() => {
  outbound = createOutboundClient({
    ...{ allowPrivate: true, connectTimeoutMs: 10_000, readTimeoutMs: 10_000, totalTimeoutMs: 20_000 },
    ...{ maxResponseBytes: 100_000, perOriginConnections: 4 },
  });
});
beforeEach(async () => {
  stub = await startVendorStub({ port: 0, seconds: 1, say: (line) => void said.push(line) });
});
afterEach(() => stub.close());
afterAll(() => outbound.close());

function vendor(way: string, callbackUrl?: string): Vendor {
  const settings = callbackUrl === undefined ? {} : { callbackUrl: () => callbackUrl };
  const connection = testConnection(`${stub.url}/${way}/pulls`, settings);
  return new Vendor(cascadeSource(PRODUCTS.credit_report), connection, outbound);
}
const asked = { accountId: 1, payload: { applicant: { last_name: 'Lee' } }, idempotencyKey: 'key-1' };
const JSON_HEADERS = { 'content-type': 'application/json', 'idempotency-key': 'key-1' };
const order = (path: string, headers: Readonly<Record<string, string>> = JSON_HEADERS) =>
  fetch(stub.url + path, { method: 'POST', headers, body: '{}' });

test('one that answers at once has a report of the schema', async () => {
  expect(await vendor('at_once').pull(asked)).toMatchObject({ is: 'pulled', report: { score: expect.anything() } });
});

test('one that is slow accepts the pull, and has the report when it is asked later', async () => {
  const slow = vendor('slow');
  const accepted = await slow.pull(asked);
  expect(accepted).toMatchObject({ is: 'accepted', location: expect.stringContaining('/slow/orders/') });
  const location = accepted.is === 'accepted' ? accepted.location : null;
  await until(async () => (await slow.ask({ ...asked, location, reference: null, ageMs: 0 })).is === 'pulled');
});

test('one that calls back does so once the report is ready', async () => {
  const receiver = await startHttpReceiver();
  try {
    await vendor('calling_back', receiver.url).pull(asked);
    await until(() => receiver.requests.length === 1);
  } finally {
    await receiver.stop();
  }
});

test('one that fails is tried again, and a frozen file is a report without values', async () => {
  expect(await vendor('failing').pull(asked)).toMatchObject({ is: 'transient' });
  const frozen = await vendor('frozen').pull(asked);
  expect(frozen).toMatchObject({ is: 'pulled', report: { file_status: 'frozen', score: null } });
});

test('a check is ordered once for each key, and the webhook is called with a signature when it is done', async () => {
  const receiver = await startHttpReceiver();
  try {
    const secret = 'a secret of the stub';
    const webhook = { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify({ url: receiver.url, secret }) };
    expect((await fetch(`${stub.url}/calling_back/webhook`, webhook)).status).toBe(200);
    const [one, again] = await Promise.all([order('/calling_back/checks'), order('/calling_back/checks')]);
    const { id } = (await one.json()) as { id: string };
    expect(await again.json()).toEqual({ id, state: 'pending' });
    await until(() => receiver.requests.length > 0);
    expect(receiver.requests).toHaveLength(1);
    const [{ body, headers } = { body: null, headers: {} }] = receiver.requests;
    expect(body).toEqual({ type: 'check.done', data: { id } });
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');
    expect(headers['x-stub-signature']).toBe(signature);
    const check = await (await fetch(`${stub.url}/calling_back/checks/${id}`)).json();
    expect(check).toMatchObject({ state: 'done', result: { points: 540 } });
  } finally {
    await receiver.stop();
  }
});

test('it takes no request that a page of a browser can send without asking', async () => {
  expect((await order('/at_once/checks', { 'content-type': 'text/plain' })).status).toBe(415);
});

test('an address with a query is one without it', async () => {
  expect((await order('/at_once/checks?tenant=9')).status).toBe(201);
});

test('a way that there is not is not found', async () => {
  expect((await order('/fast/checks')).status).toBe(404);
});
