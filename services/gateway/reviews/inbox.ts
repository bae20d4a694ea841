import { sql, type RawBuilder } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { REVIEW_KINDS } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { ASSIGNEES, isAssignedTo, isOneOf, several } from '../http/filters.ts';
import type { Slice } from '../http/paging.ts';
import { timeText } from '../http/present.ts';
import { listQuery, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import type { Auth } from '../services.ts';
import { presentApprovals } from './approvals.ts';

/** The open reviews of the client, the first due first: found by the small index of executions that are in review. */
export const INBOX_QUERY = listQuery({
  'filter[kind]': several({ type: 'string', enum: REVIEW_KINDS }),
  'filter[assigned_to_user_id]': ASSIGNEES,
  'filter[workflow_id]': several(ID),
  'filter[overdue]': { type: 'boolean', description: 'Whether the review is past its due time.' },
});
type InboxFilters = Accepted<typeof INBOX_QUERY>;

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
  const { 'filter[overdue]': overdue } = filters;
  const asked = [
    isOneOf('r.kind', filters['filter[kind]']),
    isOneOf('e.workflow_id', filters['filter[workflow_id]']),
    isAssignedTo('e.assigned_to_user_id', auth.userId, filters['filter[assigned_to_user_id]']),
    ...(overdue === undefined ? [] : [sql`${IS_OVERDUE} = ${overdue}`]),
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
    .select(['r.why', 'r.missing_variables', 'r.approvals_required', 'r.approvals'])
    .select(['e.workflow_id', 'e.external_reference', 'e.execution_mode', 'e.assigned_to_user_id', 'w.name'])
    .select(IS_OVERDUE.as('is_overdue'));
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

export function presentReview(row: Awaited<ReturnType<typeof readInbox>>[number]): JsonObject {
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
    external_reference: row.external_reference,
    execution_mode: row.execution_mode,
    opened_at: timeText(row.opened_at),
  };
}

/** Of all open reviews, whatever the filters. */
export async function countInbox(db: Queryable, auth: Auth): Promise<JsonObject> {
  const count = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`;
  const rows = await selectOpenReviews(db, auth)
    .select('e.workflow_id')
    .select([
      sql<number>`count(*)`.as('total'),
      count(sql`r.kind = 'decision'`).as('decision'),
      count(sql`r.kind = 'notice'`).as('notice'),
      count(IS_OVERDUE).as('overdue'),
      count(sql`e.assigned_to_user_id = ${auth.userId}`).as('assigned_to_me'),
      count(sql`e.assigned_to_user_id is null`).as('unassigned'),
    ])
    .groupBy('e.workflow_id')
    .orderBy('e.workflow_id')
    .execute();
  const sum = (key: 'total' | 'decision' | 'notice' | 'overdue' | 'assigned_to_me' | 'unassigned') =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    total: sum('total'),
    decision: sum('decision'),
    notice: sum('notice'),
    overdue: sum('overdue'),
    assigned_to_me: sum('assigned_to_me'),
    unassigned: sum('unassigned'),
    by_workflow: rows.map(({ workflow_id, total }) => ({ workflow_id, total })),
  };
}
