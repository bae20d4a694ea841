import { EVENT_NAMES, type EventName } from '../../../../core/events.ts';
import { named, time } from '../../http/schemas.ts';
import { EVENTS } from '../../subscriptions/events.ts';

const SIGNING = `
\`v1\` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over \`<t>.<raw body>\`. Compare in constant
time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation \`v0\` is the same with the
previous secret. Respond with 2xx quickly, and be idempotent on \`X-Service-Delivery\`. Any other response is retried
after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is \`dead\`.
`.trim();

/**
 * Tag of events that subscribers receive. Operations have other tags, because a shared tag makes generators write one
 * file twice.
 */
export const WEBHOOK_TAG = { name: 'Webhook events', description: 'Events that subscribers are sent.' };

const requestHeader = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** The `webhooks` section of the document. */
export function webhooks() {
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: operationOf(name) }]));
}

/** The event of that name as an operation of the document. */
function operationOf(name: EventName) {
  const { summary, data, example } = EVENTS[name];
  const component = name.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const schema = named(`${component}Event`, {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Equal for all subscribers and all attempts.' },
      event: { type: 'string', const: name },
      created_at: time('When the event was emitted.'),
      data: {
        type: 'object',
        description: 'Fields without a value are omitted.',
        properties: data,
        required: ['workflow_execution_id', 'workflow_id'].filter((key) => key in data),
      },
    },
    required: ['id', 'event', 'created_at', 'data'],
  });
  return {
    operationId: `on${component}`,
    tags: [WEBHOOK_TAG.name],
    summary,
    description: SIGNING,
    security: [],
    parameters: [
      requestHeader('X-Service-Event', 'Event name.', name),
      requestHeader('X-Service-Delivery', 'Id of the delivery.', '901'),
      requestHeader('X-Service-Signature', 'Timestamp and signatures.', 't=1772467512,v1=5257a869e7ecebed'),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: {
            id: '5b0f0a52-7d5c-5a11-8f0e-2f6f5d0c9a10',
            event: name,
            created_at: '2026-03-02T16:20:12.500Z',
            data: example,
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      default: { description: 'Not received; the delivery is retried.' },
    },
  };
}
