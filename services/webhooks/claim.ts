import type { Pool } from 'pg';
import type { EventName } from '../../core/events.ts';
import type { DeliveryLane } from '../../core/states.ts';
import type { WaitingSubscription } from './limiter.ts';

export interface ClaimedDelivery {
  readonly id: number;
  readonly lane: DeliveryLane;
  /** The fence: only the process that holds the row under this lease may write its outcome. */
  readonly leaseUntil: Date;
  readonly event: EventName;
  readonly eventId: string;
  /** Attempts made before. */
  readonly attempts: number;
  readonly maxAttempts: number | null;
  readonly createdAt: Date;
  /** The exact text of the body; null if the event is no longer stored. */
  readonly body: string | null;
  readonly apiClientId: number;
  /** null for a sample, and if the event is no longer stored. */
  readonly executionId: number | null;
  readonly subscriptionId: number;
  /** The current row; null if it is gone. */
  readonly subscription: ClaimedSubscription | null;
}

export interface ClaimedSubscription {
  readonly url: string;
  /** The URL's host and port, for the log; null if the URL cannot be parsed. */
  readonly host: string | null;
  readonly active: boolean;
  readonly deletedAt: Date | null;
  /** Encrypted, like `previousSecret`. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly failingSince: Date | null;
}

/** PostgreSQL's clock decides what is due and when leases end: those of several machines differ. */
export interface DatabaseClock {
  /** null: PostgreSQL's own `now()`. A time: for tests that move it. */
  readonly databaseNow: Date | null;
}

/** A subscription with deliveries that may be claimed, and where the first of them stands in the queue. */
export interface Waiting extends WaitingSubscription {
  readonly dueAt: Date;
  readonly deliveryId: number;
}

export interface WaitingPage {
  readonly waiting: readonly Waiting[];
  /** Where the next page begins; null if this page was the last. */
  readonly nextAfter: number | null;
}

export interface ClaimOptions extends DatabaseClock {
  readonly lane: DeliveryLane;
  readonly waiting: readonly Waiting[];
  /** The most rows of each subscription; those that it does not name are left out. */
  readonly allocation: ReadonlyMap<number, number>;
  /** Longer than any attempt may take. */
  readonly leaseMs: number;
}

/** The pool or one of its clients. Statements are prepared by name: planning one costs as much as a hundred rows. */
export type Connection = Pick<Pool, 'query'>;

/** The most subscriptions with rows in the queue, due or not, that one look passes over. */
const MAX_HOPS = 2_000;

const clock = (parameter: string) => `coalesce(${parameter}::timestamptz, now())`;

/** `isDue`: a condition on a queue row and the time `$3`. */
function waitingSql(isDue: (row: string) => string): string {
  return `
    with recursive hop as (
      (select subscription_id, due_at, delivery_id from webhook_queue
       where lane = $1 and subscription_id > $2
       order by subscription_id, due_at, delivery_id limit 1)
      union all
      select next.* from hop h cross join lateral (
        select q.subscription_id, q.due_at, q.delivery_id from webhook_queue q
        where q.lane = $1 and q.subscription_id > h.subscription_id
        order by q.subscription_id, q.due_at, q.delivery_id limit 1
      ) next
    ),
    visited as materialized (select * from hop limit $4)
    select p.subscription_id, s.api_client_id, first.due_at, first.delivery_id, null::bigint as last, null::int as hops
    from visited p
    cross join lateral (
      -- Begins where the hop ended: before that row there are only settled ones.
      select q.due_at, q.delivery_id from webhook_queue q
      where q.lane = $1 and q.subscription_id = p.subscription_id and ${isDue('p')}
        and (q.due_at, q.delivery_id) >= (p.due_at, p.delivery_id) and ${isDue('q')}
        and (q.lease_until is null or q.lease_until <= ${clock('$3')})
      order by q.due_at, q.delivery_id limit 1
    ) first
    left join lateral (select api_client_id from webhook_subscription where id = p.subscription_id limit 1) s on true
    union all
    select null, null, null, null, max(subscription_id), count(*)::int from visited`;
}

function claimSql(isDue: string): string {
  return `
    with picked as materialized (
      select due.delivery_id
      from unnest($2::bigint[], $3::int[], $4::bigint[], $5::bigint[]) as a (subscription_id, row_limit, due_ms, delivery_id)
      cross join lateral (
        select q.delivery_id from webhook_queue q
        where q.lane = $1 and q.subscription_id = a.subscription_id
          and (q.due_at, q.delivery_id) >= (to_timestamp(a.due_ms / 1000.0), a.delivery_id) and ${isDue}
          and (q.lease_until is null or q.lease_until <= ${clock('$6')})
        order by q.due_at, q.delivery_id
        limit a.row_limit
        for update skip locked
      ) due
    ),
    -- A claim need not survive a crash of PostgreSQL: what it leased is due again then. So it does not wait for the disk.
    lease as materialized (
      select (${clock('$6')} + $7::int * interval '1 millisecond')::timestamptz(3) as until,
        set_config('synchronous_commit', 'off', true)
    ),
    claimed as (
      update webhook_queue q set lease_until = lease.until
      from lease where q.delivery_id = any (array(select delivery_id from picked))
      returning q.delivery_id, q.subscription_id
    ),
    delivery as materialized (
      select id, subscription_id, event, event_id, attempts, max_attempts, created_at, api_client_id,
        (select until from lease) as lease_until
      from webhook_delivery where id = any (array(select delivery_id from claimed))
    )
    select delivery.*, null as body, null::bigint as execution_id, null::json as subscription from delivery
    union all
    -- Each event and each subscription once, not with each of their deliveries.
    select null, null, null, id, null, null, null, null, null, body, execution_id, null
    from event where id = any (array(select event_id from delivery))
    union all
    select null, id, null, null, null, null, null, null, null, null, null, json_build_object(
      'url', url, 'active', active, 'deleted_at', deleted_at, 'secret', secret,
      'previous_secret', previous_secret, 'previous_secret_until', previous_secret_until, 'failing_since', failing_since)
    from webhook_subscription where id = any (array(select subscription_id from claimed))`;
}

// A fresh delivery is due at once, whatever time the event's creator wrote.
const WAITING: Readonly<Record<DeliveryLane, string>> = {
  fresh: waitingSql(() => 'true'),
  retry: waitingSql((row) => `${row}.due_at <= ${clock('$3')}`),
};
const CLAIM: Readonly<Record<DeliveryLane, string>> = {
  fresh: claimSql('true'),
  retry: claimSql(`q.due_at <= ${clock('$6')}`),
};

interface WaitingOptions extends DatabaseClock {
  readonly lane: DeliveryLane;
  readonly after: number;
  readonly maxHops?: number;
}

/**
 * Finds the subscriptions that have deliveries to be claimed, in the order of their ids, beginning after one. They are
 * found by hopping through the index, one probe each, however many rows of one of them wait.
 */
export async function findWaiting(
  db: Connection,
  { lane, after, databaseNow, maxHops = MAX_HOPS }: WaitingOptions,
): Promise<WaitingPage> {
  const { rows } = await db.query<WaitingRow | PageRow>({
    name: `webhooks_waiting_${lane}`,
    text: WAITING[lane],
    values: [lane, after, databaseNow, maxHops],
  });
  const waiting: Waiting[] = [];
  let nextAfter: number | null = null;
  for (const row of rows) {
    if (row.subscription_id === null) nextAfter = row.hops < maxHops ? null : row.last;
    else
      waiting.push({
        subscriptionId: row.subscription_id,
        apiClientId: row.api_client_id ?? 0,
        dueAt: row.due_at,
        deliveryId: row.delivery_id,
      });
  }
  return { waiting, nextAfter };
}

interface WaitingRow {
  readonly subscription_id: number;
  /** null if the subscription's row is gone. */
  readonly api_client_id: number | null;
  readonly due_at: Date;
  readonly delivery_id: number;
}

interface PageRow {
  readonly subscription_id: null;
  readonly last: number | null;
  readonly hops: number;
}

/**
 * Leases the deliveries that are due of each subscription, the first due first. Rows that another process is claiming are
 * skipped; leases that ran out are taken over.
 */
export async function claimDue(db: Connection, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { lane, waiting, allocation, leaseMs, databaseNow } = options;
  const chosen = waiting.filter(({ subscriptionId }) => allocation.has(subscriptionId));
  const column = (valueOf: (one: Waiting) => number): string => `{${chosen.map(valueOf).join(',')}}`;
  const { rows } = await db.query<ClaimedRow>({
    name: `webhooks_claim_${lane}`,
    text: CLAIM[lane],
    values: [
      lane,
      column(({ subscriptionId }) => subscriptionId),
      column(({ subscriptionId }) => allocation.get(subscriptionId) ?? 0),
      column(({ dueAt }) => dueAt.getTime()),
      column(({ deliveryId }) => deliveryId),
      databaseNow,
      leaseMs,
    ],
  });
  const subscriptions = new Map<number, ClaimedSubscription>();
  const events = new Map<string, EventRow>();
  const deliveries: DeliveryRow[] = [];
  for (const row of rows) {
    if (row.id !== null) deliveries.push(row);
    else if (row.subscription_id !== null) subscriptions.set(row.subscription_id, readSubscription(row.subscription));
    else events.set(row.event_id, row);
  }
  return deliveries
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      lane,
      leaseUntil: row.lease_until,
      event: row.event,
      eventId: row.event_id,
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      createdAt: row.created_at,
      body: events.get(row.event_id)?.body ?? null,
      apiClientId: row.api_client_id,
      executionId: events.get(row.event_id)?.execution_id ?? null,
      subscriptionId: row.subscription_id,
      subscription: subscriptions.get(row.subscription_id) ?? null,
    }));
}

/** In how many milliseconds the next delivery is due; null if none waits for its time. */
export async function nextDueInMs(db: Connection, { databaseNow }: DatabaseClock): Promise<number | null> {
  const { rows } = await db.query<{ due_in_ms: number }>({
    name: 'webhooks_next_due',
    text: `select (extract(epoch from due_at - ${clock('$1')}) * 1000)::float8 as due_in_ms
      from webhook_queue where due_at > ${clock('$1')} order by due_at limit 1`,
    values: [databaseNow],
  });
  return rows[0]?.due_in_ms ?? null;
}

type ClaimedRow = DeliveryRow | EventRow | SubscriptionRow;

interface DeliveryRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly event: EventName;
  readonly event_id: string;
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly created_at: Date;
  readonly api_client_id: number;
  readonly lease_until: Date;
}

interface EventRow {
  readonly id: null;
  readonly subscription_id: null;
  readonly event_id: string;
  readonly body: string;
  readonly execution_id: number | null;
}

interface SubscriptionRow {
  readonly id: null;
  readonly subscription_id: number;
  readonly subscription: SubscriptionJson;
}

/** Times as RFC 3339. */
interface SubscriptionJson {
  readonly url: string;
  readonly active: boolean;
  readonly deleted_at: string | null;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: string | null;
  readonly failing_since: string | null;
}

function readSubscription(row: SubscriptionJson): ClaimedSubscription {
  return {
    url: row.url,
    host: URL.parse(row.url)?.host ?? null,
    active: row.active,
    deletedAt: readTime(row.deleted_at),
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretUntil: readTime(row.previous_secret_until),
    failingSince: readTime(row.failing_since),
  };
}

function readTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
