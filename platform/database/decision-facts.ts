import { LEAST_SECONDS, TIME_GROWTH } from '../../core/statistics/times.ts';
import type { DecisionFact } from '../../core/statistics/ended.ts';

/**
 * The facts of each run's way to its decision, by the id of the execution; for runs without a decision only that they
 * ended.
 */
export type ToldOfRun = DecisionFact & { readonly id: number };

/**
 * SQL: the code of a reason `r` of a letter. The code of a neutral statement is its field.
 * `core/statistics/reason-codes.ts` has the same rule, and a test compares the two.
 */
export const REASON_CODE = `case
      when r ->> 'kind' = 'factor' then concat_ws('/', r #>> '{source,product_code}', coalesce(r ->> 'code', 'factor'))
      when r ->> 'code' is not null then r ->> 'code'
      when r ->> 'kind' = 'statement' and r ->> 'of' is distinct from 'undeclared'
        then concat_ws('/', r #>> '{source,product_code}', r #>> '{source,field}')
      else r ->> 'kind' end`;

/** Codes of the reasons in its letters, each as last prepared. */
const REASONS = `select array_agg(distinct ${REASON_CODE})
    from (
      select distinct on (f.node_id, f.visit) f.request from effect f
      where f.execution_id = e.id and f.kind = 'notice' and f.request ->> 'operation' = 'prepare'
      order by f.node_id, f.visit, f.id desc
    ) letter cross join jsonb_array_elements(letter.request #> '{notice,decided,reasons}') r`;

/**
 * SQL: records runs that have just ended. It is part of the statement that ended them, so a run has ended exactly if it
 * has its row. `ended` is a query of rows of `execution`; `told` is a parameter, `ToldOfRun[]` as JSON.
 */
export function recordingFacts(ended: string, told: string): string {
  return `insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, batch_id, execution_mode,
      is_again, status, outcome, error_code, accepted_at, ended_at, decided_by, held, taken, reasons, facts)
    select e.id, e.account_id, e.api_client_id, e.workflow_id, e.workflow_version, e.batch_id, e.execution_mode,
      e.re_evaluated_from is not null, e.status, e.outcome, e.first_error_code, e.created_at, e.completed_at,
      t.decided_by, coalesce(t.held, '{}'), coalesce(t.taken, '{}'),
      coalesce(case when e.outcome <> 'approved' then (${REASONS}) end, '{}'),
      coalesce(t.facts, '{}')
    from (${ended}) e
    left join jsonb_to_recordset(${told}) as t (id bigint, decided_by text, held text[], taken text[], facts jsonb)
      on t.id = e.id
    on conflict (id) do nothing`;
}

/** SQL: the bin of so many seconds, as `core/statistics/times.ts` has them. */
const binOf = (seconds: string): string =>
  `floor(ln(greatest(extract(epoch from ${seconds})::float8, ${LEAST_SECONDS})) / ln(${TIME_GROWTH}))::smallint`;

/** The tables of counts, and their periods. */
const SPANS = { decision_hour: 'hour', decision_day: 'day' } as const;
export type Spans = keyof typeof SPANS;

/** In the order of the keys of the tables. */
const COUNTED_BY =
  'api_client_id, execution_mode, what, workflow_id, span, workflow_version, outcome, key, status, is_again';

/**
 * SQL: counts of facts by the hour or day in which their runs ended. The rows are `COUNTED_BY` with a count and, for
 * times, the number in each bin. There are counts for each workflow and, except for rules, for all workflows together
 * (0). `facts` is a query of rows of `decision_fact` that are not coarse. Reviews and pulls are read from their own
 * tables. `sign` -1 subtracts.
 */
export function countedFacts(facts: string, spans: Spans, sign: 1 | -1 = 1): string {
  const isDecision = `what = 'decision'`;
  return `select ${COUNTED_BY}, sum(n)::int as count,
      array_agg(bin order by bin) filter (where bin is not null) as bins,
      array_agg(n order by bin) filter (where bin is not null) as bin_counts
    from (
      select f.api_client_id, f.execution_mode, counted.what, w.workflow_id,
        date_trunc('${SPANS[spans]}', f.ended_at, 'UTC') as span, w.workflow_version, coalesce(f.outcome, '') as outcome,
        counted.key, case when ${isDecision} then f.status else '' end as status, ${isDecision} and f.is_again as is_again,
        counted.bin, ${sign} * count(*)::int as n
      from (${facts}) f cross join lateral (
        select 'decision' as what, coalesce(f.error_code, '') as key, null::smallint as bin
        union all select 'rule', f.decided_by, null where f.decided_by is not null
        union all select 'held', held, null from unnest(f.held) held
        union all select 'branch', taken, null from unnest(f.taken) taken
        union all select 'reason', reason, null from unnest(f.reasons) reason
        union all select 'time', '', ${binOf('f.ended_at - f.accepted_at')}
        union all select unnest(array['review', 'review_time']), unnest(array[r.decision, '']),
            unnest(array[null, ${binOf('r.decided_at - r.opened_at')}])
          from review_round r where r.execution_id = f.id and r.status = 'decided' and r.kind = 'decision'
        union all select unnest(array['pull', case p.status when 'failed' then 'pull_failed' end, 'pull_time']),
            p.request ->> 'product_code', unnest(array[null, null, ${binOf('p.finished_at - p.begun_at')}])
          from effect p where p.execution_id = f.id and p.kind = 'live_pull' and p.status in ('done', 'failed')
            -- What comes in late is not counted, so that what is taken back later is what was counted.
            and p.finished_at <= f.ended_at
      ) counted cross join lateral (values (f.workflow_id, f.workflow_version), (0, 0)) w (workflow_id, workflow_version)
      where counted.what is not null and counted.key is not null
        and (w.workflow_id <> 0 or counted.what not in ('rule', 'held', 'branch'))
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ) of_bins
    group by ${COUNTED_BY}`;
}

/**
 * SQL: parts of a `with` that add facts to the hours and days, or subtract them. Rows are written in the order of the
 * key, so that concurrent counting waits instead of deadlocking.
 */
export function countingFacts(facts: string, sign: 1 | -1): string {
  const of = (spans: Spans) => `counted_${SPANS[spans]} as (${countingBy(spans, facts, sign)})`;
  return `${of('decision_hour')}, ${of('decision_day')}`;
}

function countingBy(spans: Spans, facts: string, sign: 1 | -1): string {
  const key = COUNTED_BY.replace('span', SPANS[spans]);
  return `insert into ${spans} (${key}, count, bins, bin_counts)
    select ${COUNTED_BY}, count, bins, bin_counts from (${countedFacts(facts, spans, sign)}) c order by ${COUNTED_BY}
    on conflict (${key}) do update set count = ${spans}.count + excluded.count, (bins, bin_counts) = (
      select array_agg(bin order by bin), array_agg(n order by bin) from (
        select bin, sum(n)::int as n from (
          select * from unnest(${spans}.bins, ${spans}.bin_counts)
          union all select * from unnest(excluded.bins, excluded.bin_counts)
        ) both_of (bin, n) group by bin
      ) summed)`;
}
