import { pack } from '../../../core/sources/pinned.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { asJsonObject } from '../../../core/json.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../../core/work.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import { SerialisedData } from '../http/serialised.ts';
import { bodySchema, defineRoute, querySchema } from '../http/route.ts';
import { count, ID, list, named, object, oneOf, text } from '../http/schemas.ts';
import type { ReadWorkflow } from '../calculations/read.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition } from '../workflows/definition.ts';
import { readWorkflow } from '../workflows/records.ts';
import { EFFECTS, EXAMPLES, MISSING_VALUES, NO_RULES, RULES, STEPS } from '../workflows/reading-schemas.ts';
import { DEFINITION, DEFINITION_EXAMPLE, USE_CASE } from '../workflows/schemas.ts';
import { readVersion } from './records.ts';

const CHANGES = named('WorkflowChanges', {
  type: 'object',
  description: 'How the version that is read differs from the one that `compare_to` names.',
  properties: {
    version: count('The version that it is compared with.'),
    parts: list(
      'Empty if both read alike. A sentence that moved is in both lists.',
      object('One part of the reading.', {
        part: oneOf('Which one.', ['rules', 'missing_values', 'steps']),
        removed: list('Sentences of the other version alone.', text('One sentence.')),
        added: list('Sentences of this version alone.', text('One sentence.')),
      }),
    ),
    ...EFFECTS,
  },
  required: ['version', 'parts', 'effects', 'more_effects', 'untried'],
});

const READING = named('WorkflowReading', {
  type: 'object',
  description: 'A cascade in plain English: exactly what runs.',
  properties: {
    object: { type: 'string', const: 'workflow_reading' },
    workflow_id: count('The cascade.'),
    version: count('The version that is read; of a definition that is not saved, the one that it is compared with.'),
    rules: RULES,
    no_rules: NO_RULES,
    missing_values: MISSING_VALUES,
    steps: STEPS,
    always: list('Rules that apply to every cascade.', text('One sentence.')),
    examples: EXAMPLES,
    changes: {
      ...CHANGES,
      description: `${String(CHANGES.description)} Only with \`compare_to\`, or of a definition that is not saved.`,
    },
  },
  required: ['object', 'workflow_id', 'version', 'rules', 'no_rules', 'missing_values', 'steps', 'always', 'examples'],
});

const EXAMPLE = {
  object: 'workflow_reading',
  workflow_id: 1,
  version: 1,
  ...asJsonObject(readingOf(acceptedDefinition(DEFINITION_EXAMPLE), new Work(MAX_WORK_OF_CALCULATION))),
  examples: { tables: [], left_out: [] },
};

/** A definition in English, whoever wrote it. An addition of ours; semantics 2.8. */
export const getReading = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/reading',
  operationId: 'getWorkflowReading',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read a cascade in English',
  description:
    'Says in plain English what a cascade does, what becomes of applicants of whom a value is not known, and of those at ' +
    'and beside each threshold. With `compare_to` it also says how the version differs from another one, and whom the ' +
    'two treat differently. Fields of the payload are called as the account calls them now (`PUT /fields/{field}`).',
  query: querySchema({
    version: { ...ID, description: 'Number of the version; without it the current one.' },
    compare_to: { ...ID, description: 'Number of the version to compare it with, usually an earlier one.' },
  }),
  reply: {
    kind: 'item',
    status: 200,
    description: 'The cascade in English.',
    schema: READING,
    example: EXAMPLE,
  },
  errors: ['not_found', 'too_much_work'],
  handler: async ({ db, auth, params, query, calculate }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    const read = async (version: number) => {
      const { definition, use_case: useCase } = await readVersion(db.kysely, auth, params.id, version);
      return { version, definition: pack(definition), useCase };
    };
    const { version, compare_to: other } = query;
    const current = { version: workflow.version, definition: pack(workflow.definition), useCase: workflow.use_case };
    const of: ReadWorkflow = {
      workflowId: workflow.id,
      read: version === undefined || version === workflow.version ? current : await read(version),
      comparedTo: other === undefined ? null : await read(other),
      now: Date.now(),
      fields: await fieldsAsJson(db.kysely, auth.accountId),
    };
    return new SerialisedData(await calculate('read', JSON.stringify(of)), false);
  },
});

/** A definition that is to be saved or put live, compared with the present one. */
export const readDefinition = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/reading',
  operationId: 'readDefinition',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read a definition in English before it is saved',
  description:
    'Says in plain English what a definition does that is no version of the cascade, how it differs from the current ' +
    'version, or the one that `compare_to` names, and whom the two treat differently. Nothing is stored.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        definition: DEFINITION,
        use_case: USE_CASE,
        compare_to: { ...ID, description: 'Number of the version to compare it with; without it the current one.' },
      },
      required: ['definition'],
    }),
    example: { definition: DEFINITION_EXAMPLE },
    prepare: (body) => (body.definition === null ? body : withoutNullsInDefinition(body)),
    check: (body, products) => checkDefinition(body.definition, products),
    pulls: 'definition',
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The definition in English, and what it says otherwise.',
    schema: READING,
    example: {
      ...EXAMPLE,
      changes: { version: 1, parts: [], effects: [], more_effects: 0, untried: 0 },
    },
  },
  errors: ['not_found', 'too_much_work'],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, params, body, calculate }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    const version = body.compare_to ?? workflow.version;
    const saved = await readVersion(db.kysely, auth, params.id, version);
    const of: ReadWorkflow = {
      workflowId: workflow.id,
      read: {
        version,
        definition: pack(acceptedDefinition(body.definition)),
        useCase: body.use_case ?? saved.use_case,
      },
      comparedTo: { version, definition: pack(saved.definition), useCase: saved.use_case },
      now: Date.now(),
      fields: await fieldsAsJson(db.kysely, auth.accountId),
    };
    return new SerialisedData(await calculate('read', JSON.stringify(of)), false);
  },
});
