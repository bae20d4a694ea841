import { EVENT_NAMES } from '../../../core/events.ts';
import type { JsonObject } from '../../../core/json.ts';
import { DELIVERY_STATUSES } from '../../../core/states.ts';
import { count, extended, id, idOrNull, named, oneOf, record, textOrNull, time, timeOrNull } from '../http/schemas.ts';

export const DELIVERY = named(
  'WebhookDelivery',
  record('The delivery of one event to one subscription.', 'webhook_delivery', {
    id: id('Id; `X-Service-Delivery` of every attempt.'),
    subscription_id: id('Subscription.'),
    subscription_deleted_at: timeOrNull('When the subscription was deleted; null if it is still there.'),
    event: oneOf('Event.', EVENT_NAMES),
    event_id: { type: 'string', format: 'uuid', description: '`id` of the envelope; the same for all subscribers.' },
    status: oneOf(
      '`dead`: the last attempt failed. `failed`: no longer attempted, because the URL is not allowed or the subscription was paused or deleted.',
      DELIVERY_STATUSES,
    ),
    attempts: count('Attempts made.'),
    last_response_status: {
      type: ['integer', 'null'],
      description: 'HTTP status of the last attempt; null if there was no response.',
    },
    last_error: textOrNull('Why the last attempt failed.'),
    next_retry_at: timeOrNull('When the next attempt is due.'),
    last_attempt_at: timeOrNull('When the last attempt was made.'),
    delivered_at: timeOrNull('When it succeeded.'),
    created_at: time('When the event was emitted.'),
  }),
);

export const DELIVERY_EXAMPLE: JsonObject = {
  id: 901,
  object: 'webhook_delivery',
  subscription_id: 5,
  subscription_deleted_at: null,
  event: 'execution.completed',
  event_id: '5b0f0a52-7d5c-5a11-8f0e-2f6f5d0c9a10',
  status: 'retrying',
  attempts: 1,
  last_response_status: 503,
  last_error: 'The receiver responded with 503.',
  next_retry_at: '2026-03-02T15:06:00.000Z',
  last_attempt_at: '2026-03-02T15:05:00.000Z',
  delivered_at: null,
  created_at: '2026-03-02T15:05:00.000Z',
};

export const DELIVERY_DETAIL = named(
  'WebhookDeliveryDetail',
  extended(DELIVERY, 'A delivery with its attempts.', {
    execution_id: idOrNull('Execution of which the event tells; null for a sample.'),
    attempts_log: {
      type: 'array',
      description: 'The attempts, the first one first.',
      items: {
        type: 'object',
        properties: {
          attempt: { type: 'integer', minimum: 1, description: 'Counted from 1.' },
          attempted_at: time('When the request was sent.'),
          duration_ms: count('Until the response or the failure, in milliseconds.'),
          response_status: { type: ['integer', 'null'], description: 'HTTP status; null if there was no response.' },
          error: textOrNull('Why it failed; null if it succeeded.'),
        },
        required: ['attempt', 'attempted_at', 'duration_ms', 'response_status', 'error'],
      },
    },
  }),
);

export const DELIVERY_DETAIL_EXAMPLE: JsonObject = {
  ...DELIVERY_EXAMPLE,
  execution_id: 4711,
  attempts_log: [
    {
      attempt: 1,
      attempted_at: '2026-03-02T15:05:00.000Z',
      duration_ms: 212,
      response_status: 503,
      error: 'The server answered 503.',
    },
  ],
};

export const REDELIVERY = named(
  'WebhookRedelivery',
  record('The deliveries that a request for redelivery queued again.', 'webhook_redelivery', {
    subscription_id: id('Subscription.'),
    requeued: count('Deliveries that are due again.'),
    has_more: {
      type: 'boolean',
      description: 'More match than one request requeues: send it again under another key.',
    },
  }),
);

export const REDELIVERY_EXAMPLE: JsonObject = {
  object: 'webhook_redelivery',
  subscription_id: 5,
  requeued: 42,
  has_more: false,
};
