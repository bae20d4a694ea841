import type { Pool } from 'pg';
import type { OutputSizes, StoredRunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { VisitRef } from '../../../core/cascade/conditions.ts';
import type { EffectKind } from '../../../core/cascade/contract.ts';
import type {
  ExecutionMode,
  ExecutionStatus,
  Outcome,
  ReviewDecision,
  ReviewKind,
  ReviewStatus,
} from '../../../core/states.ts';
import { loadLargeOutputs } from './large-run.ts';

/** A run as one statement read it, so of one snapshot. Times are milliseconds since the epoch. */
export interface LoadedRun {
  /** Changes with every write of the execution row, by any process. */
  readonly rowVersion: string;
  readonly id: number;
  readonly run_key: string;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly batch_id: number | null;
  readonly status: ExecutionStatus;
  readonly external_reference: string | null;
  readonly request_id: string | null;
  readonly execution_mode: ExecutionMode;
  readonly needs_human_review: boolean;
  readonly review_status: ReviewStatus;
  readonly user_approved: boolean | null;
  readonly outcome: Outcome | null;
  readonly payload: JsonObject;
  readonly skip_waits: boolean;
  readonly state: StoredRunState | null;
  readonly retry_count: number;
  readonly first_error_message: string | null;
  readonly advance_failures: number;
  readonly advances_begun: number;
  readonly first_error_code: string | null;
  readonly wake_at: number | null;
  readonly started_at: number | null;
  readonly updated_at: number;
  /** When the run was read, by PostgreSQL's clock. */
  readonly read_at: number;
  /** The last output of each node that has one. */
  readonly outputs: Readonly<Record<string, Json>> | null;
  readonly history: readonly LoadedVisit[] | null;
  /** Of the outputs, measured as they were loaded; null for a run that is small enough to be measured at once. */
  readonly sizes: OutputSizes | null;
  readonly effects: readonly LoadedEffect[] | null;
  readonly rounds: readonly LoadedRound[] | null;
  /** Reports by product code; null unless the run re-evaluates another one and uses its reports. */
  readonly reused_reports: Readonly<Record<string, Json>> | null;
}

/** A visit in the order in which visits began. `is_last`: its output is the one in `outputs`, and not repeated here. */
export interface LoadedVisit {
  readonly node_id: string;
  readonly visit: number;
  readonly causes: readonly VisitRef[] | null;
  readonly is_last: boolean;
  readonly output: Json | null;
}

export interface LoadedEffect {
  readonly id: number;
  readonly key: string;
  readonly kind: EffectKind;
  readonly status: 'intended' | 'begun' | 'delegated' | 'done' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly result: JsonObject | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly finished_at: number | null;
  /** It is done, and its result is left for the next advance: those before it are large enough for one. */
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
  readonly posted_on: string | null;
  readonly carrier: string | null;
  readonly decided_at: number | null;
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Units of work of a run beyond which its outputs are loaded one by one: they are counted as they are written, a unit
 * for each 32 characters, so below it they have less than a MiB together.
 */
const MOST_WORK_OF_SMALL = 30_000;
/** Bytes of results, as text, that one advance takes in; the one that goes beyond is the last. */
const MOST_RESULT_BYTES = 1024 * 1024;
const IS_SMALL = `coalesce((e.state ->> 'work')::numeric, 0) <= ${MOST_WORK_OF_SMALL}`;

/**
 * Reads only those effects and rounds that are unfinished or that a token waits for, so that a run of a thousand visits
 * costs no more than one of ten.
 */
const LOAD = `
  select e.xmin::text as "rowVersion", e.id, e.run_key, e.workflow_id, e.workflow_version, e.batch_id, e.status, e.external_reference, e.request_id, e.execution_mode, e.needs_human_review, e.review_status,
    e.user_approved, e.outcome, e.payload, e.skip_waits, e.state, e.retry_count, e.first_error_message,
    e.advance_failures, e.advances_begun, e.first_error_code,
    ${milliseconds('e.wake_at')} as wake_at, ${milliseconds('e.started_at')} as started_at,
    ${milliseconds('e.updated_at')} as updated_at, ${milliseconds('now()')} as read_at,
    ${IS_SMALL} as "isSmall",
    case when ${IS_SMALL} then (select jsonb_object_agg(s.node_id, s.output) from (
      select distinct on (node_id) node_id, output from step
      where execution_id = e.id and output is not null
      order by node_id, visit desc
    ) s) end as outputs,
    (select jsonb_agg(jsonb_build_object(
        'node_id', h.node_id, 'visit', h.visit, 'causes', h.causes, 'is_last', h.has_output and h.rank = 1,
        'output', case when h.rank > 1 and ${IS_SMALL} then h.output end
      ) order by h.sequence)
      from (
        select node_id, visit, causes, output, sequence, output is not null as has_output,
          row_number() over (partition by node_id order by (output is not null) desc, visit desc) as rank
        from step
        where execution_id = e.id
      ) h
    ) as history,
    (select jsonb_agg(jsonb_build_object(
        'id', f.id, 'key', f.key, 'kind', f.kind, 'status', f.status, 'attempts', f.attempts,
        'result', case when f.bytes_before < ${MOST_RESULT_BYTES} then f.result end,
        'error_code', f.error_code, 'error_message', f.error_message, 'finished_at', ${milliseconds('f.finished_at')},
        'is_left', f.status = 'done' and f.bytes_before >= ${MOST_RESULT_BYTES}
      ) order by f.id)
      from (
        select *, coalesce(sum(octet_length(result::text)) over (order by id rows between unbounded preceding and 1 preceding), 0)
          as bytes_before
        from effect
        where execution_id = e.id and (status in ('intended', 'begun', 'delegated') or key in (
          select token ->> 'wait' from jsonb_array_elements(e.state -> 'tokens') token))
      ) f
    ) as effects,
    (select jsonb_agg(jsonb_build_object(
        'id', r.id, 'key', r.key, 'node_id', r.node_id, 'visit', r.visit, 'kind', r.kind,
        'due_at', ${milliseconds('r.due_at')}, 'status', r.status, 'decision', r.decision,
        'decided_by_user_id', r.decided_by_user_id, 'note', r.note, 'reasons', r.reasons,
        'posted_on', r.posted_on, 'carrier', r.carrier, 'decided_at', ${milliseconds('r.decided_at')}
      ) order by r.id)
      from review_round r
      where r.execution_id = e.id and (r.status in ('queued', 'open') or r.key in (
        select token ->> 'wait' from jsonb_array_elements(e.state -> 'tokens') token))
    ) as rounds,
    case when e.reuse_reports then (
      select jsonb_object_agg(p.product_code, p.output) from reused_report p where p.execution_id = e.id
    ) end as reused_reports
  from execution e
  where e.id = $1`;

/** Undefined if there is no such execution; `changed` if others wrote to it while it was loaded. */
export async function loadRun(pool: Pool, executionId: number): Promise<LoadedRun | undefined | 'changed'> {
  // Named, so that each connection plans it once and not with every run.
  const { rows } = await pool.query<LoadedRun & { readonly isSmall: boolean }>({
    name: 'executor_load_run',
    text: LOAD,
    values: [executionId],
  });
  const [run] = rows;
  if (run === undefined || run.isSmall) return run && { ...run, sizes: null };
  const large = await loadLargeOutputs(pool, run);
  if (large === undefined) return 'changed';
  const { outputs, outputOf, sizes } = large;
  const history = (run.history ?? []).map((past) =>
    past.is_last ? past : { ...past, output: outputOf(past.node_id, past.visit) },
  );
  return { ...run, outputs, history, sizes };
}
