import { sql } from 'kysely';
import type { EventName } from '../../../core/events.ts';
import type { DeliveryStatus } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOneOf } from '../http/filters.ts';
import { COUNT } from '../http/paging.ts';
import type { Auth } from '../services.ts';

export interface DeliveryFilter {
  readonly subscriptionIds?: readonly number[];
  readonly events?: readonly EventName[];
  readonly statuses?: readonly DeliveryStatus[];
  readonly executionIds?: readonly number[];
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

/**
 * Deliveries of the client that match. Status is in no index, so that outcomes update rows in place. The queue finds
 * deliveries that wait, and `webhook_unsuccessful` those that ended without success.
 */
export function selectDeliveries(db: Queryable, auth: Auth, filter: DeliveryFilter) {
  const { subscriptionIds, events, statuses, executionIds, createdAfter, createdBefore } = filter;
  let matching = db
    .selectFrom('webhook_delivery')
    .where('api_client_id', '=', auth.apiClientId)
    .where(isOneOf('subscription_id', subscriptionIds))
    .where(isOneOf('event', events))
    .where(isOneOf('status', statuses));
  if (createdAfter !== undefined) matching = matching.where('created_at', '>=', parseTime(createdAfter));
  if (createdBefore !== undefined) matching = matching.where('created_at', '<', parseTime(createdBefore));
  if (executionIds !== undefined) {
    const emitted = db
      .selectFrom('event')
      .select('id')
      .where(isOneOf('execution_id', executionIds))
      .where('api_client_id', '=', auth.apiClientId);
    matching = matching.where('event_id', 'in', emitted);
  }
  if (statuses === undefined || statuses.includes('succeeded')) return matching;
  const lanes = statuses.filter((status) => status === 'pending' || status === 'retrying');
  const ends = statuses.filter((status) => status === 'failed' || status === 'dead');
  if (ends.length === 0) return matching.where('id', 'in', waiting(db, auth, lanes).select('delivery_id'));
  const ended = unsuccessful(db, auth, ends).select('delivery_id');
  return matching.where(
    'id',
    'in',
    lanes.length === 0 ? ended : ended.unionAll(waiting(db, auth, lanes).select('delivery_id')),
  );
}

/**
 * An exact count. If the filter has only statuses, it counts in small indexes, because most deliveries have succeeded.
 */
export async function countDeliveries(db: Queryable, auth: Auth, filter: DeliveryFilter): Promise<number> {
  const { statuses, ...others } = filter;
  const isByStatusAlone = Object.values(others).every((value) => value === undefined);
  if (statuses === undefined || !isByStatusAlone) {
    return (await selectDeliveries(db, auth, filter).select(COUNT).executeTakeFirstOrThrow()).total;
  }
  let total = 0;
  for (const status of new Set(statuses)) total += await countOfStatus(db, auth, status);
  return total;
}

async function countOfStatus(db: Queryable, auth: Auth, status: DeliveryStatus): Promise<number> {
  switch (status) {
    case 'pending':
    case 'retrying':
      return (await waiting(db, auth, [status]).select(COUNT).executeTakeFirstOrThrow()).total;
    case 'failed':
    case 'dead':
      return (await unsuccessful(db, auth, [status]).select(COUNT).executeTakeFirstOrThrow()).total;
    case 'succeeded': {
      const all = db.selectFrom('webhook_delivery').where('api_client_id', '=', auth.apiClientId).select(COUNT);
      const { total } = await db
        .selectNoFrom([
          sql<number>`(${all}) - (${waiting(db, auth, ['pending', 'retrying']).select(COUNT)})
            - (${unsuccessful(db, auth, ['failed', 'dead']).select(COUNT)})`.as('total'),
        ])
        .executeTakeFirstOrThrow();
      return total;
    }
  }
}

function waiting(db: Queryable, auth: Auth, statuses: readonly ('pending' | 'retrying')[]) {
  const subscriptions = db
    .selectFrom('webhook_subscription')
    .select('id')
    .where('api_client_id', '=', auth.apiClientId);
  return db
    .selectFrom('webhook_queue')
    .where(
      isOneOf(
        'lane',
        statuses.map((status) => (status === 'pending' ? 'fresh' : 'retry')),
      ),
    )
    .where('subscription_id', 'in', subscriptions);
}

function unsuccessful(db: Queryable, auth: Auth, statuses: readonly ('failed' | 'dead')[]) {
  return db
    .selectFrom('webhook_unsuccessful')
    .where('api_client_id', '=', auth.apiClientId)
    .where(isOneOf('status', statuses));
}
