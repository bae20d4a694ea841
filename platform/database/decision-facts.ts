import { LEAST_SECONDS, TIME_GROWTH } from '../../core/statistics/times.ts';
import type { DecisionFact } from '../../core/statistics/ended.ts';

/** What is told of the way to the decision of each run, by the id of the execution; of others only that they ended. */
export type ToldOfRun = DecisionFact & { readonly id: number };

/** Codes of the reasons in its letters, each as it was prepared last. A neutral statement is called by its field. */
const REASONS = `select array_agg(distinct case
      when r ->> 'kind' = 'factor' then concat_ws('/', r #>> '{source,product_code}', coalesce(r ->> 'code', 'factor'))
      when r ->> 'code' is not null then r ->> 'code'
      when r ->> 'kind' = 'statement' and r ->> 'of' is distinct from 'undeclared'
        then concat_ws('/', r #>> '{source,product_code}', r #>> '{source,field}')
      else r ->> 'kind' end)
    from (
      select distinct on (f.node_id, f.visit) f.request from effect f
      where f.execution_id = e.id and f.kind = 'notice' and f.request ->> 'operation' = 'prepare'
      order by f.node_id, f.visit, f.id desc
    ) letter cross join jsonb_array_elements(letter.request #> '{notice,decided,reasons}') r`;

/**
 * SQL: records runs that have just ended. It stands in the statement that ended them, so that a run has ended exactly if it
 * has its row. `ended`: a query of rows of `execution`; `told`: a parameter, `ToldOfRun[]` as JSON.
 */
export function recordingFacts(ended: string, told: string): string {
  return `insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, batch_id, execution_mode,
      is_again, status, outcome, error_code, accepted_at, ended_at, decided_by, held, reasons, facts)
    select e.id, e.account_id, e.api_client_id, e.workflow_id, e.workflow_version, e.batch_id, e.execution_mode,
      e.re_evaluated_from is not null, e.status, e.outcome, e.first_error_code, e.created_at, e.completed_at,
      t.decided_by, coalesce(t.held, '{}'), coalesce(case when e.outcome <> 'approved' then (${REASONS}) end, '{}'),
      coalesce(t.facts, '{}')
    from (${ended}) e
    left join jsonb_to_recordset(${told}) as t (id bigint, decided_by text, held text[], facts jsonb)
      on t.id = e.id
    on conflict (id) do nothing`;
}

/** SQL: the bin of so many seconds, as `core/statistics/times.ts` has them. */
const binOf = (seconds: string): string =>
  `floor(ln(greatest(extract(epoch from ${seconds})::float8, ${LEAST_SECONDS})) / ln(${TIME_GROWTH}))::int::text`;

/**
 * SQL: what facts count as, by the hour in which their runs ended: rows of `decision_hour`. `facts`: a query of rows of
 * `decision_fact`, which are not coarse. Reviews and pulls are read where they stand.
 */
export function countedFacts(facts: string): string {
  return `select f.api_client_id, date_trunc('hour', f.ended_at, 'UTC') as hour, f.workflow_id, f.workflow_version,
      f.execution_mode, f.is_again, f.status, coalesce(f.outcome, '') as outcome, counted.what, counted.key,
      count(*)::int as count
    from (${facts}) f cross join lateral (
      select 'decision' as what, coalesce(f.error_code, '') as key
      union all select 'rule', f.decided_by where f.decided_by is not null
      union all select 'held', held from unnest(f.held) held
      union all select 'reason', reason from unnest(f.reasons) reason
      union all select 'time', ${binOf('f.ended_at - f.accepted_at')}
      union all select unnest(array['review', 'review_time']), unnest(array[r.decision, ${binOf('r.decided_at - r.opened_at')}])
        from review_round r where r.execution_id = f.id and r.status = 'decided' and r.kind = 'decision'
      union all select unnest(array['pull', case p.status when 'failed' then 'pull_failed' end, 'pull_time']),
          (p.request ->> 'product_code') || unnest(array['', '', ' ' || ${binOf('p.finished_at - p.begun_at')}])
        from effect p where p.execution_id = f.id and p.kind = 'live_pull' and p.status in ('done', 'failed')
    ) counted
    where counted.what is not null and counted.key is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`;
}

/**
 * SQL: adds facts to the hours, or takes them away. In the order of the key, so that who does it beside waits and no more.
 */
export function countingFacts(facts: string, sign: 1 | -1): string {
  return `insert into decision_hour (api_client_id, hour, workflow_id, workflow_version, execution_mode, is_again, status,
      outcome, what, key, count)
    select c.api_client_id, c.hour, c.workflow_id, c.workflow_version, c.execution_mode, c.is_again, c.status, c.outcome,
      c.what, c.key, ${sign} * c.count
    from (${countedFacts(facts)}) c
    order by 1, 9, 2, 3, 4, 5, 6, 7, 8, 10
    on conflict (api_client_id, what, hour, workflow_id, workflow_version, execution_mode, is_again, status, outcome, key)
    do update set count = decision_hour.count + excluded.count`;
}
