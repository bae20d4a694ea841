import type { JsonObject } from '../../../core/json.ts';
import { DELIVERY_STATUSES, EXECUTION_STATUSES, REVIEW_EVENT_TYPES, REVIEW_KINDS } from '../../../core/states.ts';
import { EVENT_NAMES } from '../../../core/events.ts';
import { WAY_KEYS } from '../../../core/picture/graph.ts';
import {
  count,
  flag,
  id,
  idOrNull,
  list,
  named,
  nullable,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';
import { PENDING_REPORTS } from './schemas.ts';

/** Limit of each list. */
export const MOST_LISTED = 1_000;

const visit = { node_id: text('Node.'), visit: count('1 for the first run of the node.') };

export const TIMELINE = named(
  'ExecutionTimeline',
  record('The events of an execution, with their times.', 'execution_timeline', {
    execution_id: id('Execution.'),
    workflow_id: id('Cascade that it ran.'),
    workflow_version: count('Version of it.'),
    workflow_name: textOrNull('Name of that version.'),
    status: oneOf('Status.', EXECUTION_STATUSES),
    accepted_at: time('When it was accepted.'),
    started_at: timeOrNull('When the run began.'),
    completed_at: timeOrNull('When it ended.'),
    pending_reports: PENDING_REPORTS,
    nodes: list(
      'The cascade as it was run, also if it was changed or deleted since: its nodes and the ways between them.',
      object('A node.', {
        id: text('Node.'),
        name: text('Its name; its id if it has none.'),
        kind: text('Kind of the node.'),
        is_entry: flag('True if the run begins there.'),
        ways: list(
          'Ways out, in the order in which they are run.',
          object('A way.', { key: oneOf('`jump`: of a GoTo.', WAY_KEYS), to: text('Node to which it leads.') }),
        ),
      }),
    ),
    steps: list(
      'Visits of nodes, in the order in which they began.',
      object('A visit.', {
        ...visit,
        status: oneOf('How it went.', ['running', 'succeeded', 'failed', 'cancelled']),
        branch: textOrNull('The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes.'),
        caused_by: list('The visits from which it was reached; empty of the first one.', object('A visit.', visit)),
        attempts: count('Attempts; 0 of what needs none.'),
        error_code: textOrNull('Why it failed.'),
        began_at: timeOrNull('When it began.'),
        ended_at: timeOrNull('When it ended.'),
      }),
    ),
    effects: list(
      'Requests of the run to the outside world: pulls, letters, mail, notifications.',
      object('An effect.', {
        id: id('Id.'),
        ...visit,
        kind: oneOf('Kind of effect.', ['live_pull', 'mail', 'notification', 'notice']),
        status: oneOf('`delegated`: begun, and another service is at it or a vendor.', [
          ...['intended', 'begun', 'delegated', 'done', 'failed', 'cancelled'],
        ]),
        attempts: count('Attempts.'),
        error_code: textOrNull('Why it failed.'),
        intended_at: time('When the run asked for it.'),
        begun_at: timeOrNull('When it was begun.'),
        finished_at: timeOrNull('When it was done, failed or was called off.'),
        report_came_at: timeOrNull(
          'When the report of a pull came though nobody waited for it any more: it was billed and kept, and changed nothing.',
        ),
        report_corrected_at: timeOrNull(
          'When its vendor last corrected the report: that is kept, and changed nothing. A re-evaluation uses it.',
        ),
        report_corrected_fields: {
          type: ['array', 'null'],
          items: text('Name.'),
          description:
            'Members of the report that the last correction changed. Null without a correction, or without the scope ' +
            '`executions:read:full`.',
        },
      }),
    ),
    reviews: list(
      'Acts of people and of the service on its reviews. `GET /executions/{id}/review_events` has the notes.',
      object('An event of a review.', {
        id: id('Id.'),
        event_type: oneOf('Type.', REVIEW_EVENT_TYPES),
        node_id: textOrNull('Node that asked, where there is one.'),
        kind: oneOfOrNull('The subject of the review; null if it is about none.', REVIEW_KINDS),
        actor: nullable(object('Who acted; null if the service did.', { id: id('User.'), name: textOrNull('Name.') })),
        created_at: time('When.'),
      }),
    ),
    events: list(
      'Events that subscriptions were told, with each delivery.',
      object('An event.', {
        id: text('Id (UUID), as in the delivery.'),
        name: oneOf('Event.', EVENT_NAMES),
        created_at: time('When it was written.'),
        deliveries: list(
          'One for each subscription.',
          object('A delivery.', {
            id: id('Id.'),
            subscription_id: id('Subscription.'),
            status: oneOf('Status.', DELIVERY_STATUSES),
            attempts: count('Attempts so far.'),
            last_response_status: { type: ['integer', 'null'], description: 'HTTP status of the last attempt.' },
            created_at: time('When it was made.'),
            last_attempt_at: timeOrNull('When it was last attempted.'),
            delivered_at: timeOrNull('When it succeeded.'),
          }),
        ),
      }),
    ),
    mails: list(
      'Letters and mail as they left, and what came back of them. No addresses.',
      object('A mail.', {
        ...visit,
        kind: oneOf('Kind of mail.', ['mail', 'notification', 'notice']),
        written_at: time('When its bytes were fixed.'),
        accepted_at: timeOrNull('When the mail server took it.'),
        kept_at: timeOrNull('When it was made a file in place of being sent: the account has no production access.'),
        mail_artifact_id: idOrNull('That file.'),
        report: oneOfOrNull('The report that came back.', ['bounce', 'undelivered', 'complaint']),
        report_status: textOrNull('Enhanced status code (RFC 3463), such as 5.1.1.'),
        reported_at: timeOrNull('When it came back.'),
      }),
    ),
    truncated: flag(
      `True if a list has ${MOST_LISTED.toLocaleString('en-US')} entries, the most it can, and may lack the rest.`,
    ),
  }),
);

export const TIMELINE_EXAMPLE: JsonObject = {
  object: 'execution_timeline',
  execution_id: 4711,
  workflow_id: 12,
  workflow_version: 3,
  workflow_name: 'Tenant screening',
  status: 'completed',
  accepted_at: '2026-03-02T15:04:05.120Z',
  started_at: '2026-03-02T15:04:05.211Z',
  completed_at: '2026-03-02T15:04:05.702Z',
  pending_reports: [],
  nodes: [
    {
      id: 'applicant',
      name: 'applicant',
      kind: 'ApplicantSource',
      is_entry: true,
      ways: [{ key: 'next_step', to: 'approve' }],
    },
    { id: 'approve', name: 'Approve', kind: 'Approve', is_entry: false, ways: [] },
  ],
  steps: [
    {
      node_id: 'applicant',
      visit: 1,
      status: 'succeeded',
      branch: null,
      caused_by: [],
      attempts: 0,
      error_code: null,
      began_at: '2026-03-02T15:04:05.211Z',
      ended_at: '2026-03-02T15:04:05.211Z',
    },
  ],
  effects: [],
  reviews: [],
  events: [
    {
      id: '5f0c1b9e-6a55-5a0e-9f6f-3c1d7f0b2a11',
      name: 'execution.completed',
      created_at: '2026-03-02T15:04:05.702Z',
      deliveries: [
        {
          id: 81,
          subscription_id: 5,
          status: 'succeeded',
          attempts: 1,
          last_response_status: 200,
          created_at: '2026-03-02T15:04:05.702Z',
          last_attempt_at: '2026-03-02T15:04:05.810Z',
          delivered_at: '2026-03-02T15:04:05.850Z',
        },
      ],
    },
  ],
  mails: [],
  truncated: false,
};
