import { changesTo } from '../../../core/fields/change.ts';
import { schemaOf } from '../../../core/fields/schema.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonObject } from '../../../core/json.ts';
import { ACTIVATION_STATUSES } from '../../../core/states.ts';
import { selectFieldRequests, settleFieldRequest } from '../../../platform/database/field-requests.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { free } from '../http/schemas.ts';
import { dictionaryEtag, judgeUnderLock, requireAllowed, requireUnused, saveChange } from './change.ts';
import { detailInWhole, detailsOfSchema, wantedIn } from './details.ts';
import {
  FIELD_REQUEST,
  FIELD_REQUEST_DETAIL,
  FIELD_REQUEST_DETAIL_EXAMPLE,
  FIELD_REQUEST_EXAMPLE,
} from './request-schemas.ts';
import {
  approveInDatabase,
  askForFields,
  changesOf,
  lockRequest,
  presentRequest,
  presentRequestDetail,
  readRequest,
  requirePending,
  requireSameVersion,
} from './requests.ts';
import { EXAMPLE_SPECS } from './schemas.ts';

/*
 * Four eyes for the dictionary: one person requests a change of declarations, and another approves it. Source:
 * semantics 20.12.
 */

const NOTE = { type: ['string', 'null'], maxLength: 2_000, description: 'Kept with the request.' } as const;
const DETAIL = {
  kind: 'item',
  status: 200,
  description: 'The request as it is now.',
  schema: FIELD_REQUEST_DETAIL,
  example: FIELD_REQUEST_DETAIL_EXAMPLE,
} as const satisfies Reply;
const CHANGES_NOTHING = 'must differ from the dictionary as it is';

const ask = defineRoute({
  method: 'POST',
  path: '/field_requests',
  operationId: 'requestFields',
  tag: 'Fields',
  scope: 'workflows:write',
  isPersonal: true,
  summary: 'Ask that fields are declared otherwise',
  description:
    'Where an account asks for four eyes, another person approves what changes the letters of an active cascade or shows more ' +
    'of an applicant. `fields` is the whole dictionary, as `PUT /fields` takes it. One request is pending at a time; ' +
    'the next version of the dictionary supersedes it. A request that shows more needs `pii:read`. `If-Match` names a ' +
    'version of the dictionary.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: { fields: free('A JSON Schema 2020-12.'), note: NOTE },
      required: ['fields'],
    }),
    example: { fields: asJsonObject(schemaOf(EXAMPLE_SPECS)), note: 'The words of counsel.' },
    check: ({ fields }) => detailsOfSchema(fields, '/fields'),
  },
  maxBodyValues: 20_000,
  reply: { ...DETAIL, status: 201, description: 'The request.' },
  errors: ['field_in_use', 'activation_already_requested'],
  etag: 'checked',
  audit: { action: 'activation.requested', subject: 'field_dictionary' },
  handler: ({ audit, commit, auth, body, ifMatch, setEtag }) =>
    commit(async (trx) => {
      const wanted = wantedIn(body.fields);
      const changing = { trx, auth, audit };
      const change = await judgeUnderLock(changing, {
        changes: (now) => changesTo(now, wanted),
        ifMatch,
        detailOf: detailInWhole,
      });
      setEtag(dictionaryEtag(change.now));
      if (change.changes.size === 0) {
        throw new AppError('validation_failed', { details: [{ field: 'fields', message: CHANGES_NOTHING }] });
      }
      await requireAllowed(changing, change);
      const row = await askForFields(trx, auth, change, body.note ?? null);
      await audit(trx, { id: row.version, detail: { request_id: row.id } });
      return presentRequestDetail(trx, row);
    }),
});

const list = defineRoute({
  method: 'GET',
  path: '/field_requests',
  operationId: 'listFieldRequests',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'List the requests to declare fields otherwise',
  description: 'Those of the account, the newest first.',
  query: listQuery({ 'filter[status]': several({ type: 'string', enum: ACTIVATION_STATUSES }) }),
  reply: {
    kind: 'page',
    object: 'field_request',
    description: 'One page of requests.',
    schema: FIELD_REQUEST,
    example: FIELD_REQUEST_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const matching = selectFieldRequests(db.kysely, auth.accountId).where(isOneOf('status', query['filter[status]']));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentRequest), ...more };
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/field_requests/{id}',
  operationId: 'getFieldRequest',
  tag: 'Fields',
  scope: 'workflows:read',
  summary: 'Read a request to declare fields otherwise',
  description: 'With what it would change, and the active cascades whose letters would say something else.',
  reply: { ...DETAIL, description: 'The request.' },
  errors: ['not_found'],
  handler: async ({ db, auth, params }) =>
    presentRequestDetail(db.kysely, await readRequest(db.kysely, auth, params.id)),
});

const approve = defineRoute({
  method: 'POST',
  path: '/field_requests/{id}/approve',
  operationId: 'approveFields',
  tag: 'Fields',
  scope: 'workflows:activate',
  isPersonal: true,
  summary: 'Approve a request to declare fields otherwise',
  description:
    'Makes the next version of the dictionary of it, for executions that are accepted from then on. Only another person than ' +
    'the one who asked can. A request that was made of another version of the dictionary is refused.',
  body: { schema: bodySchema({ type: 'object', properties: { note: NOTE } }), example: {} },
  reply: DETAIL,
  errors: ['not_found', 'activation_not_pending', 'approver_wrote_it', 'field_in_use', 'validation_failed'],
  audit: { action: ['activation.approved', 'fields.changed'], subject: 'field_dictionary' },
  handler: ({ audit, commit, auth, acting, params, body }) =>
    commit(async (trx) => {
      const changing = { trx, auth, audit };
      const { row, now } = await lockRequest(trx, auth, params.id);
      requirePending(row);
      requireSameVersion(row, now);
      // The active cascades and the faults of a declaration may have changed since.
      const change = await judgeUnderLock(changing, {
        changes: () => new Map(Object.entries(row.changes)),
        ifMatch: '',
        detailOf: detailInWhole,
      });
      await requireUnused(changing, change);
      const approved = await approveInDatabase(trx, row, acting, body.note ?? null);
      const author = { userId: row.requested_by_user_id, note: row.note };
      const { version } = await saveChange(changing, changesOf(row, change.now), author);
      if (version !== approved.activated_version) throw new Error(`request ${row.id} made another version`);
      return presentRequestDetail(trx, approved);
    }),
});

const refuse = defineRoute({
  method: 'POST',
  path: '/field_requests/{id}/refuse',
  operationId: 'refuseFields',
  tag: 'Fields',
  scope: 'workflows:activate',
  isPersonal: true,
  summary: 'Refuse a request to declare fields otherwise',
  description: 'The dictionary stays as it is. `note` says why.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        note: { type: 'string', minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'Why.' },
      },
      required: ['note'],
    }),
    example: { note: 'Counsel words it otherwise.' },
  },
  reply: DETAIL,
  errors: ['not_found', 'activation_not_pending'],
  audit: { action: 'activation.refused', subject: 'field_dictionary' },
  handler: ({ audit, commit, auth, params, body: { note } }) =>
    commit(async (trx) => {
      const { row } = await lockRequest(trx, auth, params.id);
      requirePending(row);
      const settled = await settleFieldRequest(trx, row, { status: 'refused', by: auth.userId, note });
      await audit(trx, { id: row.version, detail: { request_id: row.id, note } });
      return presentRequestDetail(trx, settled);
    }),
});

const withdraw = defineRoute({
  method: 'POST',
  path: '/field_requests/{id}/withdraw',
  operationId: 'withdrawFields',
  tag: 'Fields',
  scope: 'workflows:write',
  isPersonal: true,
  summary: 'Withdraw a request to declare fields otherwise',
  description: 'For the user who made it. Others refuse it.',
  reply: DETAIL,
  errors: ['not_found', 'activation_not_pending', 'not_your_request'],
  audit: { action: 'activation.withdrawn', subject: 'field_dictionary' },
  handler: ({ audit, commit, auth, params }) =>
    commit(async (trx) => {
      const { row } = await lockRequest(trx, auth, params.id);
      if (row.requested_by_user_id !== auth.userId) throw new AppError('not_your_request');
      requirePending(row);
      const settled = await settleFieldRequest(trx, row, { status: 'withdrawn', by: auth.userId, note: null });
      await audit(trx, { id: row.version, detail: { request_id: row.id } });
      return presentRequestDetail(trx, settled);
    }),
});

export const FIELD_REQUEST_ROUTES = [list, ask, get, approve, refuse, withdraw];
