import type { JsonObject } from '../../../core/json.ts';
import { ACTIVATION_STATUSES } from '../../../core/states.ts';
import { count, extended, id, idOrNull, list, named, oneOf, record, text, textOrNull } from '../http/schemas.ts';
import { time, timeOrNull } from '../http/schemas.ts';
import { ALTERED, FIELD_CHANGES_EXAMPLE } from './schemas.ts';

export const FIELD_REQUEST = named(
  'FieldRequest',
  record('A request to declare fields otherwise.', 'field_request', {
    id: id('Id.'),
    version: count('Version of the dictionary when it was asked for. A later one supersedes the request.'),
    fields: list('Fields that it would change.', text('Path.')),
    status: oneOf('Where it stands.', ACTIVATION_STATUSES),
    note: textOrNull('Note of the user who made the request. It is kept with the version.'),
    requested_by_user_id: idOrNull('User who asked. Null: an operator at the command line.'),
    decided_by_user_id: idOrNull('User who approved, refused or withdrew it.'),
    decision_note: textOrNull('The note of that user.'),
    decided_at: timeOrNull('When it was approved, refused, withdrawn or superseded.'),
    activated_version: idOrNull('The version of the dictionary that the approval made.'),
    created_at: time('When it was asked for.'),
  }),
);

export const FIELD_REQUEST_DETAIL = named(
  'FieldRequestDetail',
  extended(FIELD_REQUEST, 'A request with what it changes of the version that it was made of.', ALTERED),
);

export const FIELD_REQUEST_EXAMPLE: JsonObject = {
  id: 8,
  object: 'field_request',
  version: 4,
  fields: ['applicant.ltv_percent'],
  status: 'pending',
  note: 'The words of counsel.',
  requested_by_user_id: 9,
  decided_by_user_id: null,
  decision_note: null,
  decided_at: null,
  activated_version: null,
  created_at: '2026-03-02T15:04:05.678Z',
};

const { changes = {}, rewritten = [], shown = [] } = FIELD_CHANGES_EXAMPLE;

export const FIELD_REQUEST_DETAIL_EXAMPLE: JsonObject = { ...FIELD_REQUEST_EXAMPLE, changes, rewritten, shown };
