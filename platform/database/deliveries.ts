import { sql } from 'kysely';
import type { EventEnvelope } from '../../core/events.ts';
import type { Queryable } from './index.ts';

/**
 * Operations on webhook deliveries that several services share: send a sample, requeue a delivery, seal a subscription's
 * secret. All of them run in the caller's transaction.
 */

/**
 * The SecretBox context of a subscription's secrets. It names the client and not the subscription, so that a secret can
 * be sealed before its row has an id.
 */
export function subscriptionSecretContext(apiClientId: number): string {
  return `webhook_subscription of client ${apiClientId}`;
}

/**
 * Writes an event for one subscription, regardless of its filter: a sample that the subscriber requested. Every other
 * event is emitted by `events.ts`, in the statement that makes it true. Returns the delivery's id; publish
 * `deliveries.ready` after the commit.
 */
export async function emitSample(
  trx: Queryable,
  sample: { readonly envelope: EventEnvelope; readonly apiClientId: number; readonly subscriptionId: number },
): Promise<number> {
  const { envelope, apiClientId, subscriptionId } = sample;
  const createdAt = new Date(envelope.created_at);
  await trx
    .insertInto('event')
    .values({
      id: envelope.id,
      api_client_id: apiClientId,
      execution_id: null,
      name: envelope.event,
      body: JSON.stringify(envelope),
      created_at: createdAt,
    })
    .execute();
  const { id } = await trx
    .insertInto('webhook_delivery')
    .values({
      event_id: envelope.id,
      subscription_id: subscriptionId,
      api_client_id: apiClientId,
      event: envelope.event,
      next_retry_at: createdAt,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('webhook_queue')
    .values({ delivery_id: id, subscription_id: subscriptionId, lane: 'fresh', due_at: createdAt })
    .execute();
  return id;
}

/** The reason why a delivery is not retried: its subscription, or its own status. */
export type NotRetryable = 'deleted' | 'paused' | 'pending' | 'retrying' | 'succeeded';
export type Requeued = 'requeued' | 'not_found' | NotRetryable;

/**
 * Requeues a delivery at once: a `failed` one returns to its schedule, a `dead` one gets one more attempt. Pending,
 * retrying and succeeded ones, and those of a paused or deleted subscription, are not retried. If it was requeued, publish
 * `deliveries.ready` after the commit.
 */
export async function requeueDelivery(
  trx: Queryable,
  { deliveryId, apiClientId, now = null }: { deliveryId: number; apiClientId: number; now?: Date | null },
): Promise<Requeued> {
  const delivery = await trx
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_subscription as s', 's.id', 'd.subscription_id')
    .select(['d.status', 's.active', 's.deleted_at'])
    .where('d.id', '=', deliveryId)
    .where('d.api_client_id', '=', apiClientId)
    .forUpdate('d')
    .executeTakeFirst();
  if (delivery === undefined) return 'not_found';
  if (delivery.deleted_at !== null) return 'deleted';
  if (!delivery.active) return 'paused';
  if (delivery.status !== 'failed' && delivery.status !== 'dead') return delivery.status;
  await requeue(trx, [deliveryId], now);
  return 'requeued';
}

/** Gives dead deliveries of active subscriptions one more attempt, the oldest first. Returns how many. */
export async function requeueDeadDeliveries(
  trx: Queryable,
  { limit, subscriptionId, now = null }: { limit: number; subscriptionId?: number; now?: Date | null },
): Promise<number> {
  let dead = trx
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_subscription as s', 's.id', 'd.subscription_id')
    .select('d.id')
    .where('d.status', '=', 'dead')
    .where('s.active', '=', true)
    .where('s.deleted_at', 'is', null)
    .orderBy('d.id')
    .limit(limit)
    .forUpdate('d')
    .skipLocked();
  if (subscriptionId !== undefined) dead = dead.where('d.subscription_id', '=', subscriptionId);
  const ids = (await dead.execute()).map(({ id }) => id);
  await requeue(trx, ids, now);
  return ids.length;
}

/** The most deliveries that one call of `requeueSince` requeues: it is one transaction. */
export const REDELIVERY_LIMIT = 5_000;
/**
 * Longer than any event takes from its time to its delivery's id, because transactions overlap and a save may be
 * retried.
 */
const SLACK_MS = 86_400_000;

/** Requeues a subscription's deliveries that ended without success, of events since a time, the oldest first. */
export async function requeueSince(
  trx: Queryable,
  request: {
    readonly subscriptionId: number;
    readonly apiClientId: number;
    readonly since: Date;
    readonly statuses: readonly ('failed' | 'dead')[];
  },
): Promise<{ readonly requeued: number; readonly hasMore: boolean }> {
  const { subscriptionId, apiClientId, since, statuses } = request;
  // Ids grow with the time of the event, except within the slack. So the remains of an earlier outage are not read,
  // however many they are. The bound is the last one before the slack: the first one after it may have a higher id than
  // others emitted at that time.
  const before = trx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('api_client_id', '=', apiClientId)
    .where('created_at', '<', new Date(since.getTime() - SLACK_MS))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const found = await trx
    .selectFrom('webhook_unsuccessful as u')
    .innerJoin('webhook_delivery as d', 'd.id', 'u.delivery_id')
    .select('d.id')
    .where('u.api_client_id', '=', apiClientId)
    .where('u.status', 'in', [...statuses])
    .where('u.subscription_id', '=', subscriptionId)
    .where((where) => where('u.delivery_id', '>', where.fn.coalesce(before, where.lit(0))))
    .where('d.created_at', '>=', since)
    .where('d.status', 'in', [...statuses])
    .orderBy('d.id')
    .limit(REDELIVERY_LIMIT + 1)
    .forUpdate('d')
    .skipLocked()
    .execute();
  const ids = found.slice(0, REDELIVERY_LIMIT).map(({ id }) => id);
  await requeue(trx, ids, null);
  return { requeued: ids.length, hasMore: found.length > ids.length };
}

/** If `now` is null, PostgreSQL's clock is used. */
async function requeue(trx: Queryable, ids: readonly number[], now: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with requeued as (
      update webhook_delivery
      set status = case when attempts = 0 then 'pending' else 'retrying' end,
          max_attempts = case when status = 'dead' then attempts + 1 else max_attempts end,
          next_retry_at = coalesce(${now}::timestamptz, now())
      where id = any (${[...ids]}) and status in ('failed', 'dead')
      returning id, subscription_id, attempts, next_retry_at
    )
    insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
    select id, subscription_id, case when attempts = 0 then 'fresh' else 'retry' end, next_retry_at
    from requeued`.execute(trx);
}
