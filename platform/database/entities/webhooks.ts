import { defineEntity, p } from '@mikro-orm/core';
import type { EventName } from '../../../core/events.ts';
import type { DeliveryLane, DeliveryStatus } from '../../../core/states.ts';

/**
 * An event, once. The id is a UUID v5 of (execution, run_key, event, node, visit, stage), so a repeat has the same one.
 */
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
    /** Time since which every attempt has failed; null while attempts succeed. */
    failingSince: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/**
 * Attempts change no indexed column, so that their results are written in place (heap-only tuples). Waiting deliveries are
 * found by `webhook_queue`.
 */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  uniques: [{ name: 'webhook_delivery_once', properties: ['eventId', 'subscriptionId'] }],
  indexes: [
    { name: 'webhook_delivery_client', properties: ['apiClientId', 'id'] },
    { name: 'webhook_delivery_subscription', properties: ['subscriptionId', 'id'] },
    { name: 'webhook_delivery_event', properties: ['apiClientId', 'event', 'id'] },
    { name: 'webhook_delivery_created', properties: ['apiClientId', 'createdAt', 'id'] },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    eventId: p.uuid(),
    subscriptionId: p.bigint('number'),
    apiClientId: p.bigint('number'),
    event: p.text().$type<EventName>(),
    status: p.text().$type<DeliveryStatus>().default('pending'),
    attempts: p.integer().default(0),
    /** Attempts allowed before it is dead; a manual retry of a dead one grants one more. */
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
    // For claims: goes from subscription to subscription, and finds the first due ones of each.
    { name: 'webhook_queue_lane', properties: ['lane', 'subscriptionId', 'dueAt', 'deliveryId'] },
    { name: 'webhook_queue_due', properties: ['dueAt'] },
  ],
  properties: {
    deliveryId: p.bigint('number').primary().autoincrement(false),
    subscriptionId: p.bigint('number'),
    lane: p.text().$type<DeliveryLane>(),
    /** Equal to the delivery's `nextRetryAt`. */
    dueAt: p.datetime(3),
    /** Until then a process attempts the delivery. In no index, so that a claim updates in place. */
    leaseUntil: p.datetime(3).nullable(),
  },
});

/** The attempts of deliveries that failed. The one that succeeded is described by the delivery itself. */
export const WebhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    deliveryId: p.bigint('number').primary(),
    /** Counted from 1. */
    attempt: p.integer().primary(),
    attemptedAt: p.datetime(3),
    durationMs: p.integer(),
    responseStatus: p.integer().nullable(),
    error: p.text().nullable(),
  },
});

/** The deliveries that are `failed` or `dead`, for lists by status; a trigger on `webhook_delivery` writes it. */
export const WebhookUnsuccessful = defineEntity({
  name: 'WebhookUnsuccessful',
  tableName: 'webhook_unsuccessful',
  indexes: [{ name: 'webhook_unsuccessful_status', properties: ['apiClientId', 'status', 'deliveryId'] }],
  properties: {
    deliveryId: p.bigint('number').primary().autoincrement(false),
    apiClientId: p.bigint('number'),
    subscriptionId: p.bigint('number'),
    status: p.text().$type<DeliveryStatus>(),
  },
});
