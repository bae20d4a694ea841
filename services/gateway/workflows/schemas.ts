import { HIDDEN_BECAUSE } from '../../../core/cascade/hidden-from-reviewers.ts';
import { LINT_CODES } from '../../../core/cascade/lint.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { LACKS } from '../../../core/notices/live.ts';
import { PRODUCT_CODES } from '../../../core/products/index.ts';
import { TRIGGER_TYPES } from '../../../core/states.ts';
import { SAVED_EXAMPLES } from '../examples/schemas.ts';
import { FIELD_QUESTION } from '../fields/schemas.ts';
import {
  extended,
  flag,
  free,
  id,
  list,
  named,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  time,
} from '../http/schemas.ts';

/** Accepts anything: `checkDefinition` decides. The document has core's description under this name. */
export const DEFINITION: JsonSchema = named('CascadeDefinition', { description: 'The nodes.' });

export const NAME = { type: 'string', minLength: 1, maxLength: 200, description: 'Its name.' } as const;

export const USE_CASE = {
  type: ['string', 'null'],
  maxLength: 100,
  description:
    'A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).',
} as const satisfies JsonSchema;

export const WORKFLOW = named(
  'Workflow',
  record('A cascade.', 'workflow', {
    id: id('Id.'),
    code: textOrNull('`CAS-` and six characters, unique in the account.'),
    name: text('Name.'),
    active: flag('True: can be triggered in live mode. False: a draft, which runs in test mode only.'),
    trigger_type: oneOf('A label. `event` and `scheduled` start nothing by themselves.', TRIGGER_TYPES),
    use_case: textOrNull('A label.'),
    version: { type: 'integer', minimum: 1, description: 'Number of the current definition; each one saved is kept.' },
    created_at: time('When it was created.'),
    updated_at: time('When it last changed.'),
  }),
);

export const WARNINGS: JsonSchema = {
  type: 'array',
  description: 'Definitions that can be saved but hardly do what was meant.',
  items: named('CascadeWarning', {
    type: 'object',
    description: 'Something in a definition that a person should look at. It does not keep the cascade from running.',
    properties: {
      code: oneOf('Kind of warning.', LINT_CODES),
      node_id: text('Node that it is about.'),
      message: text('The fault, with the valid choices or the nearest one.'),
      acknowledge_as: text(
        'Only of what a person may acknowledge (`jurisdiction_review`): what `jurisdiction_review.of` of the node has to be.',
      ),
    },
    required: ['code', 'node_id', 'message'],
  }),
};

export const HIDDEN_FIELDS: JsonSchema = {
  type: 'array',
  description:
    'Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked.',
  items: named('HiddenField', {
    type: 'object',
    description: 'A field that a choice reads and whose value a reviewer does not see.',
    properties: {
      node_id: text('The first choice that reads it.'),
      field: text('Path in the payload, or id of the node that pulls the report, and path in it.'),
      why: oneOf('Its kind, or that nobody declared one.', HIDDEN_BECAUSE),
    },
    required: ['node_id', 'field', 'why'],
  }),
};

export const MISSING_FOR_LIVE: JsonSchema = list(
  'Requirements for going live that the account or the cascade lacks at present.',
  object('One thing that is missing.', {
    node_id: text('The node that needs it.'),
    lacks: oneOf(
      'What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` ' +
        'does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed.',
      LACKS,
    ),
    what: textOrNull('The code of the product whose agency is not set, or the path that nobody declared.'),
    message: text('The requirements in words.'),
  }),
);

export const QUESTIONS: JsonSchema = {
  ...{ type: 'array', items: FIELD_QUESTION },
  description:
    'Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live.',
};

export const WORKFLOW_DETAIL = named(
  'WorkflowDetail',
  extended(
    WORKFLOW,
    'A cascade with its definition.',
    {
      definition: DEFINITION,
      warnings: WARNINGS,
      hidden_from_reviewers: HIDDEN_FIELDS,
      missing_for_live: MISSING_FOR_LIVE,
      questions: QUESTIONS,
      note: text('Only if `active` was not granted: why.'),
      examples: SAVED_EXAMPLES,
    },
    ['note', 'examples'],
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
export const WORKFLOW_DETAIL_EXAMPLE: JsonObject = {
  ...WORKFLOW_EXAMPLE,
  definition: DEFINITION_EXAMPLE,
  warnings: [],
  hidden_from_reviewers: [],
  missing_for_live: [],
  questions: [],
};

export const TEST_CASE = named('TestCase', {
  type: 'object',
  description: 'A made-up applicant whose reports are registered.',
  properties: {
    id: id('Id of the subject in the sandbox registry.'),
    case_name: text('Name of the case.'),
    product_code: oneOf('Product whose case it is.', PRODUCT_CODES),
    payload: {
      type: 'object',
      description: 'A drop-in body of the trigger.',
      properties: { applicant: free('The applicant.'), property: free('The property.') },
      required: ['applicant'],
    },
  },
  required: ['id', 'case_name', 'product_code', 'payload'],
});

export const TEST_CASE_LIST = named('TestCaseList', {
  type: 'object',
  description: 'Registered sandbox subjects of the products that the cascade uses.',
  properties: {
    object: { type: 'string', const: 'test_case_list' },
    workflow_id: id('Cascade.'),
    test_cases: {
      type: 'array',
      description: 'Each with a payload that can be triggered with.',
      items: TEST_CASE,
    },
  },
  required: ['object', 'workflow_id', 'test_cases'],
});
