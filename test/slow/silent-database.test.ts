import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

const CONNECT_TIMEOUT_SECONDS = 3;
const STATEMENT_TIMEOUT_SECONDS = 3;
/** The wait for a connection, the allowed silence of a connection, and a margin for a busy machine. */
const DEADLINE_MS = (CONNECT_TIMEOUT_SECONDS + STATEMENT_TIMEOUT_SECONDS + 2 + 4) * 1_000;
/** The most requests that ever wait at once, from the first deadline on. */
const OUTAGE_MS = 2 * DEADLINE_MS;

const PULL_AND_APPROVE: Schemas['WorkflowDetail']['definition'] = [
  { id: 'intake', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

let database: TestDatabase;
let proxy: TcpProxy;
let stack: Stack;
let subscriber: Server;
let delivered = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  stack = await startStack({
    databaseUrl: url.href,
    env: {
      DATABASE_CONNECT_TIMEOUT_SECONDS: String(CONNECT_TIMEOUT_SECONDS),
      DATABASE_STATEMENT_TIMEOUT_SECONDS: String(STATEMENT_TIMEOUT_SECONDS),
    },
  });
  subscriber = createServer((request, response) => {
    delivered += 1;
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  proxy?.release();
  await stack?.stop();
  subscriber?.close();
  await proxy?.close();
  await database?.drop();
});

interface Timed {
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

async function timed(url: string, init: RequestInit = {}): Promise<Timed> {
  const begun = performance.now();
  const ended = (status: number): Timed => ({
    path: new URL(url).pathname,
    status,
    ms: Math.round(performance.now() - begun),
  });
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(3 * DEADLINE_MS) });
    await response.arrayBuffer();
    return ended(response.status);
  } catch {
    return ended(0);
  }
}

// Rules: 18.11.1, 18.11.4, 18.11.5
test('a silent PostgreSQL delays everything and blocks nothing', async () => {
  const { token } = await stack.createCaller();
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const { port } = subscriber.address() as AddressInfo;
  await api.post('/webhook_subscriptions', { body: { url: `http://127.0.0.1:${port}/` } });
  const { data: workflow } = await api.post('/workflows', { body: { name: 'Pull', definition: PULL_AND_APPROVE } });
  const trigger = () => api.post('/workflows/{id}/trigger', { path: { id: workflow.id } });
  const before = await Promise.all(Array.from({ length: 20 }, trigger));

  const pauses = monitorEventLoopDelay({ resolution: 20 });
  pauses.enable();
  proxy.hold();
  const outageEnds = performance.now() + OUTAGE_MS;
  const requests: Promise<Timed>[] = [];
  const probes: Promise<Timed>[] = [];
  const scrapes: Promise<Timed>[] = [];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let round = 0; performance.now() < outageEnds; round += 1) {
    requests.push(timed(`${stack.baseUrl}/api/v1/executions`, { headers }));
    requests.push(
      timed(`${stack.baseUrl}/api/v1/workflows/${workflow.id}/trigger`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `silent-${round}` },
        body: '{}',
      }),
    );
    for (const service of SERVICES) {
      probes.push(timed(`${stack.opsUrl(service)}/livez`));
      scrapes.push(timed(`${stack.opsUrl(service)}/metrics`), timed(`${stack.opsUrl(service)}/readyz`));
    }
    await sleep(1_000);
  }
  const [answers, alive, bounded] = await Promise.all([requests, probes, scrapes].map((all) => Promise.all(all)));
  pauses.disable();
  // A machine that pauses for longer than a few milliseconds pauses at both ends of a request.
  const pausedMs = (2 * pauses.max) / 1e6;
  expect(answers?.filter(({ status, ms }) => status !== 503 || ms > DEADLINE_MS + pausedMs)).toEqual([]);
  expect(alive?.filter(({ status, ms }) => status !== 200 || ms > 2_000 + pausedMs)).toEqual([]);
  expect(bounded?.filter(({ ms }) => ms > 4_000 + pausedMs)).toEqual([]);
  const ready = bounded?.filter(({ path, status }) => path === '/readyz' && status === 200) ?? [];
  // The generator and the renderer have no database.
  expect(ready.length).toBeLessThan((2 * (bounded?.length ?? 0)) / SERVICES.length);

  proxy.release();
  for (const service of SERVICES) {
    await until(async () => (await timed(`${stack.opsUrl(service)}/readyz`)).status === 200, 60_000);
  }
  const after = await Promise.all(Array.from({ length: 20 }, trigger));
  const ids = [...before, ...after].map(({ data }) => data.id);
  const statuses = async () =>
    stack.db.kysely.selectFrom('execution').select('status').where('id', 'in', ids).execute();
  await until(async () => (await statuses()).every(({ status }) => status === 'completed'), 120_000);
  await until(() => delivered >= ids.length, 120_000);
}, 400_000);
