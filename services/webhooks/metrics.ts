import { sql } from 'kysely';
import { FAILING_AFTER_DAYS } from '../../core/endpoint-health.ts';
import { DELIVERY_LANES, type DeliveryLane } from '../../core/states.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { Counter, DURATION_BUCKETS_SECONDS, Gauge, Histogram, type Registry } from '../../platform/metrics.ts';
import type { Ending } from './record.ts';

export interface WebhookMetrics {
  attempted(endings: readonly Ending[]): void;
}

export interface WebhookMetricsOptions {
  readonly registry: Registry;
  readonly db: Queryable;
  readonly now: () => Date;
  readonly inTheAir: (lane: DeliveryLane) => number;
}

/** From event to receiver; the upper buckets are those of the schedule. */
const LATENCY_BUCKETS_SECONDS = [...DURATION_BUCKETS_SECONDS, 120, 600, 3_600, 14_400, 43_200];

export function createWebhookMetrics({ registry, db, now, inTheAir }: WebhookMetricsOptions): WebhookMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'cascade_webhook_attempts_total',
    help: 'Delivery attempts by what they came to.',
    labelNames: ['result', 'lane'],
    registers,
  });
  const settled = new Counter({
    name: 'cascade_webhook_deliveries_settled_total',
    help: 'Deliveries that are not tried any more by themselves: succeeded, failed or dead.',
    labelNames: ['status'],
    registers,
  });
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
      for (const lane of DELIVERY_LANES) this.set({ lane }, inTheAir(lane));
    },
  });
  addBacklogGauges(registry, db, now);
  return {
    attempted: (endings) => {
      for (const [lane, ofLane] of Map.groupBy(endings, ({ delivery }) => delivery.lane)) {
        for (const [result, same] of Map.groupBy(ofLane, ({ outcome }) => outcome.result)) {
          attempts.inc({ result, lane }, same.length);
        }
      }
      for (const [status, same] of Map.groupBy(endings, ({ outcome }) => outcome.status)) {
        if (status !== 'retrying') settled.inc({ status }, same.length);
      }
      for (const { delivery, outcome } of endings) {
        if (outcome.attemptedAt !== null) duration.observe(seconds(outcome.attemptedAt, outcome.endedAt));
        if (outcome.status === 'succeeded') latency.observe(Math.max(0, seconds(delivery.createdAt, outcome.endedAt)));
      }
    },
  };
}

/** What waits in PostgreSQL, the same from every replica: for alerts and for scaling. */
function addBacklogGauges(registry: Registry, db: Queryable, now: () => Date): void {
  const registers = [registry];
  const due = new Gauge({
    name: 'cascade_webhook_deliveries_due',
    help: 'Deliveries that are due now, those in the air included; counted up to 10,000.',
    registers,
  });
  const oldest = new Gauge({
    name: 'cascade_webhook_due_age_seconds',
    help: 'For how long the oldest delivery that is due has been due.',
    registers,
  });
  new Gauge({
    name: 'cascade_webhook_endpoints_failing',
    help: `Subscriptions whose every attempt has failed for ${FAILING_AFTER_DAYS} days or longer.`,
    registers,
    // The metrics of one scrape are collected side by side; these three come from one query.
    async collect() {
      const backlog = await readBacklog(db, now());
      due.set(backlog.due);
      oldest.set(backlog.oldest === null ? 0 : Math.max(0, seconds(backlog.oldest, now())));
      this.set(backlog.failing);
    },
  });
}

async function readBacklog(db: Queryable, now: Date) {
  const result = await sql<{ due: number; oldest: Date | null; failing: number }>`
    select
      (select count(*)::int from (
         select 1 from webhook_queue where due_at <= ${now} limit 10000) waiting) as due,
      (select min(due_at) from webhook_queue where due_at <= ${now}) as oldest,
      (select count(*)::int from webhook_subscription
       where active and deleted_at is null
         and failing_since <= ${now}::timestamptz - make_interval(days => ${FAILING_AFTER_DAYS}::int)) as failing
    `.execute(db);
  return result.rows[0] ?? { due: 0, oldest: null, failing: 0 };
}

function seconds(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1_000;
}
