import { BATCH_STATUSES, EXECUTION_STATUSES } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { isOneOf, several } from '../http/filters.ts';
import { LISTED_VIEW } from '../executions/failure.ts';
import { readMaskRules } from '../executions/mask-basis.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery, type Call } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import type { Auth } from '../services.ts';
import { cancelBatch, resumeBatch, retryFailedRows } from './control.ts';
import { createBatchRoute } from './create-route.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import {
  presentBatch,
  presentBatchRow,
  readBatch,
  readSummary,
  requireBatch,
  selectBatches,
  selectBatchRows,
} from './records.ts';
import { BATCH, BATCH_EXAMPLE, BATCH_ROW, BATCH_ROW_EXAMPLE, BATCH_SUMMARY, BATCH_SUMMARY_EXAMPLE } from './schemas.ts';

/** No batch is ever `failed`, so the list does not accept it (semantics 17.2.1). */
const LISTED_STATUSES = BATCH_STATUSES.filter((status) => status !== 'failed');

const listBatches = defineRoute({
  method: 'GET',
  path: '/batches',
  operationId: 'listBatches',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'List batches',
  description: 'Batches of the calling API client, the newest first.',
  query: listQuery({
    'filter[status]': several({ type: 'string', enum: LISTED_STATUSES }),
    'filter[workflow_id]': several(ID),
    'filter[updated_after]': { type: 'string', format: 'date-time', description: 'Changed after this time.' },
    'filter[completed_after]': { type: 'string', format: 'date-time', description: 'Ended after this time.' },
  }),
  reply: {
    kind: 'page',
    object: 'batch',
    description: 'One page of batches.',
    schema: BATCH,
    example: BATCH_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    let matching = db.kysely
      .selectFrom('batch')
      .where('api_client_id', '=', auth.apiClientId)
      .where(isOneOf('status', query['filter[status]']))
      .where(isOneOf('workflow_id', query['filter[workflow_id]']));
    const { 'filter[updated_after]': updatedAfter, 'filter[completed_after]': completedAfter } = query;
    if (updatedAfter !== undefined) matching = matching.where('updated_at', '>', parseTime(updatedAfter));
    if (completedAfter !== undefined) matching = matching.where('completed_at', '>', parseTime(completedAfter));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => {
        const ids = sliceOf(matching.select('id'), 'id', 'desc', slice);
        return selectBatches(db.kysely).where('b.id', 'in', ids).orderBy('b.id', 'desc').execute();
      },
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentBatch), ...more };
  },
});

const getBatch = defineRoute({
  method: 'GET',
  path: '/batches/{id}',
  operationId: 'getBatch',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'Read a batch',
  description: '`completed_count` and `failed_count` grow while it runs.',
  reply: { kind: 'item', status: 200, description: 'The batch.', schema: BATCH, example: BATCH_EXAMPLE },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => readBatch(db.kysely, auth, params.id),
});

const listRows = defineRoute({
  method: 'GET',
  path: '/batches/{id}/executions',
  operationId: 'listBatchExecutions',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'List the rows of a batch',
  description: 'In the order in which they were submitted.',
  query: listQuery({ 'filter[status]': several({ type: 'string', enum: EXECUTION_STATUSES }) }),
  reply: {
    kind: 'page',
    object: 'execution',
    description: 'One page of rows.',
    schema: BATCH_ROW,
    example: BATCH_ROW_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, query, page }) => {
    await requireBatch(db.kysely, auth, params.id);
    const matching = selectBatchRows(db.kysely, params.id).where(isOneOf('status', query['filter[status]']));
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.clearSelect().select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching, 'row_index', 'asc', slice).execute(),
      position: ({ row_index: index }) => ({ id: index ?? 0 }),
    });
    const full = auth.scopes.has('executions:read:full');
    const rulesOf = await readMaskRules(db.kysely, auth, full ? rows.map(({ id }) => id) : []);
    return { items: rows.map((row) => presentBatchRow(row, { full, view: LISTED_VIEW, rulesOf })), ...more };
  },
});

const getSummary = defineRoute({
  method: 'GET',
  path: '/batches/{id}/summary',
  operationId: 'getBatchSummary',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'Count the rows of a batch',
  description: 'By status, outcome, review status and error, with the durations of the rows that have ended.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The counts.',
    schema: BATCH_SUMMARY,
    example: BATCH_SUMMARY_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => readSummary(db.kysely, auth, params.id),
});

type Changing = Pick<
  Call<'/batches/{id}', unknown, unknown, unknown>,
  'audit' | 'commit' | 'bus' | 'auth' | 'params' | 'requestId'
>;

/**
 * A handler that changes a batch and returns it in its new state, in one transaction. The commands that it writes are
 * due at once; the change returns the ids of the rows that it ended.
 */
const changing =
  (change: (trx: Queryable, auth: Auth, batchId: number) => Promise<readonly number[] | void>) =>
  async ({ audit, commit, bus, auth, params, requestId }: Changing) => {
    let ended: readonly number[] = [];
    const answer = await commit(async (trx) => {
      ended = (await change(trx, auth, params.id)) ?? [];
      await audit(trx, { id: params.id, detail: {} });
      return readBatch(trx, auth, params.id);
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    if (ended.length > 0) bus.publish(SUBJECTS.executionsSettled, [...ended], { requestId });
    return answer;
  };

const cancel = defineRoute({
  method: 'POST',
  path: '/batches/{id}/cancel',
  operationId: 'cancelBatch',
  tag: 'Batches',
  scope: 'executions:write',
  summary: 'Cancel a batch',
  description:
    'Rows that were dispatched become `cancelled`, the others `skipped`; rows that have ended stay as they are. A batch ' +
    'that is already cancelled is returned unchanged. No event is sent.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The batch, cancelled.',
    schema: BATCH,
    example: { ...BATCH_EXAMPLE, status: 'cancelled', completed_at: '2026-03-02T15:09:00.000Z' },
  },
  errors: ['not_found', 'batch_not_cancellable'],
  audit: { action: 'batch.cancelled', subject: 'batch' },
  handler: changing(cancelBatch),
});

const resume = defineRoute({
  method: 'POST',
  path: '/batches/{id}/resume',
  operationId: 'resumeBatch',
  tag: 'Batches',
  scope: 'executions:write',
  summary: 'Resume an interrupted batch',
  description: 'Dispatch of its rows goes on.',
  reply: { kind: 'item', status: 202, description: 'The batch, running.', schema: BATCH, example: BATCH_EXAMPLE },
  errors: ['not_found', 'batch_not_resumable'],
  audit: { action: 'batch.resumed', subject: 'batch' },
  handler: changing(resumeBatch),
});

const retryFailed = defineRoute({
  method: 'POST',
  path: '/batches/{id}/retry_failed',
  operationId: 'retryFailedRows',
  tag: 'Batches',
  scope: 'executions:write',
  summary: 'Retry the failed and skipped rows of a batch',
  description:
    'The batch must have ended. Each row keeps its execution and goes on where it failed: steps that succeeded, mails and ' +
    'pulls included, are not repeated.',
  reply: {
    kind: 'item',
    status: 202,
    description: 'The batch, pending again.',
    schema: BATCH,
    example: { ...BATCH_EXAMPLE, status: 'pending' },
  },
  errors: ['not_found', 'batch_not_retryable'],
  audit: { action: 'batch.retried', subject: 'batch' },
  handler: changing(retryFailedRows),
});

export const BATCH_ROUTES = [
  createBatchRoute,
  listBatches,
  getBatch,
  listRows,
  getSummary,
  cancel,
  resume,
  retryFailed,
  ...EXPORT_ROUTES,
];
