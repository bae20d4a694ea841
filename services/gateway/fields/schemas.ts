import { FIELD_SPEC_SCHEMA, type FieldSpecs } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { SEEN_TYPES } from '../../../core/fields/proposals.ts';
import { count, flag, id, list, named, object, oneOf, record, text, time } from '../http/schemas.ts';

const { item, reason } = FIELD_SPEC_SCHEMA.properties;

/** A declaration as it is sent. */
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
    'What the account declares of a field of its payloads. A member that is left out says nothing.',
    'field',
    {
      id: id('Number of the declaration: another one whenever something else is declared of the field.'),
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

export const DICTIONARY = named(
  'FieldDictionary',
  record('The data dictionary of the account.', 'field_dictionary', {
    version: count('Its version; 0: nothing was ever declared.'),
    fields: count('How many fields are declared.'),
  }),
);

export const DICTIONARY_EXAMPLE: JsonObject = { object: 'field_dictionary', version: 5, fields: 25 };

export const EXAMPLE_SPECS: FieldSpecs = new Map([
  [
    'applicant.ltv_percent',
    {
      ...{ type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' },
      reason: { above: 'Loan to value ratio too high' },
    },
  ],
]);

export const PROPOSALS = named(
  'FieldProposals',
  record('Fields that are read or arrive, and that nobody declared.', 'field_proposals', {
    version: count('Version of the dictionary.'),
    cascades: count('How many cascades were looked at.'),
    executions: count('How many executions were looked at.'),
    proposals: list(
      'By path. They decide nothing.',
      object('A field to declare.', {
        path: text('Path of the field in the payload.'),
        label: text('The words of its name, to be corrected.'),
        is_read: flag('Whether a cascade reads it.'),
        types: list(
          'The JSON types that were seen, and never a value; empty if none came.',
          oneOf('Type.', SEEN_TYPES),
        ),
        questions: list(
          'What the words of the name may mean. Declaring a `kind`, a `basis` or a `type` answers them.',
          object('A question.', { code: text('What it is about.'), message: text('The question.') }),
        ),
      }),
    ),
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
};
