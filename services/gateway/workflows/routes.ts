import type { OwnProducts } from '../../../core/cascade/own-products.ts';
import type { JsonObject } from '../../../core/json.ts';
import { TRIGGER_TYPES, type TriggerType } from '../../../core/states.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition, productCodesOf } from './definition.ts';
import { noteOfMissing, missingUnderLock, refuseUnlawful } from './live-notices.ts';
import { askedFirst, readGate, savedExamples } from '../examples/ask.ts';
import { forgetChanges } from '../examples/changes.ts';
import { requireKnown, requireReports, withDefaults } from '../examples/given.ts';
import { deleteBacktests } from '../backtests/records.ts';
import { deleteExamples, insertExamples } from '../examples/records.ts';
import { EXAMPLE_IN_LIST, OVERRIDE } from '../examples/schemas.ts';
import { asksForFourEyes, changeWorkflow, supersede, versionAfter } from './change.ts';
import { generateWorkflow } from './generate.ts';
import { SIMULATION_ROUTES } from './simulate.ts';
import { presentTestCase } from './test-cases.ts';
import { validateWorkflow } from './validate.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import {
  auditedWorkflow,
  deleteWorkflow,
  insertWorkflow,
  lockWorkflow,
  presentWorkflow,
  presentWorkflowDetail,
  readWorkflow,
  workflowEtag,
} from './records.ts';
import { requireReadableIdentifiers } from './identifiers.ts';
import { requireEach } from '../http/scopes.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import {
  DEFINITION,
  DEFINITION_EXAMPLE,
  TEST_CASE_LIST,
  NAME,
  USE_CASE,
  WORKFLOW,
  WORKFLOW_DETAIL,
  WORKFLOW_DETAIL_EXAMPLE,
  WORKFLOW_EXAMPLE,
} from './schemas.ts';

const NO_PRODUCTION_ACCESS = 'Saved as a draft: the account has no production access.';
const ASKS_EXAMPLES =
  'Saved as a draft: in this account examples hold before a cascade goes live, and they are asked then.';
const EMPTY_DRAFT = 'Saved as a draft: the definition is empty.';

/** Longest texts that an author may give. */

const VERSION_NOTE = {
  type: ['string', 'null'],
  maxLength: 2_000,
  description: 'Kept with the version that this saves.',
} as const;

const listWorkflows = defineRoute({
  method: 'GET',
  path: '/workflows',
  operationId: 'listWorkflows',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List cascades',
  description: 'Cascades of the account, the newest first.',
  query: listQuery({
    'filter[active]': { type: 'boolean' },
    'filter[use_case]': several({ type: 'string' }),
    'filter[name]': { type: 'string', description: 'Beginning of the name.' },
  }),
  reply: {
    kind: 'page',
    object: 'workflow',
    description: 'One page of cascades.',
    schema: WORKFLOW,
    example: WORKFLOW_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    let matching = db.kysely
      .selectFrom('workflow')
      .where('account_id', '=', auth.accountId)
      .where('deleted_at', 'is', null);
    const { 'filter[active]': active, 'filter[use_case]': useCase, 'filter[name]': name } = query;
    if (active !== undefined) matching = matching.where('active', '=', active);
    if (useCase !== undefined) matching = matching.where(isOneOf('use_case', useCase));
    if (name !== undefined) matching = matching.where('name', '^@', name);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentWorkflow), ...more };
  },
});

const NEEDS_ANOTHER =
  'Saved as a draft: in this account the author of a cascade does not put it live. Ask for it with ' +
  'POST /workflows/{id}/activation_requests; another user with the scope `workflows:activate` approves it.';

const NO_FINDINGS = { details: [], total: 0 };
const checkSentDefinition = (body: JsonObject, products: OwnProducts) =>
  'definition' in body ? checkDefinition(body.definition, products) : NO_FINDINGS;

const createWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows',
  operationId: 'createWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Create a cascade',
  description:
    'Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft ' +
    'whatever `active` says, and so it is while its live notices lack a purpose or an agency, or while a notice or a review can be ' +
    'reached and it reads fields that nobody declared; `note` then says why.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        name: NAME,
        definition: DEFINITION,
        use_case: USE_CASE,
        trigger_type: {
          type: ['string', 'null'],
          default: 'manual',
          description:
            'A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are taken as `manual`.',
        },
        active: { type: ['boolean', 'null'], default: true, description: 'False: save it as a draft.' },
        version_note: VERSION_NOTE,
        examples: {
          type: 'array',
          maxItems: 200,
          items: EXAMPLE_IN_LIST,
          description: 'Examples that are kept with it, such as those of a template.',
        },
      },
      required: ['name'],
    }),
    example: { name: 'Tenant screening', use_case: 'tenant_screening', definition: DEFINITION_EXAMPLE },
    prepare: withoutNullsInDefinition,
    check: checkSentDefinition,
    pulls: 'definition',
  },
  reply: {
    kind: 'item',
    status: 201,
    description: 'The cascade that was created.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: [],
  audit: { action: 'workflow.created', subject: 'workflow' },
  handler: async ({ audit, commit, auth, body, calculate }) => {
    const definition = body.definition === undefined ? [] : acceptedDefinition(body.definition);
    const wanted = body.active ?? true;
    const useCase = body.use_case ?? null;
    await requireReports(calculate, body.examples ?? []);
    return commit(async (trx) => {
      const mayActivate = auth.scopes.has('workflows:activate') && !(await asksForFourEyes(trx, auth));
      const examples = (body.examples ?? []).map(withDefaults);
      // Activating it runs its examples.
      const isHeld = examples.length > 0 && (await readGate(trx, auth)) === 'required';
      const mayBeActive = wanted && mayActivate && auth.productionAccess && definition.length > 0 && !isHeld;
      await refuseUnlawful(trx, auth, { definition, useCase });
      await requireReadableIdentifiers(trx, auth, definition);
      const missing = mayBeActive ? await missingUnderLock(trx, auth, { definition, useCase }) : [];
      const notes = [
        auth.productionAccess ? '' : NO_PRODUCTION_ACCESS,
        wanted && definition.length === 0 ? EMPTY_DRAFT : '',
        wanted && !mayActivate && auth.productionAccess ? NEEDS_ANOTHER : '',
        wanted && isHeld ? ASKS_EXAMPLES : '',
        missing.length > 0 ? noteOfMissing(missing) : '',
      ].filter((note) => note !== '');
      const workflow = await insertWorkflow(trx, auth, {
        name: body.name,
        definition,
        useCase,
        triggerType: knownTriggerType(body.trigger_type) ?? 'manual',
        active: mayBeActive && missing.length === 0,
        note: body.version_note ?? null,
      });
      requireKnown(workflow, examples, 'examples');
      await insertExamples(trx, auth, workflow.id, examples);
      if (workflow.active) await forgetChanges(trx, auth, workflow.id);
      const kept: JsonObject = examples.length === 0 ? {} : { examples: examples.map(({ name }) => name) };
      await audit(trx, { id: workflow.id, detail: { new: auditedWorkflow(workflow), ...kept } });
      return presentWorkflowDetail(trx, workflow, notes.length === 0 ? undefined : notes.join(' '));
    });
  },
});

function knownTriggerType(given: string | null | undefined): TriggerType | undefined {
  return TRIGGER_TYPES.find((type) => type === given);
}

const getWorkflow = defineRoute({
  method: 'GET',
  path: '/workflows/{id}',
  operationId: 'getWorkflow',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read a cascade',
  description: 'The cascade with its current definition.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The cascade.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  etag: 'sent',
  handler: async ({ db, auth, params, setEtag }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    setEtag(workflowEtag(workflow));
    return presentWorkflowDetail(db.kysely, workflow);
  },
});

const updateWorkflow = defineRoute({
  method: 'PATCH',
  path: '/workflows/{id}',
  operationId: 'updateWorkflow',
  tag: 'Workflows',
  scope: ['workflows:write', 'workflows:activate'],
  summary: 'Change a cascade',
  description:
    'Only keys that are present change. `definition` replaces the whole array and becomes a new version; executions ' +
    'that were accepted before keep their version. `active` alone needs the scope `workflows:activate`, which ' +
    '`workflows:write` implies unless the account asks for four eyes; everything else needs `workflows:write`, and a new ' +
    'version of an active cascade both.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        name: NAME,
        definition: DEFINITION,
        use_case: USE_CASE,
        trigger_type: {
          type: ['string', 'null'],
          description:
            'A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are ignored.',
        },
        active: {
          type: 'boolean',
          description:
            'True activates, which requires production access and everything that live notices name, and a ' +
            'declaration of each field that is read where a notice or a review can be reached.',
        },
        version_note: VERSION_NOTE,
        examples_override: OVERRIDE,
      },
    }),
    example: { active: true },
    prepare: withoutNullsInDefinition,
    check: checkSentDefinition,
    pulls: 'definition',
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The cascade as it is now.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: ['not_found', 'activation_forbidden', 'activation_needs_approval', 'examples_fail'],
  etag: 'checked',
  audit: { action: ['workflow.updated', 'activation.superseded'], subject: 'workflow' },
  handler: async ({ audit, db, auth, params, body, ifMatch, setEtag, calculate }) => {
    const { active, examples_override: override = null, ...rest } = body;
    if (active === true) requireEach(auth, 'workflows:activate');
    if (active === undefined || Object.keys(rest).length > 0) requireEach(auth, 'workflows:write');
    const change = {
      name: body.name,
      definition: body.definition === undefined ? undefined : acceptedDefinition(body.definition),
      useCase: body.use_case,
      triggerType: knownTriggerType(body.trigger_type),
      active: body.active,
      versionNote: body.version_note,
    };
    return askedFirst(
      { db, auth, calculate },
      () => versionAfter(db.kysely, auth, params.id, change),
      (asked) =>
        db.transaction(async (trx) => {
          const wanted = { change, ifMatch, examples: { asked, override } };
          const workflow = await changeWorkflow({ trx, auth, audit }, params.id, wanted);
          setEtag(workflowEtag(workflow));
          return { ...(await presentWorkflowDetail(trx, workflow)), ...savedExamples(asked) };
        }),
    );
  },
});

const removeWorkflow = defineRoute({
  method: 'DELETE',
  path: '/workflows/{id}',
  operationId: 'deleteWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Delete a cascade',
  description:
    'Executions that were accepted finish and stay readable. Its examples and backtests are deleted with it.',
  reply: { kind: 'nothing', description: 'Deleted.' },
  errors: ['not_found'],
  audit: { action: ['workflow.deleted', 'activation.superseded'], subject: 'workflow' },
  handler: ({ audit, db, auth, params }) =>
    db.transaction(async (trx) => {
      await lockWorkflow(trx, auth, params.id);
      await deleteWorkflow(trx, auth, params.id);
      await deleteExamples(trx, auth, params.id);
      await deleteBacktests(trx, auth, params.id);
      await supersede({ trx, auth, audit }, params.id);
      await audit(trx, { id: params.id, detail: {} });
    }),
});

const listTestCases = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/test_cases',
  operationId: 'listTestCases',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List sandbox subjects',
  description:
    'Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with ' +
    'such a payload to get the registered report.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The subjects.',
    schema: TEST_CASE_LIST,
    example: {
      object: 'test_case_list',
      workflow_id: 12,
      test_cases: [
        {
          id: 101,
          case_name: 'clear',
          product_code: 'credit_report',
          payload: { applicant: { first_name: 'Clara', last_name: 'Clear' } },
        },
      ],
    },
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, sandbox }) => {
    const { id, definition } = await readWorkflow(db.kysely, auth, params.id);
    const codes = productCodesOf(definition);
    return {
      object: 'test_case_list',
      workflow_id: id,
      test_cases: sandbox.subjects.filter(({ product_code }) => codes.has(product_code)).map(presentTestCase),
    };
  },
});

export const WORKFLOW_ROUTES = [
  listWorkflows,
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  removeWorkflow,
  listTestCases,
  generateWorkflow,
  validateWorkflow,
  ...SIMULATION_ROUTES,
];
