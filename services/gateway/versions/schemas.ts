import { PINS } from '../products/schemas.ts';
import type { JsonObject } from '../../../core/json.ts';
import { count, extended, flag, id, idOrNull, named, record, textOrNull, time } from '../http/schemas.ts';
import { DEFINITION, DEFINITION_EXAMPLE, WARNINGS } from '../workflows/schemas.ts';

export const VERSION = named(
  'WorkflowVersion',
  record('A saved version of a cascade. Versions never change.', 'workflow_version', {
    workflow_id: id('Cascade.'),
    version: count('Number, from 1.'),
    is_current: flag('True if new executions run it.'),
    name: textOrNull('Name of the cascade at that time.'),
    use_case: textOrNull('Its use case at that time.'),
    note: textOrNull('Why it was saved, as its author wrote.'),
    created_by_user_id: idOrNull('User who saved it.'),
    created_at: time('When it was saved.'),
    products: PINS,
  }),
);
export const VERSION_DETAIL = named(
  'WorkflowVersionDetail',
  extended(VERSION, 'A saved version of a cascade with its definition.', {
    definition: DEFINITION,
    warnings: WARNINGS,
  }),
);

export const VERSION_EXAMPLE: JsonObject = {
  object: 'workflow_version',
  workflow_id: 12,
  version: 1,
  is_current: true,
  name: 'Tenant screening',
  use_case: 'tenant_screening',
  note: null,
  created_by_user_id: 9,
  created_at: '2026-03-01T09:00:00.000Z',
  products: {},
};
export const VERSION_DETAIL_EXAMPLE: JsonObject = { ...VERSION_EXAMPLE, definition: DEFINITION_EXAMPLE, warnings: [] };
