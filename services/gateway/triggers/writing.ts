import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../core/json.ts';
import { warningsMember, type PayloadFindings } from '../../../core/notices/payload-check.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { arrayLiteral, joinedJson, splitJson } from '../../../platform/database/arrays.ts';
import { labelsUpTo } from '../../../platform/database/field-labels.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isTracing } from '../../../platform/tracing/index.ts';
import { insertKeys, isKeyFree, type Attempt, type TogetherKey } from '../http/together.ts';
import type { Auth } from '../services.ts';

/** Job: the statement that writes triggers, each with its key, its execution and the command that starts it. */
export interface TriggerRequest {
  readonly workflowId: number;
  readonly payload: JsonObject;
  readonly findings: PayloadFindings;
  /** What the caller chose as results of products: stored as reports that the run uses. */
  readonly chosenReports: JsonObject;
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipWaits: boolean;
  /** Stays with the execution, and goes along with every message about it. */
  readonly requestId: string;
}

export interface Proposal {
  readonly auth: Pick<Auth, 'accountId' | 'userId'>;
  readonly request: TriggerRequest;
  /** The state of the workflow that the trigger rests on. */
  readonly cascade: { readonly version: number; readonly isActive: boolean };
  readonly as: TogetherKey;
  readonly sandboxReplay: boolean;
  readonly traceparent: string | null;
}

/** ExecutionSummary of an execution that was just accepted, without its id and times. */
function summary({ request, cascade, as }: Proposal): JsonObject {
  return {
    object: 'execution',
    workflow_id: request.workflowId,
    workflow_version: cascade.version,
    status: 'pending',
    execution_mode: request.executionMode,
    execution_key: as.key,
    external_reference: request.externalReference,
    needs_human_review: false,
    review_status: 'none',
    pending_review: null,
    outcome: null,
    batch_execution_id: null,
    re_evaluated_from: null,
    notice_due_at: null,
    notices_due: [],
    started_at: null,
    completed_at: null,
    ...warningsMember(request.findings),
  };
}

interface WrittenRow {
  /** Which of the proposals, from 1. */
  readonly n: number;
  readonly id: number;
  readonly data: string;
}

/** An ExecutionSummary. */
const RESPONSE = `'{"id":' || id || ',' || summary || ',"created_at":"'
        || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","updated_at":null}'`;

/** The column of the trace is written if there are traces, and chosen reports if there are some: others pay nothing. */
const writeText = (isTraced: boolean, hasReports: boolean): string => `
  with proposed as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], ${splitJson('$4')}, $5::bigint[], $6::bigint[],
      $7::int[], $8::boolean[], $9::text[], $10::text[], $11::bigint[], ${splitJson('$12')}, $13::boolean[],
      $14::boolean[], $15::uuid[], $16::text[]${isTraced ? ', $17::text[]' : ''}${hasReports ? `, ${splitJson(isTraced ? '$18' : '$17')}` : ''})
      with ordinality as p (api_client_id, key, fingerprint, summary, account_id, workflow_id,
      version, active, external_reference, execution_mode, user_id, payload, sandbox_replay,
      skip_waits, run_key, request_id${isTraced ? ', traceparent' : ''}${hasReports ? ', reports' : ''}, n)
  ), fit as materialized (
    select nextval('execution_id_seq') as id, now()::timestamptz(3) as at, one.*
    from (
      select distinct on (p.api_client_id, p.key) p.*
      from proposed p
      join workflow w on w.id = p.workflow_id and w.account_id = p.account_id and w.deleted_at is null
        and w.version = p.version and w.active = p.active
      order by p.api_client_id, p.key, p.n
    ) one
    where ${isKeyFree('one')}
  ), won as (
    ${insertKeys('fit', { status: 202, response: RESPONSE })}
  ), accepted as (
    select fit.*, won.response_data from fit join won using (api_client_id, key)
  ), run as (
    insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
      external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
      run_key, request_id, created_at, labels_up_to${isTraced ? ', traceparent' : ''}${hasReports ? ', reuse_reports' : ''})
    select id, account_id, api_client_id, workflow_id, version, 'pending', key,
      external_reference, execution_mode, user_id, payload::jsonb, not active, sandbox_replay, skip_waits,
      run_key, request_id, at, ${labelsUpTo('accepted.account_id')}${isTraced ? ', traceparent' : ''}${hasReports ? `, reports <> '{}'` : ''}
    from accepted
  )${hasReports ? REPORTS : ''}, notified as (
    insert into command (kind, execution_id, lane) select 'start', id, 'single' from accepted order by id
  )
  select n, id, response_data as data from accepted`;
/** A run that was given its reports is its own source of them. */
const REPORTS = `, reported as (
    insert into reused_report (execution_id, product_code, output, from_execution_id)
    select accepted.id, report.key, report.value, accepted.id
    from accepted cross join jsonb_each(accepted.reports::jsonb) report
  )`;
const WRITE = { name: 'trigger_write', text: writeText(false, false) };
const WRITE_TRACED = { name: 'trigger_write_traced', text: writeText(true, false) };
const WRITE_REPORTS = { name: 'trigger_write_reports', text: writeText(false, true) };
const WRITE_TRACED_REPORTS = { name: 'trigger_write_traced_reports', text: writeText(true, true) };

function writingOf(proposals: readonly Proposal[]) {
  const hasReports = proposals.some(({ request }) => Object.keys(request.chosenReports).length > 0);
  if (isTracing()) return { hasReports, ...(hasReports ? WRITE_TRACED_REPORTS : WRITE_TRACED) };
  return { hasReports, ...(hasReports ? WRITE_REPORTS : WRITE) };
}

/** What becomes of each. `again`: the key is taken, another request is writing it, or the workflow is another by now. */
export async function writeTriggers(db: Database, proposals: readonly Proposal[]): Promise<readonly Attempt[]> {
  const column = (value: (proposal: Proposal) => string | number | boolean | null) =>
    arrayLiteral(proposals.map(value));
  const { hasReports, name, text } = writingOf(proposals);
  const { rows } = await db.writeStatement<WrittenRow>({
    name,
    text,
    values: [
      column(({ as }) => as.apiClientId),
      column(({ as }) => as.key),
      column(({ as }) => as.fingerprint),
      joinedJson(proposals.map((proposal) => JSON.stringify(summary(proposal)).slice(1, -1))),
      column(({ auth }) => auth.accountId),
      column(({ request }) => request.workflowId),
      column(({ cascade }) => cascade.version),
      column(({ cascade }) => cascade.isActive),
      column(({ request }) => request.externalReference),
      column(({ request }) => request.executionMode),
      column(({ auth }) => auth.userId),
      joinedJson(proposals.map(({ request }) => JSON.stringify(request.payload))),
      column(({ sandboxReplay }) => sandboxReplay),
      column(({ request }) => request.skipWaits),
      column(() => randomUUID()),
      column(({ request }) => request.requestId),
      ...(isTracing() ? [column(({ traceparent }) => traceparent)] : []),
      ...(hasReports ? [joinedJson(proposals.map(({ request }) => JSON.stringify(request.chosenReports)))] : []),
    ],
  });
  const attempts = new Array<Attempt>(proposals.length).fill({ kind: 'again' });
  for (const { n, id, data } of rows) attempts[n - 1] = { kind: 'written', id, data };
  return attempts;
}
