import { sql, type RawBuilder } from 'kysely';
import type { Json, JsonObject } from '../../../core/json.ts';
import { Masks, type MaskRules } from '../../../core/masks/index.ts';
import type { NoticeDue } from '../../../core/notices/due.ts';
import type { WhyParked } from '../../../core/cascade/contract.ts';
import { LETTER_NEEDS, PRINT_NEEDS } from '../../../core/cascade/notice-request.ts';
import { EXECUTION_MODES, type ExecutionMode } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { holderOf } from '../../../platform/identity/claims.ts';
import { several } from '../http/filters.ts';
import type { Slice } from '../http/paging.ts';
import { timeText } from '../http/present.ts';
import { listQuery, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { APPLICANT, nameOf, seesApplicants } from '../executions/applicant.ts';
import type { Auth } from '../services.ts';

/*
 * Letters that need an act of a person, in one list. They are drafts and parked letters (open reviews), letters that
 * cannot be printed yet, and denials without a letter. Letters that came back or could not be sent again are in it,
 * too. An index of the client finds each part. Source: semantics 10.16.
 */

export const WAITING_STATES = [
  'draft',
  ...[...LETTER_NEEDS, ...PRINT_NEEDS].map((need) => `needs_${need}` as const),
  'to_post',
  'owed',
  'returned',
  'resend_failed',
] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

export const WAITING_QUERY = listQuery({
  'filter[state]': several({ type: 'string', enum: WAITING_STATES, description: 'State of the letter.' }),
  'filter[workflow_id]': several(ID),
  'filter[execution_mode]': several({ type: 'string', enum: EXECUTION_MODES }),
  'filter[overdue]': { type: 'boolean', description: 'True for letters past their due time.' },
});
type WaitingFilters = Accepted<typeof WAITING_QUERY>;

interface WaitingRow {
  readonly id: number;
  readonly state: WaitingState;
  readonly at: Date;
  readonly execution_id: number;
  readonly node_id: string | null;
  readonly artifact_id: number | null;
  readonly due_at: Date | null;
  readonly is_overdue: boolean;
  readonly since: Date;
  readonly variables: readonly string[] | null;
  readonly why: WhyParked | null;
  readonly report: 'bounce' | 'undelivered' | null;
  readonly report_status: string | null;
  readonly error_code: string | null;
  readonly snoozed_until: Date | null;
  readonly notices_due: readonly NoticeDue[] | null;
  readonly workflow_id: number;
  readonly name: string | null;
  readonly external_reference: string | null;
  readonly execution_mode: ExecutionMode;
  readonly assigned_to_user_id: number | null;
  readonly applicant: Json;
}

/** Letters that came back, unless the letter was sent or posted since, or is being sent again. */
const returned = (clientId: number): RawBuilder<unknown> => sql`
  select p.id, p.created_at as at, p.execution_id, f.node_id, f.visit, p.kind as report, p.status as report_status, (
    select a.id from artifact a
    where a.execution_id = p.execution_id and a.kind = 'notice'
      and (a.id = (f.request ->> 'artifact_id')::bigint
        or (not f.request ? 'artifact_id' and a.node_id = f.node_id and a.visit = f.visit))
    order by a.id desc limit 1
  ) as artifact_id
  from mail_report p
  join mail_message m on m.message_id = p.message_id
  join effect f on f.execution_id = m.execution_id and f.id = m.effect_id and f.kind = 'notice'
  where p.api_client_id = ${clientId} and p.kind in ('bounce', 'undelivered')
    and not exists (
      select from mail_report q where q.message_id = p.message_id and q.kind in ('bounce', 'undelivered') and q.id > p.id)
    and not exists (
      select from mail_message later
      where later.execution_id = m.execution_id and later.effect_id = m.effect_id and later.created_at > m.created_at)`;

/**
 * Letters that cannot be printed yet, because of themselves or an enclosure. A run that has ended sends none, so its
 * letters are left out.
 */
const unprinted = (clientId: number): RawBuilder<unknown> => sql`
  select distinct on (n.id) n.id, n.execution_id, n.node_id, n.notice_due_at, n.created_at, a.needs
  from artifact a
  join execution e on e.id = a.execution_id and e.completed_at is null
  join artifact n on n.execution_id = a.execution_id and n.kind = 'notice' and n.node_id = a.node_id and n.visit = a.visit
    and (n.id = a.id or (a.kind = 'enclosure' and n.stage = 'pre_adverse'))
  where a.api_client_id = ${clientId} and a.needs is not null
  order by n.id, a.id`;

/** True if it was recorded that the notice was also posted or, after that time, delivered outside this service. */
const sentElsewhere = (
  executionId: string,
  artifactId: string,
  since: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from review_event v
  where v.execution_id = ${sql.ref(executionId)} and v.event_type = 'adverse_action_sent'
    and v.metadata @> jsonb_build_object('artifact_id', ${sql.ref(artifactId)})
    and (v.metadata ? 'also_posted' or (v.metadata ? 'sent_elsewhere' and v.created_at > ${sql.ref(since)})))`;

/**
 * All waiting letters of the client. `id` is unique over the parts, because each part has one of five numbers for each
 * record. The list is sorted by `at`: the time when the letter is due, or since which it waits.
 */
function letters({ apiClientId }: Auth): RawBuilder<unknown> {
  return sql`
    select r.id * 5 as id, coalesce(r.due_at, r.opened_at, r.created_at) as at,
      case when r.needs is not null then 'needs_' || r.needs when r.delivery = 'post' then 'to_post' else 'draft' end as state,
      r.execution_id, r.node_id, r.artifact_id, r.due_at, coalesce(r.opened_at, r.created_at) as since,
      r.missing_variables as variables, r.why, null::text as report, null::text as report_status,
      null::text as error_code, r.snoozed_until, null::jsonb as notices_due
    from execution e join review_round r on r.execution_id = e.id and r.status = 'open' and r.kind = 'notice'
    where e.api_client_id = ${apiClientId} and e.needs_human_review = true
    union all
    select e.id * 5 + 1, due.first_at, 'owed', e.id, null, null, due.first_at, coalesce(e.completed_at, e.created_at),
      null, null, null, null, null, null, e.notices_due
    from execution e, lateral (
      select min((owed ->> 'due_at')::timestamptz(3)) as first_at from jsonb_array_elements(e.notices_due) owed) due
    where e.api_client_id = ${apiClientId} and e.notices_due is not null and due.first_at is not null
    union all
    select n.id * 5 + 4, coalesce(n.notice_due_at, n.created_at), 'needs_' || n.needs, n.execution_id, n.node_id, n.id,
      n.notice_due_at, n.created_at, null, null, null, null, null, null, null
    from (${unprinted(apiClientId)}) n
    union all
    select b.id * 5 + 2, b.at, 'returned', b.execution_id, b.node_id, b.artifact_id, null, b.at,
      null, null, b.report, b.report_status, null, null, null
    from (${returned(apiClientId)}) b
    where not exists (
        select from notice_resend s
        where s.artifact_id = b.artifact_id and (s.created_at > b.at or s.status = 'pending'))
      and not ${sentElsewhere('b.execution_id', 'b.artifact_id', 'b.at')}
    union all
    select s.id * 5 + 3, s.created_at, 'resend_failed', s.execution_id, a.node_id, s.artifact_id, null, s.created_at,
      null, null, null, null, s.error_code, null, null
    from notice_resend s join artifact a on a.id = s.artifact_id
    where s.api_client_id = ${apiClientId} and s.status = 'failed' and s.error_code is distinct from 'erased'
      and not exists (select from notice_resend t where t.artifact_id = s.artifact_id and t.number > s.number)
      and not ${sentElsewhere('s.execution_id', 's.artifact_id', 's.created_at')}`;
}

const IS_OVERDUE = sql<boolean>`coalesce(l.due_at < now(), false)`;

function filterConditions(filters: WaitingFilters): RawBuilder<boolean> {
  const { 'filter[state]': states, 'filter[workflow_id]': workflows, 'filter[overdue]': overdue } = filters;
  const modes = filters['filter[execution_mode]'];
  const asked = [
    sql`true`,
    ...(states === undefined ? [] : [sql`l.state = any(${[...states]})`]),
    ...(workflows === undefined ? [] : [sql`e.workflow_id = any(${[...workflows]})`]),
    ...(modes === undefined ? [] : [sql`e.execution_mode = any(${[...modes]})`]),
    ...(overdue === undefined ? [] : [sql`${IS_OVERDUE} = ${overdue}`]),
  ];
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}

export async function countWaiting(db: Queryable, auth: Auth, filters: WaitingFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${letters(auth)}) l join execution e on e.id = l.execution_id
    where ${filterConditions(filters)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Counts of all letters that wait, without filters. */
export async function countStates(db: Queryable, auth: Auth): Promise<JsonObject> {
  const { rows } = await sql<{ state: WaitingState; total: number; overdue: number }>`
    select l.state, count(*) as total, count(*) filter (where ${IS_OVERDUE}) as overdue
    from (${letters(auth)}) l group by l.state`.execute(db);
  const totalOf = (state: WaitingState): number => rows.find((row) => row.state === state)?.total ?? 0;
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
    by_state: Object.fromEntries(WAITING_STATES.map((state) => [state, totalOf(state)])),
  };
}

export async function readWaiting(
  db: Queryable,
  auth: Auth,
  filters: WaitingFilters,
  { limit, offset, after }: Slice,
): Promise<WaitingRow[]> {
  const time = after === null ? null : parseTime(after.at ?? '');
  const follows =
    after === null
      ? sql`true`
      : sql`(date_trunc('milliseconds', l.at), l.id) > (${time}::timestamptz, ${after.id}::bigint)`;
  const { rows } = await sql<WaitingRow>`
    select l.*, ${IS_OVERDUE} as is_overdue, e.workflow_id, w.name, e.external_reference, e.execution_mode,
      ${holderOf('e')} as assigned_to_user_id, ${seesApplicants(auth) ? APPLICANT : sql`null`} as applicant
    from (${letters(auth)}) l
    join execution e on e.id = l.execution_id
    left join workflow w on w.id = e.workflow_id
    where ${filterConditions(filters)} and ${follows}
    order by date_trunc('milliseconds', l.at), l.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** True if the notice came back or could not be sent again, and was not settled since. */
export async function isUndelivered(
  db: Queryable,
  auth: Auth,
  { executionId, artifactId }: { readonly executionId: number; readonly artifactId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from (${letters(auth)}) l
    where l.execution_id = ${executionId} and l.artifact_id = ${artifactId} and l.state in ('returned', 'resend_failed')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Reasons why the steps that owe a letter failed, by execution and node: one query for a page. */
export async function readFailures(db: Queryable, rows: readonly WaitingRow[]): Promise<ReadonlyMap<string, Failure>> {
  const owing = rows.filter(({ notices_due: due }) => due?.some(({ why }) => why === 'step_failed') === true);
  if (owing.length === 0) return new Map();
  const failed = await db
    .selectFrom('step')
    .select(['execution_id', 'node_id', 'error_code', 'error_message'])
    .where(
      'execution_id',
      'in',
      owing.map((row) => row.execution_id),
    )
    .where('status', '=', 'failed')
    .orderBy('sequence')
    .execute();
  return new Map(failed.map((step) => [`${step.execution_id} ${step.node_id}`, step]));
}

interface Failure {
  readonly error_code: string | null;
  readonly error_message: string | null;
}

export function presentWaiting(
  row: WaitingRow,
  failures: ReadonlyMap<string, Failure>,
  auth: Auth,
  rules: MaskRules,
): JsonObject {
  return {
    id: row.id,
    object: 'waiting_letter',
    state: row.state,
    execution_id: row.execution_id,
    workflow_id: row.workflow_id,
    workflow_name: row.name,
    external_reference: row.external_reference,
    execution_mode: row.execution_mode,
    node_id: row.node_id,
    notice_artifact_id: row.artifact_id,
    due_at: timeText(row.due_at),
    overdue: row.is_overdue,
    since: row.since.toISOString(),
    assigned_to_user_id: row.assigned_to_user_id,
    snoozed_until: timeText(row.snoozed_until),
    variables: row.variables === null ? null : [...row.variables],
    why: row.why,
    notices_due: (row.notices_due ?? []).map((notice) => {
      const failure = notice.why === 'step_failed' ? failures.get(`${row.execution_id} ${notice.node_id}`) : undefined;
      return {
        ...notice,
        error_code: failure?.error_code ?? null,
        ...(seesApplicants(auth) ? { lacks: lacksOf(failure, row.applicant, auth, rules) } : {}),
      };
    }),
    report: row.report === null ? null : { kind: row.report, status: row.report_status },
    error_code: row.error_code,
    ...(seesApplicants(auth) ? { applicant_name: nameOf(row.applicant, auth, rules) } : {}),
  };
}

/** The missing part of the letter, in texts of this service; other error texts may quote what a person entered. */
function lacksOf(failure: Failure | undefined, applicant: Json, auth: Auth, rules: MaskRules): string | null {
  if (failure?.error_code !== 'notice_incomplete') return null;
  const text = failure.error_message;
  if (text === null || auth.view === 'whole') return text;
  return applicant === null ? null : new Masks(rules, { payload: { applicant } }).text(text);
}
