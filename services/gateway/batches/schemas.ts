import type { JsonObject } from '../../../core/json.ts';
import {
  BATCH_INTERRUPTIONS,
  BATCH_STATUSES,
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  OUTCOMES,
  REVIEW_STATUSES,
} from '../../../core/states.ts';
import { PAYLOAD_WARNING_LIST } from '../executions/schemas.ts';
import {
  count,
  flag,
  id,
  list,
  named,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';

/** Batches and their rows as the API shows them. */
export const BATCH = named(
  'Batch',
  record(
    'Up to 500 applicants that were submitted together.',
    'batch',
    {
      id: id('Id.'),
      workflow_id: id('Cascade that its rows run.'),
      workflow_version: { type: 'integer', minimum: 1, description: 'Version of the definition that its rows run.' },
      status: oneOf('`completed`: every row has ended, failed rows included.', BATCH_STATUSES),
      interruption: oneOfOrNull('Why dispatch stopped, while the status is `interrupted`.', BATCH_INTERRUPTIONS),
      execution_mode: oneOf('Mode of its rows.', EXECUTION_MODES),
      external_reference: textOrNull('Correlation id of the caller.'),
      total_count: count('Rows.'),
      completed_count: count('Rows in status `completed`.'),
      failed_count: count('Rows in status `failed`.'),
      started_at: timeOrNull('When dispatch of its rows began.'),
      completed_at: timeOrNull('When it reached a terminal status.'),
      created_at: time('When it was accepted.'),
      updated_at: time('When it last changed.'),
      skipped_rows: object(
        'Rows without which it runs (`on_invalid_rows`). Only of a single batch, and only if there are some.',
        {
          count: count('How many rows were skipped.'),
          rows: list('Their positions in the submitted rows, from 0.', { type: 'integer', minimum: 0 }),
          faults: list(
            'The first 100 faults, without values.',
            object('A fault of a row.', { field: text('Field of the request.'), message: text('The fault.') }),
          ),
        },
      ),
      warnings: PAYLOAD_WARNING_LIST,
    },
    ['skipped_rows', 'warnings'],
  ),
);

export const BATCH_EXAMPLE: JsonObject = {
  id: 77,
  object: 'batch',
  workflow_id: 12,
  workflow_version: 3,
  status: 'running',
  interruption: null,
  execution_mode: 'test',
  external_reference: 'spring-intake',
  total_count: 250,
  completed_count: 101,
  failed_count: 2,
  started_at: '2026-03-02T15:04:06.000Z',
  completed_at: null,
  created_at: '2026-03-02T15:04:05.000Z',
  updated_at: '2026-03-02T15:04:06.000Z',
};

export const BATCH_ROW = named(
  'BatchExecutionRow',
  record(
    'The execution of one row of a batch.',
    'execution',
    {
      id: id('Id of the execution.'),
      batch_execution_id: id('The batch.'),
      workflow_id: id('Cascade that it runs.'),
      row_index: count('Position in the submitted rows, from 0.'),
      status: oneOf('Status of the execution.', EXECUTION_STATUSES),
      retry_count: count('How often the row was retried.'),
      external_reference: textOrNull('Correlation id of the row.'),
      execution_mode: oneOf('Mode of the batch.', EXECUTION_MODES),
      needs_human_review: flag('True while a review is open.'),
      review_status: oneOf('State of the human review.', REVIEW_STATUSES),
      outcome: oneOfOrNull('The outcome; null before, and for a run that decided nothing.', OUTCOMES),
      error_code: textOrNull('The code of the first failed step, for a row that failed.'),
      started_at: timeOrNull('When the run began.'),
      completed_at: timeOrNull('When it reached a terminal status.'),
      created_at: time('When it was accepted.'),
      applicant_name: textOrNull('Only with the scope `executions:read:full`.'),
      applicant_email: textOrNull('Only with the scope `executions:read:full`.'),
      error: textOrNull(
        'The error of a failed row in words, with numbers of the applicant masked. Only with the scope `executions:read:full`.',
      ),
    },
    ['applicant_name', 'applicant_email', 'error'],
  ),
);

export const BATCH_ROW_EXAMPLE: JsonObject = {
  id: 4711,
  object: 'execution',
  batch_execution_id: 77,
  workflow_id: 12,
  row_index: 0,
  status: 'completed',
  retry_count: 0,
  external_reference: 'unit-12',
  execution_mode: 'test',
  needs_human_review: false,
  review_status: 'none',
  outcome: 'approved',
  error_code: null,
  started_at: '2026-03-02T15:04:06.000Z',
  completed_at: '2026-03-02T15:04:07.000Z',
  created_at: '2026-03-02T15:04:05.000Z',
};

const counts = (description: string) => ({ type: 'object', description, additionalProperties: { type: 'integer' } });

export const BATCH_SUMMARY = named(
  'BatchSummary',
  record('The rows of a batch, counted.', 'batch_summary', {
    batch_id: id('The batch.'),
    total_count: count('Rows.'),
    by_status: counts('Rows by status.'),
    by_outcome: counts('Rows by outcome; `none` for rows without one.'),
    by_review_status: counts('Rows by review status.'),
    by_error_code: counts('Failed rows by the code of their first failed step.'),
    median_seconds: { type: ['number', 'null'], description: 'Median time from start to end of the ended rows.' },
    p95_seconds: { type: ['number', 'null'], description: '95th percentile of the same.' },
  }),
);

export const BATCH_SUMMARY_EXAMPLE: JsonObject = {
  object: 'batch_summary',
  batch_id: 77,
  total_count: 250,
  by_status: { completed: 240, failed: 2, awaiting_review: 8 },
  by_outcome: { approved: 200, denied: 40, none: 10 },
  by_review_status: { none: 242, in_review: 8 },
  by_error_code: { vendor_rejected: 2 },
  median_seconds: 1.2,
  p95_seconds: 3.4,
};
