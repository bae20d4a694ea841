import { startVendorStub, type VendorStub, type VendorWay } from '../../dev/demo/vendor-stub.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { startHttpReceiver } from '../executor/support/vendor.ts';
import { testConnection } from '../executor/support/connection.ts';
import { createOutboundClient, type OutboundClient } from '../../platform/outbound/index.ts';
import { cascadeSource } from '../../services/executor/perform/source.ts';
import { Vendor } from '../../services/executor/perform/vendor.ts';
import { afterAll, afterEach, beforeAll, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';

/* The vendor that a developer runs is one that the executor can ask. */
let outbound: OutboundClient;
let stub: VendorStub | undefined;
const said: string[] = [];

beforeAll(() => {
  outbound = createOutboundClient({
    ...{ allowPrivate: true, connectTimeoutMs: 10_000, readTimeoutMs: 10_000, totalTimeoutMs: 20_000 },
    ...{ maxResponseBytes: 100_000, perOriginConnections: 4 },
  });
});
afterEach(() => stub?.close());
afterAll(() => outbound.close());

async function vendor(way: VendorWay, callbackUrl?: string): Promise<Vendor> {
  stub = await startVendorStub({ way, seconds: 1, say: (line) => void said.push(line) });
  const settings = callbackUrl === undefined ? {} : { callbackUrl: () => callbackUrl };
  return new Vendor(cascadeSource(PRODUCTS.credit_report), testConnection(stub.url, settings), outbound);
}
const asked = { accountId: 1, payload: { applicant: { last_name: 'Lee' } }, idempotencyKey: 'key-1' };

test('one that answers at once has a report of the schema', async () => {
  expect(await (await vendor('at_once')).pull(asked)).toMatchObject({
    is: 'pulled',
    report: { score: expect.anything() },
  });
});

test('one that is slow accepts the pull, and has the report when it is asked later', async () => {
  const slow = await vendor('slow');
  const accepted = await slow.pull(asked);
  expect(accepted).toMatchObject({ is: 'accepted', reference: 'key-1', location: expect.stringContaining('/orders/') });
  const location = accepted.is === 'accepted' ? accepted.location : null;
  const order = { ...asked, location, reference: null, ageMs: 0 };
  await until(async () => (await slow.ask(order)).is === 'pulled');
});

test('one that calls back does so once the report is ready', async () => {
  const receiver = await startHttpReceiver();
  try {
    await (await vendor('calling_back', receiver.url)).pull(asked);
    await until(() => receiver.requests.length === 1);
  } finally {
    await receiver.stop();
  }
});

test('one that fails is tried again, and a frozen file is a report without values', async () => {
  expect(await (await vendor('failing')).pull(asked)).toMatchObject({ is: 'transient' });
  await stub?.close();
  const frozen = await (await vendor('frozen')).pull(asked);
  expect(frozen).toMatchObject({ is: 'pulled', report: { file_status: 'frozen', score: null } });
});
