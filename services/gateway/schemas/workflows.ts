import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { PRODUCT_CODES } from '../../../core/products/index.ts';
import { TRIGGER_TYPES } from '../../../core/states.ts';
import {
  extended,
  flag,
  free,
  id,
  idOrNull,
  named,
  oneOf,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './common.ts';

/** Anything, here: `checkDefinition` decides. The document has core's description of it under this name. */
export const DEFINITION: JsonSchema = named('CascadeDefinition', { description: 'The nodes.' });

export const WORKFLOW = named(
  'Workflow',
  record('A cascade.', 'workflow', {
    id: id('Id.'),
    code: textOrNull('`CAS-` and six characters, unique in the account.'),
    name: text('Name.'),
    active: flag('True: can be triggered in live mode. False: a draft, which runs in test mode only.'),
    trigger_type: oneOf('A label.', TRIGGER_TYPES),
    use_case: textOrNull('A label.'),
    version: { type: 'integer', minimum: 1, description: 'Number of the current definition; each one saved is kept.' },
    created_at: time('When it was created.'),
    updated_at: time('When it last changed.'),
  }),
);

export const WORKFLOW_DETAIL = named(
  'WorkflowDetail',
  extended(
    WORKFLOW,
    'A cascade with its definition.',
    {
      definition: DEFINITION,
      note: text('Why `active` was not granted, where it was not.'),
    },
    ['note'],
  ),
);

export const DEFINITION_EXAMPLE: JsonObject[] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 680 }],
          },
        ],
      },
      human_review: {
        condition_groups: [
          {
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 600 }],
          },
        ],
      },
    },
    pass_steps: ['approve'],
    human_review_steps: ['approve'],
    fail_steps: ['deny'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', action_taken: 'denied', send_strategy: 'auto_send' },
  },
];

export const WORKFLOW_EXAMPLE: JsonObject = {
  id: 12,
  object: 'workflow',
  code: 'CAS-7Q2M9X',
  name: 'Tenant screening',
  active: true,
  trigger_type: 'manual',
  use_case: 'tenant_screening',
  version: 1,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};
export const WORKFLOW_DETAIL_EXAMPLE: JsonObject = { ...WORKFLOW_EXAMPLE, definition: DEFINITION_EXAMPLE };

export const TEST_CASE_LIST = named('TestCaseList', {
  type: 'object',
  description: 'Registered sandbox subjects of the products that the cascade uses.',
  properties: {
    object: { type: 'string', const: 'test_case_list' },
    workflow_id: id('Cascade.'),
    test_cases: {
      type: 'array',
      items: named('TestCase', {
        type: 'object',
        description: 'A made-up applicant whose reports are registered.',
        properties: {
          id: id('Id of the subject in the sandbox registry.'),
          case_name: text('What the case shows.'),
          product_code: oneOf('Product whose case it is.', PRODUCT_CODES),
          payload: {
            type: 'object',
            description: 'A drop-in body of the trigger.',
            properties: { applicant: free('The applicant.'), property: free('The property.') },
            required: ['applicant'],
          },
        },
        required: ['id', 'case_name', 'product_code', 'payload'],
      }),
    },
  },
  required: ['object', 'workflow_id', 'test_cases'],
});

export const TEMPLATE = named(
  'WorkflowTemplate',
  record('A published cascade to start from.', 'workflow_template', {
    id: id('Id.'),
    name: text('Name.'),
    description: textOrNull('What it does.'),
    icon: textOrNull('Name of an icon.'),
    color: textOrNull('Colour as `#rrggbb`.'),
    category: textOrNull('Category.'),
    active: flag('Whether it is offered.'),
    featured: flag('Whether it is recommended.'),
    published_at: timeOrNull('When it was published.'),
  }),
);
export const TEMPLATE_DETAIL = named(
  'WorkflowTemplateDetail',
  extended(TEMPLATE, 'A published cascade with its definition.', {
    definition: DEFINITION,
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
