import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { Clock, startHarness, type Harness, type LoopSettings } from './support/harness.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

let harness: Harness;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  harness = await startHarness();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  await harness.reset();
});
afterAll(() => harness.close());

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  cleanUps.push(() => receiver.close());
  return receiver;
}

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** One delivery to the URL, attempted once. */
async function deliverTo(url: string, outbound: LoopSettings['outbound'] = {}) {
  await harness.subscribe(url);
  await harness.emit();
  await harness.newLoop({ outbound }).runDue();
  return harness.delivery();
}

const RETRYING = { status: 'retrying', attempts: 1, last_response_status: null };

describe('an endpoint that', () => {
  test('sends single bytes slowly fails with a message that it took too long', async () => {
    const receiver = await newReceiver();
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(drip));
    };

    expect(await deliverTo(receiver.url, { totalTimeoutMs: 1_000 })).toMatchObject({
      ...RETRYING,
      last_error: 'The server took too long to answer.',
    });
  });

  // Rules: 14.3.6
  test('responds 2xx with a gigabyte succeeds, and little of it is read', async () => {
    const receiver = await newReceiver();
    let poured = 0;
    receiver.answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': String(2 ** 30) });
      const chunk = Buffer.alloc(65_536);
      const pour = () => {
        while (!response.destroyed && poured < 2 ** 30) {
          poured += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', pour);
      pour();
    };

    expect(await deliverTo(receiver.url)).toMatchObject({ status: 'succeeded', last_response_status: 200 });
    // The sockets of some machines hold more than 100 MiB.
    expect(poured).toBeLessThan(2 ** 29);
  });

  test('responds with garbage fails with a message that says so', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.end('garbage\r\n\r\n')));

    expect(await deliverTo(`http://127.0.0.1:${port}/`)).toMatchObject({
      ...RETRYING,
      last_error: 'The answer is not valid HTTP/1.1.',
    });
  });

  test('closes at once fails with a message that says so', async () => {
    const port = await listen((socket) => socket.destroy());

    expect(await deliverTo(`http://127.0.0.1:${port}/`)).toMatchObject({
      ...RETRYING,
      last_error: 'The connection was closed before the answer was complete.',
    });
  });

  test('resets the connection in TLS fails with a message that says so', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.resetAndDestroy()));

    expect(await deliverTo(`https://127.0.0.1:${port}/`)).toMatchObject({
      ...RETRYING,
      last_error: 'The connection was closed while TLS was being set up.',
    });
  });

  test('never responds fails with a time-out', async () => {
    const receiver = await newReceiver();
    receiver.answer = () => undefined;

    expect(await deliverTo(receiver.url, { readTimeoutMs: 500 })).toMatchObject({
      ...RETRYING,
      last_error: 'The server did not answer in time.',
    });
  });

  test('does not resolve fails with a message that says so', async () => {
    expect(await deliverTo('https://hooks.example.com/', { lookup: () => Promise.resolve([]) })).toMatchObject({
      ...RETRYING,
      last_error: 'The host name does not resolve.',
    });
  });
});

describe('a delivery fails and is not attempted again', () => {
  const FAILED = { status: 'failed', next_retry_at: null };

  // Rules: 14.2.4
  test('if its URL resolves to a forbidden address at delivery', async () => {
    const receiver = await newReceiver();
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');

    const delivery = await deliverTo(url, { allowPrivate: false, lookup: () => Promise.resolve(['127.0.0.1']) });

    expect(delivery).toMatchObject({
      ...FAILED,
      attempts: 1,
      last_error: expect.stringContaining('publicly reachable'),
    });
    expect(delivery.last_error).not.toContain('127.0.0.1');
    expect(receiver.received).toHaveLength(0);
  });

  test('if its URL is a forbidden address, saved before it was forbidden', async () => {
    const receiver = await newReceiver();

    expect(await deliverTo(receiver.url, { allowPrivate: false })).toMatchObject({ ...FAILED, attempts: 1 });
    expect(receiver.received).toHaveLength(0);
  });

  // Rules: 14.2.4
  test('if its subscription was paused meanwhile', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();
    await harness.db.kysely.updateTable('webhook_subscription').set({ active: false }).execute();

    await harness.newLoop().runDue();

    expect(await harness.delivery()).toMatchObject({
      ...FAILED,
      attempts: 0,
      last_attempt_at: null,
      last_error: 'The subscription is paused.',
    });
    expect(receiver.received).toHaveLength(0);
  });

  test('if its subscription was deleted meanwhile', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();
    await harness.db.kysely.updateTable('webhook_subscription').set({ deleted_at: harness.clock.now() }).execute();

    await harness.newLoop().runDue();

    expect(await harness.delivery()).toMatchObject({ ...FAILED, last_error: 'The subscription was deleted.' });
    expect(receiver.received).toHaveLength(0);
  });
});

describe('a delivery whose signing secret cannot be decrypted', () => {
  // Rules: 14.4.2
  test('is an attempt that says so, sends nothing, and succeeds once the key is back', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();

    await harness.newLoop({ encryptionKey: randomBytes(32) }).runDue();

    expect(await harness.delivery()).toMatchObject({
      ...RETRYING,
      last_error: expect.stringContaining('encryption key'),
    });
    expect(receiver.received).toHaveLength(0);

    harness.clock.set(60);
    await harness.newLoop().runDue();
    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});

describe('a failed attempt', () => {
  test('is kept with its time, status, duration and error', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    const loop = harness.newLoop();

    await loop.runDue();
    harness.clock.set(60);
    receiver.answer = (_request, response) => void response.end();
    await loop.runDue();

    const attempts = await harness.db.kysely.selectFrom('webhook_attempt').selectAll().execute();
    expect(attempts).toEqual([
      {
        delivery_id: (await harness.delivery()).id,
        attempt: 1,
        attempted_at: new Date(Clock.START),
        duration_ms: 0,
        response_status: 503,
        error: 'The server answered 503.',
      },
    ]);
  });
});

describe('the health of an endpoint', () => {
  const DAY = 24 * 60 * 60;
  const failingSince = async () => {
    const { failing_since } = await harness.db.kysely
      .selectFrom('webhook_subscription')
      .select('failing_since')
      .executeTakeFirstOrThrow();
    return harness.clock.secondsOf(failing_since);
  };

  test('is failing from the first failure until a success', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();
    const loop = harness.newLoop();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    harness.clock.set(10);
    await loop.runDue();
    expect(await failingSince()).toBe(10);
    harness.clock.set(70);
    await loop.runDue();
    expect(await failingSince()).toBe(10);

    receiver.answer = (_request, response) => void response.writeHead(200).end();
    harness.clock.set(370);
    await loop.runDue();

    expect(await failingSince()).toBeNull();
  });

  test('decides whether what waits for it counts as our delay', async () => {
    const [away, well] = [await newReceiver(), await newReceiver()];
    away.answer = (_request, response) => void response.writeHead(500).end();
    await harness.subscribe(away.url);
    await harness.emit();
    harness.clock.set(10);
    await harness.newLoop().runDue();
    await harness.emit();
    harness.clock.set(1_000);
    const age = async (name: string) =>
      Number(new RegExp(`^${name}\\{service="webhooks"\\} (\\S+)$`, 'm').exec(await harness.metricsText())?.[1]);
    expect(await age('cascade_webhook_due_age_seconds')).toBeGreaterThan(900);
    expect(await age('cascade_webhook_healthy_due_age_seconds')).toBe(0);

    await harness.subscribe(well.url);
    await harness.emit();
    harness.clock.set(1_700);
    expect(await age('cascade_webhook_healthy_due_age_seconds')).toBeGreaterThanOrEqual(600);
  });

  // Rules: 14.10.1
  test('shows in the metrics once it has been failing for five days', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await harness.newLoop().runDue();

    harness.clock.set(5 * DAY - 1);
    expect(await harness.metricsText()).toContain('cascade_webhook_endpoints_failing{service="webhooks"} 0');
    harness.clock.set(5 * DAY);
    expect(await harness.metricsText()).toContain('cascade_webhook_endpoints_failing{service="webhooks"} 1');
  });

  // Rules: 14.10.3
  test('does not switch the subscription off, however long it fails', async () => {
    const receiver = await newReceiver();
    await harness.subscribe(receiver.url);
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    for (const day of [0, 6, 60]) {
      harness.clock.set(day * DAY);
      await harness.emit();
      await harness.newLoop().runDue();
    }
    const { active, failing_since } = await harness.db.kysely
      .selectFrom('webhook_subscription')
      .select(['active', 'failing_since'])
      .executeTakeFirstOrThrow();
    expect([active, harness.clock.secondsOf(failing_since)]).toEqual([true, 0]);
    const before = receiver.received.length;
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await harness.newLoop().runDue();
    expect(receiver.received.length).toBe(before + 1);
  });
});
