import type { JsonObject } from '../../../core/json.ts';
import {
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  NOTICE_STATUSES,
  OUTCOMES,
  REVIEW_EVENT_TYPES,
  REVIEW_KINDS,
  REVIEW_STATUSES,
} from '../../../core/states.ts';
import {
  count,
  extended,
  flag,
  free,
  id,
  idOrNull,
  named,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './common.ts';

/** Records of the reference's "Execution", with the additions of ours. */
const pendingReview = named('PendingReview', {
  type: ['object', 'null'],
  description: 'What a person is asked just now, or null.',
  properties: {
    node_id: text('Node that waits for the decision.'),
    kind: oneOf('`decision`: about the applicant. `notice`: whether a drafted notice is sent.', REVIEW_KINDS),
    due_at: timeOrNull('When the decision is due, if it is.'),
  },
  required: ['node_id', 'kind', 'due_at'],
});

const shared = {
  id: id('Id.'),
  workflow_id: id('Cascade that it runs.'),
  workflow_version: { type: 'integer', minimum: 1, description: 'Version of the definition that it runs.' },
  status: oneOf('Poll until it leaves `queued`, `pending`, `running` and `waiting`.', EXECUTION_STATUSES),
  execution_key: textOrNull('`api_client:<client id>:<Idempotency-Key>`; batch rows have none.'),
  external_reference: textOrNull('Correlation id of the caller.'),
  needs_human_review: flag('True while a review is open.'),
  review_status: oneOf('Where the human review stands.', REVIEW_STATUSES),
  pending_review: pendingReview,
  outcome: oneOfOrNull('The most severe that came up so far.', OUTCOMES),
  batch_execution_id: idOrNull('Batch whose row it is.'),
  re_evaluated_from: idOrNull('Execution that it re-evaluates.'),
  started_at: timeOrNull('When the run began.'),
  completed_at: timeOrNull('When it ended, in whatever way.'),
  created_at: time('When it was accepted.'),
  updated_at: timeOrNull('When it last changed.'),
};

export const EXECUTION = named(
  'Execution',
  record('One run of a cascade for one applicant.', 'execution', {
    ...shared,
    assigned_to_user_id: idOrNull('Reviewer who claimed it.'),
  }),
);

export const EXECUTION_SUMMARY = named(
  'ExecutionSummary',
  record('An execution as the trigger answers it.', 'execution', {
    ...shared,
    execution_mode: oneOf('`test`: synthetic reports, never billed.', EXECUTION_MODES),
  }),
);

const failedStep = named('FailedStep', {
  type: 'object',
  description: 'A step that failed for good.',
  properties: {
    node_id: text('Node.'),
    type: text('Type of the node.'),
    code: text('What went wrong, to branch on.'),
    message: text('What went wrong, in words.'),
    attempts: count('How often it was tried.'),
    failed_at: timeOrNull('When it was given up.'),
  },
  required: ['node_id', 'type', 'code', 'message', 'attempts', 'failed_at'],
});

export const EXECUTION_DETAIL = named(
  'ExecutionDetail',
  extended(
    EXECUTION,
    'An execution in full. `step_outputs` and `failed_steps` come with the scope `executions:read:full` only.',
    {
      input_context: free(
        'The payload, flat, and what was resolved: `execution_mode`, `submitted_by_user_id`, `user_approved` (null until ' +
          'a review decides), `external_reference`, `allow_inactive`, `sandbox_replay`.',
      ),
      held_nodes: {
        type: 'array',
        items: { type: 'string' },
        description: 'Joins that were reached and wait for other branches.',
      },
      step_outputs: {
        type: 'object',
        description: 'Output of the last visit of each node, by node id.',
        additionalProperties: free(
          "The node's output: of a product its report, of an IfElse the branch and its trace.",
        ),
      },
      failed_steps: { type: 'array', items: failedStep, description: 'Steps that failed for good.' },
    },
    ['step_outputs', 'failed_steps'],
  ),
);

export const EXECUTION_EXAMPLE: JsonObject = {
  id: 4711,
  object: 'execution',
  workflow_id: 12,
  workflow_version: 3,
  status: 'awaiting_review',
  execution_key: 'api_client:3:5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11',
  external_reference: 'application-2041',
  needs_human_review: true,
  review_status: 'in_review',
  assigned_to_user_id: null,
  pending_review: { node_id: 'decide', kind: 'decision', due_at: null },
  outcome: null,
  batch_execution_id: null,
  re_evaluated_from: null,
  started_at: '2026-03-02T15:04:05.211Z',
  completed_at: null,
  created_at: '2026-03-02T15:04:05.120Z',
  updated_at: '2026-03-02T15:04:05.402Z',
};

const { assigned_to_user_id, ...summaryExample } = EXECUTION_EXAMPLE;
export const SUMMARY_EXAMPLE: JsonObject = {
  ...summaryExample,
  status: 'pending',
  needs_human_review: false,
  review_status: 'none',
  pending_review: null,
  started_at: null,
  updated_at: null,
  execution_mode: 'test',
};

export const DETAIL_EXAMPLE: JsonObject = {
  ...EXECUTION_EXAMPLE,
  input_context: {
    applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
    execution_mode: 'test',
    submitted_by_user_id: 9,
    user_approved: null,
    external_reference: 'application-2041',
    allow_inactive: false,
    sandbox_replay: false,
  },
  held_nodes: [],
  step_outputs: { credit: { score: 640 } },
  failed_steps: [],
};

export const REVIEW_EVENT = named(
  'ReviewEvent',
  record('Something that happened in the review of an execution.', 'review_event', {
    id: id('Id.'),
    execution_id: id('Execution.'),
    event_type: oneOf(
      'The adverse-action types mean: draft parked for review, draft sent, draft discarded without sending, sent notice resent.',
      REVIEW_EVENT_TYPES,
    ),
    actor_user_id: idOrNull('User who did it; null where the service did.'),
    note: textOrNull('What the reviewer wrote.'),
    metadata: free('More about it, such as the node.'),
    created_at: time('When it happened.'),
  }),
);

export const REVIEW_EVENT_EXAMPLE: JsonObject = {
  id: 88,
  object: 'review_event',
  execution_id: 4711,
  event_type: 'approved',
  actor_user_id: 9,
  note: 'Pay slips are in order.',
  metadata: { node_id: 'decide', kind: 'decision' },
  created_at: '2026-03-02T16:20:11.904Z',
};

const artifact = {
  id: id('Id; the `artifact_id` of the download.'),
  execution_id: id('Execution.'),
  filename: text('Name that the download carries.'),
  content_type: text('Media type.'),
  byte_size: count('Size of the file in bytes.'),
  generated_at: timeOrNull('When it was made; null while it is being made.'),
  downloadable: flag('False: the file is not stored (any more), and a download answers `not_found`.'),
};

export const REPORT_ARTIFACT = named(
  'ReportArtifact',
  record('A credit report as a PDF.', 'report_artifact', artifact),
);
export const NOTICE_ARTIFACT = named(
  'NoticeArtifact',
  record('An adverse-action notice as a PDF.', 'notice_artifact', {
    ...artifact,
    status: oneOf('What became of the notice.', NOTICE_STATUSES),
  }),
);

export const ARTIFACT_EXAMPLE: JsonObject = {
  id: 31,
  object: 'report_artifact',
  execution_id: 4711,
  filename: 'credit-report-4711.pdf',
  content_type: 'application/pdf',
  byte_size: 48213,
  generated_at: '2026-03-02T15:04:06.003Z',
  downloadable: true,
};
