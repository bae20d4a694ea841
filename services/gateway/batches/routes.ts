import { FindingsList } from '../../../core/cascade/checks.ts';
import type { Findings, Report } from '../../../core/cascade/contract.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import {
  BATCH_STATUSES,
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  type BatchStatus,
  type ExecutionMode,
  type ExecutionStatus,
} from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { parseTime } from '../../../platform/validation/index.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { unknownMembers } from '../http/misspelt.ts';
import { defineRoute, listQuery, schemaOf, type Call, type PageQuery } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import type { Auth } from '../services.ts';
import { cancelBatch, resumeBatch, retryFailedRows } from './control.ts';
import { createBatch, type BatchRow } from './create.ts';
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

const MOST_ROWS = 500;
const MOST_ROW_BYTES = 64 * 1_024;
const MOST_BODY_BYTES = 8 * 1_024 * 1_024;
const MOST_REFERENCE_CHARACTERS = 200;

interface BatchBody {
  readonly rows: readonly JsonObject[];
  readonly execution_mode?: ExecutionMode;
  readonly external_reference?: string | null;
  readonly skip_waits?: boolean;
}

const BATCH_BODY = schemaOf<BatchBody>({
  type: 'object',
  required: ['rows'],
  properties: {
    // What a row holds is checked below, after the number of rows.
    rows: { type: 'array' },
    execution_mode: {
      type: 'string',
      enum: EXECUTION_MODES,
      default: 'test',
      description: '`live` requires production access and an active cascade.',
    },
    external_reference: {
      type: ['string', 'null'],
      maxLength: MOST_REFERENCE_CHARACTERS,
      description: 'Comes back on the batch; each row has its own.',
    },
    skip_waits: {
      type: 'boolean',
      default: false,
      description: 'Test mode only: waits and waiting periods pass at once.',
    },
  },
});

const ROWS: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_ROWS,
  description: `One object for each applicant, at most ${MOST_ROW_BYTES / 1_024} KiB. Each member is optional.`,
  items: {
    type: 'object',
    additionalProperties: false,
    properties: {
      external_reference: {
        type: ['string', 'null'],
        maxLength: MOST_REFERENCE_CHARACTERS,
        description: 'Comes back on the execution of the row.',
      },
      applicant: { type: ['object', 'null'], description: 'Whom the row is about.', additionalProperties: true },
      property: { type: ['object', 'null'], description: 'What is applied for.', additionalProperties: true },
    },
  },
};

const createBatchRoute = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/batches',
  operationId: 'createBatch',
  tag: 'Batches',
  scope: 'executions:write',
  summary: 'Run a cascade for up to 500 applicants',
  description:
    'The batch and an execution for each row are committed when the response is sent. Repeating the same request with ' +
    'the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB.',
  idempotency: 'required',
  maxBodyBytes: MOST_BODY_BYTES,
  body: {
    schema: BATCH_BODY,
    published: { ...BATCH_BODY, properties: { ...(BATCH_BODY.properties as object), rows: ROWS } },
    example: {
      rows: [
        { external_reference: 'unit-12', applicant: { first_name: 'Ada', last_name: 'Example' } },
        { external_reference: 'unit-14', applicant: { first_name: 'Ben', last_name: 'Example' } },
      ],
    },
    check: checkBody,
  },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The batch that was accepted.',
    schema: BATCH,
    example: { ...BATCH_EXAMPLE, status: 'pending', completed_count: 0, failed_count: 0, started_at: null },
  },
  errors: [
    'not_found',
    'idempotency_conflict',
    'production_access_required',
    'workflow_not_active',
    'workflow_not_runnable',
  ],
  handler: async ({ commit, bus, sandbox, auth, params, body, requestId }) => {
    const answer = await commit((trx) =>
      createBatch(trx, sandbox, auth, {
        workflowId: params.id,
        rows: body.rows.map(rowOf),
        executionMode: body.execution_mode ?? 'test',
        externalReference: body.external_reference ?? null,
        skipWaits: body.skip_waits ?? false,
        requestId,
      }),
    );
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return answer;
  },
});

const ROW_KEYS = ['external_reference', 'applicant', 'property'];

function checkBody(body: JsonObject): Findings {
  const findings = new FindingsList();
  const { report } = findings;
  if (body.skip_waits === true && body.execution_mode === 'live') report('skip_waits', 'is for test mode only');
  const { rows } = body;
  if (!Array.isArray(rows)) return findings;
  if (rows.length === 0 || rows.length > MOST_ROWS) {
    report('rows', `must have 1 to ${MOST_ROWS} rows; it has ${rows.length}`);
    return findings;
  }
  for (const [index, row] of rows.entries()) checkRow(row, `rows[${index}]`, report);
  return findings;
}

/** Lengths come before contents: what is too long is not looked into. */
function checkRow(row: Json, field: string, report: Report): void {
  if (!isJsonObject(row)) return report(field, 'must be an object');
  if (Buffer.byteLength(JSON.stringify(row)) > MOST_ROW_BYTES) {
    return report(field, `must be at most ${MOST_ROW_BYTES / 1_024} KiB`);
  }
  for (const found of unknownMembers(row, ROW_KEYS, `${field}.`)) report(found.field, found.message);
  const { external_reference: reference, applicant, property } = row;
  if (reference !== undefined && reference !== null && typeof reference !== 'string') {
    report(`${field}.external_reference`, 'must be a string');
  } else if (typeof reference === 'string' && Array.from(reference).length > MOST_REFERENCE_CHARACTERS) {
    report(`${field}.external_reference`, `must have at most ${MOST_REFERENCE_CHARACTERS} characters`);
  }
  for (const [key, value] of Object.entries({ applicant, property })) {
    if (value !== undefined && value !== null && !isJsonObject(value)) report(`${field}.${key}`, 'must be an object');
  }
}

function rowOf({ external_reference: reference, applicant, property }: JsonObject): BatchRow {
  return {
    externalReference: typeof reference === 'string' ? reference : null,
    payload: {
      ...(isJsonObject(applicant) ? { applicant } : {}),
      ...(isJsonObject(property) ? { property } : {}),
    },
  };
}

/** No batch is ever `failed`, so the list does not accept it (semantics 17). */
const LISTED_STATUSES = BATCH_STATUSES.filter((status) => status !== 'failed');

interface BatchFilters extends PageQuery {
  readonly 'filter[status]'?: readonly BatchStatus[];
  readonly 'filter[workflow_id]'?: readonly number[];
  readonly 'filter[updated_after]'?: string;
  readonly 'filter[completed_after]'?: string;
}

const listBatches = defineRoute({
  method: 'GET',
  path: '/batches',
  operationId: 'listBatches',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'List batches',
  description: 'Batches of the calling API client, the newest first.',
  query: listQuery<BatchFilters>({
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

interface RowFilters extends PageQuery {
  readonly 'filter[status]'?: readonly ExecutionStatus[];
}

const listRows = defineRoute({
  method: 'GET',
  path: '/batches/{id}/executions',
  operationId: 'listBatchExecutions',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'List the rows of a batch',
  description: 'In the order in which they were submitted.',
  query: listQuery<RowFilters>({ 'filter[status]': several({ type: 'string', enum: EXECUTION_STATUSES }) }),
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
    return { items: rows.map((row) => presentBatchRow(row, { full })), ...more };
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
  'commit' | 'bus' | 'auth' | 'params' | 'requestId'
>;

/**
 * A handler that changes a batch and returns it as it then is, in one transaction. The commands it wrote are due at once;
 * the change returns the ids of the rows that it ended.
 */
const changing =
  (change: (trx: Queryable, auth: Auth, batchId: number) => Promise<readonly number[] | void>) =>
  async ({ commit, bus, auth, params, requestId }: Changing) => {
    let ended: readonly number[] = [];
    const answer = await commit(async (trx) => {
      ended = (await change(trx, auth, params.id)) ?? [];
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
