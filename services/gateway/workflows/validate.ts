import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { defineRoute, schemaOf } from '../http/route.ts';
import { count, flag, named, text } from '../http/schemas.ts';
import { checkDefinition, warningsOf } from './definition.ts';
import { DEFINITION, DEFINITION_EXAMPLE, WARNINGS } from './schemas.ts';

const VALIDATION = named('WorkflowValidation', {
  type: 'object',
  description: 'What is wrong with a definition. Nothing was saved.',
  properties: {
    object: { type: 'string', const: 'workflow_validation' },
    valid: flag('Whether the definition can be saved.'),
    errors: {
      type: 'array',
      description: 'Why it cannot be saved: the first 100 errors.',
      items: {
        type: 'object',
        properties: { field: text('Field of the definition.'), message: text('What is wrong.') },
        required: ['field', 'message'],
      },
    },
    error_count: count('How many errors there are.'),
    warnings: WARNINGS,
  },
  required: ['object', 'valid', 'errors', 'error_count', 'warnings'],
});

const DENIES_EVERYBODY: JsonObject[] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['deny'] },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{aplicant.email}}' } },
];

/** The checks of create and change, without saving. An addition of ours; semantics 2. */
export const validateWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/validate',
  operationId: 'validateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Validate a definition',
  description:
    'Returns the errors with which the definition would be refused, and the warnings of one that can be saved. ' +
    'Nothing is saved. An addition to the reference.',
  idempotency: 'none',
  body: {
    schema: schemaOf<{ readonly definition: Json }>({
      type: 'object',
      properties: {
        definition: {
          description: 'A definition, or whatever is to be told apart from one: it is checked, not refused.',
          anyOf: [DEFINITION, {}],
        },
      },
      required: ['definition'],
    }),
    example: { definition: DEFINITION_EXAMPLE },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'What is wrong with it.',
    schema: VALIDATION,
    example: {
      object: 'workflow_validation',
      valid: true,
      errors: [],
      error_count: 0,
      warnings: warningsOf(DENIES_EVERYBODY as unknown as CascadeDefinition).map((warning) => ({ ...warning })),
    },
  },
  errors: [],
  handler: ({ body: { definition } }) => {
    const { details, total } = checkDefinition(definition);
    // What was validated is a definition.
    const warnings = total > 0 ? [] : warningsOf(definition as unknown as CascadeDefinition);
    return Promise.resolve({
      object: 'workflow_validation',
      valid: total === 0,
      errors: details.map((detail) => ({ ...detail })),
      error_count: total,
      warnings: warnings.map((warning) => ({ ...warning })),
    });
  },
});
