import { AppError } from '../../../core/errors.ts';
import { EVENT_NAMES, type EventName } from '../../../core/events.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../core/states.ts';
import { requeueDelivery } from '../../../platform/database/deliveries.ts';
import { SUBJECTS } from '../../../platform/nats.ts';
import { COUNT, readPage } from '../paging.ts';
import { presentDelivery, readDelivery } from '../records/deliveries.ts';
import { defineRoute, listQuery, type PageQuery } from '../route.ts';
import { DELIVERY, DELIVERY_EXAMPLE } from '../schemas/webhooks.ts';

interface DeliveryFilters extends PageQuery {
  readonly 'filter[subscription_id]'?: number;
  readonly 'filter[event]'?: EventName;
  readonly 'filter[status]'?: DeliveryStatus;
}

const listDeliveries = defineRoute({
  method: 'GET',
  path: '/webhook_deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'List deliveries',
  description: 'Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.',
  query: listQuery<DeliveryFilters>({
    'filter[subscription_id]': { type: 'integer', minimum: 1 },
    'filter[event]': { type: 'string', enum: EVENT_NAMES },
    'filter[status]': { type: 'string', enum: DELIVERY_STATUSES },
  }),
  reply: {
    kind: 'page',
    object: 'webhook_delivery',
    description: 'One page of deliveries.',
    schema: DELIVERY,
    example: DELIVERY_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    let matching = db.kysely.selectFrom('webhook_delivery').where('api_client_id', '=', auth.apiClientId);
    const { 'filter[subscription_id]': subscription, 'filter[event]': event, 'filter[status]': status } = query;
    if (subscription !== undefined) matching = matching.where('subscription_id', '=', subscription);
    if (event !== undefined) matching = matching.where('event', '=', event);
    if (status !== undefined) matching = matching.where('status', '=', status);
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (limit, offset) => matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    });
    return { items: rows.map(presentDelivery), totalCount };
  },
});

const getDelivery = defineRoute({
  method: 'GET',
  path: '/webhook_deliveries/{id}',
  operationId: 'getWebhookDelivery',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'Read a delivery',
  description: 'The payload is not shown: read the execution again instead.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The delivery.',
    schema: DELIVERY,
    example: DELIVERY_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => readDelivery(db.kysely, auth, params.id),
});

const retryDelivery = defineRoute({
  method: 'POST',
  path: '/webhook_deliveries/{id}/retry',
  operationId: 'retryWebhookDelivery',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Retry a delivery',
  description: 'At once. A `failed` delivery goes back to its schedule, a `dead` one gets one attempt. Takes no body.',
  reply: {
    kind: 'item',
    status: 202,
    description: 'The delivery, due now.',
    schema: DELIVERY,
    example: DELIVERY_EXAMPLE,
  },
  errors: ['not_found', 'delivery_not_retryable'],
  handler: async ({ db, bus, auth, params, requestId }) => {
    const { apiClientId } = auth;
    const result = await db.transaction((trx) =>
      requeueDelivery(trx, { deliveryId: params.id, apiClientId, now: new Date() }),
    );
    if (result === 'not_found') throw new AppError('not_found');
    if (result === 'not_retryable') throw new AppError('delivery_not_retryable');
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return readDelivery(db.kysely, auth, params.id);
  },
});

export const DELIVERY_ROUTES = [listDeliveries, getDelivery, retryDelivery];
