import { pack } from '../../../core/sources/pinned.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import { readActivation, proposedBy } from '../activations/records.ts';
import type { ListRules } from '../calculations/rules.ts';
import { askedFirst, askedVersion, savedExamples } from '../examples/ask.ts';
import { defineRoute, querySchema } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { requireEach } from '../http/scopes.ts';
import { SerialisedData } from '../http/serialised.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readVersion } from '../versions/records.ts';
import { warningsOf } from '../workflows/definition.ts';
import { readWorkflow, requireMatch, workflowEtag, type WorkflowWithDefinition } from '../workflows/records.ts';
import { computeRules, saveRules, type Computed, type SavedRules } from './change.ts';
import {
  PREVIEW_BODY,
  PREVIEW_BODY_PUBLISHED,
  RULES,
  RULES_BODY,
  RULES_BODY_EXAMPLE,
  RULES_BODY_PUBLISHED,
  RULES_CHANGE,
  RULES_CHANGE_EXAMPLE,
  RULES_EXAMPLE,
} from './schemas.ts';

/* The rules of a cascade as rows, which are read and changed one by one. An addition of ours; semantics 2.12. */

const getRules = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/rules',
  operationId: 'getWorkflowRules',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read the rules of a cascade',
  description:
    'One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, ' +
    'and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the ' +
    'cascade, for `PUT`.',
  query: querySchema({
    version: { ...ID, description: 'Number of the version; without it the current one.' },
    activation_request: {
      ...ID,
      description: 'The rules that this activation request proposes. Not beside `version`.',
    },
  }),
  reply: { kind: 'item', status: 200, description: 'The rules.', schema: RULES, example: RULES_EXAMPLE },
  errors: ['not_found', 'too_much_work'],
  etag: 'sent',
  handler: async ({ db, auth, params, query, calculate, setEtag }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    setEtag(workflowEtag(workflow));
    const requestId = query.activation_request;
    const request =
      requestId === undefined ? null : await readActivation(db.kysely, auth, { workflowId: workflow.id, requestId });
    const version = query.version ?? request?.version ?? workflow.version;
    const definition =
      (request === null ? null : await proposedBy(db.kysely, request)) ??
      (version === workflow.version
        ? workflow.definition
        : (await readVersion(db.kysely, auth, params.id, version)).definition);
    const of: ListRules = { definition: pack(definition), fields: await fieldsAsJson(db.kysely, auth.accountId) };
    const head: JsonObject = {
      object: 'workflow_rules',
      workflow_id: workflow.id,
      version,
      activation_request: request?.id ?? null,
    };
    return new SerialisedData(await calculate('listRules', JSON.stringify({ head, of })), false);
  },
});

const setRules = defineRoute({
  method: 'PUT',
  path: '/workflows/{id}/rules',
  operationId: 'setWorkflowRules',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Change the rules of a cascade',
  description:
    'The rules replace those of the current version, which `If-Match` has to name. Only what differs changes: other nodes stay ' +
    'as they are. The rules of a draft become its next version, and those of an active cascade an activation request, which ' +
    'another request of the same user replaces, or are live at once with `activate`. The same rules again change nothing. ' +
    '`effects` says who is treated differently.',
  body: { schema: RULES_BODY, published: RULES_BODY_PUBLISHED, example: RULES_BODY_EXAMPLE },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The rules, and what became of them.',
    schema: RULES_CHANGE,
    example: RULES_CHANGE_EXAMPLE,
  },
  errors: [
    ...(['not_found', 'rules_not_editable', 'too_much_work'] as const),
    ...(['activation_forbidden', 'activation_needs_approval', 'activation_already_requested'] as const),
    'examples_fail',
  ],
  etag: 'required',
  audit: {
    action: ['workflow.updated', 'activation.requested', 'activation.withdrawn', 'activation.superseded'],
    subject: 'workflow',
  },
  handler: async ({ audit, db, auth, params, body, ifMatch, setEtag, calculate }) => {
    const { activate = false, note = null, examples_override: override = null, ...input } = body;
    if (activate) requireEach(auth, 'workflows:activate');
    const before = await readWorkflow(db.kysely, auth, params.id);
    if (ifMatch === '') throw new AppError('precondition_required');
    requireMatch(ifMatch, before);
    const computed = await computeRules({ db: db.kysely, auth, calculate }, before, input);
    const { definition, isChanged } = computed;
    return askedFirst(
      { db, auth, calculate },
      async () => (isChanged || (activate && !before.active) ? askedVersion(before, definition) : null),
      (asked) =>
        db.transaction(async (trx) => {
          // The change was computed from this state, even if `If-Match` names others.
          const examples = { asked, override };
          const wanted = { computed, ifMatch: workflowEtag(before), activate, note, examples };
          const { workflow, saved, request } = await saveRules({ trx, auth, audit }, params.id, wanted);
          setEtag(workflowEtag(workflow));
          const shown = await presentChange(trx, workflow, computed, { saved, request: request?.id ?? null });
          return { ...shown, ...savedExamples(asked) };
        }),
    );
  },
});

const previewRules = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/rules/preview',
  operationId: 'previewWorkflowRules',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Try other rules of a cascade',
  description: 'Says who would be treated differently by these rules, and saves nothing.',
  idempotency: 'none',
  body: {
    schema: PREVIEW_BODY,
    published: PREVIEW_BODY_PUBLISHED,
    example: { rules: RULES_BODY_EXAMPLE.rules ?? [] },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The rules as they would be.',
    schema: RULES_CHANGE,
    example: RULES_CHANGE_EXAMPLE,
  },
  errors: ['not_found', 'rules_not_editable', 'too_much_work'],
  etag: 'sent',
  audit: { exempt: 'it changes nothing' },
  handler: async ({ db, auth, params, body, calculate, setEtag }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    setEtag(workflowEtag(workflow));
    const computed = await computeRules({ db: db.kysely, auth, calculate }, workflow, body);
    return askedFirst(
      { db, auth, calculate },
      async () => (computed.isChanged ? askedVersion(workflow, computed.definition) : null),
      async (asked) => ({
        ...(await presentChange(db.kysely, workflow, computed, { saved: 'nothing', request: null })),
        ...savedExamples(asked),
      }),
    );
  },
});

const presentChange = async (
  db: Queryable,
  { id, account_id: accountId, version, use_case: useCase }: WorkflowWithDefinition,
  { definition, isChanged, told }: Computed,
  { saved, request }: { readonly saved: SavedRules['saved']; readonly request: number | null },
): Promise<JsonObject> => ({
  object: 'workflow_rules_change',
  workflow_id: id,
  version,
  saved,
  activation_request: request,
  is_changed: isChanged,
  definition: asJsonList(definition),
  ...told,
  warnings: await warningsOf(db, { accountId }, definition, useCase),
});

export const RULE_ROUTES = [getRules, setRules, previewRules];
