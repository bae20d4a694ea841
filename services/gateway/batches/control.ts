import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { isBatchTerminal, type BatchStatus, type ExecutionMode, type Outcome } from '../../../core/states.ts';
import { countingFacts } from '../../../platform/database/decision-facts.ts';
import { pokeBatch, startBatch } from '../../../platform/database/commands.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { recordEnded } from '../executions/ended-facts.ts';
import { owedColumns, owedWhenCancelled } from '../executions/owed-when-cancelled.ts';
import type { Auth } from '../services.ts';

/*
 * Cancel, resume and retry, each in one transaction and each statement over the whole batch. Lock order: the batch, its
 * rows by id, commands. Source: semantics 17.3 and 17.4.
 */

/**
 * Cancels the rows that were dispatched and skips the others. Returns the ids of both: none if it was cancelled
 * already.
 */
export async function cancelBatch(trx: Queryable, auth: Auth, batchId: number): Promise<readonly number[]> {
  const { status } = await lockBatch(trx, auth, batchId);
  if (status === 'cancelled') return [];
  if (isBatchTerminal(status)) {
    throw new AppError('batch_not_cancellable', { message: `The batch is ${status}; nothing is left to cancel.` });
  }
  await lockRows(trx, batchId);
  const ended = await sql<EndedRow>`
    with live as (
      select id from execution
      where batch_id = ${batchId} and status in ('pending', 'running', 'waiting', 'awaiting_review')
    ),
    closed_round as (
      update review_round set status = 'closed'
      where execution_id in (select id from live) and status in ('open', 'queued')
    ),
    cancelled_effect as (
      update effect set status = 'cancelled', finished_at = now()
      where execution_id in (select id from live) and status = 'intended'
    ),
    cancelled_step as (
      update step set status = 'cancelled', ended_at = now()
      where execution_id in (select id from live) and status = 'running'
    ),
    poke as (
      insert into command (kind, execution_id, lane) select 'poke', id, 'recovery' from live order by id
    )
    update execution e
    set status = case when e.status = 'queued' then 'skipped' else 'cancelled' end,
      completed_at = now(), updated_at = now(), wake_at = null, needs_human_review = false,
      pending_reports = null, only_awaits_reports = false,
      review_status = case when e.review_status <> 'in_review' then e.review_status else coalesce((
        select r.decision from review_round r
        where r.execution_id = e.id and r.kind = 'decision' and r.status = 'decided'
        order by r.decided_at desc, r.id desc limit 1), 'none') end
    where e.batch_id = ${batchId} and e.status in ('queued', 'pending', 'running', 'waiting', 'awaiting_review')
    returning e.id, e.outcome, e.execution_mode as mode`.execute(trx);
  await noteOwed(trx, ended.rows);
  const decided = ended.rows.flatMap(({ id, outcome }) => (outcome === null ? [] : [id]));
  const ids = ended.rows.map(({ id }) => id);
  await recordEnded(trx, ids, decided);
  await trx.deleteFrom('command').where('batch_id', '=', batchId).where('lane', '=', 'batch').execute();
  await trx
    .updateTable('batch')
    .set({ status: 'cancelled', completed_at: sql`now()`, interrupted_code: null, updated_at: sql`now()` })
    .where('id', '=', batchId)
    .execute();
  await pokeBatch(trx, batchId);
  return ids;
}

interface EndedRow {
  readonly id: number;
  readonly outcome: Outcome | null;
  readonly mode: ExecutionMode;
}

/** Rows that had already denied the applicant owe the notice, and live applications for credit an answer. */
async function noteOwed(trx: Queryable, rows: readonly EndedRow[]): Promise<void> {
  for (const { id, outcome, mode } of rows) {
    const mayOwe = outcome === null ? mode === 'live' : outcome !== 'approved';
    if (!mayOwe) continue;
    const due = await owedWhenCancelled(trx, id);
    if (due.length > 0) await trx.updateTable('execution').set(owedColumns(due)).where('id', '=', id).execute();
  }
}

/** Resumes the dispatch of an interrupted batch. */
export async function resumeBatch(trx: Queryable, auth: Auth, batchId: number): Promise<void> {
  const { status } = await lockBatch(trx, auth, batchId);
  if (status !== 'interrupted') {
    const message = `The batch is ${status}; only an interrupted one can be resumed.`;
    throw new AppError('batch_not_resumable', { message });
  }
  await trx
    .updateTable('batch')
    .set({
      status: 'running',
      interrupted_code: null,
      started_at: sql`coalesce(started_at, now())`,
      resumed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', batchId)
    .execute();
  await pokeBatch(trx, batchId);
}

const COUNTS_TAKEN_BACK = countingFacts('select * from taken_back where is_counted', -1);

/**
 * Queues the failed and skipped rows again, under new run keys. A failed row continues from its recorded state. It
 * enters the nodes that failed, and those where a branch stopped for that reason; steps that succeeded are not
 * repeated.
 */
export async function retryFailedRows(trx: Queryable, auth: Auth, batchId: number): Promise<void> {
  const { status } = await lockBatch(trx, auth, batchId);
  if (!isBatchTerminal(status)) {
    const message = `The batch is ${status}; rows are retried after it has ended.`;
    throw new AppError('batch_not_retryable', { message });
  }
  await lockRows(trx, batchId);
  const { numAffectedRows } = await sql`
    with again as (
      select id from execution where batch_id = ${batchId} and status in ('failed', 'skipped') and redacted_at is null
    ),
    -- A run that is retried ends once more.
    taken_back as (delete from decision_fact f using again where f.id = again.id returning f.*),
    ${sql.raw(COUNTS_TAKEN_BACK)}
    update execution e
    set status = 'queued', retry_count = e.retry_count + 1, run_key = gen_random_uuid(), completed_at = null,
      first_error_message = null, first_error_code = null, wake_at = null, advance_failures = 0, advances_begun = 0,
      updated_at = now(),
      state = case when e.state is null then null else e.state || jsonb_build_object(
        'arrivals', (
          select coalesce(jsonb_agg(distinct node), '[]')
          from jsonb_array_elements(e.state -> 'failed' || (e.state -> 'stopped')) node
        ),
        'failed', '[]'::jsonb, 'stopped', '[]'::jsonb, 'firstError', null) end
    from again where e.id = again.id`.execute(trx);
  if (numAffectedRows === undefined || numAffectedRows === 0n) {
    const message = 'No row of the batch has failed or was skipped, or the input of those rows is redacted.';
    throw new AppError('batch_not_retryable', { message });
  }
  // Commands of earlier runs. While one exists, the row would not be started.
  await trx
    .deleteFrom('command')
    .where('execution_id', 'in', (from) =>
      from.selectFrom('execution').select('id').where('batch_id', '=', batchId).where('status', '=', 'queued'),
    )
    .execute();
  await trx
    .updateTable('batch')
    .set({
      status: 'pending',
      run_key: sql`gen_random_uuid()`,
      completed_at: null,
      resumed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', batchId)
    .execute();
  await startBatch(trx, batchId);
}

async function lockBatch(trx: Queryable, auth: Auth, batchId: number): Promise<{ readonly status: BatchStatus }> {
  const row = await trx
    .selectFrom('batch')
    .select('status')
    .where('id', '=', batchId)
    .where('api_client_id', '=', auth.apiClientId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

async function lockRows(trx: Queryable, batchId: number): Promise<void> {
  await trx.selectFrom('execution').select('id').where('batch_id', '=', batchId).orderBy('id').forUpdate().execute();
}
