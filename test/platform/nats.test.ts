import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createLogger } from '../../platform/log/index.ts';
import type { RequestOptions } from '../../platform/nats/contract.ts';
import { connectBus, SUBJECTS, type Bus, type BusMessage } from '../../platform/nats/index.ts';
import { natsOptions } from '../../platform/nats/options.ts';
import { testEnvironment } from '../support/environment.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startNats } from '../support/servers.ts';
import { until } from '../support/until.ts';

const log = createLogger('test', 'silent');
const FROM = { requestId: 'request-of-a-test' };
let buses: Bus[] = [];
let prefix: string;

beforeEach(() => {
  prefix = `test-${randomUUID()}`;
});
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.drain()));
  buses = [];
});

function open(options: { url?: string; subjectPrefix?: string; onClosed?: (error: Error) => void } = {}): Bus {
  const { url = testEnvironment('NATS_URL'), subjectPrefix = prefix, onClosed } = options;
  const bus = connectBus({ urls: [url], subjectPrefix, name: 'test', log, ...(onClosed ? { onClosed } : {}) });
  buses.push(bus);
  return bus;
}

async function openUp(options: Parameters<typeof open>[0] = {}): Promise<Bus> {
  const bus = open(options);
  await until(() => bus.isUp());
  return bus;
}

/** A reply on this bus proves that everything sent to the server before was delivered. */
async function settled(bus: Bus): Promise<void> {
  const subject = `ping.${randomUUID()}`;
  const subscription = bus.subscribe(subject, null, (message) => message.respond('pong'));
  await bus.request(subject, 'ping', PATIENCE_MS);
  subscription.unsubscribe();
}

describe('messages', () => {
  test('reach every subscriber without a queue, and one of each queue', async () => {
    const [a, b] = [await openUp(), await openUp()];
    const got: string[] = [];
    a.subscribe(SUBJECTS.commandsReady, 'executor', () => void got.push('queue'));
    b.subscribe(SUBJECTS.commandsReady, 'executor', () => void got.push('queue'));
    a.subscribe(SUBJECTS.commandsReady, null, () => void got.push('a'));
    b.subscribe(SUBJECTS.commandsReady, null, () => void got.push('b'));
    await Promise.all([settled(a), settled(b)]);
    a.publish(SUBJECTS.commandsReady, undefined, FROM);
    await settled(a);
    await settled(b);
    expect(got.toSorted()).toEqual(['a', 'b', 'queue']);
  });

  // Rules: 15.5.2
  test('carry their payload, subject and request id', async () => {
    const bus = await openUp();
    const got: BusMessage[] = [];
    bus.subscribe('artifacts.done.*', null, (message) => void got.push(message));
    bus.publish(SUBJECTS.artifactDone(7), { status: 'ready' }, { requestId: 'req-12345' });
    await settled(bus);
    expect(got[0]).toMatchObject({ subject: 'artifacts.done.7', payload: { status: 'ready' }, requestId: 'req-12345' });
  });

  // Rules: 15.5.3
  test('that only hint at work are merged with the ids of their requests, and none is lost when the bus closes', async () => {
    const [bus, other] = [await openUp(), await openUp()];
    const hints: (readonly string[])[] = [];
    let others = 0;
    other.subscribe(SUBJECTS.commandsReady, null, ({ requestIds }) => void hints.push(requestIds));
    other.subscribe(SUBJECTS.artifactDone(7), null, () => void (others += 1));
    await settled(other);
    for (let number = 1; number <= 100; number += 1) {
      bus.publish(SUBJECTS.commandsReady, undefined, { requestId: `request-${number}` });
      bus.publish(SUBJECTS.artifactDone(7), undefined, FROM);
    }
    await bus.drain();
    await settled(other);
    // Each id once, and so many of them that a message stays small.
    const merged = Array.from({ length: 50 }, (_, index) => `request-${index + 2}`);
    expect(hints).toEqual([['request-1'], merged]);
    expect(others).toBe(100);
  });

  test('of another installation are not seen', async () => {
    const [bus, other] = [await openUp(), await openUp({ subjectPrefix: `${prefix}-other` })];
    let seen = 0;
    bus.subscribe(SUBJECTS.commandsReady, null, () => void (seen += 1));
    await settled(bus);
    other.publish(SUBJECTS.commandsReady, undefined, FROM);
    await settled(other);
    await settled(bus);
    expect(seen).toBe(0);
  });

  test('a handler that fails does not stop the next message', async () => {
    const bus = await openUp();
    let calls = 0;
    bus.subscribe('work', null, () => {
      calls += 1;
      throw new Error('no');
    });
    bus.publish('work', undefined, FROM);
    bus.publish('work', undefined, FROM);
    await settled(bus);
    expect(calls).toBe(2);
  });

  test('after unsubscribe nothing comes any more', async () => {
    const bus = await openUp();
    let calls = 0;
    const subscription = bus.subscribe('work', null, () => void (calls += 1));
    bus.publish('work', undefined, FROM);
    await settled(bus);
    subscription.unsubscribe();
    bus.publish('work', undefined, FROM);
    await settled(bus);
    expect(calls).toBe(1);
  });
});

describe('requests', () => {
  test('get the answer of the handler, with the request id', async () => {
    const bus = await openUp();
    bus.subscribe(SUBJECTS.generate, 'generator', ({ payload, requestId, respond }) =>
      respond({ payload, requestId: requestId ?? null }),
    );
    expect(await bus.request(SUBJECTS.generate, { prompt: 'x' }, PATIENCE_MS, { requestId: 'req-12345' })).toEqual({
      payload: { prompt: 'x' },
      requestId: 'req-12345',
    });
  });

  test('fail at once if there is no subscriber', async () => {
    const bus = await openUp();
    await expect(bus.request('nobody', null, PATIENCE_MS)).rejects.toMatchObject({
      name: 'BusError',
      code: 'no_responders',
    });
  });

  test.each<[string, RequestOptions]>([
    ['plain', {}],
    ['watched', { watch: { silenceMs: PATIENCE_MS, attempts: 3 } }],
  ])(
    'of a handler that throws fail at once, ask nobody else, and hear nothing of the fault: %s',
    async (_, options) => {
      const [asking, ...replicas] = [await openUp(), await openUp(), await openUp(), await openUp()];
      let asked = 0;
      for (const replica of replicas) {
        replica.subscribe('work', 'workers', async () => {
          asked += 1;
          await Promise.resolve();
          throw new Error('the secret of the fault');
        });
        await settled(replica);
      }
      const heard: unknown[] = [];
      asking.subscribe('inbox.>', null, (message) => void heard.push(message));
      const failure: unknown = await asking
        .request('work', null, PATIENCE_MS, options)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'BusError', code: 'failed', message: 'no reply on work: failed' });
      await settled(asking);
      expect([asked, JSON.stringify(heard).includes('secret')]).toEqual([1, false]);
    },
  );

  test('of a handler that throws after its reply get the reply', async () => {
    const bus = await openUp();
    bus.subscribe('work', 'workers', ({ respond }) => {
      respond('done');
      throw new Error('too late');
    });
    expect(await bus.request('work', null, PATIENCE_MS)).toBe('done');
  });

  test('whose payload is no JSON, or whose reply cannot be encoded, fail at once', async () => {
    const bus = await openUp();
    bus.subscribe('work', 'workers', ({ respond }) => respond('x'.repeat(2_000_000)));
    await expect(bus.request('work', null, PATIENCE_MS)).rejects.toMatchObject({ code: 'failed' });
    const raw = await connect(natsOptions({ urls: [testEnvironment('NATS_URL')] }));
    const reply = await raw.request(`${prefix}.work`, '{', { timeout: PATIENCE_MS });
    expect([reply.string(), reply.headers?.get('X-Failed')]).toEqual(['', '1']);
    await raw.close();
  });

  test('fail after the deadline if no subscriber replies', async () => {
    const bus = await openUp();
    bus.subscribe('silent', null, () => undefined);
    await expect(bus.request('silent', null, 100)).rejects.toMatchObject({ name: 'BusError', code: 'timeout' });
  });
});

describe('a watched request', () => {
  const WATCH = { silenceMs: 1_500, attempts: 2 };

  test('waits as long as the responder says that it is at work', async () => {
    const bus = await openUp();
    const done = Promise.withResolvers<void>();
    bus.subscribe('long', 'q', async ({ respond }) => {
      await done.promise;
      respond('made');
    });
    const reply = bus.request('long', null, PATIENCE_MS, { watch: WATCH });
    setTimeout(done.resolve, 2 * WATCH.silenceMs);
    expect(await reply).toBe('made');
  });

  test('goes to another subscriber if the first one falls silent', async () => {
    const [asking, dying, living] = [await openUp(), await openUp(), await openUp()];
    let asked = 0;
    const subscription = dying.subscribe('long', 'q', () => {
      asked += 1;
      subscription.unsubscribe();
    });
    await settled(dying);
    const reply = asking.request('long', null, PATIENCE_MS, { watch: WATCH });
    await until(() => asked > 0);
    living.subscribe('long', 'q', ({ respond }) => respond('made'));
    expect(await reply).toBe('made');
  });

  test('fails at once if nobody subscribes, and by its deadline if nobody is heard of', async () => {
    const bus = await openUp();
    const failed = (timeoutMs: number) => bus.request('long', null, timeoutMs, { watch: WATCH });
    await expect(failed(PATIENCE_MS)).rejects.toMatchObject({ code: 'no_responders' });
    bus.subscribe('long', 'q', () => undefined);
    await expect(failed(100)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('is the only one that is sent heartbeats', async () => {
    const bus = await openUp();
    bus.subscribe('long', 'q', ({ respond }) => respond('made'));
    expect(await bus.request('long', null, PATIENCE_MS)).toBe('made');
  });
});

describe('without NATS', () => {
  test('publishing does nothing, requests fail at once, and closing does not wait', async () => {
    const bus = open({ url: 'nats://127.0.0.1:1' });
    expect(bus.isUp()).toBe(false);
    bus.publish(SUBJECTS.commandsReady, undefined, FROM);
    await expect(bus.request(SUBJECTS.generate, null, PATIENCE_MS)).rejects.toMatchObject({ code: 'down' });
    await bus.drain();
  });

  test('closing does not wait for a server that takes the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const connected = once(silent, 'connection');
    const bus = open({ url: `nats://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    await connected;
    await bus.drain();
    silent.close();
  });

  test('subscriptions made before it came hold once it is there, and again after it was gone', async () => {
    const server = await startNats();
    try {
      await server.kill();
      const bus = open({ url: server.url });
      let calls = 0;
      bus.subscribe('work', 'workers', () => void (calls += 1));
      for (const expected of [1, 2]) {
        await server.restart();
        await until(() => bus.isUp());
        bus.publish('work', undefined, FROM);
        await until(() => calls === expected);
        await server.kill();
        await until(() => !bus.isUp());
        bus.publish('work', undefined, FROM);
      }
      await bus.drain();
      expect(calls).toBe(2);
    } finally {
      await server.stop();
    }
  });
});

describe('drain', () => {
  test('waits for the running handlers and sends their replies', async () => {
    const [worker, caller] = [await openUp(), await openUp()];
    let finish: () => void = () => undefined;
    let isStarted = false;
    worker.subscribe('work', 'workers', async ({ respond }) => {
      isStarted = true;
      await new Promise<void>((resolve) => (finish = resolve));
      respond('done');
    });
    await settled(worker);
    const answer = caller.request('work', null, PATIENCE_MS);
    await until(() => isStarted);
    const drained = worker.drain();
    finish();
    expect(await answer).toBe('done');
    await drained;
    expect(worker.isUp()).toBe(false);
  });

  test('may be asked for twice', async () => {
    const bus = await openUp();
    await bus.drain();
    await bus.drain();
  });

  test('leaves nothing behind that keeps the process alive', async () => {
    const script = fileURLToPath(new URL('./fixtures/bus.ts', import.meta.url));
    const child = spawn(process.execPath, [script, testEnvironment('NATS_URL')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    expect(await exited).toEqual([0, null]);
  });
});

describe('natsOptions', () => {
  test('reads hosts, ports and credentials', () => {
    expect(natsOptions({ urls: ['nats://a', 'nats://us%40er:p%2Fss@b:4333'] })).toEqual({
      servers: ['a:4222', 'b:4333'],
      user: 'us@er',
      pass: 'p/ss',
    });
  });

  test('a single credential is a token, and tls:// asks for TLS', () => {
    expect(natsOptions({ urls: ['tls://t0ken@a:4222'] })).toEqual({ servers: ['a:4222'], token: 't0ken', tls: {} });
  });
});
