import { ACTIVATION_STATUSES } from '../../../core/states.ts';
import { AppError } from '../../../core/errors.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { approveActivation, versionAfter, versionOfRequest } from '../workflows/change.ts';
import { askedFirst, savedExamples } from '../examples/ask.ts';
import { readMark } from '../examples/records.ts';
import { OVERRIDE } from '../examples/schemas.ts';
import { requireReadableIdentifiers } from '../workflows/identifiers.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition } from '../workflows/definition.ts';
import { isSameDefinition, lockWorkflow, readWorkflow, requireMatch, workflowEtag } from '../workflows/records.ts';
import { DEFINITION, NAME, USE_CASE } from '../workflows/schemas.ts';
import {
  activationEtag,
  auditedActivation,
  insertActivation,
  presentActivationDetail,
  presentActivations,
  proposesVersion,
  readActivation,
  selectActivations,
  selectAllActivations,
  settleActivation,
} from './records.ts';
import {
  ACTIVATION_REQUEST,
  ACTIVATION_REQUEST_DETAIL,
  ACTIVATION_REQUEST_DETAIL_EXAMPLE,
  ACTIVATION_REQUEST_EXAMPLE,
} from './schemas.ts';

/* Four eyes: one person writes a version, and another puts it live. Source: semantics 16.14. */

const DETAIL = {
  kind: 'item',
  status: 200,
  description: 'The request as it is now.',
  schema: ACTIVATION_REQUEST_DETAIL,
  example: ACTIVATION_REQUEST_DETAIL_EXAMPLE,
} as const satisfies Reply;

const PROPOSABLE = ['definition', 'name', 'use_case'] as const;
const CHANGES_NOTHING =
  'must differ from the current version, which is active already: give the `definition`, `name` or `use_case` that should ' +
  'replace it';

const NOTE = { type: ['string', 'null'], maxLength: 2_000, description: 'Kept with the request.' } as const;

const request = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/activation_requests',
  operationId: 'requestActivation',
  tag: 'Workflows',
  scope: ['workflows:write', 'workflows:activate'],
  isPersonal: true,
  summary: 'Ask that a cascade goes live',
  description:
    'Asks for the current version of a draft, or, with `definition`, `name` or `use_case`, for others than the current ' +
    'ones: executions go on with these until it is approved, and it becomes a version then. Of a cascade one request ' +
    'is pending at a time. It is superseded as soon as the cascade gets another version, or is deleted.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: { definition: DEFINITION, name: NAME, use_case: USE_CASE, note: NOTE },
    }),
    example: { note: 'The rent threshold of April.' },
    prepare: withoutNullsInDefinition,
    check: (body, products) => ('definition' in body ? checkDefinition(body.definition, products) : []),
    pulls: 'definition',
  },
  reply: { ...DETAIL, status: 201, description: 'The request.' },
  errors: ['not_found', 'activation_already_requested'],
  etag: 'checked',
  audit: { action: 'activation.requested', subject: 'workflow' },
  handler: async ({ audit, commit, idempotency, db, auth, params, body, ifMatch, setEtag, calculate }) => {
    const earlier = await idempotency.replay();
    if (earlier !== null) return earlier;
    const proposed = body.definition === undefined ? undefined : acceptedDefinition(body.definition);
    const change = { active: true, definition: proposed, name: body.name, useCase: body.use_case };
    return askedFirst(
      { db, auth, calculate },
      () => versionAfter(db.kysely, auth, params.id, change),
      (asked) =>
        commit(async (trx) => {
          const workflow = await lockWorkflow(trx, auth, params.id);
          // A proposal that was made from another version would undo what somebody else has saved since.
          requireMatch(ifMatch, workflow);
          setEtag(workflowEtag(workflow));
          const proposal = {
            // A proposal that equals the current definition makes no version of its own.
            definition: proposed === undefined || isSameDefinition(proposed, workflow.definition) ? null : proposed,
            name: body.name ?? workflow.name,
            useCase: body.use_case === undefined ? workflow.use_case : body.use_case,
          };
          const isNewVersion = proposesVersion(proposal, workflow);
          if (isNewVersion && !auth.scopes.has('workflows:write')) throw new AppError('insufficient_scope');
          if (proposal.definition !== null) {
            await requireReadableIdentifiers(trx, auth, proposal.definition, workflow.definition);
          }
          if (!isNewVersion && workflow.active) {
            const field = PROPOSABLE.find((name) => body[name] !== undefined) ?? 'definition';
            throw new AppError('validation_failed', { details: [{ field, message: CHANGES_NOTHING }] });
          }
          const row = await insertActivation(trx, auth, workflow, {
            ...{ proposal, note: body.note ?? null },
            examples: savedExamples(asked).examples ?? null,
          });
          await audit(trx, { id: workflow.id, detail: auditedActivation(row) });
          return { ...(await presentActivationDetail(trx, row)), ...savedExamples(asked) };
        }),
    );
  },
});

const PAGE = {
  kind: 'page',
  object: 'activation_request',
  description: 'One page of requests.',
  schema: ACTIVATION_REQUEST,
  example: ACTIVATION_REQUEST_EXAMPLE,
} as const satisfies Reply;
const OF_STATUS = { 'filter[status]': several({ type: 'string', enum: ACTIVATION_STATUSES }) } as const;

const listAll = defineRoute({
  method: 'GET',
  path: '/activation_requests',
  operationId: 'listAllActivationRequests',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List the activation requests of all cascades',
  description:
    'Those of the account, the newest first; cascades that were deleted are left out. With `filter[status]=pending` it ' +
    'is what waits for an approval, by a user with a confirmed address who is not among the `written_by_user_ids`. ' +
    'While there are `unconfirmed_user_ids` nobody approves it.',
  query: listQuery(OF_STATUS),
  reply: PAGE,
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const matching = selectAllActivations(db.kysely, auth).where(isOneOf('r.status', query['filter[status]']));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll('r'), 'r.id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: await presentActivations(db.kysely, rows), ...more };
  },
});

const list = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/activation_requests',
  operationId: 'listActivationRequests',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List the activation requests of a cascade',
  description: 'The newest first.',
  query: listQuery(OF_STATUS),
  reply: PAGE,
  errors: ['not_found'],
  handler: async ({ db, auth, params, query, page }) => {
    await readWorkflow(db.kysely, auth, params.id);
    const matching = selectActivations(db.kysely, auth, params.id).where(isOneOf('status', query['filter[status]']));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: await presentActivations(db.kysely, rows), ...more };
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/activation_requests/{activation_request_id}',
  operationId: 'getActivationRequest',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read an activation request',
  description:
    'With the definition that would go live, and with what changed in the examples of the cascade since a version last ' +
    'went live. `POST /workflows/{id}/examples/run` with `activation_request` says what they say of it now. The `ETag` ' +
    'changes with the examples: an approval that names it in `If-Match` stands on what you saw.',
  reply: { ...DETAIL, description: 'The request.' },
  errors: ['not_found'],
  etag: 'sent',
  handler: async ({ db, auth, params, setEtag }) => {
    const of = { workflowId: params.id, requestId: params.activation_request_id };
    const row = await readActivation(db.kysely, auth, of);
    // Read before the changes: a change between the two reads is then shown, but not in the tag.
    setEtag(activationEtag(row, await readMark(db.kysely, auth, params.id)));
    return presentActivationDetail(db.kysely, row);
  },
});

const approve = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/activation_requests/{activation_request_id}/approve',
  operationId: 'approveActivation',
  tag: 'Workflows',
  scope: 'workflows:activate',
  isPersonal: true,
  summary: 'Approve an activation request',
  description:
    'Puts what was asked for live. Only a user who wrote none of it can: no version since the last one that was ' +
    'approved, and not what the request proposes. `If-Match` names the request as you read it: it is refused if its ' +
    'examples have changed since. Where examples have to hold (`examples_gate`), it is refused without `If-Match` if they ' +
    'changed since it was asked for.',
  body: {
    schema: bodySchema({ type: 'object', properties: { note: NOTE, examples_override: OVERRIDE } }),
    example: {},
  },
  reply: DETAIL,
  errors: [
    ...(['not_found', 'activation_not_pending', 'approver_wrote_it', 'activation_forbidden'] as const),
    ...(['validation_failed', 'examples_fail'] as const),
  ],
  etag: 'checked',
  audit: { action: ['activation.approved', 'workflow.updated'], subject: 'workflow' },
  handler: async ({ audit, commit, idempotency, db, auth, acting, params, body, ifMatch, setEtag, calculate }) => {
    const earlier = await idempotency.replay();
    if (earlier !== null) return earlier;
    const of = { workflowId: params.id, requestId: params.activation_request_id };
    const { note = null, examples_override: override = null } = body;
    return askedFirst(
      { db, auth, calculate },
      () => versionOfRequest(db.kysely, auth, of),
      (asked) =>
        commit(async (trx) => {
          const approval = { approver: acting, note, ifMatch, examples: { asked, override } };
          const row = await approveActivation({ trx, auth, audit }, of, approval);
          setEtag(activationEtag(row, await readMark(trx, auth, params.id)));
          return { ...(await presentActivationDetail(trx, row)), ...savedExamples(asked) };
        }),
    );
  },
});

const refuse = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/activation_requests/{activation_request_id}/refuse',
  operationId: 'refuseActivation',
  tag: 'Workflows',
  scope: 'workflows:activate',
  isPersonal: true,
  summary: 'Refuse an activation request',
  description: 'Nothing goes live. `note` says why.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        note: { type: 'string', minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'Why.' },
      },
      required: ['note'],
    }),
    example: { note: 'The threshold is that of March.' },
  },
  reply: DETAIL,
  errors: ['not_found', 'activation_not_pending'],
  audit: { action: 'activation.refused', subject: 'workflow' },
  handler: ({ audit, commit, auth, params, body }) =>
    commit(async (trx) => {
      await lockWorkflow(trx, auth, params.id);
      const row = await readActivation(trx, auth, { workflowId: params.id, requestId: params.activation_request_id });
      const settled = await settleActivation(trx, row, { status: 'refused', by: auth.userId, note: body.note });
      await audit(trx, { id: params.id, detail: { request_id: row.id, note: body.note } });
      return presentActivationDetail(trx, settled);
    }),
});

const withdraw = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/activation_requests/{activation_request_id}/withdraw',
  operationId: 'withdrawActivation',
  tag: 'Workflows',
  scope: ['workflows:write', 'workflows:activate'],
  isPersonal: true,
  summary: 'Withdraw an activation request',
  description: 'For the user who made it. Others refuse it.',
  reply: DETAIL,
  errors: ['not_found', 'activation_not_pending', 'not_your_request'],
  audit: { action: 'activation.withdrawn', subject: 'workflow' },
  handler: ({ audit, commit, auth, params }) =>
    commit(async (trx) => {
      await lockWorkflow(trx, auth, params.id);
      const row = await readActivation(trx, auth, { workflowId: params.id, requestId: params.activation_request_id });
      if (row.requested_by_user_id !== auth.userId) throw new AppError('not_your_request');
      const settled = await settleActivation(trx, row, { status: 'withdrawn', by: auth.userId, note: null });
      await audit(trx, { id: params.id, detail: { request_id: row.id } });
      return presentActivationDetail(trx, settled);
    }),
});

export const ACTIVATION_ROUTES = [listAll, list, request, get, approve, refuse, withdraw];
