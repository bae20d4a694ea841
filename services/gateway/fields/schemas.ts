import { MAX_ANSWER_LENGTH, QUESTION_CODES } from '../../../core/fields/answers.ts';
import { FIELD_SPEC_SCHEMA, type FieldSpecs } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { SEEN_TYPES } from '../../../core/fields/proposals.ts';
import {
  count,
  flag,
  free,
  id,
  idOrNull,
  list,
  named,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';

const { item, reason } = FIELD_SPEC_SCHEMA.properties;

/** A declaration in a request. */
export const FIELD_SPEC = bodySchema({
  ...FIELD_SPEC_SCHEMA,
  properties: {
    ...FIELD_SPEC_SCHEMA.properties,
    item: { ...item, additionalProperties: false },
    reason: { ...reason, additionalProperties: false },
  },
});

const { type, ...optional } = FIELD_SPEC_SCHEMA.properties;

export const FIELD = named(
  'Field',
  record(
    'The declaration of a field of the payload. A member that is left out says nothing.',
    'field',
    {
      id: id('Number of the declaration. It changes with every change of the declaration.'),
      path: text('Path of the field in the payload, such as `applicant.ltv_percent`.'),
      type,
      ...optional,
      version: count('Version of the data dictionary that declared it so.'),
      created_at: time('When it was declared so.'),
    },
    Object.keys(optional),
  ),
);

export const FIELD_EXAMPLE: JsonObject = {
  id: 12,
  object: 'field',
  path: 'applicant.ltv_percent',
  type: 'number',
  label: 'Loan to value',
  unit: 'percent',
  kind: 'fact',
  reason: { above: 'Loan to value ratio too high' },
  version: 4,
  created_at: '2026-03-01T09:00:00.000Z',
};

const UNSAID = {
  unsaid_labels: list(
    'Labels by which policies in plain words cannot name their fields, at most 100. `also` can name them.',
    object('A label.', {
      path: text('Path of the field.'),
      label: text('The label.'),
      message: text('Why.'),
      means: textOrNull('The value of a report that a policy with this label reads instead. Null if it reads none.'),
    }),
  ),
};
const UNSAID_EXAMPLE = {
  path: 'applicant.ltv_percent',
  label: 'Job tenure',
  message: 'means the employment length (Income verification) in policies',
  means: 'the employment length (Income verification)',
};

export const DICTIONARY = named(
  'FieldDictionary',
  record('The data dictionary of the account.', 'field_dictionary', {
    version: count('Its version; 0: nothing was ever declared.'),
    fields: count('How many fields are declared.'),
    ...UNSAID,
  }),
);

export const DICTIONARY_EXAMPLE: JsonObject = {
  ...{ object: 'field_dictionary', version: 5, fields: 25 },
  unsaid_labels: [UNSAID_EXAMPLE],
};

const CASCADE_REFERENCE = object('An active cascade.', { id: id('Id.'), name: text('Name.') });

/** The effects of a change. */
export const ALTERED = {
  changes: free('By path: the declaration as it is (`old`) and as it would be (`new`); null where there is none.'),
  rewritten: list('Active cascades whose letters would say something else.', CASCADE_REFERENCE),
  shown: list('Fields whose values would be shown to more people.', text('Path.')),
};

export const FIELD_CHANGES = named(
  'FieldChanges',
  record('Differences between a dictionary and the present one.', 'field_changes', {
    version: count('Version with which it was compared.'),
    ...ALTERED,
    ...UNSAID,
    in_use: list(
      'Fields that would be declared no longer and that active cascades read: these are refused.',
      object('A field.', { path: text('Path.'), cascades: list('Cascades that read it.', CASCADE_REFERENCE) }),
    ),
    needs_pii_read: flag('True: it is refused, because showing more takes the scope `pii:read`.'),
    needs_approval: flag(
      'True: it takes the approval of another person (`POST /field_requests`), because the account asks for four eyes.',
    ),
  }),
);

export const FIELD_CHANGES_EXAMPLE: JsonObject = {
  object: 'field_changes',
  version: 4,
  changes: { 'applicant.ltv_percent': { old: null, new: { type: 'number', label: 'Loan to value', kind: 'fact' } } },
  in_use: [],
  rewritten: [{ id: 12, name: 'Tenant screening' }],
  shown: [],
  unsaid_labels: [],
  needs_pii_read: false,
  needs_approval: false,
};

export const EXAMPLE_SPECS: FieldSpecs = new Map([
  [
    'applicant.ltv_percent',
    {
      ...{ type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' },
      reason: { above: 'Loan to value ratio too high' },
    },
  ],
]);

const QUESTION = {
  code: oneOf('The question.', QUESTION_CODES),
  message: text('The question in words.'),
};

export const FIELD_QUESTION = named(
  'FieldQuestion',
  object('An open question that the name of a field raises.', {
    path: text('Path of the field in the payload.'),
    ...QUESTION,
  }),
);

const FIELD_ANSWER = named(
  'FieldAnswer',
  object('Why a field is not what its name looks like.', {
    path: text('Path of the field in the payload.'),
    code: oneOf('The question.', QUESTION_CODES),
    reason: text('Why not.'),
    created_by_user_id: idOrNull('User who answered. Null: a token of no user, or an operator.'),
    created_at: time('When it was answered.'),
  }),
);

export const ANSWER = bodySchema({
  type: 'object',
  properties: {
    code: { type: 'string', enum: QUESTION_CODES, description: 'The question.' },
    reason: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: MAX_ANSWER_LENGTH,
      pattern: '\\S',
      description:
        'Why the field is not what its name looks like. Null withdraws the answer, so that it is asked again.',
    },
  },
  required: ['code', 'reason'],
});

export const ANSWERED = named(
  'FieldAnswered',
  record('A question about a field, and its answer.', 'field_answer', {
    path: text('Path of the field in the payload.'),
    code: oneOf('The question.', QUESTION_CODES),
    reason: textOrNull('Why not. Null: the question is open.'),
    created_by_user_id: idOrNull('User who answered.'),
    created_at: timeOrNull('When it was answered.'),
  }),
);

export const ANSWERED_EXAMPLE: JsonObject = {
  object: 'field_answer',
  path: 'household.children',
  code: 'familial_status',
  reason: 'It counts child seats in the car.',
  created_by_user_id: 9,
  created_at: '2026-03-01T09:00:00.000Z',
};

export const PROPOSALS = named(
  'FieldProposals',
  record('Fields that are read or arrive and are not declared.', 'field_proposals', {
    version: count('Version of the dictionary.'),
    cascades: count('How many cascades were looked at.'),
    executions: count('How many executions were looked at.'),
    proposals: list(
      'By path. They decide nothing.',
      object('A field to declare.', {
        path: text('Path of the field in the payload.'),
        label: text('The words of its name, to be corrected.'),
        is_read: flag('True if a cascade reads it.'),
        types: list(
          'The JSON types that were seen, and never a value; empty if none came.',
          oneOf('Type.', SEEN_TYPES),
        ),
        questions: list(
          'What the words of the name may mean. A `kind`, a `basis` or a `type` that is declared answers them, and so does ' +
            '`PUT /fields/{field}/answers`. An answered question is not asked again.',
          object('A question.', QUESTION),
        ),
      }),
    ),
    questions: list('Open questions about fields that the account declares.', FIELD_QUESTION),
    answers: list('Answers that stand.', FIELD_ANSWER),
  }),
);

export const PROPOSALS_EXAMPLE: JsonObject = {
  object: 'field_proposals',
  version: 5,
  cascades: 3,
  executions: 50,
  proposals: [
    { path: 'applicant.ltv_percent', label: 'Ltv percent', is_read: true, types: ['number', 'text'], questions: [] },
  ],
  questions: [],
  answers: [],
};
