import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { HeavyRequests } from '../../services/gateway/http/heavy-requests.ts';
import { blockedBy } from '../support/locks.ts';
import { until } from '../support/until.ts';
import type { CallOptions } from './api-caller.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** A body beyond 64 KiB, filled with blanks that mean nothing. */
const large = (body: object) => ({
  raw: JSON.stringify(body) + ' '.repeat(200_000),
  headers: { 'Content-Type': 'application/json' },
});
/** Number of bodies of an account that may arrive at a time. */
const ARRIVING = 8;

let gateway: TestGateway;
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  mine = await gateway.caller();
  other = await gateway.caller();
});
afterAll(() => gateway.stop());

/** A gateway in which heavy requests wait for their turn `slotWaitMs` long. */
async function anotherGateway(slotWaitMs: number): Promise<string> {
  const { baseUrl } = await gateway.another({ timeouts: { slotWaitMs } });
  return baseUrl;
}

const SUBSCRIPTION = { url: 'https://hooks.example/a' };

function subscribe({ api }: Caller, baseUrl: string, options: CallOptions = large(SUBSCRIPTION)) {
  return api.at(baseUrl).call('POST', '/webhook_subscriptions', options);
}

async function countSubscriptions({ api }: Caller): Promise<number> {
  return (await api.get('/webhook_subscriptions')).body.meta.page.total_count;
}

/** While `act` runs, a request of mine with a large body is at work. */
async function whileOneIsAtWork(baseUrl: string, act: () => Promise<void>): Promise<void> {
  const { id } = (await mine.api.post('/workflows', { name: 'Held', definition: SIMPLE })).data;
  const holder = await gateway.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from workflow where id = $1 for update', [id]);
    const held = mine.api.at(baseUrl).call('PATCH', `/workflows/${id}`, large({ name: 'Changed' }));
    await blockedBy(gateway.db, holder);
    await act();
    await holder.query('rollback');
    expect((await held).status).toBe(200);
  } finally {
    holder.release(true);
  }
}

// Rules: 15.12.1, 15.12.2
test('a large body waits while one of the account is at work, and nobody else does', async () => {
  const baseUrl = await anotherGateway(60_000);
  const done: string[] = [];
  let waiting: Promise<unknown> = Promise.resolve();
  await whileOneIsAtWork(baseUrl, async () => {
    waiting = subscribe(mine, baseUrl).then(({ status }) => done.push(`mine, large: ${status}`));
    done.push(`mine, small: ${(await subscribe(mine, baseUrl, { body: SUBSCRIPTION })).status}`);
    done.push(`other, large: ${(await subscribe(other, baseUrl)).status}`);
  });
  await waiting;
  expect(done).toEqual(['mine, small: 201', 'other, large: 201', 'mine, large: 201']);
});

// Rules: 15.12.5
test('a large body that waits too long answers 429, says why and changes nothing', async () => {
  const baseUrl = await anotherGateway(50);
  const before = await countSubscriptions(mine);
  await whileOneIsAtWork(baseUrl, async () => {
    const { status, headers, error } = await subscribe(mine, baseUrl);
    expect([status, headers.get('retry-after'), error.code]).toEqual([429, '5', 'rate_limited']);
    expect(error.message).toMatch(/^Too many heavy requests at a time/);
  });
  expect(await countSubscriptions(mine)).toBe(before);
});

// Rules: 15.12.1
test('a request that reads a whole run is heavy', async () => {
  const baseUrl = await anotherGateway(50);
  const workflow = (await mine.api.post('/workflows', { name: 'Read', definition: SIMPLE })).data;
  const { id } = (await mine.api.trigger(workflow.id, {})).data;
  await whileOneIsAtWork(baseUrl, async () => {
    const api = mine.api.at(baseUrl);
    const reads = ['', '/explanation', '/review', '/evidence.zip', `/comparison?with=${id}`];
    const answers = await Promise.all([
      ...reads.map((path) => api.get(`/executions/${id}${path}`)),
      api.post(`/executions/${id}/re_evaluations`, {}, { headers: { 'Idempotency-Key': 'once' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 429, 429, 429]);
    // A small input waits only for its process.
    expect((await api.post(`/workflows/${workflow.id}/simulate`, {})).status).toBe(200);
  });
});

test('a large body of a request that is heavy anyway takes one turn', async () => {
  const api = mine.api.at(await anotherGateway(1_000));
  const { id } = (await mine.api.post('/workflows', { name: 'Simulated', definition: SIMPLE })).data;
  expect((await api.call('POST', `/workflows/${id}/simulate`, large({}))).status).toBe(200);
});

// Rules: 15.12.4
test('bodies that do not go on take the places of their own account alone, until their connections end', async () => {
  const baseUrl = await anotherGateway(50);
  const stalled = await Promise.all(Array.from({ length: ARRIVING }, () => stall(mine, baseUrl)));
  try {
    await until(async () => (await subscribe(mine, baseUrl)).status === 429);
    expect((await subscribe(other, baseUrl)).status).toBe(201);
  } finally {
    for (const socket of stalled) socket.destroy();
  }
  await until(async () => (await subscribe(mine, baseUrl)).status === 201);
});

// Rules: 15.12.7
test('the time that a body has to arrive stands still while it waits for its place', async () => {
  const bodyMs = 4_000;
  const { baseUrl } = await gateway.another({ timeouts: { bodyMs } });
  const stalled = await Promise.all(Array.from({ length: ARRIVING }, () => stall(mine, baseUrl)));
  const late = await stall(mine, baseUrl);
  try {
    let answer = '';
    late.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    // The others have timed out by then, and so would this one if its time had not been paused.
    await setTimeout(1.25 * bodyMs);
    late.write(`${'x'.repeat(1_000_000 - 200_000 - '{"name":"'.length - 2)}"}`);
    await until(() => answer !== '');
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  } finally {
    for (const socket of [...stalled, late]) socket.destroy();
  }
});

test('a request that ends while it waits takes no place', async () => {
  const bodies = new HeavyRequests({ patienceMs: 5_000 });
  const [first, gone, next] = [bodies.request(1, reply()), bodies.request(1, reply()), bodies.request(1, reply())];
  await first.takeWorkSlot();
  const waiting = gone.takeWorkSlot();
  gone.end();
  first.end();
  await waiting;
  await expect(next.takeWorkSlot()).resolves.toBeUndefined();
});

test('a request whose caller hangs up while it waits leaves the queue and is not worked on', async () => {
  const bodies = new HeavyRequests({ patienceMs: 60_000 });
  const [first, next] = [bodies.request(1, reply()), bodies.request(1, reply())];
  await first.takeWorkSlot();
  const response = reply();
  const waiting = bodies.request(1, response).takeWorkSlot();
  const after = next.takeWorkSlot();
  response.destroy();
  await expect(waiting).rejects.toThrow('The connection closed while the request waited');
  first.end();
  await expect(after).resolves.toBeUndefined();
  await expect(bodies.request(2, response).takeWorkSlot()).rejects.toThrow('The connection closed');
});

test('what is at work lets others go first between its pieces', async () => {
  const request = new HeavyRequests({ patienceMs: 60_000 }).request(1, reply());
  const order: string[] = [];
  const piece = async (name: string) => {
    const others = setImmediate().then(() => order.push('others'));
    await request.yieldToEventLoop();
    order.push(name);
    await others;
  };
  await piece('light');
  await request.takeWorkSlot();
  await piece('heavy');
  expect(order).toEqual(['light', 'others', 'others', 'heavy']);
});

// Rules: 15.12.2
test('an account pauses after a request for as long as that one held the process', async () => {
  const bodies = new HeavyRequests({ patienceMs: 60_000 });
  const first = bodies.request(1, reply());
  await first.takeWorkSlot();
  const busyUntil = performance.now() + 100;
  while (performance.now() < busyUntil);
  await setImmediate();
  first.end();
  const ended = performance.now();
  const othersRequest = bodies
    .request(2, reply())
    .takeWorkSlot()
    .then(() => performance.now() - ended);
  await bodies.request(1, reply()).takeWorkSlot();
  const pausedMs = performance.now() - ended;
  // Timers may be a millisecond early.
  expect(pausedMs).toBeGreaterThan(98);
  expect(await othersRequest).toBeLessThan(pausedMs);
});

function reply(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

/** A connection that has sent the first part of a large body. */
async function stall({ token }: Caller, baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/v1/webhook_subscriptions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"name":"${'x'.repeat(200_000)}`,
  );
  return socket;
}
