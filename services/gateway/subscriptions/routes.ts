import { randomUUID } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import { EVENT_NAMES, eventEnvelope } from '../../../core/events.ts';
import type { JsonSchema } from '../../../core/json.ts';
import { readTime } from '../../../core/time.ts';
import { newWebhookSecret } from '../../../platform/crypto.ts';
import {
  emitSample,
  REDELIVERY_LIMIT,
  requeueSince,
  subscriptionSecretContext,
} from '../../../platform/database/deliveries.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { checkTargetUrl } from '../../../platform/outbound/check.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { notRetryable, readDelivery } from '../deliveries/records.ts';
import {
  auditedSubscription,
  deleteSubscription,
  insertSubscription,
  lockSubscription,
  presentSubscription,
  presentSubscriptions,
  readSubscription,
  requireCapacity,
  rotateSecret,
  selectSubscriptions,
  updateSubscription,
} from './records.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import { EVENTS } from './events.ts';
import { DELIVERY, DELIVERY_EXAMPLE, REDELIVERY, REDELIVERY_EXAMPLE } from '../deliveries/schemas.ts';
import {
  EVENT_FILTER,
  SUBSCRIPTION,
  SUBSCRIPTION_EXAMPLE,
  SUBSCRIPTION_WITH_SECRET,
  SUBSCRIPTION_WITH_SECRET_EXAMPLE,
} from './schemas.ts';

const URL_SCHEMA = {
  type: 'string',
  format: 'uri',
  minLength: 1,
  maxLength: 2_048,
  description:
    'http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.',
} as const satisfies JsonSchema;

/** Null in a body means an empty filter, which matches every event. */
const FILTER_OR_NULL = { ...EVENT_FILTER, type: ['array', 'null'], maxItems: 50 } as const satisfies JsonSchema;

/** The URL as it will be requested: host in lower case and ASCII, path without dots, no fragment. */
async function allowedUrl(url: string, allowPrivate: boolean): Promise<string> {
  const read = await checkTargetUrl(url, { allowPrivate });
  if ('problem' in read) {
    throw new AppError('validation_failed', { details: [{ field: 'url', message: read.problem }] });
  }
  return read.target.origin + read.target.path;
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
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: await presentSubscriptions(db.kysely, rows), ...more };
  },
});

const createSubscription = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions',
  operationId: 'createWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Subscribe to events',
  description: 'The response holds the signing secret, which is not shown again; store it.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        url: URL_SCHEMA,
        event_filter: FILTER_OR_NULL,
        active: {
          type: 'boolean',
          default: true,
          description: 'False: it begins paused, and what is emitted until it is activated is not delivered.',
        },
      },
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
  errors: ['subscription_limit_reached'],
  audit: { action: 'subscription.created', subject: 'webhook_subscription' },
  handler: async ({ audit, commit, auth, body, secrets, allowPrivateTargets, subscriptionsPerClient }) => {
    const url = await allowedUrl(body.url, allowPrivateTargets);
    const insert = async (trx: Queryable) => {
      const secret = newWebhookSecret();
      await requireCapacity(trx, auth, subscriptionsPerClient);
      const row = await insertSubscription(trx, auth, {
        url,
        eventFilter: [...new Set(body.event_filter ?? [])],
        active: body.active ?? true,
        sealedSecret: secrets.seal(secret, subscriptionSecretContext(auth.apiClientId)),
      });
      await audit(trx, { id: row.id, detail: { new: auditedSubscription(row) } });
      return presentSubscription(trx, row, secret);
    };
    return commit(insert, { secretMember: 'signing_secret' });
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
  handler: async ({ db, auth, params }) =>
    presentSubscription(db.kysely, await readSubscription(db.kysely, auth, params.id)),
});

const patchSubscription = defineRoute({
  method: 'PATCH',
  path: '/webhook_subscriptions/{id}',
  operationId: 'updateWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Change a subscription',
  description: 'Only keys that are present change anything. Deliveries under way use the new URL from then on.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        url: URL_SCHEMA,
        event_filter: FILTER_OR_NULL,
        active: { type: 'boolean', description: 'False pauses it: what is emitted meanwhile is not delivered.' },
      },
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
  audit: { action: 'subscription.updated', subject: 'webhook_subscription' },
  handler: async ({ audit, db, auth, params, body, allowPrivateTargets }) => {
    await readSubscription(db.kysely, auth, params.id);
    const changes = {
      ...(body.url === undefined ? {} : { url: await allowedUrl(body.url, allowPrivateTargets) }),
      ...(body.event_filter === undefined ? {} : { eventFilter: [...new Set(body.event_filter ?? [])] }),
      ...(body.active === undefined ? {} : { active: body.active }),
    };
    return db.transaction(async (trx) => {
      const before = await lockSubscription(trx, auth, params.id);
      const row = await updateSubscription(trx, auth, params.id, changes);
      const detail = changesOf(auditedSubscription(before), auditedSubscription(row));
      if (Object.keys(detail.new).length > 0) await audit(trx, { id: row.id, detail });
      return presentSubscription(trx, row);
    });
  },
});

const removeSubscription = defineRoute({
  method: 'DELETE',
  path: '/webhook_subscriptions/{id}',
  operationId: 'deleteWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Delete a subscription',
  description: 'Deliveries stop; their records stay.',
  reply: { kind: 'nothing', description: 'Deleted.' },
  errors: ['not_found'],
  audit: { action: 'subscription.deleted', subject: 'webhook_subscription' },
  handler: ({ audit, db, auth, params }) =>
    db.transaction(async (trx) => {
      const before = await lockSubscription(trx, auth, params.id);
      await deleteSubscription(trx, auth, params.id);
      await audit(trx, { id: params.id, detail: { old: auditedSubscription(before) } });
    }),
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
  audit: { action: 'subscription.secret_rotated', subject: 'webhook_subscription' },
  handler: ({ audit, commit, auth, params, secrets }) => {
    const rotateNow = async (trx: Queryable) => {
      const secret = newWebhookSecret();
      const sealed = secrets.seal(secret, subscriptionSecretContext(auth.apiClientId));
      const row = await rotateSecret(trx, auth, params.id, sealed);
      await audit(trx, { id: row.id, detail: {} });
      return presentSubscription(trx, row, secret);
    };
    return commit(rotateNow, { secretMember: 'signing_secret' });
  },
});

const sendSample = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions/{id}/test',
  operationId: 'testWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Send a sample event',
  description:
    'A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter ' +
    'says: signed, recorded and retried like any other. Read the delivery for its result.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        event: {
          type: 'string',
          enum: EVENT_NAMES,
          default: 'execution.completed',
          description: 'The event of which a sample is sent.',
        },
      },
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
  audit: { action: 'subscription.tested', subject: 'webhook_subscription' },
  handler: async ({ audit, commit, bus, auth, params, body, requestId }) => {
    const event = body.event ?? 'execution.completed';
    const answer = await commit(async (trx) => {
      const { id: subscriptionId } = await readSubscription(trx, auth, params.id);
      const envelope = eventEnvelope(randomUUID(), event, new Date(), { ...EVENTS[event].example, test: true });
      const deliveryId = await emitSample(trx, { envelope, apiClientId: auth.apiClientId, subscriptionId });
      await audit(trx, { id: subscriptionId, detail: { event, delivery_id: deliveryId } });
      return readDelivery(trx, auth, deliveryId);
    });
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return answer;
  },
});

const redeliver = defineRoute({
  method: 'POST',
  path: '/webhook_subscriptions/{id}/redeliver',
  operationId: 'redeliverWebhookSubscription',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  summary: 'Redeliver what failed',
  description:
    `Retries the deliveries of this subscription that are \`failed\` or \`dead\` and whose events were emitted since a ` +
    `time, the oldest first, at most ${REDELIVERY_LIMIT} in one request. Each is retried as by the retry of one delivery.`,
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        since: { type: 'string', format: 'date-time', description: 'Events emitted at that time or later.' },
        statuses: {
          type: 'array',
          description: 'Which deliveries.',
          items: { type: 'string', enum: ['failed', 'dead'] },
          minItems: 1,
          default: ['failed', 'dead'],
        },
      },
      required: ['since'],
    }),
    example: { since: '2026-03-02T00:00:00Z', statuses: ['dead'] },
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'How many deliveries are due again.',
    schema: REDELIVERY,
    example: REDELIVERY_EXAMPLE,
  },
  errors: ['not_found', 'delivery_not_retryable'],
  audit: { action: 'deliveries.retried', subject: 'webhook_subscription' },
  handler: async ({ audit, commit, bus, auth, params, body, requestId }) => {
    const answer = await commit(async (trx) => {
      const { id: subscriptionId, active } = await readSubscription(trx, auth, params.id);
      if (!active) throw notRetryable('paused');
      const { requeued, hasMore } = await requeueSince(trx, {
        subscriptionId,
        apiClientId: auth.apiClientId,
        since: readTime(body.since),
        statuses: body.statuses ?? ['failed', 'dead'],
      });
      await audit(trx, { id: subscriptionId, detail: { since: body.since, requeued } });
      return { object: 'webhook_redelivery', subscription_id: subscriptionId, requeued, has_more: hasMore };
    });
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    return answer;
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
  redeliver,
];
