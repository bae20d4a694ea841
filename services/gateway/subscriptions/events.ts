import type { EventName } from '../../../core/events.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { DUE_KINDS, WHY_OVERDUE } from '../../../core/notices/due.ts';
import { EXECUTION_MODES, OUTCOMES, REVIEW_DECISIONS, REVIEW_KINDS, REVIEW_STATUSES } from '../../../core/states.ts';
import { count, id, oneOf, text, time } from '../http/schemas.ts';
import { DRIFT, DRIFT_EXAMPLE } from '../statistics/drift-schemas.ts';

/*
 * Data of the events. Source: semantics 14.6.
 */

const executionData = {
  workflow_execution_id: id('Execution.'),
  workflow_id: id('Cascade.'),
  batch_execution_id: id('Batch, for its rows.'),
  external_reference: text('Correlation id of the caller.'),
  test: { type: 'boolean', const: true, description: 'Only in samples sent by `/test`.' },
} as const;

const ended = {
  ...executionData,
  execution_mode: oneOf('Mode.', EXECUTION_MODES),
  status: text('Status.'),
  review_status: oneOf('State of the human review.', REVIEW_STATUSES),
  outcome: oneOf('The most severe outcome.', OUTCOMES),
  completed_at: time('When it ended.'),
  retry_count: count('Retries of a batch row; omitted if there were none.'),
};

const adverseAction = {
  ...executionData,
  node_id: text('Node of the adverse action.'),
  action_taken: text('Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`.'),
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

const review = {
  ...executionData,
  node_id: text('Node that asks for the review.'),
  kind: oneOf('The subject of the review.', REVIEW_KINDS),
};
const REVIEW_EXAMPLE: JsonObject = {
  workflow_execution_id: 4711,
  workflow_id: 12,
  external_reference: 'application-2041',
  node_id: 'decide',
  kind: 'decision',
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
    data: { ...ended, first_error_message: text('Message of the first error.') },
    example: { ...ENDED_EXAMPLE, status: 'failed', first_error_message: 'The vendor did not respond.' },
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
    summary: 'A notice will be sent again.',
    data: { ...adverseAction, next_attempt_at: time('When it is retried.') },
    example: { ...ADVERSE_EXAMPLE, next_attempt_at: '2026-03-02T17:20:12.480Z' },
  },
  'review.opened': {
    summary: 'A review was opened and can be decided. Delivered only to subscriptions that name this event.',
    data: { ...review, due_at: time('When it is overdue; omitted if it has no time limit.') },
    example: { ...REVIEW_EXAMPLE, due_at: '2026-03-04T16:20:12.480Z' },
  },
  'review.decided': {
    summary: 'A review was decided. Delivered only to subscriptions that name this event.',
    data: { ...review, decision: oneOf('The decision.', REVIEW_DECISIONS), decided_at: time('When.') },
    example: { ...REVIEW_EXAMPLE, decision: 'approved', decided_at: '2026-03-03T09:12:40.110Z' },
  },
  'review.overdue': {
    summary: 'A review is overdue, once for each. Delivered only to subscriptions that name this event.',
    data: { ...review, due_at: time('When it became overdue.') },
    example: { ...REVIEW_EXAMPLE, due_at: '2026-03-04T16:20:12.480Z' },
  },
  'adverse_action.overdue': {
    summary:
      'A notice is past its day and has not gone out (`notices_due`, or `no_font`: it waits for a font), once for each. ' +
      'Delivered only to subscriptions that name this event.',
    data: {
      ...executionData,
      node_id: text('The notice that did not go out, or the choice that denied.'),
      applicant: text('Path of the person in the payload.'),
      kind: oneOf('The subject of the decision.', DUE_KINDS),
      due_at: time('When it was due.'),
      why: oneOf('Why it did not go out.', WHY_OVERDUE),
    },
    example: {
      workflow_execution_id: 4711,
      workflow_id: 12,
      external_reference: 'application-2041',
      node_id: 'decide',
      applicant: 'applicant',
      kind: 'credit',
      due_at: '2026-04-01T15:04:05.120Z',
      why: 'no_notice_step',
    },
  },
  'decisions.drifted': {
    summary:
      'What becomes of live applicants differs from before (`GET /statistics/drifts`), once for each drift that begins. ' +
      'Delivered only to subscriptions that name this event.',
    data: {
      ...{ workflow_id: id('Cascade.'), workflow_version: count('Version that is live.'), test: executionData.test },
      ...DRIFT,
    },
    example: { workflow_id: 12, workflow_version: 3, ...DRIFT_EXAMPLE },
  },
};
