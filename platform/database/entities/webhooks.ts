import { defineEntity, p } from '@mikro-orm/core';
import type { EventName } from '../../../core/events.ts';
import type { DeliveryLane, DeliveryStatus } from '../../../core/states.ts';

/** What happened, once. The id is a UUID v5 of (execution, run_key, event, node, visit, stage): a repeat is the same. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().primary(),
    apiClientId: p.bigint('number'),
    executionId: p.bigint('number').nullable().index('event_execution'),
    name: p.text().$type<EventName>(),
    /** The exact bytes of every delivery's body. */
    body: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const WebhookSubscription = defineEntity({
  name: 'WebhookSubscription',
  tableName: 'webhook_subscription',
  indexes: [{ name: 'webhook_subscription_client', properties: ['apiClientId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    url: p.text(),
    eventFilter: p.array().$type<EventName[]>(),
    active: p.boolean().default(true),
    /** Encrypted (platform/crypto SecretBox). */
    secret: p.text(),
    previousSecret: p.text().nullable(),
    /** Until when deliveries carry `v0` too. */
    previousSecretUntil: p.datetime(3).nullable(),
    secretRotatedAt: p.datetime(3).nullable(),
    /** Since when every attempt has failed; null while the endpoint is well. */
    failingSince: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/**
 * What happens to deliveries changes no column that has an index here, so that their outcomes are written in place
 * (heap-only tuples): what waits is found by `webhook_queue`.
 */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  uniques: [{ name: 'webhook_delivery_once', properties: ['eventId', 'subscriptionId'] }],
  indexes: [
    { name: 'webhook_delivery_client', properties: ['apiClientId', 'id'] },
    { name: 'webhook_delivery_subscription', properties: ['subscriptionId', 'id'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    eventId: p.uuid(),
    subscriptionId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    event: p.text().$type<EventName>(),
    status: p.text().$type<DeliveryStatus>().default('pending'),
    attempts: p.integer().default(0),
    /** How many attempts are allowed before it is dead; a manual retry of a dead one grants one more. */
    maxAttempts: p.integer().nullable(),
    /** When it is due; null once it is settled. */
    nextRetryAt: p.datetime(3).nullable().defaultRaw('now()'),
    lastResponseStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    lastAttemptAt: p.datetime(3).nullable(),
    deliveredAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** The deliveries that are `pending` or `retrying`, each with one row until it is settled. */
export const WebhookQueue = defineEntity({
  name: 'WebhookQueue',
  tableName: 'webhook_queue',
  indexes: [
    // For claims: from subscription to subscription, and of each the first that are due.
    { name: 'webhook_queue_lane', properties: ['lane', 'subscriptionId', 'dueAt', 'deliveryId'] },
    { name: 'webhook_queue_due', properties: ['dueAt'] },
  ],
  properties: {
    deliveryId: p.bigint('number').primary(),
    subscriptionId: p.bigint('number'),
    lane: p.text().$type<DeliveryLane>(),
    /** The same as the delivery's `nextRetryAt`. */
    dueAt: p.datetime(3),
    /** Until then the row is in the hands of a process that tries it; in no index, so that a claim is written in place. */
    leaseUntil: p.datetime(3).nullable(),
  },
});
