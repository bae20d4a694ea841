import type { JsonObject } from '../../../core/json.ts';
import { EXAMPLE_IN_LIST } from '../examples/schemas.ts';
import { extended, flag, id, idOrNull, list, named, record, text, textOrNull, timeOrNull } from '../http/schemas.ts';
import { DEFINITION } from '../workflows/schemas.ts';

export const TEMPLATE = named(
  'WorkflowTemplate',
  record('A published cascade to start from.', 'workflow_template', {
    id: id('Id.'),
    name: text('Name.'),
    description: textOrNull('Its purpose.'),
    icon: textOrNull('Name of an icon.'),
    color: textOrNull('Colour as `#rrggbb`.'),
    category: textOrNull('Category.'),
    active: flag('True if it is offered.'),
    featured: flag('True if it is recommended.'),
    published_at: timeOrNull('When it was published.'),
  }),
);
export const TEMPLATE_DETAIL = named(
  'WorkflowTemplateDetail',
  extended(TEMPLATE, 'A published cascade with its definition.', {
    definition: DEFINITION,
    examples: list('Made-up applicants with what it does about them, for `POST /workflows`.', EXAMPLE_IN_LIST),
    source_workflow_id: idOrNull('Cascade that it was made from.'),
  }),
);
export const TEMPLATE_EXAMPLE: JsonObject = {
  id: 1,
  object: 'workflow_template',
  name: 'Tenant screening',
  description: 'Credit, criminal and eviction reports side by side.',
  icon: 'home',
  color: '#2f6f4f',
  category: 'tenant_screening',
  active: true,
  featured: true,
  published_at: '2026-01-15T00:00:00.000Z',
};
