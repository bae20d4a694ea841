import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { WHY_PARKED } from '../../../core/cascade/contract.ts';
import { LETTER_NEEDS } from '../../../core/cascade/notice-request.ts';
import { EXECUTION_MODES, REVIEW_EVENT_TYPES, REVIEW_KINDS } from '../../../core/states.ts';
import { APPROVALS } from '../executions/schemas.ts';
import {
  count,
  flag,
  free,
  id,
  idOrNull,
  named,
  nullable,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';
import { DECIDING_RULES } from '../rules/schemas.ts';
import { SKIP_REASONS } from './bulk.ts';

export const NOTE = {
  type: ['string', 'null'],
  maxLength: 2_000,
  description: 'Kept with the review event.',
} as const satisfies JsonSchema;

export const REVIEW_EVENT = named(
  'ReviewEvent',
  record('An event in the review of an execution.', 'review_event', {
    id: id('Id.'),
    execution_id: id('Execution.'),
    event_type: oneOf(
      'The adverse-action types mean: draft parked for review, draft sent, draft discarded without sending, sent notice ' +
        'resent. `approval_added`: one person approved, and others have to approve too.',
      REVIEW_EVENT_TYPES,
    ),
    actor_user_id: idOrNull('User who acted; null if the service did.'),
    note: textOrNull("The reviewer's note."),
    metadata: free('Further details, such as the node.'),
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

export const BULK_RESULT = named(
  'BulkReviewResult',
  record('The result for each id of a bulk action.', 'bulk_review_result', {
    applied: count(
      'Reviews that were assigned, or approved where others have to approve too: complete with this response.',
    ),
    enqueued: count('Reviews that were decided: the decision is recorded, and the execution was woken to continue.'),
    skipped: {
      type: 'array',
      description: 'Ids on which nothing was done, and why.',
      items: {
        type: 'object',
        properties: {
          id: id('Execution.'),
          reason: oneOf('Why.', SKIP_REASONS),
          message: text('Only if the reason alone does not tell: what stood in the way, and what helps.'),
        },
        required: ['id', 'reason'],
      },
    },
  }),
);
export const BULK_RESULT_EXAMPLE: JsonObject = {
  object: 'bulk_review_result',
  applied: 0,
  enqueued: 1,
  skipped: [{ id: 4712, reason: 'assigned_elsewhere' }],
};

export const OPEN_REVIEW = {
  id: id('Id.'),
  node_id: text('Node that waits for the decision.'),
  kind: oneOf('`decision`: about the applicant. `notice`: whether a drafted notice is sent.', REVIEW_KINDS),
  due_at: timeOrNull('When the decision is due; null if it has no time limit.'),
  needs: oneOfOrNull(
    'The need that blocks approving it: `reasons`, values of `variables`, or the `name` or the `address` of the person.',
    LETTER_NEEDS,
  ),
  variables: {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Paths for which approving it needs a value.',
  },
  why: oneOfOrNull(
    "Why a letter wants a second look: its only reasons are a reviewer's own words, or it would go to another person.",
    WHY_PARKED,
  ),
  delivery: oneOfOrNull('`post`: the notice goes by post.', ['post']),
  approvals: {
    ...nullable(APPROVALS),
    description: 'Who has approved a review that several different people have to approve; null if one is enough.',
  },
  opened_at: timeOrNull('When it was opened.'),
  queue: textOrNull('Queue in which it is; null: in none, so that everybody is given it.'),
  snoozed_until: timeOrNull('When it was put off: until when. `POST /reviews/next` gives it to nobody before.'),
};

export const REVIEW = named(
  'Review',
  record(
    'An open review.',
    'review',
    {
      ...OPEN_REVIEW,
      execution_id: id('Execution.'),
      workflow_id: id('Cascade.'),
      workflow_name: textOrNull('Name of the cascade.'),
      overdue: flag('True if it is past its due time.'),
      assigned_to_user_id: idOrNull('Reviewer who claimed it; null too once that reviewer can no longer decide.'),
      assigned_at: timeOrNull('When they claimed it.'),
      external_reference: textOrNull('Correlation id of the caller.'),
      execution_mode: oneOf('Mode of the execution.', EXECUTION_MODES),
      applicant_name: textOrNull(
        'Only with the scope `executions:read:full`: who it is about, as the caller wrote it.',
      ),
      rules: {
        ...DECIDING_RULES,
        description:
          'Only with the scope `executions:read:full`: the first five rules by which a person is asked, as they were when the ' +
          'review began. Empty if no list of rules led here. Conditions with masked values are left out.',
      },
    },
    ['applicant_name', 'rules'],
  ),
);
export const REVIEW_EXAMPLE: JsonObject = {
  id: 71,
  object: 'review',
  execution_id: 4711,
  workflow_id: 12,
  workflow_name: 'Tenant screening',
  node_id: 'decide',
  kind: 'decision',
  due_at: null,
  overdue: false,
  needs: null,
  variables: null,
  why: null,
  delivery: null,
  approvals: null,
  assigned_to_user_id: null,
  assigned_at: null,
  external_reference: 'application-2041',
  execution_mode: 'test',
  opened_at: '2026-03-02T15:04:05.402Z',
  queue: null,
  snoozed_until: null,
  applicant_name: 'Ada Example',
  rules: [
    {
      number: 3,
      id: 'decide.2',
      text: 'Review scores from 600 to 679.',
      is_requirement: false,
      decision: 'review',
      conditions: [
        {
          branch: 'human_review',
          group: 0,
          source_node_id: 'credit',
          product_code: 'credit_report',
          field: 'score',
          operator: 'less_than',
          value: 680,
          actual: 640,
          result: true,
          missing: false,
          text: 'The credit score is less than 680: it is 640',
          found: '640',
        },
      ],
      nearest: null,
    },
  ],
};

export const RELEASED_REVIEWS = named(
  'ReleasedReviews',
  record('Claims of a user that were taken back.', 'released_reviews', {
    user_id: id('User who held them.'),
    released: count('Reviews that nobody holds any more.'),
  }),
);

const COUNTED = [
  'total',
  'decision',
  'notice',
  'overdue',
  'assigned_to_me',
  'unassigned',
  'in_my_queues',
  'snoozed',
] as const;
export const INBOX_COUNTS: JsonSchema = {
  type: 'object',
  description:
    'Open reviews of the API client, whatever the filters. Those that are put off are counted under `snoozed` alone.',
  properties: {
    ...Object.fromEntries(COUNTED.map((name) => [name, count('Reviews.')])),
    by_workflow: {
      type: 'array',
      items: {
        type: 'object',
        properties: { workflow_id: id('Cascade.'), total: count('Its open reviews.') },
        required: ['workflow_id', 'total'],
      },
    },
    by_queue: {
      type: 'array',
      items: {
        type: 'object',
        properties: { queue: text('Queue.'), total: count('Its open reviews.') },
        required: ['queue', 'total'],
      },
    },
  },
  required: [...COUNTED, 'by_workflow', 'by_queue'],
};
export const INBOX_COUNTS_EXAMPLE: JsonObject = {
  ...Object.fromEntries(COUNTED.map((name) => [name, name === 'total' || name === 'decision' ? 1 : 0])),
  by_workflow: [{ workflow_id: 12, total: 1 }],
  by_queue: [],
};

export const INBOX_EVENT = named(
  'InboxEvent',
  record('The inbox has changed.', 'inbox', { total: count('Open reviews.') }),
);
