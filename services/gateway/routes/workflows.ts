import {
  productCodeOf,
  kindOf,
  type BillingProductNode,
  type CascadeDefinition,
} from '../../../core/definition/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { TRIGGER_TYPES, type TriggerType } from '../../../core/states.ts';
import { checkDefinition } from '../definition.ts';
import { COUNT, readPage } from '../paging.ts';
import {
  deleteWorkflow,
  insertVersion,
  insertWorkflow,
  lockWorkflow,
  presentWorkflow,
  presentWorkflowDetail,
  readWorkflow,
} from '../records/workflows.ts';
import { defineRoute, listQuery, schemaOf, type PageQuery } from '../route.ts';
import {
  DEFINITION,
  DEFINITION_EXAMPLE,
  TEST_CASE_LIST,
  WORKFLOW,
  WORKFLOW_DETAIL,
  WORKFLOW_DETAIL_EXAMPLE,
  WORKFLOW_EXAMPLE,
} from '../schemas/workflows.ts';

const NO_PRODUCTION_ACCESS = 'Saved as a draft: the account has no production access.';
const EMPTY_DRAFT = 'Saved as a draft: the definition is empty.';

interface WorkflowFilters extends PageQuery {
  readonly 'filter[active]'?: boolean;
  readonly 'filter[use_case]'?: string;
  readonly 'filter[name]'?: string;
}

const listWorkflows = defineRoute({
  method: 'GET',
  path: '/workflows',
  operationId: 'listWorkflows',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List cascades',
  description: 'Cascades of the account, the newest first.',
  query: listQuery<WorkflowFilters>({
    'filter[active]': { type: 'boolean' },
    'filter[use_case]': { type: 'string' },
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
    if (useCase !== undefined) matching = matching.where('use_case', '=', useCase);
    if (name !== undefined) matching = matching.where('name', '^@', name);
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (limit, offset) => matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    });
    return { items: rows.map(presentWorkflow), totalCount };
  },
});

interface CreateBody {
  readonly name: string;
  readonly definition?: CascadeDefinition;
  readonly use_case?: string | null;
  readonly trigger_type?: string | null;
  readonly active?: boolean | null;
}

const checkSentDefinition = (body: JsonObject) => ('definition' in body ? checkDefinition(body.definition) : []);

const createWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows',
  operationId: 'createWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Create a cascade',
  description:
    'Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft ' +
    'whatever `active` says; `note` then says why.',
  body: {
    schema: schemaOf<CreateBody>({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        definition: DEFINITION,
        use_case: { type: ['string', 'null'], description: 'A label.' },
        trigger_type: {
          type: ['string', 'null'],
          default: 'manual',
          description: 'A label: `manual`, `event` or `scheduled`. Unknown values are taken as `manual`.',
        },
        active: { type: ['boolean', 'null'], default: true, description: 'False: save it as a draft.' },
      },
      required: ['name'],
    }),
    example: { name: 'Tenant screening', use_case: 'tenant_screening', definition: DEFINITION_EXAMPLE },
    check: checkSentDefinition,
  },
  reply: {
    kind: 'item',
    status: 201,
    description: 'The cascade that was created.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, body }) => {
    const definition = body.definition ?? [];
    const wanted = body.active ?? true;
    const notes = [
      auth.productionAccess ? '' : NO_PRODUCTION_ACCESS,
      wanted && definition.length === 0 ? EMPTY_DRAFT : '',
    ].filter((note) => note !== '');
    const workflow = await db.transaction((trx) =>
      insertWorkflow(trx, auth, {
        name: body.name,
        definition,
        useCase: body.use_case ?? null,
        triggerType: knownTriggerType(body.trigger_type) ?? 'manual',
        active: wanted && auth.productionAccess && definition.length > 0,
      }),
    );
    return presentWorkflowDetail(workflow, notes.length === 0 ? undefined : notes.join(' '));
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
  handler: async ({ db, auth, params }) => presentWorkflowDetail(await readWorkflow(db.kysely, auth, params.id)),
});

interface UpdateBody {
  readonly name?: string;
  readonly definition?: CascadeDefinition;
  readonly use_case?: string | null;
  readonly trigger_type?: string | null;
  readonly active?: boolean;
}

const updateWorkflow = defineRoute({
  method: 'PATCH',
  path: '/workflows/{id}',
  operationId: 'updateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Change a cascade',
  description:
    'Only keys that are present change anything. `definition` replaces the whole array and becomes a new version; runs ' +
    'that were accepted before go on with theirs.',
  body: {
    schema: schemaOf<UpdateBody>({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        definition: DEFINITION,
        use_case: { type: ['string', 'null'] },
        trigger_type: {
          type: ['string', 'null'],
          description: '`manual`, `event` or `scheduled`. Unknown values are ignored.',
        },
        active: { type: 'boolean', description: 'True activates, which requires production access.' },
      },
    }),
    example: { active: true },
    check: checkSentDefinition,
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The cascade as it is now.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: ['not_found', 'activation_forbidden'],
  handler: ({ db, auth, params, body }) =>
    db.transaction(async (trx) => {
      const current = await lockWorkflow(trx, auth, params.id);
      if (body.active === true && !current.active && !auth.productionAccess) throw new AppError('activation_forbidden');
      const definition = body.definition ?? current.definition;
      const isNewDefinition = JSON.stringify(definition) !== JSON.stringify(current.definition);
      const next = {
        name: body.name ?? current.name,
        use_case: body.use_case === undefined ? current.use_case : body.use_case,
        trigger_type: knownTriggerType(body.trigger_type) ?? current.trigger_type,
        active: body.active ?? current.active,
        version: isNewDefinition ? current.version + 1 : current.version,
      };
      const isUnchanged = Object.entries(next).every(([key, value]) => Reflect.get(current, key) === value);
      if (isUnchanged) return presentWorkflowDetail(current);
      if (isNewDefinition) await insertVersion(trx, current.id, next.version, definition);
      const row = await trx
        .updateTable('workflow')
        .set({ ...next, updated_at: new Date() })
        .where('id', '=', current.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return presentWorkflowDetail({ ...row, definition });
    }),
});

const removeWorkflow = defineRoute({
  method: 'DELETE',
  path: '/workflows/{id}',
  operationId: 'deleteWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Delete a cascade',
  description: 'Runs that were accepted finish, and stay readable.',
  reply: { kind: 'nothing', description: 'It is gone.' },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => deleteWorkflow(db.kysely, auth, params.id),
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
    'such a payload, and the registered report answers.',
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
      test_cases: sandbox.subjects
        .filter(({ product_code }) => codes.has(product_code))
        .map(({ id: subjectId, case_name, product_code, payload }) => ({
          id: subjectId,
          case_name,
          product_code,
          payload: { ...payload },
        })),
    };
  },
});

/** Codes of the products that a cascade pulls. */
export function productCodesOf(definition: CascadeDefinition): ReadonlySet<string> {
  return new Set(
    definition
      .filter((node): node is BillingProductNode => kindOf(node) === 'BillingProduct')
      .map((node) => productCodeOf(node)),
  );
}

export const WORKFLOW_ROUTES = [
  listWorkflows,
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  removeWorkflow,
  listTestCases,
];
