import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { claimDue, findWaiting, type Connection } from '../../services/webhooks/claim.ts';
import { writeOutcomes } from '../../services/webhooks/record.ts';
import { POLL_MS } from '../../services/webhooks/loop.ts';
import { CONCURRENCY_LIMITS } from '../../services/webhooks/limiter.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { Clock, emitEvent, startHarness, type Harness } from './support/harness.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

let harness: Harness;
let receiver: Receiver;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await harness.reset();
});
afterAll(() => harness.close());

async function emitMany(count: number): Promise<void> {
  for (let emitted = 0; emitted < count; emitted += 1) await harness.emit();
}

const LEASE_MS = 30_000;

/** `each`: rows of each subscription that waits. */
async function claim(each = 10, db: Connection = harness.db.pool) {
  const clock = { lane: 'fresh', databaseNow: harness.clock.now() } as const;
  const { waiting } = await findWaiting(db, { ...clock, after: 0 });
  const allocation = new Map(waiting.map(({ subscriptionId }) => [subscriptionId, each]));
  return claimDue(db, { ...clock, waiting, allocation, leaseMs: LEASE_MS });
}

async function scansOf(client: PoolClient): Promise<{ ofTable: number; readFromIndex: number }> {
  const { rows } = await client.query<{ ofTable: number; readFromIndex: number }>(`
    select pg_stat_get_xact_numscans('webhook_queue'::regclass)::int as "ofTable",
      sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as "readFromIndex"
    from pg_index where indrelid in ('webhook_queue'::regclass, 'webhook_delivery'::regclass)`);
  const [row] = rows;
  if (row === undefined) throw new Error('no counters');
  return row;
}

describe('a claim', () => {
  test('takes of each subscription up to its allocation, however many rows one has', async () => {
    const busy = await harness.subscribe(`${receiver.url}/busy`);
    await emitMany(30);
    const quiet = await harness.subscribe(`${receiver.url}/quiet`);
    await emitMany(1);

    const claimed = await claim(5);

    const counts = Object.fromEntries(
      [busy.id, quiet.id].map((id) => [id, claimed.filter((row) => row.subscriptionId === id).length]),
    );
    expect(counts).toEqual({ [busy.id]: 5, [quiet.id]: 1 });
  });

  test('finds only subscriptions with deliveries that nobody holds', async () => {
    await harness.subscribe(`${receiver.url}/held`);
    await emitMany(1);
    await claim();
    await harness.subscribe(`${receiver.url}/other`, { clientId: 8 });
    await emitEvent(harness.db.kysely, 'execution.completed', {}, harness.clock.now(), 8);

    const look = { lane: 'fresh', after: 0, databaseNow: harness.clock.now() } as const;
    const { waiting } = await findWaiting(harness.db.pool, look);

    expect(waiting.map(({ apiClientId }) => apiClientId)).toEqual([8]);
  });

  test('finds subscriptions page by page, and those that are not due are passed over', async () => {
    const subscriptions = [];
    for (let count = 0; count < 5; count += 1) subscriptions.push(await harness.subscribe(`${receiver.url}/${count}`));
    await emitMany(1);
    const last = subscriptions.at(-1)?.id ?? 0;
    const queue = harness.db.kysely.updateTable('webhook_queue');
    await queue.set({ lane: 'retry', due_at: new Date(Clock.START + 1_000) }).execute();
    await queue
      .set({ due_at: new Date(Clock.START) })
      .where('subscription_id', '=', last)
      .execute();

    const look = (after: number) =>
      findWaiting(harness.db.pool, { lane: 'retry', after, databaseNow: harness.clock.now(), maxHops: 3 });
    const first = await look(0);
    const second = await look(first.nextAfter ?? 0);

    expect([first.waiting, first.nextAfter]).toEqual([[], subscriptions[2]?.id]);
    expect([second.waiting.map(({ subscriptionId }) => subscriptionId), second.nextAfter]).toEqual([[last], null]);
  });

  test('begins with the oldest', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(4);

    const claimed = await claim(2);
    const [first, second] = await harness.deliveries();

    expect(claimed.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });

  test('takes no row that another claim holds until its lease has run out', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(2);

    expect(await claim()).toHaveLength(2);
    harness.clock.set(LEASE_MS / 1_000 - 0.001);
    expect(await claim()).toHaveLength(0);
    harness.clock.set(LEASE_MS / 1_000);
    expect(await claim()).toHaveLength(2);
  });

  test('takes no row that a claim at the same time takes', async () => {
    for (let count = 0; count < 5; count += 1) await harness.subscribe(`${receiver.url}/${count}`);
    await emitMany(20);

    const claims = await Promise.all(Array.from({ length: 4 }, () => claim(20)));

    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claim(20);
    expect(ids.length + rest.length).toBe(100);
  });

  test.each([
    ['before the first statistics', { beforehand: [], afterwards: [] }],
    ['with statistics', { beforehand: [], afterwards: ['analyze webhook_queue, webhook_delivery'] }],
    [
      'planned while the queue was empty',
      { beforehand: ['vacuum analyze webhook_queue', 'vacuum analyze webhook_delivery'], afterwards: [] },
    ],
  ])('reads the index and not the whole queue, %s', async (_when, { beforehand, afterwards }) => {
    const client = await harness.db.pool.connect();
    for (const statement of beforehand) await client.query(statement);
    await claim(10, client);
    await harness.subscribe(receiver.url);
    await harness.subscribe(receiver.url);
    await client.query(`
      with delivery as (
        insert into webhook_delivery (event_id, subscription_id, api_client_id, event)
        select gen_random_uuid(), s.id, 7, 'execution.completed'
        from webhook_subscription s cross join generate_series(1, 5000)
        returning id, subscription_id, next_retry_at
      )
      insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
      select id, subscription_id, 'fresh', next_retry_at from delivery`);
    for (const statement of afterwards) await client.query(statement);

    // The counters of this session alone are exact; those of all sessions are late and include other tests.
    await client.query('begin');
    const before = await scansOf(client);
    expect(await claim(10, client)).toHaveLength(20);
    const after = await scansOf(client);
    await client.query('commit');
    client.release();

    expect(after.ofTable - before.ofTable).toBe(0);
    // 20 of 10,000 are claimed. The planner's own probes of the ends of the index are counted, too.
    expect(after.readFromIndex - before.readFromIndex).toBeGreaterThanOrEqual(20);
    expect(after.readFromIndex - before.readFromIndex).toBeLessThan(2_000);
  });
});

test('an attempt that fails by a fault of ours is not counted, keeps its lease, and occupies no slot', async () => {
  await harness.subscribe(receiver.url);
  await emitMany(1);
  const loop = harness.newLoop({ post: () => Promise.reject(new Error('a fault of ours')) });
  expect(await loop.runDue()).toBe(1);
  expect(await harness.delivery()).toMatchObject({ status: 'pending', attempts: 0 });
  expect(loop.inFlight('fresh')).toBe(0);
});

describe('an outcome', () => {
  test('has no effect once another process has taken the lease', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(1);
    const [late] = await claim();
    harness.clock.set(LEASE_MS / 1_000);
    const [current] = await claim();
    if (late === undefined || current === undefined) throw new Error('nothing was claimed');
    const outcome = {
      attempts: 1,
      retryDelaySeconds: null,
      responseStatus: 500,
      error: 'The server answered 500.',
      attemptedAt: harness.clock.now(),
      endedAt: harness.clock.now(),
    };

    const clocks = { now: harness.clock.now(), databaseNow: harness.clock.now() };

    await writeOutcomes(
      harness.db.pool,
      [{ delivery: late, outcome: { ...outcome, status: 'dead', result: 'http_error' } }],
      clocks,
    );
    expect(await harness.delivery()).toMatchObject({ status: 'pending', attempts: 0 });

    await writeOutcomes(
      harness.db.pool,
      [{ delivery: current, outcome: { ...outcome, status: 'succeeded', result: 'succeeded', error: null } }],
      clocks,
    );
    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 1 });
  });
});

const LIMITS = { ...CONCURRENCY_LIMITS, perSubscription: 10, slotsPerSubscription: 15, perSlowSubscription: 2 };

describe('a slow endpoint', () => {
  test('does not delay another', async () => {
    const hanging = await harness.subscribe(`${receiver.url}/hanging`);
    await emitMany(60);
    await harness.subscribe(`${receiver.url}/well`);
    await emitMany(20);
    receiver.answer = ({ path }, response) => void (path === '/well' && response.end());
    const loop = harness.newLoop({
      now: () => new Date(),
      outbound: { totalTimeoutMs: PATIENCE_MS, readTimeoutMs: PATIENCE_MS },
    });

    loop.start();
    await until(() => receiver.received.filter(({ path }) => path === '/well').length === 20);

    const ofHanging = (await harness.deliveries()).filter((row) => row.subscription_id === hanging.id);
    expect(ofHanging.every(({ status }) => status === 'pending')).toBe(true);
    expect(receiver.received.filter(({ path }) => path === '/hanging')).toHaveLength(
      CONCURRENCY_LIMITS.perSubscription,
    );
    await receiver.close();
  });

  test('is attempted again as soon as each pause ends, without a hint', async () => {
    await harness.subscribe(`http://127.0.0.1:${await freePort()}/`);
    await emitMany(10);
    const pauseMs = 50;
    const limits = { ...LIMITS, perSubscription: 1, perSlowSubscription: 1, pauseMs };
    const loop = harness.newLoop({ now: () => new Date(), limits });

    loop.start();
    await until(async () => (await harness.deliveries()).every(({ status }) => status === 'retrying'));

    const attemptedAt = (await harness.deliveries()).map((row) => row.last_attempt_at?.getTime() ?? 0);
    const gaps = attemptedAt.slice(1).map((time, index) => time - (attemptedAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pauseMs);
    // With the poll alone each would be as long; a machine may pause in a few.
    expect(gaps.filter((gap) => gap < POLL_MS - pauseMs).length).toBeGreaterThan(gaps.length / 2);
  });

  test('of another client does not take the slots of a retry, however many there are', async () => {
    receiver.answer = (_request, response) => void response.socket?.destroy();
    await harness.subscribe(`${receiver.url}/ours`);
    await harness.emit();
    for (let count = 0; count < 12; count += 1) {
      await harness.subscribe(`http://127.0.0.1:${await freePort()}/`, { clientId: 8 });
    }
    await emitEvent(harness.db.kysely, 'execution.completed', {}, harness.clock.now(), 8);
    const limits = { ...LIMITS, slots: { fresh: 20, retry: 8 }, pauseMs: 10 };
    const loop = harness.newLoop({ now: () => new Date(), databaseNow: harness.clock.now, limits });

    loop.start();
    await until(async () => (await harness.deliveries()).every(({ status }) => status === 'retrying'));
    receiver.answer = (_request, response) => void response.end();
    harness.clock.set(60);
    loop.wake();

    await until(async () => (await harness.deliveries()).some(({ status }) => status === 'succeeded'), PATIENCE_MS);
  });
});

describe('a retry', () => {
  test('follows as soon as its subscription has a free slot', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(5);
    await harness.db.kysely.updateTable('webhook_queue').set({ lane: 'retry' }).execute();
    // The harness's clock is stopped, so no poll is due.
    const loop = harness.newLoop({ limits: { ...LIMITS, perSubscription: 1 } });

    loop.start();
    await until(async () => (await harness.deliveries()).every(({ status }) => status === 'succeeded'));

    expect(receiver.received).toHaveLength(5);
  });

  test('does not take the slots of fresh deliveries', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(10);
    await harness.db.kysely.updateTable('webhook_delivery').set({ status: 'retrying', attempts: 1 }).execute();
    await harness.db.kysely.updateTable('webhook_queue').set({ lane: 'retry' }).execute();
    await emitMany(2);
    receiver.answer = () => undefined;
    const limits = { ...LIMITS, slots: { fresh: 16, retry: 16 }, perSubscription: 3 };
    const loop = harness.newLoop({ now: () => new Date(), limits });

    loop.start();
    await until(() => loop.inFlight('fresh') === 2 && loop.inFlight('retry') === 3);

    await receiver.close();
  });
});

describe('two processes', () => {
  test('share the deliveries and make each one once', async () => {
    for (let count = 0; count < 4; count += 1) await harness.subscribe(`${receiver.url}/${count}`);
    await emitMany(40);
    const [first, second] = [harness.newLoop(), harness.newLoop()];

    await Promise.all([first.runDue(), second.runDue()]);

    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery']);
    expect(ids).toHaveLength(160);
    expect(new Set(ids).size).toBe(160);
    expect((await harness.deliveries()).every(({ status }) => status === 'succeeded')).toBe(true);
  });
});
