import { sql } from 'kysely';
import type { EventName } from '../../core/events.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** Fresh deliveries have never been tried; they do not queue behind what has to be tried again. */
export const LANES = ['fresh', 'retry'] as const;
export type Lane = (typeof LANES)[number];

const STATUS_OF_LANE = { fresh: 'pending', retry: 'retrying' } as const satisfies Record<Lane, string>;

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

/**
 * Leases deliveries that are due. Subscription by subscription, each up to its room, so that however many rows one of
 * them has waiting, they never fill a claim: the distinct subscriptions are found by hopping through the index, one
 * probe each, and of each only the first rows are looked at. Rows that another process is claiming are skipped; leases
 * that ran out are taken up.
 */
export async function claimDue(db: Queryable, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { lane, now, leaseUntil, limit, roomEach, rooms, afterSubscriptionId } = options;
  // A literal, so that the planner can use the partial index.
  const status = sql.lit(STATUS_OF_LANE[lane]);
  // A fresh delivery is due at once, whatever the clocks of two machines say.
  const isDue = lane === 'fresh' ? sql`true` : sql`d.next_retry_at <= ${now}`;
  const result = await sql<ClaimedRow>`
    with recursive waiting as (
      (select subscription_id from webhook_delivery
       where status = ${status} and subscription_id > ${afterSubscriptionId}
       order by subscription_id limit 1)
      union all
      select (select d.subscription_id from webhook_delivery d
              where d.status = ${status} and d.subscription_id > w.subscription_id
              order by d.subscription_id limit 1)
      from waiting w
      where w.subscription_id is not null
    ),
    room as (
      select * from unnest(${[...rooms.keys()]}::bigint[], ${[...rooms.values()]}::int[]) as r (subscription_id, rows)
    ),
    picked as materialized (
      select due.id
      from waiting w
      left join room on room.subscription_id = w.subscription_id
      cross join lateral (
        select d.id from webhook_delivery d
        where d.subscription_id = w.subscription_id and d.status = ${status} and ${isDue}
          and (d.lease_until is null or d.lease_until <= ${now})
        order by d.next_retry_at, d.id
        limit coalesce(room.rows, ${roomEach})
        for update skip locked
      ) due
      limit ${limit}
    ),
    -- A claim need not outlive a crash of PostgreSQL: what it leased is due again then. So it does not wait for the disk.
    committing as materialized (select set_config('synchronous_commit', 'off', true)),
    claimed as (
      update webhook_delivery d set lease_until = ${leaseUntil}
      from picked, committing where d.id = picked.id
      returning d.id, d.subscription_id, d.event, d.event_id, d.attempts, d.max_attempts, d.created_at
    )
    -- A subscription comes with the first of its deliveries, not with each.
    select c.*, e.body, s.id is not null as has_subscription, s.api_client_id, s.url, s.active, s.deleted_at,
      s.secret, s.previous_secret, s.previous_secret_until, s.failing_since
    from (select *, row_number() over (partition by subscription_id order by id) = 1 as is_first from claimed) c
    left join event e on e.id = c.event_id
    left join webhook_subscription s on s.id = case when c.is_first then c.subscription_id end
    order by c.id`.execute(db);
  const subscriptions = new Map<number, ClaimedSubscription>();
  return result.rows.map((row) => {
    if (row.has_subscription) subscriptions.set(row.subscription_id, readSubscription(row));
    return readDelivery(row, lane, leaseUntil, subscriptions.get(row.subscription_id) ?? null);
  });
}

/** When the next delivery comes due after `now`; null where none waits. */
export async function nextDueAt(db: Queryable, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select('next_retry_at')
    .where('status', 'in', [sql.lit<'pending'>('pending'), sql.lit<'retrying'>('retrying')])
    .where('next_retry_at', '>', now)
    .orderBy('next_retry_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_retry_at ?? null;
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
