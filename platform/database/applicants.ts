import { sql, type RawBuilder } from 'kysely';
import type { Person } from '../applicant-marks.ts';
import type { ExecutionMode } from '../../core/states.ts';
import type { Queryable } from './index.ts';

/*
 * People and their executions. The transaction that creates an execution joins it to its applicant, and writes its
 * words. Source: semantics 22.1.
 */

/**
 * SQL: the execution `e` is of this applicant, for a client that may see it. Every query for a person's executions uses
 * it.
 */
export function isOfApplicant(apiClientId: number, applicantId: number): RawBuilder<boolean> {
  return sql<boolean>`e.applicant_id = ${applicantId}::bigint and e.api_client_id = ${apiClientId}::bigint`;
}

export interface PersonToJoin {
  readonly n: number;
  readonly person: Person;
}

export interface JoinedFor {
  readonly accountId: number;
  readonly apiClientId: number;
  readonly executionMode: ExecutionMode;
}

/** The applicants of executions that this transaction is about to write, by `n`. */
export async function joinPeople(
  trx: Queryable,
  { accountId, apiClientId, executionMode }: JoinedFor,
  people: readonly PersonToJoin[],
): Promise<ReadonlyMap<number, number>> {
  if (people.length === 0) return new Map();
  const json = people.map(({ n, person: { handles, also } }) => ({
    ...{ n, account_id: accountId, api_client_id: apiClientId, execution_mode: executionMode },
    ...{ handles, also },
  }));
  const { rows } = await sql<{ n: number; joined_id: number }>`
    select * from applicants_join(${JSON.stringify(json)}::jsonb)`.execute(trx);
  return new Map(rows.map(({ n, joined_id: id }) => [Number(n), Number(id)]));
}

/**
 * Writes the words by which executions are found, in the transaction that creates them. Those without an applicant have
 * no words.
 */
export async function keepWords(
  trx: Queryable,
  kept: readonly { readonly executionId: number; readonly words: readonly string[] }[],
): Promise<void> {
  if (kept.length === 0) return;
  const json = JSON.stringify(kept.map(({ executionId: id, words }) => ({ id, words })));
  await sql`
    insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
    select e.api_client_id, e.execution_mode, word, e.applicant_id, e.id
    from jsonb_to_recordset(${json}::jsonb) as one (id bigint, words text[])
    join execution e on e.id = one.id and e.applicant_id is not null
    cross join unnest(one.words) as word`.execute(trx);
}

/** Copies the words of an execution to another one of its person. */
export async function copyWords(trx: Queryable, ids: readonly { readonly id: number; readonly from: number }[]) {
  await sql`
    insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
    select w.api_client_id, w.execution_mode, w.word, w.applicant_id, one.id
    from unnest(${ids.map(({ id }) => id)}::bigint[], ${ids.map(({ from }) => from)}::bigint[]) as one (id, old)
    join applicant_word w on w.execution_id = one.old`.execute(trx);
}

/**
 * Call it before the words of these executions are deleted. It removes handles that no other execution of their person
 * has. A statement of its own locks them in order, so that the next one sees executions that were joined meanwhile.
 */
export async function forgetHandles(trx: Queryable, executionIds: readonly number[]): Promise<void> {
  const ids = [...executionIds];
  const had = sql`
    from applicant_handle h
    where (h.api_client_id, h.execution_mode, h.handle, h.applicant_id) in (
      select w.api_client_id, w.execution_mode, w.word, w.applicant_id from applicant_word w
      where w.execution_id = any (${ids}::bigint[]) and w.word like '#%')`;
  await sql`select ${had} order by h.api_client_id, h.execution_mode, h.handle for update of h`.execute(trx);
  await sql`
    delete ${had} and not exists (
      select from applicant_word w
      where w.api_client_id = h.api_client_id and w.execution_mode = h.execution_mode and w.word = h.handle
        and w.applicant_id = h.applicant_id and w.execution_id <> all (${ids}::bigint[]))`.execute(trx);
}
