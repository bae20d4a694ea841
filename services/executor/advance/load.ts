import type { Pool } from 'pg';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { EffectKind } from '../../../core/nodes/contract.ts';
import type { ExecutionMode, ExecutionStatus, Outcome, ReviewDecision, ReviewStatus } from '../../../core/states.ts';

/** A run as one statement saw it: all parts are of the same moment. Times are milliseconds since the epoch. */
export interface LoadedRun {
  /** Changes with every write of the execution row, whoever writes it. */
  readonly rowVersion: string;
  readonly id: number;
  readonly run_key: string;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly workflow_name: string;
  readonly use_case: string | null;
  readonly batch_id: number | null;
  readonly status: ExecutionStatus;
  readonly external_reference: string | null;
  readonly execution_mode: ExecutionMode;
  readonly needs_human_review: boolean;
  readonly review_status: ReviewStatus;
  readonly user_approved: boolean | null;
  readonly outcome: Outcome | null;
  readonly payload: JsonObject;
  readonly skip_waits: boolean;
  readonly state: RunState | null;
  readonly retry_count: number;
  readonly first_error_message: string | null;
  readonly wake_at: number | null;
  readonly started_at: number | null;
  /** The last output of each node that has one. */
  readonly outputs: Readonly<Record<string, Json>> | null;
  readonly effects: readonly LoadedEffect[] | null;
  readonly rounds: readonly LoadedRound[] | null;
}

export interface LoadedEffect {
  readonly id: number;
  readonly key: string;
  readonly kind: EffectKind;
  readonly status: 'intended' | 'begun' | 'done' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly result: JsonObject | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly finished_at: number | null;
}

export interface LoadedRound {
  readonly id: number;
  readonly key: string;
  readonly status: 'queued' | 'open' | 'decided' | 'closed';
  readonly decision: ReviewDecision | null;
  readonly decided_by_user_id: number | null;
  readonly note: string | null;
  readonly decided_at: number | null;
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Of effects and rounds only what matters: those that are not settled, and those that a token waits for. So a run of a
 * thousand visits costs no more than one of ten.
 */
const LOAD = `
  select e.xmin::text as "rowVersion", e.id, e.run_key, e.workflow_id, e.workflow_version, w.name as workflow_name,
    w.use_case, e.batch_id, e.status, e.external_reference, e.execution_mode, e.needs_human_review, e.review_status,
    e.user_approved, e.outcome, e.payload, e.skip_waits, e.state, e.retry_count, e.first_error_message,
    ${milliseconds('e.wake_at')} as wake_at, ${milliseconds('e.started_at')} as started_at,
    (select jsonb_object_agg(s.node_id, s.output) from (
      select distinct on (node_id) node_id, output from step
      where execution_id = e.id and output is not null
      order by node_id, visit desc
    ) s) as outputs,
    (select jsonb_agg(jsonb_build_object(
        'id', f.id, 'key', f.key, 'kind', f.kind, 'status', f.status, 'attempts', f.attempts, 'result', f.result,
        'error_code', f.error_code, 'error_message', f.error_message, 'finished_at', ${milliseconds('f.finished_at')}
      ) order by f.id)
      from effect f
      where f.execution_id = e.id and (f.status in ('intended', 'begun') or f.key in (
        select token ->> 'wait' from jsonb_array_elements(e.state -> 'tokens') token))
    ) as effects,
    (select jsonb_agg(jsonb_build_object(
        'id', r.id, 'key', r.key, 'status', r.status, 'decision', r.decision,
        'decided_by_user_id', r.decided_by_user_id, 'note', r.note, 'decided_at', ${milliseconds('r.decided_at')}
      ) order by r.id)
      from review_round r
      where r.execution_id = e.id and (r.status in ('queued', 'open') or r.key in (
        select token ->> 'wait' from jsonb_array_elements(e.state -> 'tokens') token))
    ) as rounds
  from execution e
  join workflow w on w.id = e.workflow_id
  where e.id = $1`;

/** Undefined where there is no such execution. */
export async function loadRun(pool: Pool, executionId: number): Promise<LoadedRun | undefined> {
  // Named, so that each connection plans it once and not with every run.
  const { rows } = await pool.query<LoadedRun>({ name: 'executor_load_run', text: LOAD, values: [executionId] });
  return rows[0];
}
