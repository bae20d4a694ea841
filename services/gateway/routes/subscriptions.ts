import { randomUUID } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import { EVENT_NAMES, eventEnvelope, type EventName } from '../../../core/events.ts';
import { newWebhookSecret } from '../../../platform/crypto.ts';
import { emitSample, subscriptionSecretContext } from '../../../platform/database/deliveries.ts';
import { SUBJECTS } from '../../../platform/nats.ts';
import { checkTargetUrl } from '../../../platform/outbound/check.ts';
import { COUNT, readPage } from '../paging.ts';
import { readDelivery } from '../records/deliveries.ts';
import {
  deleteSubscription,
  insertSubscription,
  presentSubscription,
  readSubscription,
  rotateSecret,
  selectSubscriptions,
  updateSubscription,
} from '../records/subscriptions.ts';
import { defineRoute, listQuery, schemaOf } from '../route.ts';
import { EVENTS } from '../schemas/events.ts';
import {
  DELIVERY,
  DELIVERY_EXAMPLE,
  EVENT_FILTER,
  SUBSCRIPTION,
  SUBSCRIPTION_EXAMPLE,
  SUBSCRIPTION_WITH_SECRET,
  SUBSCRIPTION_WITH_SECRET_EXAMPLE,
} from '../schemas/webhooks.ts';

const URL_SCHEMA = {
  type: 'string',
  minLength: 1,
  description:
    'http or https, publicly routable, without user name or password. Checked when it is saved and at every delivery.',
};

async function requireAllowedUrl(url: string, allowPrivate: boolean): Promise<void> {
  const details = await checkTargetUrl(url, { field: 'url', allowPrivate });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

const listSubscriptions = defineRoute({
  method: 'GET',
  path: '/webhook_subscriptions',
  operationId: 'listWebhookSubscriptions',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'List subscriptions',
  description: 'Subscriptions of the calling API client, the newest first. Secrets are never shown.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'webhook_subscription',
    description: 'One page of subscriptions.',
    schema: SUBSCRIPTION,
    example: SUBSCRIPTION_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const matching = selectSubscriptions(db.kysely, auth);
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (limit, offset) => matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    });
    return { items: rows.map((row) => presentSubscription(row)), totalCount };
  },
});

interface CreateBody {
  readonly url: string;
  readonly event_filter?: readonly EventName[] | null;
}

const createSubscription = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions',
  operationId: 'createWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Subscribe to events',
  description: 'The answer holds the signing secret, which is not shown again: store it.',
  body: {
    schema: schemaOf<CreateBody>({
      type: 'object',
      properties: { url: URL_SCHEMA, event_filter: { ...EVENT_FILTER, type: ['array', 'null'] } },
      required: ['url'],
    }),
    example: { url: 'https://hooks.example.com/cascade', event_filter: ['execution.completed'] },
  },
  reply: {
    kind: 'item',
    status: 201,
    description: 'The subscription, with its signing secret.',
    schema: SUBSCRIPTION_WITH_SECRET,
    example: SUBSCRIPTION_WITH_SECRET_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, body, secrets, allowPrivateTargets }) => {
    await requireAllowedUrl(body.url, allowPrivateTargets);
    const secret = newWebhookSecret();
    const row = await insertSubscription(db.kysely, auth, {
      url: body.url,
      eventFilter: [...new Set(body.event_filter ?? [])],
      sealedSecret: secrets.seal(secret, subscriptionSecretContext(auth.apiClientId)),
    });
    return presentSubscription(row, secret);
  },
});

const getSubscription = defineRoute({
  method: 'GET',
  path: '/webhook_subscriptions/{id}',
  operationId: 'getWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:read',
  summary: 'Read a subscription',
  description: 'Without its secret.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The subscription.',
    schema: SUBSCRIPTION,
    example: SUBSCRIPTION_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params }) => presentSubscription(await readSubscription(db.kysely, auth, params.id)),
});

interface UpdateBody {
  readonly url?: string;
  readonly event_filter?: readonly EventName[];
  readonly active?: boolean;
}

const patchSubscription = defineRoute({
  method: 'PATCH',
  path: '/webhook_subscriptions/{id}',
  operationId: 'updateWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Change a subscription',
  description: 'Only keys that are present change anything. Deliveries under way use the new URL from then on.',
  body: {
    schema: schemaOf<UpdateBody>({
      type: 'object',
      properties: { url: URL_SCHEMA, event_filter: EVENT_FILTER, active: { type: 'boolean' } },
    }),
    example: { active: false },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The subscription as it is now.',
    schema: SUBSCRIPTION,
    example: { ...SUBSCRIPTION_EXAMPLE, active: false },
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, body, allowPrivateTargets }) => {
    await readSubscription(db.kysely, auth, params.id);
    if (body.url !== undefined) await requireAllowedUrl(body.url, allowPrivateTargets);
    const row = await updateSubscription(db.kysely, auth, params.id, {
      ...(body.url === undefined ? {} : { url: body.url }),
      ...(body.event_filter === undefined ? {} : { eventFilter: [...new Set(body.event_filter)] }),
      ...(body.active === undefined ? {} : { active: body.active }),
    });
    return presentSubscription(row);
  },
});

const removeSubscription = defineRoute({
  method: 'DELETE',
  path: '/webhook_subscriptions/{id}',
  operationId: 'deleteWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Delete a subscription',
  description: 'Nothing is delivered to it any more; the records of its deliveries stay.',
  reply: { kind: 'nothing', description: 'It is gone.' },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => deleteSubscription(db.kysely, auth, params.id),
});

const rotate = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions/{id}/rotate_secret',
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Rotate the signing secret',
  description:
    'For 24 hours deliveries are signed with both: `v1` with the new secret, `v0` with the previous one. A second ' +
    'rotation within that time drops the oldest. Takes no body.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The subscription, with its new signing secret.',
    schema: SUBSCRIPTION_WITH_SECRET,
    example: { ...SUBSCRIPTION_WITH_SECRET_EXAMPLE, secret_rotated_at: '2026-03-03T10:00:00.000Z' },
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, secrets }) => {
    const secret = newWebhookSecret();
    const sealed = secrets.seal(secret, subscriptionSecretContext(auth.apiClientId));
    return presentSubscription(await rotateSecret(db.kysely, auth, params.id, sealed), secret);
  },
});

interface TestBody {
  readonly event?: EventName;
}

const sendSample = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions/{id}/test',
  operationId: 'testWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Send a sample event',
  description:
    'A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter ' +
    'says: signed, recorded and retried like any other. Read the delivery to see what came of it.',
  body: {
    schema: schemaOf<TestBody>({
      type: 'object',
      properties: { event: { type: 'string', enum: EVENT_NAMES, default: 'execution.completed' } },
    }),
    example: { event: 'execution.completed' },
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The delivery, due now.',
    schema: DELIVERY,
    example: DELIVERY_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, bus, auth, params, body, requestId }) => {
    const { id: subscriptionId } = await readSubscription(db.kysely, auth, params.id);
    const event = body.event ?? 'execution.completed';
    const envelope = eventEnvelope(randomUUID(), event, new Date(), { ...EVENTS[event].example, test: true });
    const { apiClientId } = auth;
    const deliveryId = await db.transaction((trx) => emitSample(trx, { envelope, apiClientId, subscriptionId }));
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return readDelivery(db.kysely, auth, deliveryId);
  },
});

export const SUBSCRIPTION_ROUTES = [
  listSubscriptions,
  createSubscription,
  getSubscription,
  patchSubscription,
  removeSubscription,
  rotate,
  sendSample,
];
