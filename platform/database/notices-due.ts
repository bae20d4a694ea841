import { CompiledQuery } from 'kysely';
import type { Queryable } from './index.ts';

/*
 * Notices that executions owe (`execution.notices_due`; semantics 10.15). The save that ends a run writes them, and
 * they are removed here when one has gone out after all.
 */

/**
 * Common table expressions of a `with recursive`: `owing` is an execution and those that it re-evaluates, and `settled`
 * takes from them the notices that they owe to the given persons. They are one application, for which a person gets one
 * letter. `first`: a query for one execution id. `applicants`: an expression for a JSON array of paths in the payload,
 * as `notices_due` has them, or for the JSON text "all". `isDecided` is true if the application has an answer by now.
 */
export function settlingCtes(first: string, applicants: string, isDecided = 'false'): string {
  return `owing (id) as (
      ${first}
      union
      select e.re_evaluated_from from owing o join execution e on e.id = o.id where e.re_evaluated_from is not null
    ),
    settled as (
      update execution e
      set notices_due = left_over.due,
        notices_overdue_at = case when left_over.due is not null then e.notices_overdue_at end,
        updated_at = clock_timestamp()
      from (
        select o.id, (
          select jsonb_agg(item order by place)
          from jsonb_array_elements(x.notices_due) with ordinality as owed (item, place)
          where ${applicants} <> '"all"' and not (${applicants} ? (item ->> 'applicant'))
            and not (${isDecided} and item ->> 'why' = 'no_decision')
        ) as due
        from owing o join execution x on x.id = o.id
        where x.notices_due is not null
      ) left_over
      where e.id = left_over.id and e.notices_due is not null and e.notices_due is distinct from left_over.due
      returning e.id
    )`;
}

const SETTLE = `with recursive ${settlingCtes('select $1::bigint', '$2::jsonb')} select id from settled`;

/** Records that a notice went out to a person after the run had ended. Returns whether any was owed. */
export async function settleNotices(trx: Queryable, executionId: number, applicant: string): Promise<boolean> {
  const { rows } = await trx.executeQuery(CompiledQuery.raw(SETTLE, [executionId, JSON.stringify([applicant])]));
  return rows.length > 0;
}

/** An application without a decision is answered: removes what the executions of its reference owe for it. */
const ANSWER = `
  with recursive owing (id) as (
    select $1::bigint
    union
    select e.re_evaluated_from from owing o join execution e on e.id = o.id where e.re_evaluated_from is not null
  ),
  own as (select api_client_id, external_reference from execution where id = $1)
  update execution e
  set notices_due = without_answers(e.notices_due), updated_at = clock_timestamp(),
    notices_overdue_at = case when without_answers(e.notices_due) is not null then e.notices_overdue_at end
  from own
  where e.api_client_id = own.api_client_id and e.notices_due @> '[{"why": "no_decision"}]'
    and (e.id in (select id from owing) or (e.external_reference = own.external_reference and e.execution_mode = 'live'))
  returning e.id`;

/** Returns whether any application waited for an answer. */
export async function settleAnswers(trx: Queryable, executionId: number): Promise<boolean> {
  const { rows } = await trx.executeQuery(CompiledQuery.raw(ANSWER, [executionId]));
  return rows.length > 0;
}

/** True if another live execution of its reference was decided, recently enough to be about this application. */
export async function wasDecided(trx: Queryable, executionId: number): Promise<boolean> {
  const { rows } = await trx.executeQuery<{ decided: boolean }>(
    CompiledQuery.raw(
      'select reference_decided(api_client_id, external_reference, id, created_at) as decided from execution where id = $1',
      [executionId],
    ),
  );
  return rows[0]?.decided === true;
}
