import { AppError } from '../../../core/errors.ts';
import { EVENT_NAMES } from '../../../core/events.ts';
import { DELIVERY_STATUSES } from '../../../core/states.ts';
import { requeueDelivery } from '../../../platform/database/deliveries.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { several } from '../http/filters.ts';
import { readPage, sliceOf } from '../http/paging.ts';
import { countDeliveries, selectDeliveries, type DeliveryFilter } from './lists.ts';
import { notRetryable, presentDelivery, readDelivery, readDeliveryDetail, selectShown } from './records.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { DELIVERY, DELIVERY_DETAIL, DELIVERY_DETAIL_EXAMPLE, DELIVERY_EXAMPLE } from './schemas.ts';

const listDeliveries = defineRoute({
  method: 'GET',
  path: '/webhook_deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'List deliveries',
  description: 'Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.',
  query: listQuery({
    'filter[subscription_id]': several(ID),
    'filter[event]': several({ type: 'string', enum: EVENT_NAMES }),
    'filter[status]': several({ type: 'string', enum: DELIVERY_STATUSES }),
    'filter[execution_id]': several({
      ...ID,
      description: 'Deliveries of the events of this execution.',
    }),
    'filter[created_after]': { type: 'string', format: 'date-time', description: 'Emitted at that time or later.' },
    'filter[created_before]': { type: 'string', format: 'date-time', description: 'Emitted before that time.' },
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
    const filter: DeliveryFilter = {
      subscriptionIds: query['filter[subscription_id]'],
      events: query['filter[event]'],
      statuses: query['filter[status]'],
      executionIds: query['filter[execution_id]'],
      createdAfter: query['filter[created_after]'],
      createdBefore: query['filter[created_before]'],
    };
    const { rows, ...more } = await readPage(page, {
      count: () => countDeliveries(db.kysely, auth, filter),
      // The page is chosen from the index by ids alone, and only its rows are read.
      rows: (slice) => {
        const ids = sliceOf(selectDeliveries(db.kysely, auth, filter).select('id'), 'id', 'desc', slice);
        return selectShown(db.kysely).where('d.id', 'in', ids).orderBy('d.id', 'desc').execute();
      },
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentDelivery), ...more };
  },
});

const getDelivery = defineRoute({
  method: 'GET',
  path: '/webhook_deliveries/{id}',
  operationId: 'getWebhookDelivery',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'Read a delivery',
  description: 'With its attempts. The payload is not shown; read the execution instead.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The delivery.',
    schema: DELIVERY_DETAIL,
    example: DELIVERY_DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => readDeliveryDetail(db.kysely, auth, params.id),
});

const retryDelivery = defineRoute({
  method: 'POST',
  path: '/webhook_deliveries/{id}/retry',
  operationId: 'retryWebhookDelivery',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Retry a delivery',
  description:
    'A `failed` delivery returns to its schedule, a `dead` one gets one more attempt, both at once. Takes no body.',
  reply: {
    kind: 'item',
    status: 202,
    description: 'The delivery, due now.',
    schema: DELIVERY,
    example: DELIVERY_EXAMPLE,
  },
  errors: ['not_found', 'delivery_not_retryable'],
  audit: { action: 'deliveries.retried', subject: 'webhook_delivery' },
  handler: async ({ audit, commit, bus, auth, params, requestId }) => {
    const { apiClientId } = auth;
    const answer = await commit(async (trx) => {
      const result = await requeueDelivery(trx, { deliveryId: params.id, apiClientId });
      if (result === 'not_found') throw new AppError('not_found');
      if (result !== 'requeued') throw notRetryable(result);
      await audit(trx, { id: params.id, detail: {} });
      return readDelivery(trx, auth, params.id);
    });
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return answer;
  },
});

export const DELIVERY_ROUTES = [listDeliveries, getDelivery, retryDelivery];
