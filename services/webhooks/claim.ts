import type { Pool } from 'pg';
import type { EventName } from '../../core/events.ts';

/** Fresh deliveries have never been tried; they do not queue behind what has to be tried again. */
export const LANES = ['fresh', 'retry'] as const;
export type Lane = (typeof LANES)[number];

export interface ClaimedDelivery {
  readonly id: number;
  readonly lane: Lane;
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
  readonly lane: Lane;
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

/** Statements are prepared, by name: to plan one anew costs as much as a hundred of its rows. */
type Connection = Pick<Pool, 'query'>;

/**
 * Leases deliveries that are due. Subscription by subscription, each up to its room, so that however many rows one of
 * them has waiting, they never fill a claim: the distinct subscriptions are found by hopping through the index, one
 * probe each, and of each only the first rows are looked at. Rows that another process is claiming are skipped; leases
 * that ran out are taken up.
 */
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
    room as (
      select * from unnest($3::bigint[], $4::int[]) as r (subscription_id, rows)
    ),
    picked as materialized (
      select due.delivery_id
      from waiting w
      left join room on room.subscription_id = w.subscription_id
      cross join lateral (
        -- Beginning where the hop ended: before that row there are only those that are settled.
        select q.delivery_id from webhook_queue q
        where q.lane = $1 and q.subscription_id = w.subscription_id
          and (q.due_at, q.delivery_id) >= (w.due_at, w.delivery_id) and ${isDue}
          and (q.lease_until is null or q.lease_until <= $6)
        order by q.due_at, q.delivery_id
        limit coalesce(room.rows, $5)
        for update skip locked
      ) due
      limit $7
    ),
    -- A claim need not outlive a crash of PostgreSQL: what it leased is due again then. So it does not wait for the disk.
    committing as materialized (select set_config('synchronous_commit', 'off', true)),
    claimed as (
      update webhook_queue q set lease_until = $8
      from picked, committing where q.delivery_id = picked.delivery_id
      returning q.delivery_id, q.subscription_id
    )
    -- A subscription comes with the first of its deliveries, not with each.
    select d.id, d.subscription_id, d.event, d.event_id, d.attempts, d.max_attempts, d.created_at, e.body,
      s.id is not null as has_subscription, s.api_client_id, s.url, s.active, s.deleted_at,
      s.secret, s.previous_secret, s.previous_secret_until, s.failing_since
    from (select *, row_number() over (partition by subscription_id order by delivery_id) = 1 as is_first from claimed) c
    join webhook_delivery d on d.id = c.delivery_id
    left join event e on e.id = d.event_id
    left join webhook_subscription s on s.id = case when c.is_first then c.subscription_id end
    order by d.id`;
}

const CLAIM: Readonly<Record<Lane, string>> = {
  // A fresh delivery is due at once, whatever the clocks of two machines say.
  fresh: claimText('true'),
  retry: claimText('q.due_at <= $6'),
};

export async function claimDue(db: Connection, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { lane, now, leaseUntil, limit, roomEach, rooms, afterSubscriptionId } = options;
  const { rows } = await db.query<ClaimedRow>({
    name: `webhooks_claim_${lane}`,
    text: CLAIM[lane],
    values: [lane, afterSubscriptionId, [...rooms.keys()], [...rooms.values()], roomEach, now, limit, leaseUntil],
  });
  const subscriptions = new Map<number, ClaimedSubscription>();
  return rows.map((row) => {
    if (row.has_subscription) subscriptions.set(row.subscription_id, readSubscription(row));
    return readDelivery(row, lane, leaseUntil, subscriptions.get(row.subscription_id) ?? null);
  });
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

type ClaimedRow = DeliveryRow & ({ readonly has_subscription: false } | SubscriptionRow);

interface DeliveryRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly event: EventName;
  readonly event_id: string;
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly created_at: Date;
  readonly body: string | null;
}

interface SubscriptionRow {
  readonly has_subscription: true;
  readonly api_client_id: number;
  readonly url: string;
  readonly active: boolean;
  readonly deleted_at: Date | null;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Date | null;
  readonly failing_since: Date | null;
}

function readDelivery(
  row: DeliveryRow,
  lane: Lane,
  leaseUntil: Date,
  subscription: ClaimedSubscription | null,
): ClaimedDelivery {
  return {
    id: row.id,
    lane,
    leaseUntil,
    event: row.event,
    eventId: row.event_id,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    createdAt: row.created_at,
    body: row.body,
    subscriptionId: row.subscription_id,
    subscription,
  };
}

function readSubscription(row: SubscriptionRow): ClaimedSubscription {
  return {
    apiClientId: row.api_client_id,
    url: row.url,
    host: URL.parse(row.url)?.host ?? null,
    active: row.active,
    deletedAt: row.deleted_at,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretUntil: row.previous_secret_until,
    failingSince: row.failing_since,
  };
}
