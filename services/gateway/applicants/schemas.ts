import { AUDIT_ACTION_NAMES, ACTOR_KINDS } from '../../../core/audit.ts';
import { EXECUTION_MODES, EXECUTION_STATUSES, OUTCOMES, REVIEW_KINDS } from '../../../core/states.ts';
import { MARKS } from '../../../core/applicants/identity.ts';
import { named } from '../http/schemas.ts';
import {
  count,
  extended,
  flag,
  id,
  idOrNull,
  list,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';

const LETTER = object('A letter of adverse action.', {
  artifact_id: id('Id of its file.'),
  stage: text('`single`, `pre_adverse` or `final`.'),
  status: textOrNull('`draft`, `sent` or `discarded`.'),
  sent_at: timeOrNull('When a mail server accepted it; null of one that went by post or has not gone.'),
});

const EXECUTION_OF_PERSON = object('An execution about the person.', {
  id: id('Id of the execution.'),
  workflow_id: id('Cascade that it runs.'),
  workflow_name: text('Its name now.'),
  status: oneOf('Its status.', EXECUTION_STATUSES),
  outcome: oneOfOrNull('The most severe outcome so far.', OUTCOMES),
  pending_review: oneOfOrNull('Kind of the open review; null if none is open.', REVIEW_KINDS),
  external_reference: textOrNull('Correlation id of the caller.'),
  letters: list('Its letters, the oldest first.', LETTER),
  created_at: time('When it was accepted.'),
  completed_at: timeOrNull('When it reached a terminal status.'),
  redacted_at: timeOrNull('When retention removed what it knew of the person.'),
});

const SHARED = {
  id: id('Id of the applicant.'),
  execution_mode: oneOf('Mode of all its executions.', EXECUTION_MODES),
  name: textOrNull('The newest name that was sent. Identifiers in it are masked without `pii:read`.'),
  execution_count: count('How many executions it has.'),
  executions: list('Its executions, the newest first: 5 in a search, 100 of one applicant.', EXECUTION_OF_PERSON),
};

const FOUND = record('A person who was found.', 'applicant_found', SHARED);

export const APPLICANT_SEARCH = named(
  'ApplicantSearch',
  record('People who were found.', 'applicant_search', {
    total_count: count('How many there are, up to 1,000.'),
    has_more: flag('There are more than `total_count` says.'),
    searched_identifiers: flag(
      'True if numbers, telephone numbers and e-mail addresses were searched, too, which needs `pii:read`.',
    ),
    applicants: list('The newest people first, at most `limit`.', FOUND),
  }),
);

const PERHAPS_SAME = extended(FOUND, 'Another applicant who may be the same person.', {
  because: list('Likenesses of the two.', oneOf('A likeness.', Object.values(MARKS))),
});

const OF_EXECUTION = { execution_id: id('Execution that it belongs to.') };

export const APPLICANT = named(
  'Applicant',
  record(
    'A person with everything about them.',
    'applicant',
    {
      ...SHARED,
      applicant_keys: list('Your own ids of the person, `applicant_key` of triggers.', text('A key.')),
      created_at: time('When its first execution was accepted.'),
      reports: list(
        'Reports that came, the newest first.',
        object('A report.', {
          ...OF_EXECUTION,
          node_id: text('Node that pulled it.'),
          product_code: textOrNull('Its product.'),
          received_at: time('When it came.'),
          age_days: count('Whole days since.'),
        }),
      ),
      decisions: list(
        'Decisions of people, newest first.',
        object('A decision.', {
          ...OF_EXECUTION,
          kind: oneOf('Kind of the review.', REVIEW_KINDS),
          decision: textOrNull('`approved` or `declined`; of letters what became of them.'),
          decided_at: timeOrNull('When.'),
          decided_by_user_id: idOrNull('By whom.'),
        }),
      ),
      notes: list(
        'Notes, the newest first, at most 30.',
        object('A note.', {
          ...OF_EXECUTION,
          note: text('Its words. Identifiers are masked without `pii:read`.'),
          by_user_id: idOrNull('Who wrote it.'),
          created_at: time('When.'),
        }),
      ),
      perhaps_same: list('Other applicants who may be the same person. They are joined by hand.', PERHAPS_SAME),
      readers: list(
        'Who looked, the newest first, at most 30. Only with the scope `audit:read`.',
        object('An act of the audit log.', {
          action: oneOf('The act.', AUDIT_ACTION_NAMES),
          actor_kind: oneOf('A person or a program.', ACTOR_KINDS),
          actor_user_id: idOrNull('Who.'),
          subject_type: text('`applicant` or `execution`.'),
          subject_id: id('Its id.'),
          at: time('When.'),
        }),
      ),
    },
    ['readers'],
  ),
);

const EXECUTION_EXAMPLE = {
  id: 4711,
  workflow_id: 12,
  workflow_name: 'Tenant screening',
  status: 'completed',
  outcome: 'denied',
  pending_review: null,
  external_reference: 'unit-12',
  letters: [{ artifact_id: 901, stage: 'single', status: 'sent', sent_at: '2026-11-03T10:00:02.000Z' }],
  created_at: '2026-11-03T09:59:00.000Z',
  completed_at: '2026-11-03T10:00:03.000Z',
  redacted_at: null,
};

export const APPLICANT_SEARCH_EXAMPLE = {
  object: 'applicant_search',
  total_count: 1,
  has_more: false,
  searched_identifiers: true,
  applicants: [
    {
      object: 'applicant_found',
      id: 77,
      execution_mode: 'live',
      name: 'Ada Example',
      execution_count: 1,
      executions: [EXECUTION_EXAMPLE],
    },
  ],
};

export const APPLICANT_EXAMPLE = {
  object: 'applicant',
  id: 77,
  execution_mode: 'live',
  name: 'Ada Example',
  applicant_keys: ['person-881'],
  created_at: '2026-11-03T09:59:00.000Z',
  execution_count: 1,
  executions: [EXECUTION_EXAMPLE],
  reports: [
    {
      execution_id: 4711,
      node_id: 'credit',
      product_code: 'credit_report',
      received_at: '2026-11-03T09:59:30.000Z',
      age_days: 4,
    },
  ],
  decisions: [],
  notes: [],
  perhaps_same: [],
};
