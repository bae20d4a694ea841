import { FIELD_UNITS } from '../../../core/field-labels.ts';
import type { JsonObject } from '../../../core/json.ts';
import { id, named, oneOfOrNull, record, text, time } from '../http/schemas.ts';

export const FIELD_LABEL = named(
  'FieldLabel',
  record('What the account calls a field of its payloads.', 'field_label', {
    id: id('Number of the label: another one whenever the field is called otherwise.'),
    path: text('Path of the field in the payload, such as `applicant.ltv_percent`.'),
    label: text('What letters, explanations and simulations call it.'),
    unit: oneOfOrNull('Unit of its numbers; null if it has none, or its name says it.', FIELD_UNITS),
    created_at: time('When it was set.'),
  }),
);

export const FIELD_LABEL_EXAMPLE: JsonObject = {
  id: 12,
  object: 'field_label',
  path: 'applicant.ltv_percent',
  label: 'Loan to value',
  unit: 'percent',
  created_at: '2026-03-01T09:00:00.000Z',
};
