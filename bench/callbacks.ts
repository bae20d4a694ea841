/**
 * Measures the time from a vendor's callback to the committed decision. The floor is the time from a trigger to the
 * decision if the vendor answers at once. Gateway and executor are processes on one durable PostgreSQL and one
 * Temporal; runs of both kinds alternate. A callback takes one advance less, and one request to the vendor more.
 *
 *   npm run bench:callbacks [-- runs of each, default 200]
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { freePort } from '../dev/servers/ports.ts';
import { PRODUCTS } from '../core/products/index.ts';
import { DEFINITION } from './executions/load.ts';
import { quantile } from './support/figures.ts';
import { say, startExecutorBench } from './support/executor.ts';

const RUNS = Number(process.argv[2] ?? 200);
const WARM_UP = 20;
const TIME_LIMIT_MS = 60_000;

let callsBack = false;
/** Called with the callback URL of a pull at a vendor that calls back. */
let accepted: (url: string) => void = () => undefined;
const report = PRODUCTS.credit_report.synthetic({ last_name: 'Bench' }, '2026-03-01');
const vendor = createServer((request, response) => {
  void json(request).then(
    (body) => {
      const { callback_url: url } = body as { callback_url: string };
      if (callsBack) accepted(url);
      const location = callsBack ? { location: `/orders/${randomUUID()}`, 'retry-after': '3600' } : {};
      response.writeHead(callsBack ? 202 : 200, location).end(JSON.stringify(callsBack ? {} : report));
    },
    // A GET: the report of an order.
    () => response.end(JSON.stringify(report)),
  );
});
vendor.listen(0, '127.0.0.1');
await once(vendor, 'listening');
const gatewayPort = await freePort();
const baseUrl = `http://127.0.0.1:${gatewayPort}`;
const bench = await startExecutorBench(DEFINITION, {
  PRODUCT_CREDIT_REPORT_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/pulls`,
  CONNECTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  BASE_URL: baseUrl,
  GATEWAY_HOST: '127.0.0.1',
  GATEWAY_PORT: String(gatewayPort),
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
  RATE_LIMIT_TOKEN_PER_HOUR: '1000000',
  RATE_LIMIT_APP_PER_5_MINUTES: '1000000',
});
const { db, seeded } = bench;
try {
  await db.kysely.updateTable('workflow').set({ active: true }).where('id', '=', seeded.workflowId).execute();
  await bench.startService('gateway', bench.env);
  const [triggers, callbacks]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const measured = [await timeOfTrigger(), await timeOfCallback()] as const;
    if (run < WARM_UP) continue;
    triggers.push(measured[0]);
    callbacks.push(measured[1]);
  }
  const [one, other] = [quantile(triggers, 0.95), quantile(callbacks, 0.95)];
  say(`trigger to decision:  p50 ${quantile(triggers, 0.5).toFixed(0)} ms, p95 ${one.toFixed(0)} ms`);
  say(`callback to decision: p50 ${quantile(callbacks, 0.5).toFixed(0)} ms, p95 ${other.toFixed(0)} ms`);
  say(`ratio of the p95: ${(other / one).toFixed(2)}`);
} finally {
  await bench.close();
  vendor.closeAllConnections();
  vendor.close();
}

async function timeOfTrigger(): Promise<number> {
  callsBack = false;
  const begunAt = Date.now();
  return (await decidedAt(await trigger())) - begunAt;
}

async function timeOfCallback(): Promise<number> {
  callsBack = true;
  const pulled = new Promise<string>((resolve) => (accepted = resolve));
  const [id, url] = await Promise.all([trigger(), pulled]);
  while (!(await isWaiting(id))) await sleep(5);
  const begunAt = Date.now();
  const { status } = await fetch(url, { method: 'POST', body: '{}' });
  if (status !== 202) throw new Error(`a callback was answered ${status}`);
  return (await decidedAt(id)) - begunAt;
}

async function trigger(): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/workflows/${seeded.workflowId}/trigger`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${seeded.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ execution_mode: 'live', payload: { applicant: { first_name: 'Ada', last_name: 'Bench' } } }),
  });
  const { data } = (await response.json()) as { data?: { id: number } };
  if (data === undefined) throw new Error(`a trigger was answered ${response.status}`);
  return data.id;
}

async function isWaiting(id: number): Promise<boolean> {
  const { only_awaits_reports: waits } = await rowOf(id);
  return waits;
}

/** The time of the decision. PostgreSQL's clock is that of this machine. */
async function decidedAt(id: number): Promise<number> {
  const until = Date.now() + TIME_LIMIT_MS;
  for (;;) {
    const { completed_at: at, status } = await rowOf(id);
    if (at !== null && status === 'completed') return at.getTime();
    if (Date.now() > until) throw new Error(`execution ${id} is ${status}`);
    await sleep(5);
  }
}

function rowOf(id: number) {
  return db.kysely
    .selectFrom('execution')
    .select(['status', 'completed_at', 'only_awaits_reports'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
