import { EXECUTION_STATUSES } from '../../../core/states.ts';
import { several } from '../http/filters.ts';
import { defineRoute, querySchema } from '../http/route.ts';
import { zipStream } from '../http/zip.ts';
import { csvStream, noticeEntries, openSelection, resultEntries } from './exports.ts';

const CSV = 'text/csv; charset=utf-8';
const ZIP = 'application/zip';

const EXPORT_QUERY = querySchema({
  'filter[status]': several({
    type: 'string',
    enum: EXECUTION_STATUSES,
    description: 'Only rows in this status.',
  }),
});

const exportCsv = defineRoute({
  method: 'GET',
  path: '/batches/{id}/exports.csv',
  operationId: 'exportBatchCsv',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'Export the results of a batch as CSV',
  description:
    'One line for each row, as it is now; UTF-8 with a byte order mark. With the scope `executions:read:full` also the ' +
    "applicant's name and e-mail, the error, and a column for each product field that a condition reads. A text that " +
    'begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative ' +
    'number has none. A connection that breaks leaves an incomplete file.',
  query: EXPORT_QUERY,
  reply: { kind: 'stream', contentType: 'text/csv', description: 'The file.' },
  errors: ['not_found'],
  audit: { action: 'batch.exported', subject: 'batch' },
  handler: async ({ db, auth, params, query }) => {
    const selection = await openSelection(db.kysely, auth, params.id, query['filter[status]']);
    return {
      filename: `batch-${params.id}-results.csv`,
      contentType: CSV,
      open: () => csvStream(db.kysely, auth, selection),
    };
  },
});

const exportZip = defineRoute({
  method: 'GET',
  path: '/batches/{id}/exports.zip',
  operationId: 'exportBatchZip',
  tag: 'Batches',
  scope: 'executions:read',
  summary: 'Export the results of a batch as ZIP',
  description:
    '`results.csv`, `batch.json`, and `rows/<row_index>-<execution_id>.json` for each row. With the scope ' +
    '`executions:read:full` the rows have their input and the outputs of their steps.',
  query: EXPORT_QUERY,
  reply: { kind: 'stream', contentType: 'application/zip', description: 'The file.' },
  errors: ['not_found'],
  audit: { action: 'batch.exported', subject: 'batch' },
  handler: async ({ db, auth, params, query, log, calculate }) => {
    const selection = await openSelection(db.kysely, auth, params.id, query['filter[status]']);
    return {
      filename: `batch-${params.id}.zip`,
      contentType: ZIP,
      open: () => zipStream(resultEntries(db.kysely, auth, selection, calculate), log),
    };
  },
});

const exportNotices = defineRoute({
  method: 'GET',
  path: '/batches/{id}/adverse_action_notices.zip',
  operationId: 'exportBatchNotices',
  tag: 'Batches',
  // Letters hold names, addresses and reasons.
  scope: 'executions:read:full',
  summary: 'Download the adverse-action notices of a batch',
  description:
    'Every notice that was sent, as `<row_index>-<execution_id>-<file name>`. Without any, the ZIP is empty.',
  query: EXPORT_QUERY,
  reply: { kind: 'stream', contentType: 'application/zip', description: 'The file.' },
  errors: ['not_found'],
  audit: { action: 'notices.exported', subject: 'batch' },
  handler: async ({ db, artifacts, auth, params, query, log }) => {
    const selection = await openSelection(db.kysely, auth, params.id, query['filter[status]']);
    return {
      filename: `batch-${params.id}-adverse-action-notices.zip`,
      contentType: ZIP,
      open: () => zipStream(noticeEntries(db.kysely, artifacts, selection), log),
    };
  },
});

export const EXPORT_ROUTES = [exportCsv, exportZip, exportNotices];
