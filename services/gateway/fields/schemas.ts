import { FIELD_SPEC_SCHEMA } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { count, id, named, record, text, time } from '../http/schemas.ts';

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
