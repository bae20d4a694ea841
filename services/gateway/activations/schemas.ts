import { PINS } from '../products/schemas.ts';
import type { JsonObject } from '../../../core/json.ts';
import { ACTIVATION_STATUSES } from '../../../core/states.ts';
import {
  count,
  extended,
  flag,
  id,
  idOrNull,
  list,
  named,
  nullable,
  oneOf,
  record,
  text,
  textOrNull,
  timeOrNull,
  time,
} from '../http/schemas.ts';
import { EXAMPLE_CHANGE, EXAMPLE_CHANGE_EXAMPLE, SAVED_EXAMPLES } from '../examples/schemas.ts';
import { DEFINITION, DEFINITION_EXAMPLE, HIDDEN_FIELDS, MISSING_FOR_LIVE, QUESTIONS } from '../workflows/schemas.ts';

export const ACTIVATION_REQUEST = named(
  'ActivationRequest',
  record('A request to put a version of a cascade live.', 'activation_request', {
    id: id('Id.'),
    workflow_id: id('Cascade.'),
    version: id('Version of the cascade when it was asked for. A later one supersedes the request.'),
    proposes_version: flag(
      'True: approving saves what was asked for as the next version. False: `version` itself goes live.',
    ),
    proposes_definition: flag('True if `definition` differs from that of `version`.'),
    name: text('Name with which it would go live.'),
    use_case: textOrNull('Use case with which it would go live.'),
    definition_sha256: text(
      'SHA-256 of the canonical JSON (RFC 8785) of the definition that would go live, in hex. With products of your own, of `{"definition": …, "products": [{"version": …, "product": …}]}`.',
    ),
    dictionary_version: count(
      'Version of the data dictionary when it was asked for; 0: nothing was declared. It is not approved once the dictionary makes its letters say something else.',
    ),
    products: PINS,
    status: oneOf('Where it stands.', ACTIVATION_STATUSES),
    note: textOrNull('Note of the user who made the request.'),
    requested_by_user_id: id('User who asked.'),
    written_by_user_ids: list(
      'Users who wrote a part of what would go live, and other users who are the same person. They cannot approve it.',
      id('User.'),
    ),
    unconfirmed_user_ids: list(
      'Users who wrote any of it and have no confirmed address: until they have one, nobody approves it.',
      id('User.'),
    ),
    decided_by_user_id: idOrNull('User who approved, refused or withdrew it.'),
    decision_note: textOrNull('The note of that user.'),
    decided_at: timeOrNull('When it was approved, refused, withdrawn or superseded.'),
    activated_version: idOrNull('The version that went live.'),
    created_at: time('When it was asked for.'),
  }),
);

export const ACTIVATION_REQUEST_DETAIL = named(
  'ActivationRequestDetail',
  extended(
    ACTIVATION_REQUEST,
    'A request with the definition that would go live.',
    {
      definition: DEFINITION,
      examples_when_asked: nullable(SAVED_EXAMPLES),
      examples_changed: list(
        "Changes of the cascade's examples since a version of it last went live, newest first: until now, or until the request was decided.",
        EXAMPLE_CHANGE,
      ),
      hidden_from_reviewers: HIDDEN_FIELDS,
      missing_for_live: MISSING_FOR_LIVE,
      questions: QUESTIONS,
      examples: SAVED_EXAMPLES,
    },
    ['examples'],
  ),
);

export const ACTIVATION_REQUEST_EXAMPLE: JsonObject = {
  id: 31,
  object: 'activation_request',
  workflow_id: 12,
  version: 4,
  proposes_version: false,
  proposes_definition: false,
  name: 'Tenant screening',
  use_case: 'tenant_screening',
  definition_sha256: '0c8e7f6a5d4b3c2a1908f7e6d5c4b3a20c8e7f6a5d4b3c2a1908f7e6d5c4b3a2',
  dictionary_version: 4,
  products: {},
  status: 'pending',
  note: 'The rent threshold of April.',
  requested_by_user_id: 9,
  written_by_user_ids: [9],
  unconfirmed_user_ids: [],
  decided_by_user_id: null,
  decision_note: null,
  decided_at: null,
  activated_version: null,
  created_at: '2026-03-02T15:04:05.678Z',
};

export const ACTIVATION_REQUEST_DETAIL_EXAMPLE: JsonObject = {
  ...ACTIVATION_REQUEST_EXAMPLE,
  definition: DEFINITION_EXAMPLE,
  examples_when_asked: { passed: 3, failed: 0, failing: [] },
  examples_changed: [EXAMPLE_CHANGE_EXAMPLE],
  hidden_from_reviewers: [],
  missing_for_live: [],
  questions: [],
};
