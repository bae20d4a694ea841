import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';
import { emittingCtes, eventRow } from '../../platform/database/events.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { connectBus, SUBJECTS, type Bus } from '../../platform/nats/index.ts';
import { CONCURRENCY_LIMITS } from '../../services/webhooks/limiter.ts';
import { startNats, startPostgres } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { CLIENT_ID, insertSubscription } from '../webhooks/support/harness.ts';
import { startService, type ServiceProcess } from '../webhooks/support/service-process.ts';
import { startSubscribers, type Subscribers } from './subscribers.ts';

/** The full measure: WEBHOOK_FAULT_EVENTS=10000, which makes 50,000 deliveries. */
const EVENTS = Number(process.env.WEBHOOK_FAULT_EVENTS ?? 500);
const SUBSCRIBERS = 5;
/**
 * One in the middle of each portion of events but the last. A kill comes while the service claims, sends and records at
 * once. `unanswered`: the subscribers have stopped responding, so that some requests are certainly in flight.
 */
const FAULTS = [
  'kill',
  'kill, unanswered',
  'wipe NATS',
  'kill',
  'kill, unanswered',
  'kill',
  'restart PostgreSQL',
] as const;
type Fault = (typeof FAULTS)[number];
const KILLS = FAULTS.filter((fault) => fault.startsWith('kill')).length;
const PORTION = Math.ceil(EVENTS / (FAULTS.length + 1));
/** Longer than a portion takes and a lease after it; the test waits for conditions, and gives up only then. */
const PATIENCE_MS = 600_000;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let nats: Awaited<ReturnType<typeof startNats>>;
let subscribers: Subscribers;
let db: Database;
let bus: Bus;
let service: ServiceProcess;

beforeEach(async () => {
  [postgres, nats, subscribers] = await Promise.all([
    startPostgres(),
    startNats(),
    startSubscribers(SUBSCRIBERS, PATIENCE_MS),
  ]);
  db = openDatabase({ url: postgres.url, poolMax: 2, connectTimeoutMs: PATIENCE_MS, onPoolError: () => undefined });
  const log = createLogger('test', 'silent');
  bus = connectBus({ urls: [nats.url], subjectPrefix: 'cascade', name: 'test', log });
  service = await startAgain();
}, PATIENCE_MS);
afterEach(async () => {
  await service?.kill();
  await bus?.drain();
  await db?.close();
  await Promise.all([postgres?.stop(), nats?.stop(), subscribers?.stop()]);
}, PATIENCE_MS);

// Rules: 14.8.1, 14.8.2
test(
  'every subscriber gets every event under one delivery id, whatever is killed, wiped or restarted meanwhile',
  async () => {
    const numberOf = await subscribe();
    const begun = performance.now();
    const eventIds: string[] = [];
    for (const fault of [...FAULTS, null]) {
      const due = eventIds.length * SUBSCRIBERS;
      eventIds.push(...(await emit(PORTION)));
      if (fault === null) continue;
      await subscribers.reached(due + Math.floor((PORTION * SUBSCRIBERS) / 2), { holds: fault === 'kill, unanswered' });
      await strike(fault);
    }
    await subscribers.reached(eventIds.length * SUBSCRIBERS);
    await until(async () => (await countOpen()) === 0, PATIENCE_MS);
    const seconds = (performance.now() - begun) / 1_000;

    const rows = await db.kysely.selectFrom('webhook_delivery').select(['id', 'event_id', 'subscription_id']).execute();
    const deliveryIds = new Map(rows.map((row) => [`${numberOf.get(row.subscription_id)} ${row.event_id}`, row.id]));
    const expected = eventIds.flatMap((eventId) =>
      Array.from({ length: SUBSCRIBERS }, (_, subscriber) => {
        const key = `${subscriber} ${eventId}`;
        return `${key} ${deliveryIds.get(key)}`;
      }),
    );
    const arrivals = await subscribers.arrivals();
    // The first few of tens of thousands are enough to read.
    expect(expected.filter((delivery) => !arrivals.has(delivery)).slice(0, 5)).toEqual([]);
    const wanted = new Set(expected);
    expect([...arrivals.keys()].filter((delivery) => !wanted.has(delivery)).slice(0, 5)).toEqual([]);
    expect(rows).toHaveLength(expected.length);

    const repeats = [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0);
    const repeated = [...arrivals.values()].filter((times) => times > 1).length;
    process.stderr.write(
      `${expected.length} deliveries of ${eventIds.length} events to ${SUBSCRIBERS} subscribers in ${seconds.toFixed(0)} s, ` +
        `${KILLS} kills among them: ${repeated} were made more than once (${repeats} requests too many)\n`,
    );
    // Kills that interrupt no attempt would prove nothing.
    expect(repeats).toBeGreaterThan(0);
    // Only what was claimed and not written at a kill is repeated; a restart that outlasts the leases counts as a kill.
    expect(repeats).toBeLessThanOrEqual((KILLS + 1) * SUBSCRIBERS * CONCURRENCY_LIMITS.slotsPerSubscription);
    expect(await db.kysely.selectFrom('webhook_queue').select('delivery_id').execute()).toEqual([]);
  },
  FAULTS.length * PATIENCE_MS,
);

/** Returns the number of each subscriber by the id of its subscription. */
async function subscribe(): Promise<Map<number, number>> {
  const numberOf = new Map<number, number>();
  for (const [subscriber, url] of subscribers.urls.entries()) {
    numberOf.set((await insertSubscription(db.kysely, url)).id, subscriber);
  }
  return numberOf;
}

/** In one statement, the product's own, followed by the hint. Returns the ids. */
async function emit(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const origin = { executionId: 1, runKey: randomUUID(), nodeId: null, visit: null, key: '' };
    return eventRow({ ...origin, name: 'execution.completed' }, { workflow_execution_id: 1 }, new Date());
  });
  await sql`
    with source as (
      select ${CLIENT_ID}::bigint as api_client_id, 1::bigint as execution_id, ${JSON.stringify(rows)}::jsonb as events
    ), ${sql.raw(emittingCtes('source', 'source.events'))}
    select count(*) from new_delivery`.execute(db.kysely);
  bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: 'request-of-a-test' });
  return rows.map(({ id }) => id);
}

async function strike(fault: Fault): Promise<void> {
  switch (fault) {
    case 'kill':
    case 'kill, unanswered':
      await service.kill();
      subscribers.release();
      service = await startAgain();
      return;
    case 'wipe NATS':
      await nats.kill();
      return nats.restart();
    case 'restart PostgreSQL':
      await postgres.kill();
      await postgres.restart();
      // The pool drops its broken connections one by one.
      return until(() =>
        db.ping().then(
          () => true,
          () => false,
        ),
      );
  }
}

function startAgain(): Promise<ServiceProcess> {
  return startService({ databaseUrl: postgres.url, natsUrl: nats.url });
}

async function countOpen(): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('webhook_delivery')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where('status', '!=', 'succeeded')
    .executeTakeFirstOrThrow();
  return count;
}
