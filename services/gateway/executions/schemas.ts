import type { JsonObject } from '../../../core/json.ts';
import { WHY_PARKED } from '../../../core/cascade/contract.ts';
import { LETTER_NEEDS } from '../../../core/cascade/notice-request.ts';
import { DUE_KINDS, WHY_DUE } from '../../../core/notices/due.ts';
import { PAYLOAD_WARNINGS } from '../../../core/notices/payload-check.ts';
import { ORDER_ENDS } from '../../../core/products/pending-report.ts';
import { EXECUTION_MODES, EXECUTION_STATUSES, OUTCOMES, REVIEW_KINDS, REVIEW_STATUSES } from '../../../core/states.ts';
import {
  count,
  extended,
  flag,
  free,
  id,
  idOrNull,
  anything,
  list,
  named,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';
import { PRODUCT_OUTPUTS } from '../products/outputs.ts';

/*
 * Executions as the API shows them.
 */

export const APPROVALS = object('Approvals of a review that several different people have to approve.', {
  required: count('How many it takes.'),
  given: count('How many there are.'),
  by_user_ids: list('Users who have approved, in their order, those who have left too.', id('User.')),
  given_at: list('When each of them approved.', time('Time.')),
});

/** A named schema: a client generator makes a nullable object within another one twice, and then drops both. */
const PENDING_APPROVALS = named('PendingApprovals', {
  ...APPROVALS,
  description: 'Only if several people have to approve: who has.',
});

const pendingReview = named('PendingReview', {
  type: ['object', 'null'],
  description: 'The open review, or null.',
  properties: {
    node_id: text('Node that waits for the decision.'),
    kind: oneOf('`decision`: about the applicant. `notice`: whether a drafted notice is sent.', REVIEW_KINDS),
    due_at: timeOrNull('When the decision is due; null if it has no time limit.'),
    needs: oneOf(
      'Only if approving it needs `reasons`, values of `variables`, or the `name` or the `address` of the person.',
      LETTER_NEEDS,
    ),
    variables: list(
      'Only with `needs` other than `reasons`: the paths that have no value, such as `applicant.address`.',
      { type: 'string' },
    ),
    why: oneOf(
      'Only of a letter that wants a second look, whatever its `send_strategy`: `free_text_only`, its only reasons are a ' +
        "reviewer's own words; `other_person`, it would go to the address of another person; `report_corrected`, a report " +
        'was corrected since the first of two letters.',
      WHY_PARKED,
    ),
    delivery: oneOf('Only if the notice goes by post, because it may not go by e-mail.', ['post']),
    approvals: PENDING_APPROVALS,
  },
  required: ['node_id', 'kind', 'due_at'],
});

export const NOTICE_DUE = named(
  'NoticeDue',
  object('A notice that is owed to a person who was denied.', {
    applicant: text('Path of the person in the payload.'),
    kind: oneOf(
      'The subject of the decision; `consumer_report` if none was stated and a report was there (15 USC 1681m(a)).',
      DUE_KINDS,
    ),
    due_at: time('When it is due.'),
    why: oneOf(
      '`no_notice_step`: no AdverseAction follows the denial. `draft_discarded`: a person did not send it. `step_failed`: ' +
        'its step failed. `step_stopped`: a step before it failed. `run_cancelled`: the execution was cancelled first. ' +
        '`no_decision`: a live application for credit, whose run failed or was cancelled before anything was decided.',
      WHY_DUE,
    ),
    node_id: text('The notice that did not go out, the choice that denied, or where a run ended that decided nothing.'),
  }),
);

export const PENDING_REPORTS = list(
  'Reports that vendors make in their own time, while the status stays `running`.',
  named(
    'PendingReport',
    object('A report that was ordered and has not come.', {
      product_code: text('Product.'),
      node_id: text('Node that waits for it.'),
      since: time('When it was ordered.'),
      until: time('When its step fails with `vendor_timeout`, if it has not come by then.'),
      ends_by: list('How it comes: `poll`, the vendor is asked for it; `callback`, the vendor says when it is ready.', {
        type: 'string',
        enum: ORDER_ENDS,
      }),
    }),
  ),
);

const shared = {
  id: id('Id.'),
  workflow_id: id('Cascade that it runs.'),
  workflow_version: { type: 'integer', minimum: 1, description: 'Version of the definition that it runs.' },
  dictionary_version: idOrNull(
    'Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared.',
  ),
  status: oneOf('Poll until it leaves `queued`, `pending`, `running` and `waiting`.', EXECUTION_STATUSES),
  execution_key: textOrNull('`api_client:<client id>:<Idempotency-Key>`; batch rows have none.'),
  external_reference: textOrNull('Correlation id of the caller.'),
  execution_mode: oneOf('`test`: synthetic reports, never billed.', EXECUTION_MODES),
  needs_human_review: flag('True while a review is open.'),
  review_status: oneOf('State of the human review.', REVIEW_STATUSES),
  pending_review: pendingReview,
  outcome: oneOfOrNull('The most severe outcome so far.', OUTCOMES),
  batch_execution_id: idOrNull('Batch whose row it is.'),
  re_evaluated_from: idOrNull('Execution that it re-evaluates.'),
  notice_due_at: timeOrNull(
    'Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until ' +
      'the run begins.',
  ),
  notices_due: list(
    'Adverse-action notices that are due and have not gone out, once the execution has ended.',
    NOTICE_DUE,
  ),
  pending_reports: PENDING_REPORTS,
  started_at: timeOrNull('When the run began.'),
  completed_at: timeOrNull('When it reached a terminal status.'),
  created_at: time('When it was accepted.'),
  updated_at: timeOrNull('When it last changed.'),
};

export const EXECUTION = named(
  'Execution',
  record(
    'One run of a cascade for one applicant.',
    'execution',
    {
      ...shared,
      assigned_to_user_id: idOrNull('Reviewer who claimed it.'),
      error_code: textOrNull(
        'For a failed execution, the code of its first failed step, or `internal_error` if no step failed; else null.',
      ),
      applicant_id: idOrNull(
        'Person whom it is about (`GET /applicants/{id}`); null if its input names nobody. Only with `executions:read:full`.',
      ),
      applicant_name: textOrNull(
        'Name of the applicant; only in lists, with the scope `executions:read:full`. Identifiers in it are masked without ' +
          '`pii:read`.',
      ),
      error: textOrNull(
        'What that step says, in words. Only in lists and in an execution that is read, with the scope ' +
          '`executions:read:full`. Numbers of the applicant are always masked in lists, and it is null there if the input ' +
          'is too large for that.',
      ),
    },
    ['applicant_id', 'applicant_name', 'error'],
  ),
);

export const PAYLOAD_WARNING_LIST = list(
  'Only in the response that accepts it, and only if there are some: members of what was sent that do not count as they ' +
    'were sent. The first 100.',
  named(
    'PayloadWarning',
    object('Something in a payload that a person should look at. It does not keep the cascade from running.', {
      code: oneOf('Kind of warning.', PAYLOAD_WARNINGS),
      field: text('Path in the body of the request that sent it.'),
      message: text('The fault, and the value that counts instead.'),
    }),
  ),
);

export const EXECUTION_SUMMARY = named(
  'ExecutionSummary',
  record(
    'An execution as a trigger returns it.',
    'execution',
    {
      ...shared,
      warnings: PAYLOAD_WARNING_LIST,
    },
    ['warnings'],
  ),
);

const failedStep = named('FailedStep', {
  type: 'object',
  description: 'A step that failed for good.',
  properties: {
    node_id: text('Node.'),
    type: text('Type of the node.'),
    code: text('Stable error code of the step.'),
    message: text('The error as a sentence.'),
    attempts: count('Number of attempts.'),
    failed_at: timeOrNull('When it failed for good.'),
  },
  required: ['node_id', 'type', 'code', 'message', 'attempts', 'failed_at'],
});

export const CORRECTION = named(
  'Correction',
  object('A value that a person corrected. Redaction empties it.', {
    path: text('Dotted path in the payload, or in the report.'),
    product_code: textOrNull('Product of the report; null if the value is of the payload.'),
    value: anything('The value with which it ran.'),
    previous: anything('The value as the caller or the agency gave it.'),
    note: textOrNull('Where the value comes from.'),
    reason: text('Why it was corrected.'),
    corrected_by_user_id: idOrNull('Who corrected it.'),
    corrected_at: time('When.'),
  }),
);

export const EXECUTION_DETAIL = named(
  'ExecutionDetail',
  extended(
    EXECUTION,
    'An execution in full. `step_outputs`, `failed_steps`, `corrections`, `corrected_reports` and `error` come with the scope `executions:read:full` only.',
    {
      input_context: free(
        'The payload, flat, and what was resolved: `execution_mode`, `submitted_by_user_id`, `user_approved` (null until ' +
          'a review decides), `external_reference`, `allow_inactive`, `sandbox_replay`. A value that the caller may not see is a text that begins with ' +
          '`***`, whatever its type was.',
      ),
      held_nodes: {
        type: 'array',
        items: { type: 'string' },
        description: 'Joins that were reached and still wait for other branches.',
      },
      erased_at: {
        type: ['string', 'null'],
        format: 'date-time',
        description:
          'When the person was forgotten (`POST /applicants/{id}/erasures`): nothing here leads to them any more.',
      },
      redacted_at: {
        type: ['string', 'null'],
        format: 'date-time',
        description:
          'When the applicant was redacted under the retention rules: input, reports, values, notes and the texts of ' +
          'errors are gone since then; decisions and times stay.',
      },
      re_evaluated_as: {
        type: 'array',
        items: { type: 'integer' },
        description: 'Executions that re-evaluate this one, the first 100.',
      },
      step_outputs: {
        type: 'object',
        description: 'Output of the last visit of each node, by node id.',
        additionalProperties: free(
          "The node's output: of a product its report, such as `CreditReportOutput`, of an IfElse the branch and its trace.",
        ),
        // Not a union, because client generators cannot tell its members apart.
        $defs: Object.fromEntries(PRODUCT_OUTPUTS.map((schema) => [String(schema['x-product-code']), schema])),
      },
      failed_steps: {
        type: 'array',
        items: failedStep,
        description: 'Steps that failed for good, the first to fail first.',
      },
      corrections: {
        type: 'array',
        items: CORRECTION,
        description:
          'Values that a person corrected before it ran, those of the executions that it evaluates again too.',
      },
      corrected_reports: list(
        'Reports that their vendors have corrected since, which changed nothing here. A re-evaluation uses them.',
        object('A corrected report.', {
          node_id: text('The node that pulled it.'),
          visit: count('The visit of the node.'),
          corrected_at: time('When the vendor last corrected it.'),
          changes: list(
            'Members of the report that differ.',
            object('A member.', {
              field: text('Its name.'),
              reported: anything('The value as it was reported; null if there was none.'),
              corrected_to: anything('The value as it is now; null if there is none.'),
            }),
          ),
        }),
      ),
    },
    ['step_outputs', 'failed_steps', 'corrections', 'corrected_reports'],
  ),
);

export const EXECUTION_EXAMPLE: JsonObject = {
  id: 4711,
  object: 'execution',
  workflow_id: 12,
  workflow_version: 3,
  dictionary_version: 5,
  status: 'awaiting_review',
  execution_key: 'api_client:3:5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11',
  external_reference: 'application-2041',
  execution_mode: 'test',
  needs_human_review: true,
  review_status: 'in_review',
  assigned_to_user_id: null,
  pending_review: { node_id: 'decide', kind: 'decision', due_at: null },
  outcome: null,
  error_code: null,
  batch_execution_id: null,
  re_evaluated_from: null,
  notice_due_at: null,
  notices_due: [],
  pending_reports: [],
  started_at: '2026-03-02T15:04:05.211Z',
  completed_at: null,
  created_at: '2026-03-02T15:04:05.120Z',
  updated_at: '2026-03-02T15:04:05.402Z',
};

const { assigned_to_user_id, error_code, ...summaryExample } = EXECUTION_EXAMPLE;
export const SUMMARY_EXAMPLE: JsonObject = {
  ...summaryExample,
  status: 'pending',
  needs_human_review: false,
  review_status: 'none',
  pending_review: null,
  started_at: null,
  updated_at: null,
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
  redacted_at: null,
  erased_at: null,
  re_evaluated_as: [],
  step_outputs: { credit: { score: 640 } },
  error: null,
  failed_steps: [],
  corrections: [],
  corrected_reports: [],
};
