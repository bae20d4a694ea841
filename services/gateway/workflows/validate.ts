import { productsNow } from '../../../platform/database/products.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { count, flag, named, text } from '../http/schemas.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { checkDefinition, withoutNullsInDefinition, warningsOf } from './definition.ts';
import { hiddenFieldsOf, readUnlawful } from './live-notices.ts';
import { questionsAbout } from './questions.ts';
import { DEFINITION_EXAMPLE, HIDDEN_FIELDS, QUESTIONS, USE_CASE, WARNINGS } from './schemas.ts';

const VALIDATION = named('WorkflowValidation', {
  type: 'object',
  description: 'The faults of a definition. Nothing was saved.',
  properties: {
    object: { type: 'string', const: 'workflow_validation' },
    valid: flag('True if the definition can be saved.'),
    errors: {
      type: 'array',
      description: 'Why it cannot be saved: the first 100 errors.',
      items: {
        type: 'object',
        properties: { field: text('Field of the definition.'), message: text('The fault.') },
        required: ['field', 'message'],
      },
    },
    error_count: count('How many errors there are.'),
    warnings: WARNINGS,
    hidden_from_reviewers: HIDDEN_FIELDS,
    questions: QUESTIONS,
  },
  required: ['object', 'valid', 'errors', 'error_count', 'warnings', 'hidden_from_reviewers', 'questions'],
});

const DENIES_EVERYBODY: JsonObject[] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['deny'] },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{aplicant.email}}' } },
];

/** The checks of create and change, without saving. An addition of ours; semantics 2.9.28. */
export const validateWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/validate',
  operationId: 'validateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Validate a definition',
  description:
    'Returns the errors with which the definition would be refused, and the warnings of one that can be saved. ' +
    'Nothing is saved.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        definition: {
          description:
            'A definition (`CascadeDefinition`), or whatever is to be told apart from one: it is checked, not refused.',
        },
        use_case: USE_CASE,
      },
      required: ['definition'],
    }),
    example: { definition: DEFINITION_EXAMPLE },
    prepare: (body) => (body.definition === null ? body : withoutNullsInDefinition(body)),
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'Its faults.',
    schema: VALIDATION,
    example: {
      object: 'workflow_validation',
      valid: true,
      errors: [],
      error_count: 0,
      warnings: lintDefinition(
        checkDefinition(DENIES_EVERYBODY).definition ?? [],
        new Work(MAX_WORK_OF_LINT),
        noticeRules(null),
      ).map((warning) => ({
        ...warning,
      })),
      hidden_from_reviewers: [],
      questions: [],
    },
  },
  errors: [],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, body }) => {
    const products = await productsNow(db.kysely, auth.accountId, body.definition);
    const { details, total, definition: accepted } = checkDefinition(body.definition, products);
    const definition = accepted ?? [];
    const useCase = body.use_case ?? null;
    const unlawful = await readUnlawful(db.kysely, auth, { definition, useCase });
    const errors = [...details, ...unlawful];
    return {
      object: 'workflow_validation',
      valid: errors.length === 0,
      errors: errors.map((detail) => ({ ...detail })),
      error_count: total + unlawful.length,
      warnings: errors.length > 0 ? [] : await warningsOf(db.kysely, auth, definition, useCase),
      hidden_from_reviewers: errors.length > 0 ? [] : await hiddenFieldsOf(db.kysely, auth, definition),
      questions: errors.length > 0 ? [] : await questionsAbout(db.kysely, auth, definition),
    };
  },
});
