import { EVENT_NAMES } from '../../../core/events.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { DELIVERY_STATUSES } from '../../../core/states.ts';
import { count, extended, flag, id, named, oneOf, record, text, textOrNull, time, timeOrNull } from './common.ts';

export const EVENT_FILTER: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: EVENT_NAMES },
  description: 'Events that are delivered; an empty filter matches every event.',
};

export const SUBSCRIPTION = named(
  'WebhookSubscription',
  record('Where events are sent.', 'webhook_subscription', {
    id: id('Id.'),
    url: text('Receiver.'),
    event_filter: EVENT_FILTER,
    active: flag('Only active subscriptions receive events.'),
    health: {
      type: 'object',
      description: 'Whether the receiver works. One that fails is never switched off.',
      properties: {
        status: oneOf('`failing`: every attempt has failed for days.', ['ok', 'failing']),
        since: time('Where it is failing: since when.'),
      },
      required: ['status'],
    },
    created_at: time('When it was created.'),
    updated_at: time('When it last changed.'),
    secret_rotated_at: timeOrNull('When the signing secret was last rotated.'),
  }),
);

export const SUBSCRIPTION_WITH_SECRET = named(
  'WebhookSubscriptionWithSecret',
  extended(SUBSCRIPTION, 'A subscription with its signing secret, which is shown this once.', {
    signing_secret: text('`whsec_` and 32 random bytes in base64; the key of `X-Service-Signature` is the whole text.'),
  }),
);

export const SUBSCRIPTION_EXAMPLE: JsonObject = {
  id: 5,
  object: 'webhook_subscription',
  url: 'https://hooks.example.com/cascade',
  event_filter: ['execution.completed', 'execution.failed'],
  active: true,
  health: { status: 'ok' },
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  secret_rotated_at: null,
};
export const SUBSCRIPTION_WITH_SECRET_EXAMPLE: JsonObject = {
  ...SUBSCRIPTION_EXAMPLE,
  signing_secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

export const DELIVERY = named(
  'WebhookDelivery',
  record('One event on its way to one subscription.', 'webhook_delivery', {
    id: id('Id; `X-Service-Delivery` of every attempt.'),
    subscription_id: id('Subscription.'),
    event: oneOf('Event.', EVENT_NAMES),
    event_id: { type: 'string', format: 'uuid', description: '`id` of the envelope; the same for all subscribers.' },
    status: oneOf('`dead`: the last attempt failed. `failed`: not tried by itself any more.', DELIVERY_STATUSES),
    attempts: count('Attempts made.'),
    last_response_status: { type: ['integer', 'null'], description: 'HTTP status of the last attempt, if any came.' },
    last_error: textOrNull('Why the last attempt failed.'),
    next_retry_at: timeOrNull('When it is tried next.'),
    last_attempt_at: timeOrNull('When it was last tried.'),
    delivered_at: timeOrNull('When it succeeded.'),
    created_at: time('When the event was emitted.'),
  }),
);

export const DELIVERY_EXAMPLE: JsonObject = {
  id: 901,
  object: 'webhook_delivery',
  subscription_id: 5,
  event: 'execution.completed',
  event_id: '5b0f0a52-7d5c-5a11-8f0e-2f6f5d0c9a10',
  status: 'retrying',
  attempts: 1,
  last_response_status: 503,
  last_error: 'The receiver answered 503.',
  next_retry_at: '2026-03-02T15:06:00.000Z',
  last_attempt_at: '2026-03-02T15:05:00.000Z',
  delivered_at: null,
  created_at: '2026-03-02T15:05:00.000Z',
};
