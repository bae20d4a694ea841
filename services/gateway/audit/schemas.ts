import { ACTOR_KINDS, AUDIT_ACTION_NAMES } from '../../../core/audit.ts';
import type { JsonObject } from '../../../core/json.ts';
import { free, id, idOrNull, named, oneOf, record, text, textOrNull, time } from '../http/schemas.ts';

export const AUDIT_EVENT = named(
  'AuditEvent',
  record(
    'An act. `hash` is the SHA-256 of the canonical JSON (RFC 8785) of all members but `id`, `object` and `hash`.',
    'audit_event',
    {
      id: id('Id.'),
      account_id: id('Account.'),
      sequence: id('Number in the log of the account, from 1 and without a gap.'),
      occurred_at: time("When, by the database's clock."),
      action: oneOf('The act.', AUDIT_ACTION_NAMES),
      actor_kind: oneOf(
        'Who did it: a program (`token`), a person who has signed in (`session`), an operator at the command line ' +
          '(`operator`), or nobody who is known (`anonymous`).',
        ACTOR_KINDS,
      ),
      actor_id: idOrNull('Id of the token or the session.'),
      actor_user_id: idOrNull('User who acted. A token belongs to a user.'),
      actor_name: textOrNull('Who an operator was on their machine; null for all others.'),
      api_client_id: idOrNull('API client through which they acted.'),
      address: textOrNull('IP address that the request came from.'),
      request_id: textOrNull('`meta.request_id` of the response.'),
      subject_type: text('The kind of record that it changed or read, such as `workflow` or `execution`.'),
      subject_id: text('Its id.'),
      detail: free('More about it: `old` and `new` values of what changed. No secrets, and nothing of an applicant.'),
      previous_hash: text('`hash` of the event before.'),
      hash: text('Hash of this event.'),
    },
  ),
);

export const AUDIT_EVENT_EXAMPLE: JsonObject = {
  id: 9120,
  object: 'audit_event',
  account_id: 1,
  sequence: 318,
  occurred_at: '2026-03-02T15:04:05.678Z',
  action: 'workflow.updated',
  actor_kind: 'session',
  actor_id: 44,
  actor_user_id: 9,
  actor_name: null,
  api_client_id: 3,
  address: '203.0.113.7',
  request_id: 'req-01HV2M8Q',
  subject_type: 'workflow',
  subject_id: '12',
  detail: { old: { active: false }, new: { active: true } },
  previous_hash: '5f2b1c0e9a7d4f3386c1be0d2a94c7e15f2b1c0e9a7d4f3386c1be0d2a94c7e1',
  hash: '0c8e7f6a5d4b3c2a1908f7e6d5c4b3a20c8e7f6a5d4b3c2a1908f7e6d5c4b3a2',
};
