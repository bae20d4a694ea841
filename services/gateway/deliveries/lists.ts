import { sql } from 'kysely';
import type { EventName } from '../../../core/events.ts';
import type { DeliveryStatus } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { parseTime } from '../../../platform/validation/index.ts';
import { COUNT } from '../http/paging.ts';
import type { Auth } from '../services.ts';

export interface DeliveryFilter {
  readonly subscriptionId?: number;
  readonly event?: EventName;
  readonly status?: DeliveryStatus;
  readonly executionId?: number;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

/**
 * Deliveries of the client that match. No index holds their status, so that outcomes are written in place: those that
 * wait are found by the queue, those that ended without success by `webhook_unsuccessful`.
 */
export function selectDeliveries(db: Queryable, auth: Auth, filter: DeliveryFilter) {
  const { subscriptionId, event, status, executionId, createdAfter, createdBefore } = filter;
  let matching = db.selectFrom('webhook_delivery').where('api_client_id', '=', auth.apiClientId);
  if (subscriptionId !== undefined) matching = matching.where('subscription_id', '=', subscriptionId);
  if (event !== undefined) matching = matching.where('event', '=', event);
  if (createdAfter !== undefined) matching = matching.where('created_at', '>=', parseTime(createdAfter));
  if (createdBefore !== undefined) matching = matching.where('created_at', '<', parseTime(createdBefore));
  if (executionId !== undefined) {
    const events = db
      .selectFrom('event')
      .select('id')
      .where('execution_id', '=', executionId)
      .where('api_client_id', '=', auth.apiClientId);
    matching = matching.where('event_id', 'in', events);
  }
  if (status === undefined) return matching;
  matching = matching.where('status', '=', status);
  switch (status) {
    case 'pending':
    case 'retrying':
      return matching.where('id', 'in', waiting(db, auth, status).select('delivery_id'));
    case 'failed':
    case 'dead':
      return matching.where('id', 'in', unsuccessful(db, auth, status).select('delivery_id'));
    case 'succeeded':
      return matching;
  }
}

/** Exact. By status alone it is counted in small indexes: most deliveries have succeeded. */
export async function countDeliveries(db: Queryable, auth: Auth, filter: DeliveryFilter): Promise<number> {
  const { status, ...others } = filter;
  const isByStatusAlone = Object.values(others).every((value) => value === undefined);
  if (status === undefined || !isByStatusAlone) {
    return (await selectDeliveries(db, auth, filter).select(COUNT).executeTakeFirstOrThrow()).total;
  }
  switch (status) {
    case 'pending':
    case 'retrying':
      return (await waiting(db, auth, status).select(COUNT).executeTakeFirstOrThrow()).total;
    case 'failed':
    case 'dead':
      return (await unsuccessful(db, auth, status).select(COUNT).executeTakeFirstOrThrow()).total;
    case 'succeeded': {
      const all = db.selectFrom('webhook_delivery').where('api_client_id', '=', auth.apiClientId).select(COUNT);
      const { total } = await db
        .selectNoFrom([
          sql<number>`(${all}) - (${waiting(db, auth, 'pending').select(COUNT)})
            - (${waiting(db, auth, 'retrying').select(COUNT)}) - (${unsuccessful(db, auth, 'failed').select(COUNT)})
            - (${unsuccessful(db, auth, 'dead').select(COUNT)})`.as('total'),
        ])
        .executeTakeFirstOrThrow();
      return total;
    }
  }
}

function waiting(db: Queryable, auth: Auth, status: 'pending' | 'retrying') {
  const subscriptions = db
    .selectFrom('webhook_subscription')
    .select('id')
    .where('api_client_id', '=', auth.apiClientId);
  return db
    .selectFrom('webhook_queue')
    .where('lane', '=', status === 'pending' ? 'fresh' : 'retry')
    .where('subscription_id', 'in', subscriptions);
}

function unsuccessful(db: Queryable, auth: Auth, status: 'failed' | 'dead') {
  return db
    .selectFrom('webhook_unsuccessful')
    .where('api_client_id', '=', auth.apiClientId)
    .where('status', '=', status);
}
