import { sql, type Selectable } from 'kysely';
import type { ErasureReason } from '../../../core/erasures/states.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { isTerminal, type ExecutionStatus } from '../../../core/states.ts';
import { isOfApplicant } from '../../../platform/database/applicants.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/*
 * Requests to forget a person, of the API client whose applicant it is. The executor works them off
 * (`platform/erasures`). Source: semantics 23.1.
 */

export type ErasureRow = Selectable<DB['erasure']>;
export type ErasedExecution = Selectable<DB['erasure_execution']>;

const selectApplicant = (db: Queryable, auth: Auth, id: number) =>
  db.selectFrom('applicant').select('id').where('id', '=', id).where('api_client_id', '=', auth.apiClientId);

/**
 * Throws `not_found` unless the person is of the client. Here one whose executions are all another's by now counts,
 * too.
 */
export async function requireApplicant(db: Queryable, auth: Auth, id: number): Promise<void> {
  const found = await selectApplicant(db, auth, id).executeTakeFirst();
  if (found === undefined) throw new AppError('not_found');
}

/** Locks the person until the transaction ends. Throws like `requireApplicant`. */
export async function lockApplicant(trx: Queryable, auth: Auth, id: number): Promise<void> {
  const found = await selectApplicant(trx, auth, id).forUpdate().executeTakeFirst();
  if (found === undefined) throw new AppError('not_found');
}

export interface OwnExecution {
  readonly id: number;
  readonly isEnded: boolean;
}

/**
 * The person's executions that still hold data, the oldest first. Locked, so that none can be moved to another person.
 */
export async function executionsOf(db: Queryable, auth: Auth, applicantId: number): Promise<readonly OwnExecution[]> {
  const { rows } = await sql<{ id: number; status: ExecutionStatus }>`
    select e.id, e.status from execution e
    where ${isOfApplicant(auth.apiClientId, applicantId)} and e.erased_at is null order by e.id
    for update of e`.execute(db);
  return rows.map(({ id, status }) => ({ id: Number(id), isEnded: isTerminal(status) }));
}

export const selectErasures = (db: Queryable, auth: Auth, applicantId: number) =>
  db.selectFrom('erasure').where('api_client_id', '=', auth.apiClientId).where('applicant_id', '=', applicantId);

export function openErasure(db: Queryable, auth: Auth, applicantId: number): Promise<ErasureRow | undefined> {
  return selectErasures(db, auth, applicantId).selectAll().where('completed_at', 'is', null).executeTakeFirst();
}

export async function insertErasure(
  trx: Queryable,
  auth: Auth,
  asked: {
    readonly applicantId: number;
    readonly reason: ErasureReason;
    readonly cancels: boolean;
    readonly executionIds: readonly number[];
  },
): Promise<ErasureRow> {
  const row = await trx
    .insertInto('erasure')
    .values({
      ...{ account_id: auth.accountId, api_client_id: auth.apiClientId, applicant_id: asked.applicantId },
      ...{ reason: asked.reason, cancels: asked.cancels, requested_by_user_id: auth.userId },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addExecutions(trx, row.id, asked.executionIds);
  return row;
}

/**
 * Parts the person from all later triggers and hides them from searches. It waits for triggers in flight, and adds
 * their executions to the request.
 */
export async function partFrom(
  trx: Queryable,
  auth: Auth,
  { id, applicant_id: applicantId }: ErasureRow,
): Promise<void> {
  await sql`select erasure_part(${id})`.execute(trx);
  const executions = await executionsOf(trx, auth, applicantId);
  await addExecutions(
    trx,
    id,
    executions.map(({ id: of }) => of),
  );
}

/** Returns the number of executions that are new to the request. If there are any, the request is due at once. */
export async function addExecutions(trx: Queryable, erasureId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into erasure_execution (erasure_id, execution_id)
    select ${erasureId}, id from unnest(${[...ids]}::bigint[]) id
    on conflict do nothing`.execute(trx);
  if (numAffectedRows > 0n) {
    await trx
      .updateTable('erasure')
      .set({ due_at: sql<Date>`now()` })
      .where('id', '=', erasureId)
      .execute();
  }
  return Number(numAffectedRows);
}

export interface NamedErasure {
  readonly applicantId: number;
  readonly erasureId: number;
}

export async function readErasure(db: Queryable, auth: Auth, of: NamedErasure): Promise<ErasureRow> {
  const row = await selectErasures(db, auth, of.applicantId)
    .selectAll()
    .where('id', '=', of.erasureId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export function readErased(db: Queryable, erasureId: number): Promise<readonly ErasedExecution[]> {
  return db
    .selectFrom('erasure_execution')
    .selectAll()
    .where('erasure_id', '=', erasureId)
    .orderBy('execution_id')
    .execute();
}

export function presentErasure(row: ErasureRow): JsonObject {
  const { id, applicant_id, reason, status } = row;
  return {
    ...{ object: 'erasure', id, applicant_id, reason, cancel: row.cancels, status },
    ...{ created_at: row.created_at.toISOString(), completed_at: row.completed_at?.toISOString() ?? null },
  };
}

export function presentErased(row: ErasedExecution): JsonObject {
  return asJsonObject({
    execution_id: row.execution_id,
    waits_for: row.erased_at === null ? row.waits_for : null,
    kept_until: row.erased_at === null ? (row.kept_until?.toISOString() ?? null) : null,
    kept_for: row.erased_at === null ? row.kept_for : [],
    erased_at: row.erased_at?.toISOString() ?? null,
    emptied: row.emptied,
  });
}
