import { sql, type RawBuilder } from 'kysely';
import {
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  OUTCOMES,
  REVIEW_KINDS,
  REVIEW_STATUSES,
  type ExecutionMode,
  type ExecutionStatus,
  type Outcome,
  type ReviewKind,
  type ReviewStatus,
} from '../../../core/states.ts';
import { parseTime } from '../../../platform/validation/index.ts';
import { listQuery, type PageQuery } from '../http/route.ts';
import type { Auth } from '../services.ts';

export interface ExecutionFilters extends PageQuery {
  readonly 'filter[status]'?: ExecutionStatus;
  readonly 'filter[review_status]'?: ReviewStatus;
  readonly 'filter[needs_human_review]'?: boolean;
  readonly 'filter[pending_review]'?: ReviewKind;
  readonly 'filter[overdue]'?: boolean;
  readonly 'filter[workflow_id]'?: number;
  readonly 'filter[batch_execution_id]'?: number;
  readonly 'filter[external_reference]'?: string;
  readonly 'filter[execution_mode]'?: ExecutionMode;
  readonly 'filter[outcome]'?: Outcome;
  readonly 'filter[assigned_to_user_id]'?: string;
  readonly 'filter[created_after]'?: string;
  readonly 'filter[created_before]'?: string;
}

export const EXECUTION_QUERY = listQuery<ExecutionFilters>({
  'filter[status]': { type: 'string', enum: EXECUTION_STATUSES },
  'filter[review_status]': { type: 'string', enum: REVIEW_STATUSES },
  'filter[needs_human_review]': { type: 'boolean', description: 'Whether a review is open.' },
  'filter[pending_review]': { type: 'string', enum: REVIEW_KINDS, description: 'Kind of the open review.' },
  'filter[overdue]': { type: 'boolean', description: 'Whether the open review is past its due time.' },
  'filter[workflow_id]': { type: 'integer', minimum: 1 },
  'filter[batch_execution_id]': { type: 'integer', minimum: 1 },
  'filter[external_reference]': { type: 'string', maxLength: 200 },
  'filter[execution_mode]': { type: 'string', enum: EXECUTION_MODES },
  'filter[outcome]': { type: 'string', enum: OUTCOMES },
  'filter[assigned_to_user_id]': {
    type: 'string',
    pattern: '^(me|none|[1-9][0-9]{0,14})$',
    description: 'Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones.',
  },
  'filter[created_after]': { type: 'string', format: 'date-time', description: 'Accepted after this time.' },
  'filter[created_before]': { type: 'string', format: 'date-time', description: 'Accepted before this time.' },
});

/** The condition on `execution as m`. The client comes first, as it does in every index of the table. */
export function matchesFilters(auth: Auth, filters: ExecutionFilters): RawBuilder<boolean> {
  const asked = [sql`m.api_client_id = ${auth.apiClientId}`];
  for (const [filter, column] of Object.entries(COLUMN_OF_FILTER)) {
    const value = filters[filter as keyof typeof COLUMN_OF_FILTER];
    if (value !== undefined) asked.push(sql`${sql.ref(column)} = ${value}`);
  }
  const { 'filter[created_after]': after, 'filter[created_before]': before } = filters;
  if (after !== undefined) asked.push(sql`m.created_at > ${parseTime(after)}`);
  if (before !== undefined) asked.push(sql`m.created_at < ${parseTime(before)}`);

  const { 'filter[assigned_to_user_id]': assignee } = filters;
  if (assignee === 'none') asked.push(sql`m.assigned_to_user_id is null`);
  else if (assignee !== undefined) {
    asked.push(sql`m.assigned_to_user_id = ${assignee === 'me' ? auth.userId : Number(assignee)}`);
  }

  const { 'filter[pending_review]': kind, 'filter[overdue]': overdue } = filters;
  if (kind !== undefined) asked.push(openRound(sql`r.kind = ${kind}`));
  const isOverdue = openRound(sql`r.due_at < now()`);
  if (overdue === true) asked.push(isOverdue);
  if (overdue === false) asked.push(sql`not ${isOverdue}`);
  return sql<boolean>`${sql.join(asked, sql` and `)}`;
}

/** Filters that compare one column. */
const COLUMN_OF_FILTER = {
  'filter[status]': 'm.status',
  'filter[review_status]': 'm.review_status',
  'filter[needs_human_review]': 'm.needs_human_review',
  'filter[workflow_id]': 'm.workflow_id',
  'filter[batch_execution_id]': 'm.batch_id',
  'filter[external_reference]': 'm.external_reference',
  'filter[execution_mode]': 'm.execution_mode',
  'filter[outcome]': 'm.outcome',
} as const;

/** A scalar subquery for rows with an open round: PostgreSQL would run an "exists" over the open rounds of all clients. */
function openRound(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.needs_human_review and coalesce((
    select ${condition} from review_round r where r.execution_id = m.id and r.status = 'open'), false))`;
}
