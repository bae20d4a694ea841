import type { Pool } from 'pg';
import type { EventName } from '../../core/events.ts';
import type { DeliveryLane } from '../../core/states.ts';

export interface ClaimedDelivery {
  readonly id: number;
  readonly lane: DeliveryLane;
  /** The fence: whoever holds the row under this lease may write its outcome. */
  readonly leaseUntil: Date;
  readonly event: EventName;
  readonly eventId: string;
  /** Attempts made before. */
  readonly attempts: number;
  readonly maxAttempts: number | null;
  readonly createdAt: Date;
  /** The exact text of the body; null where the event is no longer stored. */
  readonly body: string | null;
  readonly subscriptionId: number;
  /** As it is now; null where its row is gone. */
  readonly subscription: ClaimedSubscription | null;
}

export interface ClaimedSubscription {
  readonly apiClientId: number;
  readonly url: string;
  /** The URL's host and port, for the log; null where the URL cannot be read. */
  readonly host: string | null;
  readonly active: boolean;
  readonly deletedAt: Date | null;
  /** Sealed, like `previousSecret`. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly failingSince: Date | null;
}

export interface ClaimOptions {
  readonly lane: DeliveryLane;
  readonly now: Date;
  /** Longer after `now` than any attempt may take. */
  readonly leaseUntil: Date;
  /** Rows in all. */
  readonly limit: number;
  /** Rows of one subscription, for those that `rooms` does not name. */
  readonly roomEach: number;
  /** Rows of the subscriptions that have some in the air already, or get fewer. */
  readonly rooms: ReadonlyMap<number, number>;
  /** Subscriptions are served in the order of their ids, beginning after this one. */
  readonly afterSubscriptionId: number;
}

/** The pool or one of its clients. Statements are prepared, by name: planning one anew costs as much as a hundred rows. */
export type Connection = Pick<Pool, 'query'>;

function claimText(isDue: string): string {
  return `
    with recursive waiting as (
      (select subscription_id, due_at, delivery_id from webhook_queue
       where lane = $1 and subscription_id > $2
       order by subscription_id, due_at, delivery_id limit 1)
      union all
      select next.* from waiting w cross join lateral (
        select q.subscription_id, q.due_at, q.delivery_id from webhook_queue q
        where q.lane = $1 and q.subscription_id > w.subscription_id
        order by q.subscription_id, q.due_at, q.delivery_id limit 1
      ) next
    ),
    picked as materialized (
      select due.delivery_id
      from waiting w
      cross join lateral (
        -- Beginning where the hop ended: before that row there are only those that are settled.
        select q.delivery_id from webhook_queue q
        where q.lane = $1 and q.subscription_id = w.subscription_id
          and (q.due_at, q.delivery_id) >= (w.due_at, w.delivery_id) and ${isDue}
          and (q.lease_until is null or q.lease_until <= $5)
        order by q.due_at, q.delivery_id
        limit coalesce(($3::jsonb ->> w.subscription_id::text)::int, $4)
        for update skip locked
      ) due
      limit $6
    ),
    -- A claim need not outlive a crash of PostgreSQL: what it leased is due again then. So it does not wait for the disk.
    committing as materialized (select set_config('synchronous_commit', 'off', true)),
    claimed as (
      update webhook_queue q set lease_until = $7
      from committing where q.delivery_id = any (array(select delivery_id from picked))
      returning q.delivery_id, q.subscription_id
    ),
    delivery as materialized (
      select id, subscription_id, event, event_id, attempts, max_attempts, created_at
      from webhook_delivery where id = any (array(select delivery_id from claimed))
    )
    select delivery.*, null as body, null::json as subscription from delivery
    union all
    -- Each event and each subscription once, not with each of their deliveries.
    select null, null, null, id, null, null, null, body, null
    from event where id = any (array(select event_id from delivery))
    union all
    select null, id, null, null, null, null, null, null, json_build_object(
      'api_client_id', api_client_id, 'url', url, 'active', active, 'deleted_at', deleted_at, 'secret', secret,
      'previous_secret', previous_secret, 'previous_secret_until', previous_secret_until, 'failing_since', failing_since)
    from webhook_subscription where id = any (array(select subscription_id from claimed))`;
}

const CLAIM: Readonly<Record<DeliveryLane, string>> = {
  // A fresh delivery is due at once, whatever the clocks of two machines say.
  fresh: claimText('true'),
  retry: claimText('q.due_at <= $5'),
};

/**
 * Leases deliveries that are due. Subscription by subscription, each up to its room, so that however many rows one of
 * them has waiting, they never fill a claim: the distinct subscriptions are found by hopping through the index, one
 * probe each, and of each only the first rows are looked at. Rows that another process is claiming are skipped; leases
 * that ran out are taken up.
 */
export async function claimDue(db: Connection, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { lane, now, leaseUntil, limit, roomEach, rooms, afterSubscriptionId } = options;
  const { rows } = await db.query<ClaimedRow>({
    name: `webhooks_claim_${lane}`,
    text: CLAIM[lane],
    values: [lane, afterSubscriptionId, JSON.stringify(Object.fromEntries(rooms)), roomEach, now, limit, leaseUntil],
  });
  const subscriptions = new Map<number, ClaimedSubscription>();
  const bodies = new Map<string, string>();
  const deliveries: DeliveryRow[] = [];
  for (const row of rows) {
    if (row.id !== null) deliveries.push(row);
    else if (row.subscription_id !== null) subscriptions.set(row.subscription_id, readSubscription(row.subscription));
    else bodies.set(row.event_id, row.body);
  }
  return deliveries
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      lane,
      leaseUntil,
      event: row.event,
      eventId: row.event_id,
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      createdAt: row.created_at,
      body: bodies.get(row.event_id) ?? null,
      subscriptionId: row.subscription_id,
      subscription: subscriptions.get(row.subscription_id) ?? null,
    }));
}

/** When the next delivery comes due after `now`; null where none waits. */
export async function nextDueAt(db: Connection, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ due_at: Date }>({
    name: 'webhooks_next_due',
    text: 'select due_at from webhook_queue where due_at > $1 order by due_at limit 1',
    values: [now],
  });
  return rows[0]?.due_at ?? null;
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
}

interface EventRow {
  readonly id: null;
  readonly subscription_id: null;
  readonly event_id: string;
  readonly body: string;
}

interface SubscriptionRow {
  readonly id: null;
  readonly subscription_id: number;
  readonly subscription: SubscriptionJson;
}

/** Times as RFC 3339. */
interface SubscriptionJson {
  readonly api_client_id: number;
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
    apiClientId: row.api_client_id,
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
