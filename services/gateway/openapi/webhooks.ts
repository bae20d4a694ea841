import { EVENT_NAMES, type EventName } from '../../../core/events.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { EXECUTION_MODES, OUTCOMES, REVIEW_STATUSES } from '../../../core/states.ts';
import { count, id, named, oneOf, text, time } from '../schemas/common.ts';

/** What subscribers receive. Source: reference, "Events"; api-decisions sections 6 and 8. */
const executionData = {
  workflow_execution_id: id('Execution.'),
  workflow_id: id('Cascade.'),
  batch_execution_id: id('Batch, for its rows.'),
  external_reference: text('Correlation id of the caller.'),
};

const ended = {
  ...executionData,
  execution_mode: oneOf('Mode.', EXECUTION_MODES),
  status: text('Status.'),
  review_status: oneOf('Where the human review stood.', REVIEW_STATUSES),
  outcome: oneOf('The most severe that came up.', OUTCOMES),
  completed_at: time('When it ended.'),
  retry_count: count('How often the row of a batch was retried; left out where it never was.'),
};

const adverseAction = {
  ...executionData,
  node_id: text('Node of the adverse action.'),
  action_taken: text('What was done: `denied`, `revoked`, `adverse_employment` or `other_action`.'),
  stage: oneOf('Which notice it is about.', ['single', 'pre_adverse', 'final']),
  notice_artifact_id: id('Its PDF.'),
};

interface Event {
  readonly summary: string;
  readonly data: Readonly<Record<string, JsonSchema>>;
  readonly example: JsonObject;
}

const ENDED_EXAMPLE: JsonObject = {
  workflow_execution_id: 4711,
  workflow_id: 12,
  external_reference: 'application-2041',
  execution_mode: 'test',
  status: 'completed',
  review_status: 'approved',
  outcome: 'approved',
  completed_at: '2026-03-02T16:20:12.480Z',
};
const ADVERSE_EXAMPLE: JsonObject = {
  workflow_execution_id: 4711,
  workflow_id: 12,
  external_reference: 'application-2041',
  node_id: 'deny',
  action_taken: 'denied',
  stage: 'single',
  notice_artifact_id: 32,
};

const EVENTS: Record<EventName, Event> = {
  'execution.completed': {
    summary: 'An execution reached completed: once per execution, batch rows included.',
    data: ended,
    example: ENDED_EXAMPLE,
  },
  'execution.failed': {
    summary: 'An execution reached failed. Not sent for cancellations.',
    data: { ...ended, first_error_message: text('What failed first.') },
    example: { ...ENDED_EXAMPLE, status: 'failed', first_error_message: 'The vendor did not answer.' },
  },
  'adverse_action.triggered': {
    summary: 'Adverse-action handling began.',
    data: adverseAction,
    example: ADVERSE_EXAMPLE,
  },
  'adverse_action.completed': {
    summary: 'Adverse-action obligations were fulfilled: the last notice was accepted by the mail server.',
    data: adverseAction,
    example: ADVERSE_EXAMPLE,
  },
  'adverse_action.failed': {
    summary: 'A notice e-mail was not accepted.',
    data: adverseAction,
    example: ADVERSE_EXAMPLE,
  },
  'adverse_action.retry_scheduled': {
    summary: 'A notice will be tried again.',
    data: { ...adverseAction, next_attempt_at: time('When.') },
    example: { ...ADVERSE_EXAMPLE, next_attempt_at: '2026-03-02T17:20:12.480Z' },
  },
};

const SIGNING = `
\`v1\` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over \`<t>.<raw body>\`. Compare in constant
time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation \`v0\` is the same with the
previous secret. Answer 2xx quickly, and be idempotent on \`X-Service-Delivery\`. Otherwise the delivery is tried again
after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
`.trim();

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
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: delivery(name, EVENTS[name]) }]));
}

function delivery(name: EventName, { summary, data, example }: Event) {
  const component = name.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const schema = named(`${component}Event`, {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The same for all subscribers and all attempts.' },
      event: { type: 'string', const: name },
      created_at: time('When the event was emitted.'),
      data: {
        type: 'object',
        description: 'Fields without a value are left out.',
        properties: data,
        required: ['workflow_execution_id', 'workflow_id'],
      },
    },
    required: ['id', 'event', 'created_at', 'data'],
  });
  return {
    operationId: `on${component}`,
    tags: ['Webhooks'],
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
    responses: { '2XX': { description: 'Received.' }, default: { description: 'Not received: it is tried again.' } },
  };
}
