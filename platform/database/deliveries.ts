import { sql } from 'kysely';
import type { EventEnvelope } from '../../core/events.ts';
import type { Queryable } from './index.ts';

/**
 * What several services do with webhook deliveries: send a sample, put a delivery back to work, seal a subscription's
 * secret. All of it runs in the caller's transaction.
 */

/**
 * The SecretBox context of a subscription's secrets. It names the client and not the subscription, so that a secret can
 * be sealed before its row has an id.
 */
export function subscriptionSecretContext(apiClientId: number): string {
  return `webhook_subscription of client ${apiClientId}`;
}

/**
 * Writes an event that goes to one subscription alone, whatever its filter says: a sample that the subscriber asked for.
 * Every other event is emitted by `events.ts`, with the statement that makes it true. Answers the delivery's id; publish
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

export type Requeued = 'requeued' | 'not_found' | 'not_retryable';

/**
 * Puts a delivery back to work at once: a `failed` one goes back to its schedule, a `dead` one gets one attempt more.
 * Pending, retrying and succeeded ones, and those of a subscription that is paused or deleted, are `not_retryable`.
 * When it was requeued, publish `deliveries.ready` after the commit.
 */
export async function requeueDelivery(
  trx: Queryable,
  { deliveryId, apiClientId, now }: { deliveryId: number; apiClientId: number; now: Date },
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
  const isSettled = delivery.status === 'failed' || delivery.status === 'dead';
  if (!isSettled || !delivery.active || delivery.deleted_at !== null) return 'not_retryable';
  await requeue(trx, [deliveryId], now);
  return 'requeued';
}

/** Gives dead deliveries of active subscriptions one attempt more, the oldest first. Answers how many. */
export async function requeueDeadDeliveries(
  trx: Queryable,
  { limit, subscriptionId, now }: { limit: number; subscriptionId?: number; now: Date },
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

async function requeue(trx: Queryable, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with requeued as (
      update webhook_delivery
      set status = case when attempts = 0 then 'pending' else 'retrying' end,
          max_attempts = case when status = 'dead' then attempts + 1 else max_attempts end,
          next_retry_at = ${now}
      where id = any (${[...ids]}) and status in ('failed', 'dead')
      returning id, subscription_id, attempts, next_retry_at
    )
    insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
    select id, subscription_id, case when attempts = 0 then 'fresh' else 'retry' end, next_retry_at
    from requeued`.execute(trx);
}
