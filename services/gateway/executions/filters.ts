import { sql, type RawBuilder } from 'kysely';
import { EXECUTION_MODES, EXECUTION_STATUSES, OUTCOMES, REVIEW_KINDS, REVIEW_STATUSES } from '../../../core/states.ts';
import { parseTime } from '../../../core/time.ts';
import { ASSIGNEES, isAssignedTo, isOneOf, several } from '../http/filters.ts';
import { listQuery, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';

const FACT_TEXT = { type: 'string', maxLength: 200 } as const;

export const FILTERS = {
  'filter[status]': several({ type: 'string', enum: EXECUTION_STATUSES }),
  'filter[review_status]': several({ type: 'string', enum: REVIEW_STATUSES }),
  'filter[needs_human_review]': { type: 'boolean', description: 'True for executions with an open review.' },
  'filter[pending_review]': several({ type: 'string', enum: REVIEW_KINDS, description: 'Kind of the open review.' }),
  'filter[overdue]': { type: 'boolean', description: 'True for executions whose open review is past its due time.' },
  'filter[notices_due]': {
    type: 'boolean',
    description: 'True for executions with a due notice that has not gone out.',
  },
  'filter[pending_report]': {
    type: 'boolean',
    description: 'True for executions that wait for a report that a vendor is making.',
  },
  'filter[unresolved]': {
    type: 'boolean',
    description: 'True for executions that failed and were not evaluated again since. A person has to look at them.',
  },
  'filter[error_code]': several({
    type: 'string',
    maxLength: 200,
    description: 'Code of the first step that failed, of executions that failed.',
  }),
  'filter[workflow_id]': several(ID),
  'filter[batch_execution_id]': several(ID),
  'filter[applicant]': several({ ...ID, description: 'Id of the applicant whom it is about.' }),
  'filter[external_reference]': several({ type: 'string', maxLength: 200 }),
  'filter[execution_mode]': several({ type: 'string', enum: EXECUTION_MODES }),
  'filter[outcome]': several({ type: 'string', enum: OUTCOMES }),
  'filter[assigned_to_user_id]': ASSIGNEES,
  'filter[created_after]': { type: 'string', format: 'date-time', description: 'Accepted after this time.' },
  'filter[created_before]': { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
  'filter[updated_after]': {
    type: 'string',
    format: 'date-time',
    description:
      'Changed after this time, or accepted after it and not changed since. A change is seen a moment after its time, so ' +
      'a caller that keeps a copy asks from a minute before its last request.',
  },
  'filter[updated_before]': {
    type: 'string',
    format: 'date-time',
    description: 'Last changed before this time, or accepted before it and not changed since.',
  },
  'filter[completed_after]': { type: 'string', format: 'date-time', description: 'Ended after this time.' },
  'filter[completed_before]': { type: 'string', format: 'date-time', description: 'Ended before this time.' },
  'filter[decided_by]': several({
    ...FACT_TEXT,
    description:
      'Rule that decided it, as the statistics of rules call it: the `id` of its sentence, or its node and branch. Needs the ' +
      'scope `executions:read:full`, as reasons do: both say something about the applicant.',
  }),
  'filter[reason]': several({
    ...FACT_TEXT,
    description: 'Code of a reason in its letters, as the statistics of reasons have it. Needs `executions:read:full`.',
  }),
  'filter[failed_product]': several({ ...FACT_TEXT, description: 'Code of a product whose pull failed.' }),
} as const;
export const EXECUTION_QUERY = listQuery(FILTERS);

/** The condition on `execution as m`. The client comes first, as it does in every index of the table. */
export function matchesFilters(auth: Auth, filters: Accepted<typeof EXECUTION_QUERY>): RawBuilder<boolean> {
  const asked = [sql`m.api_client_id = ${auth.apiClientId}`];
  for (const [filter, column] of Object.entries(COLUMN_OF_FILTER)) {
    const values = filters[filter as keyof typeof COLUMN_OF_FILTER];
    if (values !== undefined) asked.push(isOneOf(column, values));
  }
  const isOpen = filters['filter[needs_human_review]'];
  if (isOpen !== undefined) asked.push(sql`m.needs_human_review = ${isOpen}`);
  const owes = filters['filter[notices_due]'];
  if (owes !== undefined) asked.push(owes ? sql`m.notices_due is not null` : sql`m.notices_due is null`);
  const awaits = filters['filter[pending_report]'];
  if (awaits !== undefined) asked.push(awaits ? sql`m.pending_reports is not null` : sql`m.pending_reports is null`);
  const unresolved = filters['filter[unresolved]'];
  if (unresolved !== undefined) asked.push(unresolved ? IS_UNRESOLVED : sql`not (${IS_UNRESOLVED})`);
  const codes = filters['filter[error_code]'];
  if (codes !== undefined) {
    asked.push(
      sql`m.status = 'failed' and coalesce(m.first_error_code, 'internal_error') = any (${[...codes]}::text[])`,
    );
  }
  const { 'filter[created_after]': after, 'filter[created_before]': before } = filters;
  if (after !== undefined) asked.push(sql`m.created_at > ${parseTime(after)}`);
  if (before !== undefined) asked.push(sql`m.created_at < ${parseTime(before)}`);

  const { 'filter[updated_after]': changedAfter, 'filter[updated_before]': changedBefore } = filters;
  if (changedAfter !== undefined) asked.push(changed(sql`>`, changedAfter));
  if (changedBefore !== undefined) asked.push(changed(sql`<`, changedBefore));
  const { 'filter[completed_after]': endedAfter, 'filter[completed_before]': endedBefore } = filters;
  if (endedAfter !== undefined) asked.push(sql`m.completed_at > ${parseTime(endedAfter)}`);
  if (endedBefore !== undefined) asked.push(sql`m.completed_at < ${parseTime(endedBefore)}`);

  asked.push(...matchesEnd(auth, filters));

  const { 'filter[assigned_to_user_id]': assignees } = filters;
  if (assignees !== undefined) asked.push(isAssignedTo('m', auth.userId, assignees));

  const { 'filter[pending_review]': kinds, 'filter[overdue]': overdue } = filters;
  if (kinds !== undefined) asked.push(openRound(isOneOf('r.kind', kinds)));
  const isOverdue = openRound(sql`r.due_at < now()`);
  if (overdue === true) asked.push(isOverdue);
  if (overdue === false) asked.push(sql`not ${isOverdue}`);
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}

/**
 * Filters by outcome and by pulls. A filter reveals its value for each execution found, so those on rules and reasons,
 * which depend on reports, need a further scope.
 */
function matchesEnd(auth: Auth, filters: Accepted<typeof EXECUTION_QUERY>): readonly RawBuilder<boolean>[] {
  const { 'filter[decided_by]': rules, 'filter[reason]': reasons, 'filter[failed_product]': products } = filters;
  if (rules !== undefined || reasons !== undefined) requireEach(auth, 'executions:read:full');
  const hasFact = (condition: RawBuilder<unknown>) =>
    sql<boolean>`coalesce((select ${condition} from decision_fact f where f.id = m.id), false)`;
  const failed = sql<boolean>`exists (select from effect p where p.execution_id = m.id and p.kind = 'live_pull'
    and p.status = 'failed' and p.request ->> 'product_code' = any (${[...(products ?? [])]}::text[]))`;
  return [
    ...(rules === undefined ? [] : [hasFact(isOneOf('f.decided_by', rules))]),
    ...(reasons === undefined ? [] : [hasFact(sql`f.reasons && ${[...reasons]}::text[]`)]),
    ...(products === undefined ? [] : [failed]),
  ];
}

/** A failed row of a batch that is tried again no longer counts as failed. */
const IS_UNRESOLVED = sql`m.status = 'failed'
  and not exists (select from execution later where later.re_evaluated_from = m.id)`;

/** Filters that compare one column with several values. */
const COLUMN_OF_FILTER = {
  'filter[status]': 'm.status',
  'filter[review_status]': 'm.review_status',
  'filter[workflow_id]': 'm.workflow_id',
  'filter[batch_execution_id]': 'm.batch_id',
  'filter[applicant]': 'm.applicant_id',
  'filter[external_reference]': 'm.external_reference',
  'filter[execution_mode]': 'm.execution_mode',
  'filter[outcome]': 'm.outcome',
} as const;

/**
 * An untouched execution has no time of change and a status that says so. The index on statuses finds these few, so
 * accepting an execution adds no entry to the index on changes.
 */
function changed(comparison: RawBuilder<unknown>, time: string): RawBuilder<boolean> {
  const at = parseTime(time);
  return sql<boolean>`(m.updated_at ${comparison} ${at}
    or (m.updated_at is null and m.status in ('queued', 'pending') and m.created_at ${comparison} ${at}))`;
}

/**
 * A scalar subquery for rows with an open round, because PostgreSQL would run an "exists" over the open rounds of all
 * clients.
 */
function openRound(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.needs_human_review and coalesce((
    select ${condition} from review_round r where r.execution_id = m.id and r.status = 'open'), false))`;
}
