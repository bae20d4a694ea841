import { FIELD_UNITS } from '../../../core/field-labels.ts';
import type { JsonObject } from '../../../core/json.ts';
import { id, named, oneOfOrNull, record, text, textOrNull, time } from '../http/schemas.ts';

export const FIELD_LABEL = named(
  'FieldLabel',
  record('What the account says of a field of its payloads.', 'field_label', {
    id: id('Number of the label: another one whenever something else is said of the field.'),
    path: text('Path of the field in the payload, such as `applicant.ltv_percent`.'),
    label: textOrNull('What letters, explanations, simulations and readings call it; null: the words of its name.'),
    unit: oneOfOrNull('Unit of its numbers; null if it has none, or its name says it.', FIELD_UNITS),
    of_person: textOrNull(
      'Whom it is of: a path of the payload, `nobody`, or `each` item of the list; null: as the names in the payload say.',
    ),
    is_score: {
      type: ['boolean', 'null'],
      description: 'Whether a model made it of somebody; null: as its name says.',
    },
    is_personal: {
      type: ['boolean', 'null'],
      description:
        'Whether it identifies somebody or tells their age, so that no letter prints it; null: as its name says.',
    },
    created_at: time('When it was set.'),
  }),
);

export const FIELD_LABEL_EXAMPLE: JsonObject = {
  id: 12,
  object: 'field_label',
  path: 'applicant.ltv_percent',
  label: 'Loan to value',
  unit: 'percent',
  of_person: null,
  is_score: null,
  is_personal: null,
  created_at: '2026-03-01T09:00:00.000Z',
};
