import { sql, type RawBuilder } from 'kysely';
import { asJsonList, type Json, type JsonObject } from '../../../core/json.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { Masks, type MaskRules } from '../../../core/masks/index.ts';
import type { ListedRule } from '../../../core/rows/listed.ts';
import { REVIEW_KINDS } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { heldSince, holderOf } from '../../../platform/identity/claims.ts';
import { ASSIGNEES, isAssignedTo, isOneOf, several } from '../http/filters.ts';
import type { Slice } from '../http/paging.ts';
import { timeText } from '../http/present.ts';
import { listQuery, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import type { Auth } from '../services.ts';
import { COUNTING_APPROVALS, presentApprovals } from './approvals.ts';
import { APPLICANT, nameOf, rulesOfRows, seesApplicants } from '../executions/applicant.ts';
import { isInQueue, MY_QUEUES, QUEUES } from './queues.ts';

/** The open reviews of the client, first due first, from the small index of executions in review. */
export const INBOX_QUERY = listQuery({
  'filter[kind]': several({ type: 'string', enum: REVIEW_KINDS }),
  'filter[assigned_to_user_id]': ASSIGNEES,
  'filter[workflow_id]': several(ID),
  'filter[applicant]': several({ ...ID, description: 'Id of the applicant whom it is about.' }),
  'filter[queue]': QUEUES,
  'filter[snoozed]': { type: 'boolean', description: 'True for reviews that are snoozed.' },
  'filter[overdue]': { type: 'boolean', description: 'True for reviews past their due time.' },
});
type InboxFilters = Accepted<typeof INBOX_QUERY>;

/** True while it is assigned to nobody. */
const IS_SNOOZED = sql<boolean>`coalesce(r.snoozed_until > now(), false)`;
const IS_OVERDUE = sql<boolean>`coalesce(r.due_at < now(), false)`;

export function selectOpenReviews(db: Queryable, auth: Auth, filters: InboxFilters = {}) {
  return db
    .selectFrom('execution as e')
    .innerJoin('review_round as r', (join) =>
      join.onRef('r.execution_id', '=', 'e.id').on('r.status', '=', sql.lit('open')),
    )
    .where('e.api_client_id', '=', auth.apiClientId)
    .where('e.needs_human_review', '=', sql.lit(true))
    .where(matches(auth, filters));
}

function matches(auth: Auth, filters: InboxFilters): RawBuilder<boolean> {
  const { 'filter[overdue]': overdue, 'filter[snoozed]': snoozed } = filters;
  const asked = [
    isOneOf('r.kind', filters['filter[kind]']),
    isOneOf('e.workflow_id', filters['filter[workflow_id]']),
    isOneOf('e.applicant_id', filters['filter[applicant]']),
    isAssignedTo('e', auth.userId, filters['filter[assigned_to_user_id]']),
    isInQueue(auth.userId, filters['filter[queue]']),
    ...(overdue === undefined ? [] : [sql`${IS_OVERDUE} = ${overdue}`]),
    ...(snoozed === undefined ? [] : [sql`${IS_SNOOZED} = ${snoozed}`]),
  ];
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}

/** The reviews after the position, in the order of the list: by due time, those without one at last, then by id. */
function follows({ after }: Slice): RawBuilder<boolean> {
  if (after === null) return sql<boolean>`true`;
  const { id, at = null } = after;
  if (at === null) return sql<boolean>`(r.due_at is null and r.id > ${id})`;
  const time = parseTime(at);
  return sql<boolean>`(r.due_at > ${time} or (r.due_at = ${time} and r.id > ${id}) or r.due_at is null)`;
}

function selectInbox(db: Queryable, auth: Auth, filters: InboxFilters) {
  return selectOpenReviews(db, auth, filters)
    .leftJoin('workflow as w', 'w.id', 'e.workflow_id')
    .select(['r.id', 'r.execution_id', 'r.node_id', 'r.kind', 'r.due_at', 'r.needs', 'r.delivery', 'r.opened_at'])
    .select(['r.why', 'r.missing_variables', 'r.approvals_required', 'r.queue', 'r.snoozed_until'])
    .select(COUNTING_APPROVALS.as('approvals'))
    .select(['e.workflow_id', 'e.external_reference', 'e.execution_mode', 'w.name'])
    .select([holderOf('e').as('assigned_to_user_id'), heldSince('e').as('assigned_at')])
    .select(IS_OVERDUE.as('is_overdue'))
    .select((seesApplicants(auth) ? APPLICANT : sql<Json>`null`).as('applicant'))
    .select((seesApplicants(auth) ? sql<RulesOfRow>`r.rules` : sql<RulesOfRow>`null`).as('rules'));
}

/** The open review of one execution. */
export function readInboxRow(db: Queryable, auth: Auth, executionId: number) {
  return selectInbox(db, auth, {}).where('e.id', '=', executionId).executeTakeFirst();
}

export function readInbox(db: Queryable, auth: Auth, filters: InboxFilters, slice: Slice) {
  return selectInbox(db, auth, filters)
    .where(follows(slice))
    .orderBy('r.due_at', (order) => order.asc().nullsLast())
    .orderBy('r.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
}

type InboxRow = Awaited<ReturnType<typeof readInbox>>[number];

/** Reviews as a list shows them. */
export async function presentReviews(db: Queryable, auth: Auth, rows: readonly InboxRow[]): Promise<JsonObject[]> {
  const rulesOf = await rulesOfRows(db, auth, rows);
  return rows.map((row) => ({ ...presentUnnamed(row), ...presentApplicant(row, auth, rulesOf(row.execution_id)) }));
}

type RulesOfRow = readonly ListedRule[] | null;

export interface ApplicantOfRow {
  readonly applicant: Json;
  readonly rules: RulesOfRow;
}

/** The applicant, and the rules by which a person is asked. */
export function presentApplicant({ applicant, rules }: ApplicantOfRow, auth: Auth, masked: MaskRules): JsonObject {
  if (!seesApplicants(auth)) return {};
  return {
    applicant_name: nameOf(applicant, auth, masked),
    rules: shownRules(rules ?? [], applicant, auth, masked),
  };
}

/** Conditions with a masked value are left out, because their sentences contain it, too. */
function shownRules(rules: readonly ListedRule[], applicant: Json, { view }: Auth, masked: MaskRules): JsonObject[] {
  const masks = new Masks(masked, { payload: { applicant } });
  const isShown = (condition: JsonObject): boolean =>
    view === 'whole' || canonicalJson(masks.answer(condition)) === canonicalJson(condition);
  const shown = <Rule extends Pick<ListedRule, 'text' | 'conditions'>>(rule: Rule) => ({
    ...rule,
    text: view === 'whole' ? rule.text : masks.text(rule.text),
    conditions: rule.conditions.filter(isShown),
  });
  // Reviews of earlier releases have no nearest rule.
  return asJsonList(
    rules.map(({ nearest = null, ...rule }) => ({
      ...shown(rule),
      nearest: nearest === null ? null : shown(nearest),
    })),
  );
}

export function presentUnnamed(row: InboxRow): JsonObject {
  return {
    id: row.id,
    object: 'review',
    execution_id: row.execution_id,
    workflow_id: row.workflow_id,
    workflow_name: row.name,
    node_id: row.node_id,
    kind: row.kind,
    due_at: timeText(row.due_at),
    overdue: row.is_overdue,
    needs: row.needs,
    variables: row.missing_variables === null ? null : [...row.missing_variables],
    why: row.why,
    delivery: row.delivery,
    approvals: presentApprovals(row.approvals_required, row.approvals),
    assigned_to_user_id: row.assigned_to_user_id,
    assigned_at: timeText(row.assigned_at),
    external_reference: row.external_reference,
    execution_mode: row.execution_mode,
    opened_at: timeText(row.opened_at),
    queue: row.queue,
    snoozed_until: timeText(row.snoozed_until),
  };
}

/** Counts of all open reviews, without filters. Snoozed ones wait for nobody and are counted separately. */
export async function countInbox(db: Queryable, auth: Auth): Promise<JsonObject> {
  const count = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`;
  const waits = (condition: RawBuilder<unknown>) => count(sql`not ${IS_SNOOZED} and ${condition}`);
  const rows = await selectOpenReviews(db, auth)
    .select(['e.workflow_id', 'r.queue'])
    .select([
      waits(sql`true`).as('total'),
      waits(sql`r.kind = 'decision'`).as('decision'),
      waits(sql`r.kind = 'notice'`).as('notice'),
      waits(IS_OVERDUE).as('overdue'),
      waits(isAssignedTo('e', auth.userId, ['me'])).as('assigned_to_me'),
      waits(isAssignedTo('e', auth.userId, ['none'])).as('unassigned'),
      waits(sql`r.queue = any(${MY_QUEUES(auth.userId)})`).as('in_my_queues'),
      count(IS_SNOOZED).as('snoozed'),
    ])
    .groupBy(['e.workflow_id', 'r.queue'])
    .orderBy('e.workflow_id')
    .orderBy('r.queue')
    .execute();
  const sum = (key: Exclude<keyof (typeof rows)[number], 'workflow_id' | 'queue'>, of = rows) =>
    of.reduce((total, row) => total + row[key], 0);
  const totals = <K>(keyOf: (row: (typeof rows)[number]) => K) =>
    [...Map.groupBy(rows, keyOf)].map(([key, of]) => [key, sum('total', of)] as const).filter(([, total]) => total > 0);
  return {
    total: sum('total'),
    decision: sum('decision'),
    notice: sum('notice'),
    overdue: sum('overdue'),
    assigned_to_me: sum('assigned_to_me'),
    unassigned: sum('unassigned'),
    in_my_queues: sum('in_my_queues'),
    snoozed: sum('snoozed'),
    by_workflow: totals(({ workflow_id: id }) => id).map(([workflow_id, total]) => ({ workflow_id, total })),
    by_queue: totals(({ queue }) => queue).flatMap(([queue, total]) => (queue === null ? [] : [{ queue, total }])),
  };
}
