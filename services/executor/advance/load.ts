import type { Pool } from 'pg';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { VisitRef } from '../../../core/cascade/conditions.ts';
import type { EffectKind } from '../../../core/cascade/contract.ts';
import type { ExecutionMode, ReviewDecision, ReviewKind } from '../../../core/states.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { FIELDS_OF_EXECUTION } from '../../../platform/database/fields.ts';
import type { PinnedSettings } from '../../../platform/database/pinned-settings.ts';
import { milliseconds, selectedColumns, type RunColumns } from './run-columns.ts';
import type { RunData } from './run-data.ts';

/** A run without its visits and its data. Times are milliseconds since the epoch. */
export interface RunRow extends RunColumns<number> {
  /** Changes with every write of the execution row, by any process. */
  readonly rowVersion: string;
  readonly id: number;
  readonly run_key: string;
  readonly account_id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly batch_id: number | null;
  readonly external_reference: string | null;
  readonly settings: PinnedSettings;
  /** The account's names of payload fields when the execution was accepted. */
  readonly fields: FieldSpecsJson | null;
  readonly re_evaluated_from: number | null;
  readonly created_at: number;
  readonly request_id: string | null;
  readonly execution_mode: ExecutionMode;
  readonly skip_waits: boolean;
  readonly state: RunState | null;
  readonly retry_count: number;
  readonly advance_failures: number;
  readonly advances_begun: number;
  readonly started_at: number | null;
  readonly updated_at: number;
  /** When the run was read, by PostgreSQL's clock. */
  readonly read_at: number;
  readonly effects: readonly LoadedEffect[] | null;
  readonly rounds: readonly LoadedRound[] | null;
}

/** A run as one statement read it, so from one snapshot. */
export interface LoadedRun extends RunRow {
  readonly visits: readonly LoadedVisit[];
  /** Null for a run with much data, which `loadLargeData` reads. */
  readonly data: RunData | null;
}

/** A visit in the order in which visits began. */
export interface LoadedVisit {
  readonly node_id: string;
  readonly visit: number;
  readonly causes: readonly VisitRef[];
  /** Its output is the last one of its node. */
  readonly is_last: boolean;
}

export interface LoadedEffect {
  readonly id: number;
  readonly key: string;
  readonly node_id: string;
  readonly kind: EffectKind;
  /** Product of a pull. */
  readonly product_code: string | null;
  readonly status: 'intended' | 'begun' | 'delegated' | 'done' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly result: JsonObject | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly finished_at: number | null;
  /** It is done, but its result is left for the next advance, because earlier results fill this one. */
  readonly is_left: boolean;
}

export interface LoadedRound {
  readonly id: number;
  readonly key: string;
  readonly node_id: string;
  readonly visit: number;
  readonly kind: ReviewKind;
  readonly due_at: number | null;
  readonly status: 'queued' | 'open' | 'decided' | 'closed';
  readonly decision: ReviewDecision | null;
  readonly decided_by_user_id: number | null;
  readonly note: string | null;
  readonly reasons: readonly string[] | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly posted_on: string | null;
  readonly carrier: string | null;
  readonly decided_at: number | null;
}

/**
 * Units of work of a run beyond which its data is loaded separately. Outputs are counted as they are written, a unit
 * for each value and each 32 characters. Below it they have less than a MiB together.
 */
const MOST_WORK_OF_SMALL = 30_000;
/** Characters of a small payload. */
const MOST_SMALL_PAYLOAD = 64 * 1024;
/** Bytes of results, as text, that one advance takes in; the result that exceeds it is the last. */
const MOST_RESULT_BYTES = 1024 * 1024;
const IS_SMALL = `coalesce((e.state ->> 'work')::numeric, 0) <= ${MOST_WORK_OF_SMALL}
      and length(e.payload::text) <= ${MOST_SMALL_PAYLOAD}`;

/**
 * Reads only effects and rounds that are unfinished or that a token waits for. So a run of a thousand visits costs no
 * more than one of ten. The tables' partitions are chosen by the parameter, before any is opened.
 */
const LOAD = `
  select e.xmin::text as "rowVersion", e.id, e.run_key, e.account_id, e.workflow_id, e.workflow_version, e.batch_id,
    ${selectedColumns('e')}, e.external_reference, e.request_id, e.execution_mode, e.skip_waits, e.state, e.retry_count,
    e.advance_failures, e.advances_begun, e.re_evaluated_from,
    e.settings, ${FIELDS_OF_EXECUTION} as fields,
    ${milliseconds('e.created_at')} as created_at, ${milliseconds('e.started_at')} as started_at,
    ${milliseconds('e.updated_at')} as updated_at, ${milliseconds('now()')} as read_at,
    case when small.yes then e.payload end as payload,
    case when small.yes then (select jsonb_object_agg(s.node_id, s.output) from (
      select distinct on (node_id) node_id, output from step
      where execution_id = $1 and output is not null
      order by node_id, visit desc
    ) s) end as outputs,
    (select jsonb_agg(jsonb_build_object(
        'node_id', h.node_id, 'visit', h.visit, 'causes', h.causes, 'is_last', h.has_output and h.rank = 1,
        'output', case when h.rank > 1 and small.yes then h.output end
      ) order by h.sequence)
      from (
        select node_id, visit, causes, output, sequence, output is not null as has_output,
          row_number() over (partition by node_id order by (output is not null) desc, visit desc) as rank
        from step
        where execution_id = $1
      ) h
    ) as history,
    (select jsonb_agg(jsonb_build_object(
        'id', f.id, 'key', f.key, 'node_id', f.node_id, 'kind', f.kind, 'product_code', f.request ->> 'product_code',
        'status', f.status, 'attempts', f.attempts,
        'result', case when f.bytes_before < ${MOST_RESULT_BYTES} then f.result end,
        'error_code', f.error_code, 'error_message', f.error_message, 'finished_at', ${milliseconds('f.finished_at')},
        'is_left', f.status = 'done' and f.bytes_before >= ${MOST_RESULT_BYTES}
      ) order by f.id)
      from (
        select *, coalesce(sum(octet_length(result::text)) over (order by id rows between unbounded preceding and 1 preceding), 0)
          as bytes_before
        from effect
        where execution_id = $1 and (status in ('intended', 'begun', 'delegated') or key in (
          select unnest(array[token ->> 'wait', token -> 'reminding' ->> 'wait'])
          from jsonb_array_elements(e.state -> 'tokens') token))
      ) f
    ) as effects,
    (select jsonb_agg(jsonb_build_object(
        'id', r.id, 'key', r.key, 'node_id', r.node_id, 'visit', r.visit, 'kind', r.kind,
        'due_at', ${milliseconds('r.due_at')}, 'status', r.status, 'decision', r.decision,
        'decided_by_user_id', r.decided_by_user_id, 'note', r.note, 'reasons', r.reasons, 'variables', r.variables,
        'posted_on', r.posted_on, 'carrier', r.carrier, 'decided_at', ${milliseconds('r.decided_at')}
      ) order by r.id)
      from review_round r
      where r.execution_id = $1 and (r.status in ('queued', 'open') or r.key in (
        select token ->> 'wait' from jsonb_array_elements(e.state -> 'tokens') token))
    ) as rounds,
    case when small.yes and e.reuse_reports then (
      select jsonb_object_agg(p.product_code, p.output) from reused_report p where p.execution_id = e.id
    ) end as reused_reports
  from execution e cross join lateral (select ${IS_SMALL} as yes offset 0) small
  where e.id = $1`;

interface Row extends RunRow {
  /** Null for a run with much data, like `outputs` and `reused_reports`. */
  readonly payload: JsonObject | null;
  readonly outputs: Readonly<Record<string, Json>> | null;
  readonly reused_reports: Readonly<Record<string, Json>> | null;
  /** `output` is that of a visit that is not the last one, if the run is small. */
  readonly history: readonly (LoadedVisit & { readonly output: Json | null })[] | null;
}

/** Undefined if there is no such execution. */
export async function loadRun(pool: Pool, executionId: number): Promise<LoadedRun | undefined> {
  // Named, so that each connection plans it only once.
  const { rows } = await pool.query<Row>({ name: 'executor_load_run', text: LOAD, values: [executionId] });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { payload, outputs, reused_reports: reusedReports, history, ...run } = row;
  const visits = history ?? [];
  if (payload === null) return { ...run, visits, data: null };
  const earlier = new Map(visits.map(({ node_id: nodeId, visit, output }) => [`${nodeId}#${visit}`, output]));
  const outputOf = (nodeId: string, visit: number) => earlier.get(`${nodeId}#${visit}`) ?? null;
  return { ...run, visits, data: { payload, outputs: outputs ?? {}, outputOf, reusedReports: reusedReports ?? {} } };
}
