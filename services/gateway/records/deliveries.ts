import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { timeText } from './executions.ts';

export function presentDelivery(row: Selectable<DB['webhook_delivery']>): JsonObject {
  return {
    id: row.id,
    object: 'webhook_delivery',
    subscription_id: row.subscription_id,
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

export async function readDelivery(db: Queryable, auth: Auth, deliveryId: number): Promise<JsonObject> {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return presentDelivery(row);
}
