import { asExpected, type Example } from '../../../core/examples/example.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import { definitionOfRequest, readActivation } from '../activations/records.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { readVersion } from '../versions/records.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition } from '../workflows/definition.ts';
import { lockWorkflow, readWorkflow, type WorkflowWithDefinition } from '../workflows/records.ts';
import { DEFINITION, USE_CASE } from '../workflows/schemas.ts';
import { checkReports, today } from '../calculations/given-reports.ts';
import { askedVersion, askVersion, presentResults, readAsked, tryAll, type AskedVersion, type Asking } from './ask.ts';
import { readRecordedRun } from '../executions/recorded-run.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';
import { requireKnown, withDefaults } from './given.ts';
import {
  deleteExample,
  insertExamples,
  presentExample,
  readExample,
  selectExamples,
  updateExample,
  type ExampleRow,
  type KeptExample,
} from './records.ts';
import { CREATE_BODY, EXAMPLE, EXAMPLE_EXAMPLE, RESULTS, RESULTS_EXAMPLE, UPDATE_BODY } from './schemas.ts';

/* Kept applicants of a cascade: made-up people with their expected results. An addition of ours; semantics 2.13. */

const ITEM = {
  kind: 'item',
  status: 200,
  description: 'The example.',
  schema: EXAMPLE,
  example: EXAMPLE_EXAMPLE,
} as const satisfies Reply;

const listExamples = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/examples',
  operationId: 'listExamples',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List the examples of a cascade',
  description:
    'Made-up applicants with what is expected of the cascade about each, the newest first. There are at most 200.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'workflow_example',
    description: 'One page of examples.',
    schema: EXAMPLE,
    example: EXAMPLE_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, page }) => {
    await readWorkflow(db.kysely, auth, params.id);
    const matching = selectExamples(db.kysely, auth, params.id);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentExample), ...more };
  },
});

const createExample = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/examples',
  operationId: 'createExample',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Keep an example of a cascade',
  description:
    'Keeps a made-up applicant, to be asked at every save and before a version goes live. Without `expected` the current ' +
    'version is asked, and what it does is expected from now on; without `as_of` the person applies today, and always will. ' +
    'Keep nothing of a real person: examples are no part of an execution, so that nothing erases them with it.',
  body: {
    schema: CREATE_BODY,
    example: {
      name: 'Score just below the limit',
      payload: { applicant: { first_name: 'Example', last_name: 'Person' } },
      reports: { credit_report: { score: 599 } },
    },
    check: checkReports,
  },
  reply: { ...ITEM, status: 201 },
  errors: ['not_found', 'workflow_not_runnable', 'too_much_work'],
  audit: { action: 'example.created', subject: 'workflow' },
  handler: async ({ audit, commit, idempotency, db, auth, params, body, calculate }) => {
    const earlier = await idempotency.replay();
    if (earlier !== null) return earlier;
    const before = await readWorkflow(db.kysely, auth, params.id);
    const { execution_id: executionId, ...given } = body;
    const example =
      executionId === undefined
        ? await exampleOf({ db, auth, calculate }, before, given)
        : await exampleAfter({ db, auth, calculate }, before, { ...given, executionId });
    return commit(async (trx) => {
      const workflow = await lockWorkflow(trx, auth, params.id);
      requireKnown(workflow, [example]);
      const [row] = await insertExamples(trx, auth, workflow.id, [example]);
      if (row === undefined) throw new Error('no example was inserted');
      await audit(trx, { id: workflow.id, detail: { example_id: row.id, new: audited(row) } });
      return presentExample(row);
    });
  },
});

type SentExample = Partial<Example> & { readonly name: string };

async function exampleOf(asking: Asking, workflow: WorkflowWithDefinition, body: SentExample): Promise<KeptExample> {
  const { expected, ...given } = withDefaults(body);
  return { ...given, expected: expected ?? (await expectedNow(asking, workflow, given)) };
}

/** A made-up applicant in place of a real one who was decided. It holds nothing of the payload or the reports. */
async function exampleAfter(
  { db, auth, calculate }: Asking & { readonly auth: Auth },
  workflow: WorkflowWithDefinition,
  { executionId, name, ...given }: SentExample & { readonly executionId: number },
): Promise<KeptExample> {
  requireEach(auth, 'executions:read:full');
  const beside = Object.keys(given).map((field) => ({ field, message: 'is left out beside `execution_id`' }));
  if (beside.length > 0) throw new AppError('validation_failed', { details: beside });
  const refuse = (message: string) =>
    new AppError('validation_failed', { details: [{ field: 'execution_id', message }] });
  const of = await db.kysely
    .selectFrom('execution')
    .select(['workflow_id', 'status'])
    .where('id', '=', executionId)
    .where('account_id', '=', auth.accountId)
    .executeTakeFirst();
  const run = await readRecordedRun(db.kysely, auth, executionId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? refuse('is no execution of yours') : error;
  });
  if (of?.workflow_id !== workflow.id) throw refuse('is an execution of another cascade');
  if (of.status !== 'completed') throw refuse('has not ended with a result');
  const { example, fault } = await calculate('alikeExample', { run, name, asOf: today() });
  if (example === null) throw refuse(fault);
  return example;
}

/** The result of the current version. Throws `validation_failed` for an applicant that it cannot try. */
async function expectedNow(
  { db, auth, calculate }: Asking,
  workflow: WorkflowWithDefinition,
  given: Omit<Example, 'expected'>,
): Promise<Example['expected']> {
  if (workflow.definition.length === 0) throw new AppError('workflow_not_runnable');
  const { of } = await readAsked(db.kysely, auth, askedVersion(workflow, workflow.definition));
  const [tried] = await tryAll(calculate, { ...of, examples: [{ ...given, expected: { outcome: 'undecided' } }] });
  if (tried === undefined || typeof tried === 'string')
    throw new AppError('validation_failed', { details: [{ field: 'reports', message: tried ?? 'cannot be tried' }] });
  return asExpected(tried);
}

const audited = ({ name, expected, as_of }: ExampleRow): JsonObject => ({
  ...{ name, as_of },
  expected: asJsonObject(expected),
});

const getExample = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/examples/{example_id}',
  operationId: 'getExample',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read an example of a cascade',
  description: 'The applicant, what is expected, and who said so when.',
  reply: ITEM,
  errors: ['not_found'],
  handler: async ({ db, auth, params }) => {
    await readWorkflow(db.kysely, auth, params.id);
    return presentExample(await readExample(db.kysely, auth, { workflowId: params.id, exampleId: params.example_id }));
  },
});

const changeExample = defineRoute({
  method: 'PATCH',
  path: '/workflows/{id}/examples/{example_id}',
  operationId: 'updateExample',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Change an example of a cascade',
  description:
    'Only what is given changes; each member as a whole. With `expected` you accept another result: the `got` of a result ' +
    'has its form. The example and the audit log keep who did so, and when.',
  body: { schema: UPDATE_BODY, example: { expected: { outcome: 'review' } }, check: checkReports },
  reply: ITEM,
  errors: ['not_found'],
  audit: { action: 'example.updated', subject: 'workflow' },
  handler: ({ audit, db, auth, params, body }) =>
    db.transaction(async (trx) => {
      const workflow = await lockWorkflow(trx, auth, params.id);
      const row = await readExample(trx, auth, { workflowId: workflow.id, exampleId: params.example_id });
      const { name, payload, reports, decisions, as_of, expected } = { ...row, ...body };
      const example = { name, payload, reports, decisions, as_of, expected };
      if (body.reports !== undefined || body.decisions !== undefined) requireKnown(workflow, [example]);
      if (Object.entries(body).every(([key, value]) => isSame(value, Reflect.get(row, key))))
        return presentExample(row);
      const changed = await updateExample(trx, auth, row, example);
      const detail = { example_id: row.id, ...changesOf(audited(row), audited(changed)) };
      await audit(trx, { id: workflow.id, detail });
      return presentExample(changed);
    }),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const removeExample = defineRoute({
  method: 'DELETE',
  path: '/workflows/{id}/examples/{example_id}',
  operationId: 'deleteExample',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Delete an example of a cascade',
  description: 'The example is asked no more. The audit log keeps its name and its expected result.',
  reply: { kind: 'nothing', description: 'Deleted.' },
  errors: ['not_found'],
  audit: { action: 'example.deleted', subject: 'workflow' },
  handler: ({ audit, db, auth, params }) =>
    db.transaction(async (trx) => {
      const { id } = await lockWorkflow(trx, auth, params.id);
      const row = await readExample(trx, auth, { workflowId: id, exampleId: params.example_id });
      await deleteExample(trx, auth, row);
      await audit(trx, { id, detail: { example_id: row.id, old: audited(row) } });
    }),
});

const runExamples = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/examples/run',
  operationId: 'runExamples',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Ask the examples of a cascade',
  description:
    'Says which examples do as expected: of the current version, of `version`, of what an `activation_request` asks for, or ' +
    'of a `definition` that is not saved. Nothing is sent, pulled or stored.',
  idempotency: 'none',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        version: { ...ID, description: 'Number of the version.' },
        activation_request: { ...ID, description: 'The request.' },
        definition: DEFINITION,
        use_case: USE_CASE,
      },
    }),
    example: {},
    prepare: withoutNullsInDefinition,
    check: (body, products) => ('definition' in body ? checkDefinition(body.definition, products) : []),
    pulls: 'definition',
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The results.',
    schema: RESULTS,
    example: RESULTS_EXAMPLE,
  },
  errors: ['not_found'],
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, params, body, calculate }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    const version = await versionNamed({ db, auth }, workflow, body);
    return presentResults(await askVersion({ db, auth, calculate }, version));
  },
});

interface AskedBody {
  readonly version?: number;
  readonly activation_request?: number;
  readonly definition?: unknown;
  readonly use_case?: string | null;
}

/** The version that a body names. Throws `not_found`. */
async function versionNamed(
  { db, auth }: Pick<Asking, 'db'> & { readonly auth: Auth },
  workflow: WorkflowWithDefinition,
  { version, activation_request: requestId, definition, use_case: useCase = workflow.use_case }: AskedBody,
): Promise<AskedVersion> {
  const current = { ...workflow, use_case: useCase };
  if (definition !== undefined) return askedVersion(current, acceptedDefinition(definition as never));
  if (requestId !== undefined) {
    const request = await readActivation(db.kysely, auth, { workflowId: workflow.id, requestId });
    return askedVersion({ ...request, id: workflow.id }, await definitionOfRequest(db.kysely, request));
  }
  if (version === undefined || version === workflow.version) return askedVersion(current, workflow.definition);
  const saved = await readVersion(db.kysely, auth, workflow.id, version);
  const name = saved.name ?? workflow.name;
  return askedVersion({ id: workflow.id, name, use_case: saved.use_case }, saved.definition);
}

export const EXAMPLE_ROUTES = [listExamples, createExample, runExamples, getExample, changeExample, removeExample];
