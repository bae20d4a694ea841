import { sql, type RawBuilder } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
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
import { SUBJECTS } from '../../../platform/nats.ts';
import { COUNT, readPage } from '../paging.ts';
import { cancelExecution } from '../records/cancel.ts';
import { presentExecution, readExecution, readExecutionDetail, selectExecutions } from '../records/executions.ts';
import { defineRoute, listQuery, type PageQuery } from '../route.ts';
import { DETAIL_EXAMPLE, EXECUTION, EXECUTION_DETAIL, EXECUTION_EXAMPLE } from '../schemas/executions.ts';
import type { Auth } from '../services.ts';

interface ExecutionFilters extends PageQuery {
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

const FILTERS = listQuery<ExecutionFilters>({
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

/** What the filters ask of `execution as m`. The client comes first, as it does in every index of the table. */
function conditions(auth: Auth, filters: ExecutionFilters): RawBuilder<boolean> {
  const asked = [sql`m.api_client_id = ${auth.apiClientId}`];
  for (const [filter, column] of Object.entries(COLUMN_OF_FILTER)) {
    const value = filters[filter as keyof typeof COLUMN_OF_FILTER];
    if (value !== undefined) asked.push(sql`${sql.ref(column)} = ${value}`);
  }
  const { 'filter[created_after]': after, 'filter[created_before]': before } = filters;
  if (after !== undefined) asked.push(sql`m.created_at > ${new Date(after)}`);
  if (before !== undefined) asked.push(sql`m.created_at < ${new Date(before)}`);

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

/** Filters that ask a column for a value. */
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

/** Looked up for the rows that have one: as an "exists" it would be answered from the open rounds of all clients. */
function openRound(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.needs_human_review and coalesce((
    select ${condition} from review_round r where r.execution_id = m.id and r.status = 'open'), false))`;
}

const listExecutions = defineRoute({
  method: 'GET',
  path: '/executions',
  operationId: 'listExecutions',
  tag: 'Executions',
  scope: 'executions:read',
  summary: 'List executions',
  description: 'Executions of the calling API client, the newest first. Filters narrow each other.',
  query: FILTERS,
  reply: {
    kind: 'page',
    object: 'execution',
    description: 'One page of executions.',
    schema: EXECUTION,
    example: EXECUTION_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const matching = db.kysely.selectFrom('execution as m').where(conditions(auth, query));
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      // The page is chosen by ids alone, from the index, and only its rows are read.
      rows: (limit, offset) =>
        selectExecutions(db.kysely)
          .where('e.id', 'in', matching.select('m.id').orderBy('m.id', 'desc').limit(limit).offset(offset))
          .orderBy('e.id', 'desc')
          .execute(),
    });
    return { items: rows.map(presentExecution), totalCount };
  },
});

const getExecution = defineRoute({
  method: 'GET',
  path: '/executions/{id}',
  operationId: 'getExecution',
  tag: 'Executions',
  scope: 'executions:read',
  summary: 'Read an execution',
  description:
    'With the scope `executions:read:full` the answer also has `step_outputs` and `failed_steps`, which hold identity ' +
    'data of the applicant and reports.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution.',
    schema: EXECUTION_DETAIL,
    example: DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) =>
    readExecutionDetail(db.kysely, auth, params.id, { full: auth.scopes.has('executions:read:full') }),
});

const cancel = defineRoute({
  method: 'POST',
  path: '/executions/{id}/cancel',
  operationId: 'cancelExecution',
  tag: 'Executions',
  scope: 'executions:write',
  summary: 'Cancel an execution',
  description:
    'Nothing of the run begins after this; what had begun finishes. An execution that is cancelled already is answered ' +
    'unchanged. Takes no body. No event is sent.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution, cancelled.',
    schema: EXECUTION,
    example: {
      ...EXECUTION_EXAMPLE,
      status: 'cancelled',
      needs_human_review: false,
      review_status: 'none',
      pending_review: null,
      completed_at: '2026-03-02T15:09:00.000Z',
    },
  },
  errors: ['not_found', 'execution_not_cancellable'],
  handler: async ({ db, bus, auth, params, requestId }): Promise<JsonObject> => {
    const isChanged = await db.transaction((trx) => cancelExecution(trx, auth, params.id));
    if (isChanged) bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return readExecution(db.kysely, auth, params.id);
  },
});

export const EXECUTION_ROUTES = [listExecutions, getExecution, cancel];
