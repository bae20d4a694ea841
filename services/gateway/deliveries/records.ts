import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { NotRetryable } from '../../../platform/database/deliveries.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { timeText } from '../http/present.ts';

type DeliveryRow = Selectable<DB['webhook_delivery']> & {
  /** Null unless the subscription was deleted. */
  readonly subscription_deleted_at: Date | null;
};

/** Deliveries with everything that is shown of them. */
export function selectShown(db: Queryable) {
  return db
    .selectFrom('webhook_delivery as d')
    .selectAll('d')
    .select((row) =>
      row
        .selectFrom('webhook_subscription as s')
        .select('s.deleted_at')
        .whereRef('s.id', '=', 'd.subscription_id')
        .as('subscription_deleted_at'),
    );
}

export function presentDelivery(row: DeliveryRow): JsonObject {
  return {
    id: row.id,
    object: 'webhook_delivery',
    subscription_id: row.subscription_id,
    subscription_deleted_at: timeText(row.subscription_deleted_at),
    event: row.event,
    event_id: row.event_id,
    status: row.status,
    attempts: row.attempts,
    last_response_status: row.last_response_status,
    last_error: row.last_error,
    next_retry_at: timeText(row.next_retry_at),
    last_attempt_at: timeText(row.last_attempt_at),
    delivered_at: timeText(row.delivered_at),
    created_at: row.created_at.toISOString(),
  };
}

async function readRow(db: Queryable, auth: Auth, deliveryId: number): Promise<DeliveryRow> {
  const row = await selectShown(db)
    .where('d.id', '=', deliveryId)
    .where('d.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export async function readDelivery(db: Queryable, auth: Auth, deliveryId: number): Promise<JsonObject> {
  return presentDelivery(await readRow(db, auth, deliveryId));
}

/**
 * A delivery with its attempts, oldest first. The attempt that succeeded is described by the delivery's own columns.
 */
export async function readDeliveryDetail(db: Queryable, auth: Auth, deliveryId: number): Promise<JsonObject> {
  const row = await readRow(db, auth, deliveryId);
  const event = await db
    .selectFrom('event')
    .select('execution_id')
    .where('id', '=', row.event_id)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  const failed = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('attempt')
    .execute();
  const attempts: JsonObject[] = failed.map((attempt) => ({
    attempt: attempt.attempt,
    attempted_at: attempt.attempted_at.toISOString(),
    duration_ms: attempt.duration_ms,
    response_status: attempt.response_status,
    error: attempt.error,
  }));
  if (row.delivered_at !== null && row.last_attempt_at !== null) {
    attempts.push({
      attempt: row.attempts,
      attempted_at: row.last_attempt_at.toISOString(),
      duration_ms: row.delivered_at.getTime() - row.last_attempt_at.getTime(),
      response_status: row.last_response_status,
      error: null,
    });
  }
  return { ...presentDelivery(row), execution_id: event?.execution_id ?? null, attempts_log: attempts };
}

/** `delivery_not_retryable`, with the reason and a way out, if there is one. */
export function notRetryable(reason: NotRetryable): AppError {
  const messages: Partial<Record<NotRetryable, string>> = {
    deleted: 'The subscription of the delivery is deleted.',
    paused: 'The subscription is paused; activate it first.',
  };
  const ofStatus = `The status of the delivery is ${reason}; only failed and dead ones are retried.`;
  return new AppError('delivery_not_retryable', { message: messages[reason] ?? ofStatus });
}
