import type { JsonSchema } from '../json.ts';
import { ACTIONS_TAKEN, CONDITION_OPERATORS, SEND_STRATEGIES, WAIT_UNITS } from './types.ts';

/**
 * The definition as JSON Schema 2020-12, for the OpenAPI document: what an integrator reads and a client generator
 * works from. It says less than `validateDefinition`, which also follows ids, fields and cycles; but what it says holds
 * for every node, whatever its kind. `$ref`s are those of OpenAPI components.
 */
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const nodeIds = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

const cascadeDefinition: JsonSchema = {
  type: 'array',
  maxItems: 500,
  items: ref('CascadeNode'),
  description:
    'The nodes in order, at most 500 and 256 KiB of JSON. Exactly one is the ApplicantSource, where a run begins. ' +
    'Edges must resolve inside the array and form no cycle. An empty array can be saved but not run.',
};

const cascadeNode: JsonSchema = {
  type: 'object',
  required: ['id', 'type'],
  description: 'One node. Keys that are not listed are kept and ignored.',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 200, description: 'Unique in the definition.' },
    type: {
      type: 'string',
      enum: [
        'ApplicantSource',
        'BillingProduct',
        'Product',
        'IfElse',
        'Condition',
        'Wait',
        'GoTo',
        'ShowResults',
        'Action',
      ],
      description: '`Product` and `Condition` are legacy aliases of `BillingProduct` and `IfElse`.',
    },
    name: { type: 'string', description: 'Label.' },
    next_step: nodeIds('Ids of the nodes that follow; all of them are run. IfElse does not use it.'),
    billing_product_code: {
      type: 'string',
      description: 'BillingProduct: the product to pull. May be given as `config.billing_product_code` instead.',
    },
    config: {
      type: 'object',
      properties: {
        store_result_as: { type: 'string', description: "Name of the product's output in `{{…}}` paths." },
        billing_product_code: { type: 'string' },
      },
    },
    branches: {
      type: 'object',
      description: 'IfElse: `pass` is tried first, then `human_review`; a match of neither takes `fail_steps`.',
      properties: { pass: ref('CascadeBranch'), human_review: ref('CascadeBranch') },
    },
    pass_steps: nodeIds('IfElse: run when `pass` matches.'),
    human_review_steps: nodeIds(
      'IfElse: run when `human_review` matched and the review approved. Where it is empty, an approval runs `pass_steps`.',
    ),
    fail_steps: nodeIds('IfElse: run when no branch matches, or the review denied.'),
    action_type: {
      type: 'string',
      enum: ['Approve', 'SendEmail', 'AdverseAction', 'InternalNotification'],
      description: 'Action: what it does.',
    },
    email: {
      type: 'object',
      description: 'SendEmail: texts with `{{path}}` interpolation.',
      properties: { to: { type: 'string' }, subject: { type: 'string' }, body: { type: 'string' } },
    },
    adverse_action: {
      type: 'object',
      description: 'AdverseAction: how the person is told.',
      properties: {
        recipient: { type: 'string', description: 'E-mail address, or a `{{path}}` to one.' },
        action_taken: { type: 'string', enum: ACTIONS_TAKEN, default: 'denied' },
        send_strategy: {
          type: 'string',
          enum: SEND_STRATEGIES,
          default: 'draft_first',
          description: '`draft_first` parks the notice for human review before it is sent.',
        },
        reason: { type: 'string', description: 'A sentence added to the principal reasons.' },
      },
    },
    internal_notification: {
      type: 'object',
      description: 'InternalNotification: where to, and what.',
      properties: {
        channel: { type: 'string', enum: ['slack', 'webhook', 'email'] },
        url: { type: 'string' },
        to: { type: 'string' },
        message: { type: 'string' },
      },
    },
    wait: {
      type: 'object',
      required: ['duration', 'unit'],
      description: 'Wait: from nothing to one year.',
      properties: {
        duration: { type: 'number', minimum: 0 },
        unit: { type: 'string', enum: WAIT_UNITS },
      },
    },
    target_step: { type: 'string', description: 'GoTo: id of the node to jump to. Not an edge of the graph.' },
  },
};

const cascadeBranch: JsonSchema = {
  type: 'object',
  description: 'Matches when its groups do. A branch or group without conditions matches nothing.',
  properties: {
    group_logic: { type: 'string', enum: ['and', 'or'], default: 'and' },
    condition_groups: {
      type: 'array',
      items: {
        type: 'object',
        required: ['conditions'],
        properties: {
          logic: { type: 'string', enum: ['and', 'or'], default: 'and' },
          conditions: { type: 'array', items: ref('CascadeCondition') },
        },
      },
    },
  },
};

const cascadeCondition: JsonSchema = {
  type: 'object',
  required: ['source_node_id', 'field', 'operator'],
  description:
    'One comparison. Numbers compare as numbers (numeric strings too) and ISO dates as dates; a value that is missing ' +
    'makes every operator false except `is_empty`.',
  properties: {
    source_node_id: {
      type: 'string',
      description:
        'Id of a product node, of the ApplicantSource, or `context` for variables such as `applicant.email`.',
    },
    field: {
      type: 'string',
      minLength: 1,
      description:
        "Dotted path in the product's output. An array's items are reached by index (`records.0.severity`) or all at " +
        'once (`records.severity`, to be used with `contains`).',
    },
    operator: { type: 'string', enum: CONDITION_OPERATORS },
    value: {
      type: ['string', 'number', 'boolean', 'null'],
      description: 'Required, and not null, except for `is_empty`, `is_not_empty`, `is_true` and `is_false`.',
    },
  },
};

/** By their names in `#/components/schemas`. */
export const DEFINITION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CascadeDefinition: cascadeDefinition,
  CascadeNode: cascadeNode,
  CascadeBranch: cascadeBranch,
  CascadeCondition: cascadeCondition,
};
