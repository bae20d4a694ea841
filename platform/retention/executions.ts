import { sql } from 'kysely';
import { isJsonObject } from '../../core/json.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import { forgetHandles } from '../database/applicants.ts';
import type { Queryable } from '../database/index.ts';
import { REMOVED_TEXT } from '../database/erased-columns.ts';
import type { FactCoarsener } from './facts.ts';
import { emptyMails, IS_HELD, removeFiles } from './files.ts';
import { emptyRows, type ExecutionToEmpty } from './rows.ts';

const CHUNK = 50;

/**
 * Redacts executions that ended `days` ago: what the registry of tables says of the rows of an execution, the e-mails that
 * are no letters, and PDFs of reports. Of outputs it keeps what was decided and done.
 */
export async function redactExecutions(
  trx: Queryable,
  { store, facts, days }: { readonly store: ArtifactStore; readonly facts: FactCoarsener; readonly days: number },
) {
  const executions = await expiredExecutions(trx, days);
  const ids = executions.map(({ id }) => id);
  if (ids.length > 0) {
    await forgetHandles(trx, ids);
    await emptyRows(trx, executions);
    await facts.coarsen(trx, ids);
    await redactEvents(trx, ids);
    await emptyMails(trx, ids, sql`f.kind <> 'notice'`);
    await removeFiles(trx, store, await reportFiles(trx, ids));
  }
  return { of: ids, isLast: ids.length < CHUNK };
}

const NOTES_CHUNK = 1_000;

/** A note may be added at any time, to a redacted execution too. */
export async function redactLateNotes(trx: Queryable, days: number) {
  const { rows } = await sql<{ execution_id: number }>`
    update review_event set note = null
    where (execution_id, id) in (
      select v.execution_id, v.id from review_event v join execution e on e.id = v.execution_id
      where v.note is not null and v.created_at < now() - ${days}::int * interval '1 day' and e.redacted_at is not null
        and not ${IS_HELD}
      limit ${NOTES_CHUNK}
      for update of v skip locked
    )
    returning execution_id`.execute(trx);
  return { of: rows.map(({ execution_id: id }) => id), isLast: rows.length < NOTES_CHUNK };
}

async function expiredExecutions(trx: Queryable, days: number): Promise<readonly ExecutionToEmpty[]> {
  const { rows } = await sql<ExecutionToEmpty>`
    select e.id, e.workflow_id, e.workflow_version from execution e
    where e.redacted_at is null and e.completed_at < now() - ${days}::int * interval '1 day' and not ${IS_HELD}
    order by e.completed_at
    limit ${CHUNK}
    for update skip locked`.execute(trx);
  return rows;
}

/** The text of the error is all in an event that is not an id or a code. */
async function redactEvents(trx: Queryable, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from event where execution_id = any (${[...ids]}::bigint[]) and body like '%"first_error_message"%'`.execute(
    trx,
  );
  const redacted = rows.map(({ id, body }) => {
    const envelope: unknown = JSON.parse(body);
    if (!isJsonObject(envelope) || !isJsonObject(envelope.data)) throw new Error(`event ${id} has no data`);
    return { id, body: JSON.stringify({ ...envelope, data: { ...envelope.data, first_error_message: REMOVED_TEXT } }) };
  });
  await sql`
    update event e set body = redacted.body
    from jsonb_to_recordset(${JSON.stringify(redacted)}::jsonb) as redacted (id uuid, body text)
    where e.id = redacted.id`.execute(trx);
}

async function reportFiles(trx: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from artifact where execution_id = any (${[...ids]}::bigint[]) and kind = 'report' and removed_at is null for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
