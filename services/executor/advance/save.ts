import type { Pool } from 'pg';
import type { RunState, Settlement } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { VisitRef } from '../../../core/cascade/conditions.ts';
import type { EffectRequest, WhyParked } from '../../../core/cascade/contract.ts';
import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import type { NoticeDue } from '../../../core/notices/due.ts';
import type { ReviewEventType, ReviewKind } from '../../../core/states.ts';
import type { ListedRule } from '../../../core/rows/listed.ts';
import type { DecisionFact } from '../../../core/statistics/ended.ts';
import { recordingFacts } from '../../../platform/database/decision-facts.ts';
import { pokingBatches } from '../../../platform/database/commands.ts';
import { settlingCtes } from '../../../platform/database/notices-due.ts';
import { emittingCtes, type EventRow } from '../../../platform/database/events.ts';
import type { EffectToPerform } from '../activities.ts';
import { assignedColumns, declaredColumns, type RunColumns } from './run-columns.ts';

/** The rows that one advance writes. Times are RFC 3339. `position` keeps the order of a list. */
export interface RunChange {
  readonly run: RunColumns<string> & {
    readonly completed_at: string | null;
    /** A round that opens begins unclaimed. */
    readonly opens_round: boolean;
    /** The first one stays. */
    readonly notice_due_at: string | null;
    readonly notices_due: readonly NoticeDue[] | null;
    /** When to notify that a notice is overdue if it is still owed. */
    readonly notices_overdue_at: string | null;
  };
  /** True if the run ended live with an outcome, so applications of its reference have their answer. */
  readonly decides: boolean;
  /** The fact of a run that has ended. */
  readonly fact: DecisionFact | null;
  /** The settlement by a re-evaluation. */
  readonly settles: Settlement | null;
  readonly state: RunState;
  readonly steps: readonly {
    readonly position: number;
    readonly node_id: string;
    readonly visit: number;
    readonly node_type: string;
    readonly status: string;
    readonly causes: readonly VisitRef[];
    readonly output: Json | null;
    readonly error_code: string | null;
    readonly error_message: string | null;
    readonly attempts: number | null;
    readonly started_at: string | null;
    readonly ended_at: string | null;
  }[];
  readonly effects: readonly {
    readonly position: number;
    readonly key: string;
    readonly node_id: string;
    readonly visit: number;
    readonly kind: string;
    readonly request: EffectRequest;
  }[];
  readonly cancelled_effects: readonly string[];
  /** Keys of effects whose results the run has taken in. Its outputs contain them, so the copies are emptied. */
  readonly consumed_effects: readonly string[];
  readonly new_rounds: readonly {
    readonly position: number;
    readonly key: string;
    readonly node_id: string;
    readonly visit: number;
    readonly kind: ReviewKind;
    readonly artifact_id: number | null;
    readonly status: 'queued' | 'open';
    readonly due_at: string | null;
    readonly needs: LetterNeed | null;
    readonly missing_variables: readonly string[] | null;
    readonly why: WhyParked | null;
    readonly delivery: 'post' | null;
    readonly approvals_required: number;
    readonly queue: string | null;
    readonly rules: readonly ListedRule[] | null;
  }[];
  readonly changed_rounds: readonly { readonly id: number; readonly status: 'open' | 'closed' }[];
  readonly review_events: readonly {
    readonly position: number;
    readonly event_type: ReviewEventType;
    readonly note: string | null;
    readonly metadata: JsonObject;
  }[];
  readonly events: readonly EventRow[];
  readonly reports: readonly { readonly node_id: string; readonly visit: number; readonly filename: string }[];
}

export interface SavedRun {
  /** Version of the execution row after this save. */
  readonly rowVersion: string;
  readonly newEffects: readonly EffectToPerform[];
  readonly deliveries: number;
  readonly artifacts: number;
}

/**
 * One statement, so that one round trip and one commit write all of it or nothing. Every part depends on `run`: if the
 * execution row has changed since it was loaded, the update matches no row and nothing is written. The tables' partitions are
 * chosen by the parameter, before any is opened.
 */
const SAVE = `
  with recursive run as (
    update execution e
    set state = $5::jsonb, ${assignedColumns('n')},
      completed_at = n.completed_at, notice_due_at = coalesce(e.notice_due_at, n.notice_due_at),
      (notices_due, notices_overdue_at) = (
        select left_over.due, case when left_over.due is not null then n.notices_overdue_at end
        from (select case when n.notices_due @> '[{"why": "no_decision"}]'
          and reference_decided(e.api_client_id, e.external_reference, e.id, e.created_at)
          then without_answers(n.notices_due) else n.notices_due end as due) left_over),
      advance_failures = 0, advances_begun = 0,
      assigned_to_user_id = case when n.opens_round then null else e.assigned_to_user_id end,
      -- Not the run's time, which may be minutes old when the save is repeated: lists are read by this one.
      updated_at = clock_timestamp()
    from jsonb_to_record($6::jsonb) as n (${declaredColumns()}, completed_at timestamptz,
      opens_round boolean, notice_due_at timestamptz, notices_due jsonb, notices_overdue_at timestamptz)
    where e.id = $1 and e.run_key = $2 and e.xmin::text = $3
    returning e.id, e.id as execution_id, e.account_id, e.api_client_id, e.workflow_id, e.workflow_version, e.batch_id,
      e.execution_mode, e.status, e.outcome, e.first_error_code, e.created_at, e.completed_at, e.re_evaluated_from,
      e.external_reference, e.xmin::text as row_version
  ),
  saved_step as (
    insert into step (execution_id, node_id, visit, node_type, status, causes, output, error_code, error_message,
      attempts, started_at, ended_at)
    select run.execution_id, s.node_id, s.visit, s.node_type, s.status, s.causes, s.output, s.error_code,
      s.error_message, s.attempts, s.started_at, s.ended_at
    from run cross join jsonb_to_recordset($7::jsonb) as s (position int, node_id text, visit int, node_type text,
      status text, causes jsonb, output jsonb, error_code text, error_message text, attempts int, started_at timestamptz,
      ended_at timestamptz)
    order by s.position
    on conflict (execution_id, node_id, visit) do update
    set status = excluded.status, output = excluded.output, error_code = excluded.error_code,
      error_message = excluded.error_message, attempts = excluded.attempts,
      started_at = coalesce(excluded.started_at, step.started_at), ended_at = excluded.ended_at
  ),
  new_effect as (
    insert into effect (execution_id, key, node_id, visit, kind, request, created_at)
    select run.execution_id, f.key, f.node_id, f.visit, f.kind, f.request, $4
    from run cross join jsonb_to_recordset($8::jsonb) as f (position int, key text, node_id text, visit int,
      kind text, request jsonb)
    order by f.position
    on conflict (execution_id, key) do nothing
    returning id, kind
  ),
  cancelled_effect as (
    update effect f set status = 'cancelled', finished_at = $4
    from run
    where f.execution_id = $1 and f.key = any ($9::text[]) and f.status = 'intended'
  ),
  consumed_effect as (
    update effect f set result = null
    from run
    where f.execution_id = $1 and f.key = any ($15::text[]) and f.status = 'done'
  ),
  new_round as (
    insert into review_round (execution_id, key, node_id, visit, kind, artifact_id, status, due_at, needs,
      missing_variables, why, delivery, approvals_required, queue, rules, opened_at, created_at)
    select run.execution_id, r.key, r.node_id, r.visit, r.kind, r.artifact_id, r.status, r.due_at, r.needs,
      r.missing_variables, r.why, r.delivery, r.approvals_required, r.queue, r.rules,
      case when r.status = 'open' then $4::timestamptz end, $4
    from run cross join jsonb_to_recordset($10::jsonb) as r (position int, key text, node_id text, visit int,
      kind text, artifact_id bigint, status text, due_at timestamptz, needs text,
      missing_variables jsonb, why text, delivery text, approvals_required int, queue text, rules jsonb)
    order by r.position
    on conflict (execution_id, key) do nothing
  ),
  changed_round as (
    update review_round r
    set status = c.status, opened_at = case when c.status = 'open' then $4::timestamptz else r.opened_at end
    from run cross join jsonb_to_recordset($11::jsonb) as c (id bigint, status text)
    where r.id = c.id and r.execution_id = $1 and r.status in ('queued', 'open')
  ),
  new_review_event as (
    insert into review_event (execution_id, event_type, note, metadata, created_at)
    select run.execution_id, v.event_type, v.note, v.metadata, $4
    from run cross join jsonb_to_recordset($12::jsonb) as v (position int, event_type text, note text, metadata jsonb)
    order by v.position
  ),
  new_artifact as (
    insert into artifact (api_client_id, execution_id, kind, node_id, visit, stage, filename, created_at)
    select run.api_client_id, run.execution_id, 'report', a.node_id, a.visit, 'report', a.filename, $4
    from run cross join jsonb_to_recordset($13::jsonb) as a (node_id text, visit int, filename text)
    on conflict do nothing
    returning id
  ),
  ${settlingCtes("select re_evaluated_from from run where $16::jsonb <> 'null' or $17", '$16::jsonb', '$17::boolean')},
  answered as (
    update execution e
    set notices_due = without_answers(e.notices_due), updated_at = clock_timestamp(),
      notices_overdue_at = case when without_answers(e.notices_due) is not null then e.notices_overdue_at end
    from run
    where $17 and e.api_client_id = run.api_client_id and e.external_reference = run.external_reference
      and e.id <> run.execution_id and e.execution_mode = 'live' and e.notices_due @> '[{"why": "no_decision"}]'
      and e.id not in (select id from owing where id is not null)
  ),
  fact as (
    ${recordingFacts("select * from run where status in ('completed', 'failed')", '$18::jsonb')}
  ),
  batch_poke as (
    ${pokingBatches("(select batch_id from run where status in ('completed', 'failed'))")}
  ),
  ${emittingCtes('run', '$14::jsonb')}
  select row_version as "rowVersion",
    (select jsonb_agg(jsonb_build_object('id', id, 'kind', kind) order by id) from new_effect) as "newEffects",
    (select count(*) from new_delivery)::int as deliveries, (select count(*) from new_artifact)::int as artifacts
  from run`;

/** Null, with nothing written, if others wrote the execution row since `rowVersion` was read. */
export async function saveRun(
  pool: Pool,
  at: { readonly executionId: number; readonly runKey: string; readonly rowVersion: string; readonly now: Date },
  change: RunChange,
): Promise<SavedRun | null> {
  const { rows } = await pool.query<Omit<SavedRun, 'newEffects'> & { readonly newEffects: EffectToPerform[] | null }>({
    name: 'executor_save_run',
    text: SAVE,
    values: [
      at.executionId,
      at.runKey,
      at.rowVersion,
      at.now,
      JSON.stringify(change.state),
      JSON.stringify(change.run),
      JSON.stringify(change.steps),
      JSON.stringify(change.effects),
      change.cancelled_effects,
      JSON.stringify(change.new_rounds),
      JSON.stringify(change.changed_rounds),
      JSON.stringify(change.review_events),
      JSON.stringify(change.reports),
      JSON.stringify(change.events),
      change.consumed_effects,
      JSON.stringify(change.settles?.applicants ?? null),
      change.decides,
      JSON.stringify(change.fact === null ? [] : [{ id: at.executionId, ...change.fact }]),
    ],
  });
  const saved = rows[0];
  return saved === undefined ? null : { ...saved, newEffects: saved.newEffects ?? [] };
}
