import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/*
 * Executions that a person gives to another applicant. Words move with their executions, and a handle moves with the
 * last execution that has it. So the next execution of that person is joined as the two are now.
 */

export interface ApplicantRow {
  readonly id: number;
  readonly execution_mode: ExecutionMode;
  readonly created_at: Date;
}

/** The client's applicant, or `not_found`; also for one whose executions are all another's by now. */
export async function requireApplicant(db: Queryable, auth: Auth, id: number): Promise<ApplicantRow> {
  const row = await db
    .selectFrom('applicant as a')
    .select(['a.id', 'a.execution_mode', 'a.created_at'])
    .where('a.id', '=', id)
    .where('a.api_client_id', '=', auth.apiClientId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('execution as e').select(sql.lit(1).as('one')).whereRef('e.applicant_id', '=', 'a.id')),
    )
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** Held until the transaction ends: the only one of the client that moves executions by hand. */
export async function lockMoves(trx: Queryable, { apiClientId }: Auth): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('applicants moved by hand', ${apiClientId}::bigint))`.execute(
    trx,
  );
}

export interface MovedExecution {
  readonly id: number;
  readonly applicant_id: number | null;
}

/** The executions of the client and of this mode, locked in the order of ids. */
export async function lockForMove(
  trx: Queryable,
  auth: Auth,
  { ids, mode }: { readonly ids: readonly number[]; readonly mode: ExecutionMode },
) {
  return trx
    .selectFrom('execution')
    .select(['id', 'applicant_id'])
    .where('id', 'in', [...ids])
    .where('api_client_id', '=', auth.apiClientId)
    .where('execution_mode', '=', mode)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Executions that cannot be moved. A legal hold belongs to a person, so a moved execution would lose it. A request to
 * erase also belongs to a person, so a joined execution would escape it. Such an execution may be separated, and joined
 * after that.
 */
export async function readUnmovable(
  trx: Queryable,
  ids: readonly number[],
  { joins }: { readonly joins: boolean },
): Promise<{ readonly held: readonly number[]; readonly forgotten: readonly number[] }> {
  const { rows } = await sql<{ id: number; is_held: boolean; is_forgotten: boolean }>`
    select e.id, exists (select from legal_hold h where h.applicant_id = e.applicant_id) as is_held,
      exists (
        select from erasure_execution x join erasure r on r.id = x.erasure_id
        where x.execution_id = e.id and r.applicant_id = e.applicant_id and r.completed_at is null and e.erased_at is null
      ) as is_forgotten
    from execution e where e.id = any (${[...ids]}::bigint[]) order by e.id`.execute(trx);
  return {
    held: rows.flatMap(({ id, is_held: isHeld }) => (isHeld ? [id] : [])),
    forgotten: rows.flatMap(({ id, is_forgotten: isForgotten }) => (joins && isForgotten ? [id] : [])),
  };
}

export async function newApplicant(trx: Queryable, auth: Auth, mode: ExecutionMode): Promise<number> {
  const { id } = await trx
    .insertInto('applicant')
    .values({ account_id: auth.accountId, api_client_id: auth.apiClientId, execution_mode: mode })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The executions are locked. */
export async function moveExecutions(trx: Queryable, executions: readonly MovedExecution[], to: number): Promise<void> {
  const ids = executions.map(({ id }) => id);
  const from = [...new Set(executions.flatMap(({ applicant_id: old }) => (old === null || old === to ? [] : [old])))];
  await sql`
    update execution set applicant_id = ${to}, updated_at = now()
    where id = any (${ids}::bigint[]) and applicant_id is distinct from ${to}::bigint`.execute(trx);
  await sql`
    update applicant_word set applicant_id = ${to}
    where execution_id = any (${ids}::bigint[]) and applicant_id <> ${to}::bigint`.execute(trx);
  await sql`
    update applicant_handle h set applicant_id = ${to}
    from (
      select distinct w.api_client_id, w.execution_mode, w.word from applicant_word w
      where w.execution_id = any (${ids}::bigint[]) and w.word like '#%'
    ) as moved
    where h.api_client_id = moved.api_client_id and h.execution_mode = moved.execution_mode and h.handle = moved.word
      and h.applicant_id = any (${from}::bigint[])
      and not exists (
        select from applicant_word w
        where w.api_client_id = h.api_client_id and w.execution_mode = h.execution_mode and w.word = h.handle
          and w.applicant_id = h.applicant_id)`.execute(trx);
  // A key is of no execution, so it goes with the last one.
  await sql`
    update applicant_handle h set applicant_id = ${to}
    where h.applicant_id = any (${from}::bigint[]) and h.handle like 'key:%'
      and not exists (select from execution e where e.applicant_id = h.applicant_id)`.execute(trx);
}
