import { sql, type Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { WhyParked } from '../../../core/cascade/contract.ts';
import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import type { Correction } from '../../../core/corrections.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { PendingReport } from '../../../core/products/pending-report.ts';
import { isTerminal, type ExecutionStatus, type ReviewKind } from '../../../core/states.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { holderOf } from '../../../platform/identity/claims.ts';
import { timeText } from '../http/present.ts';
import { COUNTING_APPROVALS, presentApprovals, type Approval } from '../reviews/approvals.ts';
import type { Auth } from '../services.ts';
import type { MaskRules } from '../../../core/masks/index.ts';
import { readCorrectedReports } from './corrected-reports.ts';
import { nameOf } from './applicant.ts';
import { errorCodeOf, listedError } from './failure.ts';

/*
 * Executions in the API's list and detail shapes.
 */

const COLUMNS = [
  'e.id',
  'e.workflow_id',
  'e.workflow_version',
  'e.dictionary_version',
  'e.batch_id',
  'e.status',
  'e.execution_key',
  'e.external_reference',
  'e.applicant_id',
  'e.execution_mode',
  'e.needs_human_review',
  'e.review_status',
  'e.outcome',
  'e.first_error_code',
  'e.re_evaluated_from',
  'e.notice_due_at',
  'e.notices_due',
  'e.pending_reports',
  'e.started_at',
  'e.completed_at',
  'e.created_at',
  'e.updated_at',
] as const;

type ExecutionTable = Selectable<DB['execution']>;
type ColumnOf<Column> = Column extends `e.${infer Name}` ? Name : never;
export type ExecutionRow = Pick<ExecutionTable, ColumnOf<(typeof COLUMNS)[number]> & keyof ExecutionTable> & {
  readonly assigned_to_user_id: number | null;
  readonly round_node_id: string | null;
  readonly round_kind: ReviewKind | null;
  readonly round_due_at: Date | null;
  readonly round_needs: LetterNeed | null;
  readonly round_variables: readonly string[] | null;
  readonly round_why: WhyParked | null;
  readonly round_delivery: 'post' | null;
  readonly round_approvals_required: number | null;
  readonly round_approvals: readonly Approval[] | null;
};

/** Executions with their open round, if there is one. */
export function selectExecutions(db: Queryable) {
  return db
    .selectFrom('execution as e')
    .leftJoin('review_round as r', (join) =>
      join.onRef('r.execution_id', '=', 'e.id').on('r.status', '=', sql.lit('open')),
    )
    .select(COLUMNS)
    .select(holderOf('e').as('assigned_to_user_id'))
    .select(['r.node_id as round_node_id', 'r.kind as round_kind', 'r.due_at as round_due_at'])
    .select(['r.needs as round_needs', 'r.delivery as round_delivery', 'r.why as round_why'])
    .select(['r.missing_variables as round_variables', COUNTING_APPROVALS.as('round_approvals')])
    .select('r.approvals_required as round_approvals_required');
}

function presentExecution(row: ExecutionRow): JsonObject {
  return {
    id: row.id,
    object: 'execution',
    workflow_id: row.workflow_id,
    workflow_version: row.workflow_version,
    dictionary_version: row.dictionary_version,
    status: row.status,
    execution_key: row.execution_key,
    external_reference: row.external_reference,
    execution_mode: row.execution_mode,
    needs_human_review: row.needs_human_review,
    review_status: row.review_status,
    assigned_to_user_id: row.assigned_to_user_id,
    pending_review: presentRound(row),
    outcome: row.outcome,
    error_code: errorCodeOf(row),
    batch_execution_id: row.batch_id,
    re_evaluated_from: row.re_evaluated_from,
    notice_due_at: timeText(row.notice_due_at),
    notices_due: (row.notices_due ?? []).map((notice) => ({ ...notice })),
    pending_reports: presentPendingReports(row.pending_reports),
    started_at: timeText(row.started_at),
    completed_at: timeText(row.completed_at),
    created_at: row.created_at.toISOString(),
    updated_at: timeText(row.updated_at),
  };
}

export function presentPendingReports(reports: readonly PendingReport[] | null): JsonObject[] {
  return (reports ?? []).map(({ ends_by: endsBy, ...report }) => ({ ...report, ends_by: [...endsBy] }));
}

/**
 * An execution as lists show it. The name and `error` are present if they were selected, for callers who may read the
 * applicant.
 */
export function presentListed(
  row: ExecutionRow & {
    readonly first_error_message?: string | null;
    readonly masked_by?: JsonObject | null;
    readonly applicant?: Json;
  },
  auth: Auth,
  rules: MaskRules,
): JsonObject {
  const { first_error_message: message, masked_by: payload = null, applicant = null } = row;
  if (message === undefined) return presentExecution(row);
  return {
    ...presentExecution(row),
    applicant_id: row.applicant_id,
    applicant_name: nameOf(applicant, auth, rules),
    error: listedError({ ...row, first_error_message: message, masked_by: payload }, rules),
  };
}

/** ExecutionSummary of an execution that was just accepted: nobody has claimed it, and nothing has failed. */
export function presentSummary(row: ExecutionRow): JsonObject {
  const { assigned_to_user_id: _assignee, error_code: _error, ...summary } = presentExecution(row);
  return summary;
}

function presentRound(row: ExecutionRow): JsonObject | null {
  if (row.round_node_id === null || isTerminal(row.status)) return null;
  const approvals = presentApprovals(row.round_approvals_required, row.round_approvals);
  return {
    node_id: row.round_node_id,
    kind: row.round_kind,
    due_at: timeText(row.round_due_at),
    ...(row.round_needs === null ? {} : { needs: row.round_needs }),
    ...(row.round_variables === null ? {} : { variables: [...row.round_variables] }),
    ...(row.round_why === null ? {} : { why: row.round_why }),
    ...(row.round_delivery === null ? {} : { delivery: row.round_delivery }),
    ...(approvals === null ? {} : { approvals }),
  };
}

/** The client's execution, or `not_found`. */
export async function readExecution(db: Queryable, auth: Auth, executionId: number): Promise<JsonObject> {
  const row = await selectExecutions(db)
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return presentExecution(row);
}

/** The status of the client's execution, or `not_found`. */
export async function readStatus(db: Queryable, auth: Auth, executionId: number): Promise<ExecutionStatus> {
  const row = await db
    .selectFrom('execution')
    .select('status')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row.status;
}

/** Throws `not_found` unless the execution is the client's. */
export async function requireExecution(db: Queryable, auth: Auth, executionId: number): Promise<void> {
  const row = await db
    .selectFrom('execution')
    .select('id')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
}

/** The execution's row, locked until the transaction ends, with the time of the transaction; or `not_found`. */
export async function lockExecution(trx: Queryable, auth: Auth, executionId: number) {
  const row = await trx
    .selectFrom('execution')
    .select([
      'id',
      'status',
      'review_status',
      'outcome',
      'execution_mode',
      'assigned_to_user_id',
      'needs_human_review',
      'batch_id',
      'notices_due',
      'erased_at',
    ])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * ExecutionDetail as JSON; with `full` it includes the outputs of the steps and the failed steps. Or `not_found`.
 * Nothing is masked yet. Payload and outputs can have megabytes, and are passed on as PostgreSQL writes them. Parsing
 * and writing them again would hold the event loop for a third of a second.
 */
export async function readExecutionJson(
  db: Queryable,
  auth: Auth,
  executionId: number,
  { full }: { full: boolean },
): Promise<string> {
  const row = await selectExecutions(db)
    .select(['e.redacted_at', 'e.erased_at', 'e.first_error_message', 'e.corrections', INPUT_CONTEXT, HELD_NODES])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const steps = full ? await readSteps(db, executionId) : null;
  const members = {
    ...presentExecution(row),
    held_nodes: isTerminal(row.status) ? [] : row.held_nodes,
    redacted_at: timeText(row.redacted_at),
    erased_at: timeText(row.erased_at),
    re_evaluated_as: await readReEvaluations(db, auth, executionId),
    ...(steps === null
      ? {}
      : {
          applicant_id: row.applicant_id,
          error: row.status === 'failed' ? row.first_error_message : null,
          failed_steps: steps.failed_steps,
          corrections: presentCorrections(row.corrections),
        }),
  };
  return withMembers(members, {
    input_context: row.input_context,
    ...(steps === null
      ? {}
      : { step_outputs: steps.step_outputs, corrected_reports: await readCorrectedReports(db, executionId) }),
  });
}

/**
 * Corrections with the path that they would have today, because the node of a report may have another id in another
 * version.
 */
export function presentCorrections(corrections: readonly Correction[] | null): JsonObject[] {
  return (corrections ?? []).map(({ field, ...rest }) => ({ path: field, ...rest }));
}

/** The payload with the members that this service adds, which replace equal ones of the payload. */
const INPUT_CONTEXT = sql<string>`
  (e.payload || jsonb_build_object(
    'execution_mode', e.execution_mode, 'submitted_by_user_id', e.submitted_by_user_id,
    'user_approved', e.user_approved, 'external_reference', e.external_reference,
    'allow_inactive', e.allow_inactive, 'sandbox_replay', e.sandbox_replay
  ))::text`.as('input_context');
const HELD_NODES = sql<string[]>`
  coalesce(jsonb_path_query_array(e.state, '$.tokens[*] ? (@.phase == "held").at'), '[]')`.as('held_nodes');

/** The object as JSON, with further members whose values are JSON already. */
function withMembers(object: JsonObject, written: Readonly<Record<string, string>>): string {
  return joined([
    ...Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...Object.entries(written),
  ]);
}

function joined(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** Ids of the executions that re-evaluate this one, oldest first. */
async function readReEvaluations(db: Queryable, auth: Auth, executionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('execution')
    .select('id')
    .where('re_evaluated_from', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('id')
    .limit(MAX_RE_EVALUATIONS)
    .execute();
  return rows.map(({ id }) => id);
}

const MAX_RE_EVALUATIONS = 100;

async function readSteps(db: Queryable, executionId: number): Promise<PresentedSteps> {
  const steps = await db
    .selectFrom('step')
    .select(STEP_COLUMNS)
    .select(sql<string | null>`output::text`.as('output'))
    .where('execution_id', '=', executionId)
    .orderBy('sequence')
    .execute();
  return presentSteps(steps);
}

const STEP_COLUMNS = [
  'node_id',
  'node_type',
  'visit',
  'status',
  'error_code',
  'error_message',
  'attempts',
  'ended_at',
] as const;
export type StepRow = Pick<Selectable<DB['step']>, (typeof STEP_COLUMNS)[number]> & {
  /** As JSON. */
  readonly output: string | null;
};

export interface PresentedSteps {
  /** As JSON. */
  readonly step_outputs: string;
  readonly failed_steps: JsonObject[];
}

/** A node's output is that of its latest visit that has one; a failed step stays listed after a later success. */
export function presentSteps(steps: readonly StepRow[]): PresentedSteps {
  const outputs = new Map<string, { visit: number; output: string }>();
  for (const { node_id, visit, output } of steps) {
    if (output !== null && visit >= (outputs.get(node_id)?.visit ?? 0)) outputs.set(node_id, { visit, output });
  }
  return {
    step_outputs: joined([...outputs].map(([nodeId, { output }]) => [nodeId, output])),
    // A step that began later may have failed earlier; lists and batches show the first failure.
    failed_steps: steps
      .filter(({ status }) => status === 'failed')
      .toSorted((a, b) => timeOf(a.ended_at) - timeOf(b.ended_at))
      .map((step) => ({
        node_id: step.node_id,
        type: step.node_type,
        code: step.error_code ?? 'internal_error',
        message: step.error_message ?? '',
        attempts: step.attempts ?? 1,
        failed_at: timeText(step.ended_at),
      })),
  };
}

const timeOf = (at: Date | null): number => at?.getTime() ?? 0;
