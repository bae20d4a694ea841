import { sql } from 'kysely';
import { FAILING_AFTER_DAYS } from '../../core/endpoint-health.ts';
import { DELIVERY_LANES, type DeliveryLane } from '../../core/states.ts';
import type { Queryable } from '../../platform/database/index.ts';
import {
  Counter,
  DURATION_BUCKETS_SECONDS,
  Gauge,
  Histogram,
  sharedReading,
  type Registry,
} from '../../platform/metrics.ts';
import type { CompletedAttempt } from './record.ts';

export interface WebhookMetrics {
  attempted(attempts: readonly CompletedAttempt[]): void;
}

interface WebhookMetricsOptions {
  readonly registry: Registry;
  readonly db: Queryable;
  /** In place of PostgreSQL's clock, for tests that move it. */
  readonly databaseNow?: () => Date;
  readonly loop: () => { inFlight(lane: DeliveryLane): number; readonly slowEndpoints: number };
}

/** From event to receiver; the upper buckets are those of the schedule. */
const LATENCY_BUCKETS_SECONDS = [...DURATION_BUCKETS_SECONDS, 120, 600, 3_600, 14_400, 43_200];

export function createWebhookMetrics({ registry, db, databaseNow, loop }: WebhookMetricsOptions): WebhookMetrics {
  const registers = [registry];
  const attemptCount = new Counter({
    name: 'cascade_webhook_attempts_total',
    help: 'Delivery attempts by result.',
    labelNames: ['result', 'lane'],
    registers,
  });
  const settled = new Counter({
    name: 'cascade_webhook_deliveries_settled_total',
    help: 'Deliveries that are not attempted any more by themselves: succeeded, failed or dead.',
    labelNames: ['status'],
    registers,
  });
  // Exported from the start: a rate needs a value before the first dead delivery.
  for (const status of ['succeeded', 'failed', 'dead']) settled.inc({ status }, 0);
  const duration = new Histogram({
    name: 'cascade_webhook_attempt_duration_seconds',
    help: 'How long an attempt took.',
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const latency = new Histogram({
    name: 'cascade_webhook_delivery_latency_seconds',
    help: 'From the event to its delivery.',
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: 'cascade_webhook_attempts_in_flight',
    help: 'Attempts under way in this process.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of DELIVERY_LANES) this.set({ lane }, loop().inFlight(lane));
    },
  });
  new Gauge({
    name: 'cascade_webhook_endpoints_slow',
    help: 'Endpoints that this process could not reach in the last ten minutes and that have not responded since.',
    registers,
    collect() {
      this.set(loop().slowEndpoints);
    },
  });
  addBacklogGauges(registry, db, () => databaseNow?.() ?? null);
  return {
    attempted: (attempts) => {
      for (const [lane, ofLane] of Map.groupBy(attempts, ({ delivery }) => delivery.lane)) {
        for (const [result, same] of Map.groupBy(ofLane, ({ outcome }) => outcome.result)) {
          attemptCount.inc({ result, lane }, same.length);
        }
      }
      for (const [status, same] of Map.groupBy(attempts, ({ outcome }) => outcome.status)) {
        if (status !== 'retrying') settled.inc({ status }, same.length);
      }
      for (const { delivery, outcome } of attempts) {
        if (outcome.attemptedAt !== null) duration.observe(seconds(outcome.attemptedAt, outcome.endedAt));
        if (outcome.status === 'succeeded') latency.observe(Math.max(0, seconds(delivery.createdAt, outcome.endedAt)));
      }
    },
  };
}

/** Deliveries that wait in PostgreSQL, equal on every replica: for alerts and scaling. */
function addBacklogGauges(registry: Registry, db: Queryable, databaseNow: () => Date | null): void {
  const registers = [registry];
  const backlog = sharedReading(() => readBacklog(db, databaseNow()));
  new Gauge({
    name: 'cascade_webhook_deliveries_due',
    help: 'Deliveries that are due now, those in flight included; counted up to 10,000.',
    registers,
    async collect() {
      this.set((await backlog()).due);
    },
  });
  new Gauge({
    name: 'cascade_webhook_due_age_seconds',
    help: 'For how long the oldest delivery that is due has been due.',
    registers,
    async collect() {
      this.set((await backlog()).oldest_seconds ?? 0);
    },
  });
  const healthyAge = sharedReading(() => readHealthyAge(db, databaseNow()));
  new Gauge({
    name: 'cascade_webhook_healthy_due_age_seconds',
    help: 'Age in seconds of the oldest due delivery to an endpoint whose last attempt succeeded, without those that are down.',
    registers,
    async collect() {
      this.set(await healthyAge());
    },
  });
  new Gauge({
    name: 'cascade_webhook_endpoints_failing',
    help: `Subscriptions whose every attempt has failed for ${FAILING_AFTER_DAYS} days or longer.`,
    registers,
    async collect() {
      this.set((await backlog()).failing);
    },
  });
}

async function readBacklog(db: Queryable, databaseNow: Date | null) {
  const now = sql`coalesce(${databaseNow}::timestamptz, now())`;
  const result = await sql<{ due: number; oldest_seconds: number | null; failing: number }>`
    select
      (select count(*)::int from (
         select 1 from webhook_queue where due_at <= ${now} limit 10000) waiting) as due,
      (select extract(epoch from ${now} - min(due_at))::float8 from webhook_queue where due_at <= ${now})
        as oldest_seconds,
      (select count(*)::int from webhook_subscription
       where active and deleted_at is null
         and failing_since <= ${now} - make_interval(days => ${FAILING_AFTER_DAYS}::int)) as failing
    `.execute(db);
  return result.rows[0] ?? { due: 0, oldest_seconds: null, failing: 0 };
}

function seconds(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000;
}

/** Subscriptions with rows in the queue that one reading passes over. */
const MAX_HOPS = 10_000;

/** The recursion hops over the index from subscription to subscription: each one's oldest row is its first. */
async function readHealthyAge(db: Queryable, databaseNow: Date | null): Promise<number> {
  const now = sql`coalesce(${databaseNow}::timestamptz, now())`;
  const result = await sql<{ seconds: number | null }>`
    with recursive hop as (
      (select lane, subscription_id, due_at from webhook_queue order by lane, subscription_id, due_at limit 1)
      union all
      select next.* from hop cross join lateral (
        select q.lane, q.subscription_id, q.due_at from webhook_queue q
        where (q.lane, q.subscription_id) > (hop.lane, hop.subscription_id)
        order by q.lane, q.subscription_id, q.due_at limit 1
      ) next
    )
    select extract(epoch from ${now} - min(oldest.due_at))::float8 as seconds
    from (select * from hop limit ${MAX_HOPS}) oldest
    join webhook_subscription s on s.id = oldest.subscription_id
    where oldest.due_at <= ${now} and s.active and s.deleted_at is null and s.failing_since is null`.execute(db);
  return result.rows[0]?.seconds ?? 0;
}
