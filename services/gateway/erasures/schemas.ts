import { ERASURE_REASONS, ERASURE_STATUSES, WAITS_FOR } from '../../../core/erasures/states.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import {
  count,
  flag,
  id,
  list,
  named,
  nullable,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  time,
  timeOrNull,
} from '../http/schemas.ts';

export const ERASURE_BODY = bodySchema({
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      enum: ERASURE_REASONS,
      description: 'Why. One of a list, because a sentence about the person would outlive them here.',
    },
    cancel: {
      type: 'boolean',
      default: false,
      description: 'Cancels executions that have not ended. Without it they are a 409.',
    },
  },
  required: ['reason'],
});
export const ERASURE_BODY_EXAMPLE: JsonObject = { reason: 'asked_by_person' };

const KEPT = object('A reason to keep an execution.', {
  rule: text('A duty of `data/notices/record-keeping.json`, or `claims`.'),
  kind: oneOf('`must`: the law. `may`: the choice of the account (`claims_months`).', ['must', 'may']),
  until: time('The first moment at which it may go.'),
  why: text('In words.'),
  citation: text('Its source.'),
});

const EMPTIED = object('How many of each were emptied or removed.', {
  steps: count('Steps of its run, with their reports and values.'),
  reports: count('PDFs of reports.'),
  letters: count('Letters and what was enclosed.'),
  mails: count('E-mails.'),
  events: count('Bodies of webhook events.'),
  notes: count("Reviewers' notes."),
});

const EXECUTION = object('An execution of the person.', {
  execution_id: id('The execution.'),
  waits_for: oneOfOrNull(
    '`letter`: one is owed, or waits to be sent. `run`: it has not ended. `count`: statistics have not counted it yet. `hold`: a legal hold.',
    WAITS_FOR,
  ),
  kept_until: timeOrNull('When it goes, because something keeps it until then.'),
  kept_for: list('Reasons to keep it, the longest first.', KEPT),
  erased_at: timeOrNull('When it was emptied.'),
  emptied: nullable(EMPTIED),
});

const RECEIPT = object(
  'The signed receipt. Anybody can verify it with the keys of `/.well-known/cascade-evidence.json`.',
  {
    document: text('The receipt, as JSON text: these bytes are signed.'),
    algorithm: oneOf('Algorithm of the signature.', ['Ed25519']),
    key_id: text('The key that signed.'),
    signature: text('Base64 of the signature of `cascade-erasure/1 <key_id> <SHA-256 of the document in hex>`.'),
  },
);

const MEMBERS = {
  id: id('Id.'),
  applicant_id: id('The person.'),
  reason: oneOf('Why.', ERASURE_REASONS),
  cancel: flag('True if executions that had not ended were cancelled.'),
  status: oneOf(
    '`accepted`: nothing is done yet. `waiting`: a letter is owed, or a run has not ended; the rest is gone. `kept`: all that ' +
      'could go is gone, and each execution that is left has a day. `on_hold`: a legal hold keeps what is left. ' +
      '`completed`: nothing is left.',
    ERASURE_STATUSES,
  ),
  created_at: time('When it was asked.'),
  completed_at: timeOrNull('When nothing was left.'),
};

export const ERASURE = named('Erasure', record('A request to forget a person.', 'erasure', MEMBERS));
export const ERASURE_DETAIL = named(
  'ErasureDetail',
  record('A request to forget a person, with what became of each execution.', 'erasure', {
    ...MEMBERS,
    executions: list('Each execution of the person, the oldest first.', EXECUTION),
    receipt: nullable(RECEIPT),
  }),
);

export const ERASURE_EXAMPLE: JsonObject = {
  ...{ object: 'erasure', id: 7, applicant_id: 41, reason: 'asked_by_person', cancel: false, status: 'completed' },
  ...{ created_at: '2026-03-02T09:30:00.000Z', completed_at: '2026-03-02T09:30:04.000Z' },
};
export const ERASURE_ACCEPTED: JsonObject = { ...ERASURE_EXAMPLE, status: 'accepted', completed_at: null };
export const ERASURE_DETAIL_EXAMPLE: JsonObject = {
  ...ERASURE_EXAMPLE,
  executions: [
    {
      ...{ execution_id: 4711, waits_for: null, kept_until: null, kept_for: [] },
      erased_at: '2026-03-02T09:30:04.000Z',
      emptied: { steps: 6, reports: 1, letters: 1, mails: 1, events: 3, notes: 0 },
    },
  ],
  receipt: {
    ...{ document: '{"format":"cascade-erasure/1","erasure_id":7}', algorithm: 'Ed25519', key_id: 'e1' },
    signature: 'dGhlIHNpZ25hdHVyZSBvZiB0aGUgZG9jdW1lbnQ=',
  },
};
