import { EVENT_NAMES } from '../../../core/events.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { DELIVERY_STATUSES } from '../../../core/states.ts';
import {
  count,
  extended,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  record,
  text,
  time,
  timeOrNull,
} from '../http/schemas.ts';

export const EVENT_FILTER = {
  type: 'array',
  items: { type: 'string', enum: EVENT_NAMES },
  description:
    'Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events ' +
    '`review.*` are delivered only to subscriptions that name them.',
} as const satisfies JsonSchema;

export const SUBSCRIPTION = named(
  'WebhookSubscription',
  record('A receiver of events.', 'webhook_subscription', {
    id: id('Id.'),
    url: text('URL of the receiver.'),
    event_filter: EVENT_FILTER,
    active: flag('Only active subscriptions receive events.'),
    health: {
      type: 'object',
      description: 'State of its deliveries. A failing subscription is never switched off.',
      properties: {
        status: oneOf('`failing`: every attempt has failed for days.', ['ok', 'failing']),
        since: time('Only if failing: since when.'),
      },
      required: ['status'],
    },
    deliveries: object('Counts of its deliveries by state.', {
      waiting: count('Not delivered yet, and tried by themselves: `pending` and `retrying`.'),
      unsuccessful: count('Tried no more: `failed` and `dead`.'),
      last: nullable(
        object('The latest one; null if there is none.', {
          id: id('Delivery.'),
          status: oneOf('Its status.', DELIVERY_STATUSES),
          response_status: {
            type: ['integer', 'null'],
            description: 'HTTP status of its last attempt; null if there was no response.',
          },
          created_at: time('When its event was emitted.'),
        }),
      ),
    }),
    created_at: time('When it was created.'),
    updated_at: time('When it last changed.'),
    secret_rotated_at: timeOrNull('When the signing secret was last rotated.'),
  }),
);

export const SUBSCRIPTION_WITH_SECRET = named(
  'WebhookSubscriptionWithSecret',
  extended(SUBSCRIPTION, 'A subscription with its signing secret, which is shown only once.', {
    signing_secret: text(
      '`whsec_` and 32 random bytes in base64; the key of `X-Service-Signature` is the whole text. Missing if the ' +
        'response is replayed more than a day later.',
    ),
  }),
);

export const SUBSCRIPTION_EXAMPLE: JsonObject = {
  id: 5,
  object: 'webhook_subscription',
  url: 'https://hooks.example.com/cascade',
  event_filter: ['execution.completed', 'execution.failed'],
  active: true,
  health: { status: 'ok' },
  deliveries: {
    waiting: 0,
    unsuccessful: 2,
    last: { id: 901, status: 'succeeded', response_status: 200, created_at: '2026-03-02T15:05:00.000Z' },
  },
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  secret_rotated_at: null,
};
export const SUBSCRIPTION_WITH_SECRET_EXAMPLE: JsonObject = {
  ...SUBSCRIPTION_EXAMPLE,
  signing_secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};
