import type { EventName } from '../../../core/events.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { EXECUTION_MODES, OUTCOMES, REVIEW_STATUSES } from '../../../core/states.ts';
import { count, id, oneOf, text, time } from './common.ts';

/** What subscribers receive. Source: reference, "Events"; api-decisions sections 6 and 8. */
const executionData = {
  workflow_execution_id: id('Execution.'),
  workflow_id: id('Cascade.'),
  batch_execution_id: id('Batch, for its rows.'),
  external_reference: text('Correlation id of the caller.'),
  test: { type: 'boolean', const: true, description: 'Only in samples, which were asked for by `/test`.' },
} as const;

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

interface EventSchema {
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

/** By the name of the event: its fields and an example of them. */
export const EVENTS: Record<EventName, EventSchema> = {
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
