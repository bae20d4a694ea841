import { sql, type Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ApplicantView, MaskRules } from '../../../core/masks/index.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { shownApplicant } from '../executions/applicant.ts';
import { errorCodeOf, errorOf } from '../executions/failure.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';

/** Batches and their rows in the API's shapes. Counters are computed from the rows, so that they are always right. */
export function selectBatches(db: Queryable) {
  return db
    .selectFrom('batch as b')
    .selectAll('b')
    .select(({ selectFrom }) => [
      selectFrom('execution as e')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('e.batch_id', '=', 'b.id')
        .where('e.status', '=', 'completed')
        .as('completed_count'),
      selectFrom('execution as e')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('e.batch_id', '=', 'b.id')
        .where('e.status', '=', 'failed')
        .as('failed_count'),
    ]);
}
type BatchRecord = Selectable<DB['batch']> & {
  readonly completed_count: number | null;
  readonly failed_count: number | null;
};

export function presentBatch(row: BatchRecord): JsonObject {
  return {
    id: row.id,
    object: 'batch',
    workflow_id: row.workflow_id,
    workflow_version: row.workflow_version,
    status: row.status,
    interruption: row.status === 'interrupted' ? row.interrupted_code : null,
    execution_mode: row.execution_mode,
    external_reference: row.external_reference,
    total_count: row.total_count,
    completed_count: row.completed_count ?? 0,
    failed_count: row.failed_count ?? 0,
    started_at: timeText(row.started_at),
    completed_at: timeText(row.completed_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The client's batch, or `not_found`. */
export async function readBatch(db: Queryable, auth: Auth, batchId: number): Promise<JsonObject> {
  const row = await selectBatches(db)
    .where('b.id', '=', batchId)
    .where('b.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const { skipped_rows: skipped } = row;
  return { ...presentBatch(row), ...(skipped === null ? {} : { skipped_rows: skipped }) };
}

/** Throws `not_found` unless the batch is the client's. */
export async function requireBatch(db: Queryable, auth: Auth, batchId: number) {
  const row = await db
    .selectFrom('batch')
    .select(['id', 'workflow_id', 'workflow_version', 'total_count'])
    .where('id', '=', batchId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

const ROW_COLUMNS = [
  'id',
  'batch_id',
  'workflow_id',
  'row_index',
  'status',
  'retry_count',
  'external_reference',
  'execution_mode',
  'needs_human_review',
  'review_status',
  'outcome',
  'first_error_code',
  'first_error_message',
  'started_at',
  'completed_at',
  'created_at',
  'payload',
] as const;
export type BatchRowRecord = Pick<Selectable<DB['execution']>, (typeof ROW_COLUMNS)[number]>;

export function selectBatchRows(db: Queryable, batchId: number) {
  return db.selectFrom('execution').select(ROW_COLUMNS).where('batch_id', '=', batchId);
}

interface RowView {
  /** Also includes the applicant's name and e-mail address, and the text of the error. */
  readonly full: boolean;
  readonly view: ApplicantView;
  readonly rulesOf: (executionId: number) => MaskRules;
}

export function presentBatchRow(row: BatchRowRecord, { full, view, rulesOf }: RowView): JsonObject {
  return {
    id: row.id,
    object: 'execution',
    batch_execution_id: row.batch_id,
    workflow_id: row.workflow_id,
    row_index: row.row_index,
    status: row.status,
    retry_count: row.retry_count,
    external_reference: row.external_reference,
    execution_mode: row.execution_mode,
    needs_human_review: row.needs_human_review,
    review_status: row.review_status,
    outcome: row.outcome,
    error_code: errorCodeOf(row),
    started_at: timeText(row.started_at),
    completed_at: timeText(row.completed_at),
    created_at: row.created_at.toISOString(),
    ...(full
      ? {
          ...shownApplicant(row.payload, view, rulesOf(row.id)),
          error: row.status === 'failed' ? errorOf(row, view, rulesOf(row.id)) : null,
        }
      : {}),
  };
}

interface SummaryRow {
  readonly by_status: Record<string, number> | null;
  readonly by_outcome: Record<string, number> | null;
  readonly by_review_status: Record<string, number> | null;
  readonly by_error_code: Record<string, number> | null;
  readonly median_seconds: number | null;
  readonly p95_seconds: number | null;
}

/** The rows of a batch, counted, with the durations of those that have ended. */
export async function readSummary(db: Queryable, auth: Auth, batchId: number): Promise<JsonObject> {
  const batch = await requireBatch(db, auth, batchId);
  const counted = (column: string) => sql<Record<string, number> | null>`(
    select jsonb_object_agg(key, n) from (
      select ${sql.ref(column)} as key, count(*) as n from r where ${sql.ref(column)} is not null group by 1
    ) c)`;
  const { rows } = await sql<SummaryRow>`
    with r as (
      select e.status, e.review_status, coalesce(e.outcome, 'none') as outcome,
        extract(epoch from e.completed_at - e.started_at)::float8 as seconds,
        case when e.status = 'failed' then coalesce(e.first_error_code, 'internal_error') end as error_code
      from execution e where e.batch_id = ${batchId}
    )
    select ${counted('status')} as by_status, ${counted('outcome')} as by_outcome,
      ${counted('review_status')} as by_review_status, ${counted('error_code')} as by_error_code,
      (select round(percentile_cont(0.5) within group (order by seconds)::numeric, 3)::float8 from r) as median_seconds,
      (select round(percentile_cont(0.95) within group (order by seconds)::numeric, 3)::float8 from r) as p95_seconds`.execute(
    db,
  );
  const [summary] = rows;
  return {
    object: 'batch_summary',
    batch_id: batch.id,
    total_count: batch.total_count,
    by_status: summary?.by_status ?? {},
    by_outcome: summary?.by_outcome ?? {},
    by_review_status: summary?.by_review_status ?? {},
    by_error_code: summary?.by_error_code ?? {},
    median_seconds: summary?.median_seconds ?? null,
    p95_seconds: summary?.p95_seconds ?? null,
  };
}
