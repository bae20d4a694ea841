import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { freePort } from '../../cli/servers/ports.ts';
import { claimDue, type ClaimOptions, type Connection } from '../../services/webhooks/claim.ts';
import { writeOutcomes } from '../../services/webhooks/record.ts';
import { POLL_MS } from '../../services/webhooks/loop.ts';
import { Room, ROOM_LIMITS } from '../../services/webhooks/room.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { startHarness, type Harness } from './support/harness.ts';
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

function claim(more: Partial<ClaimOptions> = {}, db: Connection = harness.db.pool) {
  const now = harness.clock.now();
  return claimDue(db, {
    lane: 'fresh',
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    limit: 100,
    roomEach: 10,
    rooms: new Map(),
    afterSubscriptionId: 0,
    ...more,
  });
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
  test('takes of each subscription what it has room for, however many rows one has', async () => {
    const busy = await harness.subscribe(`${receiver.url}/busy`);
    await emitMany(30);
    const quiet = await harness.subscribe(`${receiver.url}/quiet`);
    await emitMany(1);

    const claimed = await claim({ roomEach: 5 });

    const counts = Object.fromEntries(
      [busy.id, quiet.id].map((id) => [id, claimed.filter((row) => row.subscriptionId === id).length]),
    );
    expect(counts).toEqual({ [busy.id]: 5, [quiet.id]: 1 });
  });

  test('takes nothing of a subscription that has no room', async () => {
    const full = await harness.subscribe(`${receiver.url}/full`);
    const other = await harness.subscribe(`${receiver.url}/other`);
    await emitMany(3);

    const claimed = await claim({ rooms: new Map([[full.id, 0]]) });

    expect(new Set(claimed.map((row) => row.subscriptionId))).toEqual(new Set([other.id]));
  });

  test('begins with the oldest', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(4);

    const claimed = await claim({ roomEach: 2 });
    const [first, second] = await harness.deliveries();

    expect(claimed.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });

  test('takes no row that another claim holds, until its lease has run out', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(2);

    expect(await claim()).toHaveLength(2);
    harness.clock.set(LEASE_MS / 1_000 - 0.001);
    expect(await claim()).toHaveLength(0);
    harness.clock.set(LEASE_MS / 1_000);
    expect(await claim()).toHaveLength(2);
  });

  test('beside others takes rows that no other takes', async () => {
    for (let count = 0; count < 5; count += 1) await harness.subscribe(`${receiver.url}/${count}`);
    await emitMany(20);

    const claims = await Promise.all(Array.from({ length: 4 }, () => claim({ roomEach: 20 })));

    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claim({ roomEach: 20 });
    expect(ids.length + rest.length).toBe(100);
  });

  test.each([
    ['before the first statistics', { beforehand: [], afterwards: [] }],
    ['with statistics', { beforehand: [], afterwards: ['analyze webhook_queue, webhook_delivery'] }],
    [
      'planned when nothing waited',
      { beforehand: ['vacuum analyze webhook_queue', 'vacuum analyze webhook_delivery'], afterwards: [] },
    ],
  ])('is made through the index, without a look at all that waits, %s', async (_when, { beforehand, afterwards }) => {
    const client = await harness.db.pool.connect();
    for (const statement of beforehand) await client.query(statement);
    await claim({}, client);
    await harness.subscribe(receiver.url);
    await harness.subscribe(receiver.url);
    await client.query(`
      with delivery as (
        insert into webhook_delivery (event_id, subscription_id, api_client_id, event)
        select gen_random_uuid(), s.id, 7, 'execution.completed'
        from webhook_subscription s cross join generate_series(1, 20000)
        returning id, subscription_id, next_retry_at
      )
      insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
      select id, subscription_id, 'fresh', next_retry_at from delivery`);
    for (const statement of afterwards) await client.query(statement);

    // The counters of this one session, which are exact; those of all sessions come late and hold what others did.
    await client.query('begin');
    const before = await scansOf(client);
    expect(await claim({}, client)).toHaveLength(20);
    const after = await scansOf(client);
    await client.query('commit');
    client.release();

    expect(after.ofTable - before.ofTable).toBe(0);
    // 20 are claimed of 40,000. The planner's own looks at the ends of the index are counted, too.
    expect(after.readFromIndex - before.readFromIndex).toBeGreaterThanOrEqual(20);
    expect(after.readFromIndex - before.readFromIndex).toBeLessThan(2_000);
  });
});

describe('an outcome', () => {
  test('is void where the lease has passed to somebody else', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(1);
    const [late] = await claim();
    harness.clock.set(LEASE_MS / 1_000);
    const [current] = await claim();
    if (late === undefined || current === undefined) throw new Error('nothing was claimed');
    const outcome = {
      attempts: 1,
      nextRetryAt: null,
      responseStatus: 500,
      error: 'The server answered 500.',
      attemptedAt: harness.clock.now(),
      endedAt: harness.clock.now(),
    };

    await writeOutcomes(harness.db.pool, [
      { delivery: late, outcome: { ...outcome, status: 'dead', result: 'http_error' } },
    ]);
    expect(await harness.delivery()).toMatchObject({ status: 'pending', attempts: 0 });

    await writeOutcomes(harness.db.pool, [
      { delivery: current, outcome: { ...outcome, status: 'succeeded', result: 'succeeded', error: null } },
    ]);
    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 1 });
  });
});

const LIMITS = { ...ROOM_LIMITS, perSubscription: 10, slotsPerSubscription: 15, perSlowSubscription: 2 };

describe('a subscription', () => {
  test('whose outcomes are not written yet gets no more than its slots', () => {
    const room = new Room(LIMITS);
    for (let count = 0; count < 12; count += 1) {
      room.enter('fresh', 1);
      room.landed('fresh', 1);
    }
    expect(room.rooms('fresh', 0).get(1)).toBe(3);

    for (let count = 0; count < 12; count += 1) room.leave('fresh', 1);
    expect(room.rooms('fresh', 0).get(1)).toBeUndefined();
  });
});

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
    expect(receiver.received.filter(({ path }) => path === '/hanging')).toHaveLength(ROOM_LIMITS.perSubscription);
    await receiver.close();
  });

  test('is left alone for a moment, then gets few slots until it answers again', () => {
    const room = new Room();
    const { pauseMs, perSlowSubscription } = ROOM_LIMITS;
    expect(room.rooms('fresh', 0).get(1)).toBeUndefined();
    room.judge(1, true, 0);
    expect(room.rooms('fresh', pauseMs - 1).get(1)).toBe(0);
    expect(room.rooms('fresh', pauseMs).get(1)).toBe(perSlowSubscription);
    room.judge(1, false, pauseMs);
    expect(room.rooms('fresh', pauseMs).get(1)).toBeUndefined();
  });

  test('is not left alone for longer where the clock is set back', () => {
    const room = new Room();
    room.judge(1, true, 3_600_000);
    expect(room.rooms('fresh', 0).get(1)).toBe(ROOM_LIMITS.perSlowSubscription);
  });

  test('is tried again as soon as each pause is over, with nothing to wake the service', async () => {
    await harness.subscribe(`http://127.0.0.1:${await freePort()}/`);
    await emitMany(10);
    const pauseMs = 50;
    const limits = { ...LIMITS, perSubscription: 1, perSlowSubscription: 1, pauseMs };
    const loop = harness.newLoop({ now: () => new Date(), limits });

    const begunAt = performance.now();
    loop.start();
    await until(async () => (await harness.deliveries()).every(({ status }) => status === 'retrying'));
    const tookMs = performance.now() - begunAt;

    const attemptedAt = (await harness.deliveries()).map((row) => row.last_attempt_at?.getTime() ?? 0);
    const gaps = attemptedAt.slice(1).map((time, index) => time - (attemptedAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pauseMs);
    // One that is woken by its poll alone takes more than twice as long.
    expect(tookMs).toBeLessThan(4 * POLL_MS);
  });

  test('and all others of its kind leave half of a lane to those that answer', () => {
    const room = new Room({ ...LIMITS, slots: { fresh: 20, retry: 20 } });
    for (let id = 1; id <= 50; id += 1) room.judge(id, true, 0);

    const rooms = [...room.rooms('fresh', LIMITS.pauseMs).values()];

    expect(rooms.reduce((sum, count) => sum + count, 0)).toBe(10);
  });
});

describe('what has to be tried again', () => {
  test('follows as soon as its subscription has room', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(5);
    await harness.db.kysely.updateTable('webhook_queue').set({ lane: 'retry' }).execute();
    // By the harness's clock, which stands still: no poll comes due.
    const loop = harness.newLoop({ limits: { ...LIMITS, perSubscription: 1 } });

    loop.start();
    await until(async () => (await harness.deliveries()).every(({ status }) => status === 'succeeded'));

    expect(receiver.received).toHaveLength(5);
  });

  test('does not take the slots of what is fresh', async () => {
    await harness.subscribe(receiver.url);
    await emitMany(10);
    await harness.db.kysely.updateTable('webhook_delivery').set({ status: 'retrying', attempts: 1 }).execute();
    await harness.db.kysely.updateTable('webhook_queue').set({ lane: 'retry' }).execute();
    await emitMany(2);
    receiver.answer = () => undefined;
    const limits = { ...LIMITS, slots: { fresh: 4, retry: 4 }, perSubscription: 3 };
    const loop = harness.newLoop({ now: () => new Date(), limits });

    loop.start();
    await until(() => loop.inTheAir('fresh') === 2 && loop.inTheAir('retry') === 3);

    await receiver.close();
  });
});

describe('two processes', () => {
  test('share the deliveries and make each of them once', async () => {
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
