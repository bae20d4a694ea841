import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { shownPath } from '../../../core/masks/index.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import type { ReviewKind } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';
import { presentPendingReports } from './records.ts';
import { MOST_LISTED } from './timeline-schemas.ts';

/*
 * The events of an execution and their times. They say nothing about the applicant, so everybody who may know of the
 * execution may read them. An addition of ours. Source: semantics 3.9.
 */

/** Throws `not_found`. */
export async function readTimeline(db: Queryable, auth: Auth, executionId: number): Promise<JsonObject> {
  const execution = await db
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select([
      'e.workflow_id',
      'e.workflow_version',
      'e.status',
      'e.created_at',
      'e.started_at',
      'e.completed_at',
      'e.pending_reports',
    ])
    .select(['v.name', 'v.definition'])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (execution === undefined) throw new AppError('not_found');
  const [steps, effects, reviews, events, mails] = await Promise.all([
    timesOfSteps(db, executionId),
    timesOfEffects(db, executionId, auth.scopes.has('executions:read:full')),
    timesOfReviews(db, executionId),
    timesOfEvents(db, auth, executionId),
    timesOfMails(db, executionId),
  ]);
  const lists = { steps, effects, reviews, events, mails };
  return {
    object: 'execution_timeline',
    execution_id: executionId,
    workflow_id: execution.workflow_id,
    workflow_version: execution.workflow_version,
    workflow_name: execution.name,
    status: execution.status,
    accepted_at: execution.created_at.toISOString(),
    started_at: timeText(execution.started_at),
    completed_at: timeText(execution.completed_at),
    pending_reports: presentPendingReports(execution.pending_reports),
    // Also for a deleted cascade, because an execution keeps its version.
    nodes: graphOf(execution.definition).map(({ isEntry, ways, ...node }) => ({
      ...node,
      is_entry: isEntry,
      ways: ways.map((way) => ({ ...way })),
    })),
    ...lists,
    truncated: Object.values(lists).some((list) => list.length === MOST_LISTED),
  };
}

async function timesOfSteps(db: Queryable, executionId: number): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('step')
    .select(['node_id', 'visit', 'status', 'causes', 'attempts', 'error_code', 'started_at', 'ended_at'])
    // The branch of an IfElse; outputs of other kinds are about the applicant.
    .select(sql<string | null>`case when node_type = 'IfElse' then output ->> 'branch' end`.as('branch'))
    .where('execution_id', '=', executionId)
    .orderBy('sequence')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    node_id: row.node_id,
    visit: row.visit,
    status: row.status,
    branch: row.branch,
    caused_by: row.causes.map(({ node_id, visit }) => ({ node_id, visit })),
    attempts: row.attempts ?? 0,
    error_code: row.error_code,
    began_at: timeText(row.started_at),
    ended_at: timeText(row.ended_at),
  }));
}

/** `isShown` allows the names of corrected members of a report, never their values. */
async function timesOfEffects(db: Queryable, executionId: number, isShown: boolean): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('effect as f')
    .leftJoin('vendor_order as o', (join) =>
      join
        .onRef('o.execution_id', '=', 'f.execution_id')
        .onRef('o.node_id', '=', 'f.node_id')
        .onRef('o.visit', '=', 'f.visit')
        .on('f.kind', '=', 'live_pull'),
    )
    .select(['f.id', 'f.node_id', 'f.visit', 'f.kind', 'f.status', 'f.attempts', 'f.error_code'])
    .select(['f.created_at', 'f.begun_at', 'f.finished_at'])
    .select(sql<string | null>`case when f.kind = 'live_pull' then f.result ->> 'came_at' end`.as('report_came_at'))
    .select(sql<string | null>`o.corrections -> -1 ->> 'came_at'`.as('report_corrected_at'))
    .select(
      sql<string[] | null>`case when ${isShown}::boolean and o.corrections -> -1 -> 'report' is not null then (
        select coalesce(json_agg(k order by k), '[]') from (
          select jsonb_object_keys(f.result -> 'report') union select jsonb_object_keys(o.corrections -> -1 -> 'report')
        ) member (k)
        where f.result -> 'report' -> k is distinct from o.corrections -> -1 -> 'report' -> k) end`.as(
        'report_corrected_fields',
      ),
    )
    .where('f.execution_id', '=', executionId)
    .orderBy('f.id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ created_at, begun_at, finished_at, report_corrected_fields: corrected, ...row }) => ({
    ...row,
    // An account's product may leave member names to its vendor, who may name a member after a person.
    report_corrected_fields: corrected === null ? null : [...new Set(corrected.map(shownPath))],
    intended_at: created_at.toISOString(),
    begun_at: timeText(begun_at),
    finished_at: timeText(finished_at),
  }));
}

async function timesOfReviews(db: Queryable, executionId: number): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('review_event as r')
    .leftJoin('account_user as u', 'u.id', 'r.actor_user_id')
    .select(['r.id', 'r.event_type', 'r.actor_user_id', 'u.name', 'r.created_at'])
    .select(sql<string | null>`r.metadata ->> 'node_id'`.as('node_id'))
    // A node requests reviews of one kind.
    .select(
      sql<ReviewKind | null>`(
        select o.kind from review_round o
        where o.execution_id = ${executionId} and o.node_id = r.metadata ->> 'node_id' limit 1)`.as('kind'),
    )
    .where('r.execution_id', '=', executionId)
    .orderBy('r.id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ id, event_type, node_id, kind, actor_user_id: actorId, name, created_at }) => ({
    id,
    event_type,
    node_id,
    kind,
    actor: actorId === null ? null : { id: actorId, name },
    created_at: created_at.toISOString(),
  }));
}

async function timesOfEvents(db: Queryable, auth: Auth, executionId: number): Promise<JsonObject[]> {
  const events = await db
    .selectFrom('event')
    .select(['id', 'name', 'created_at'])
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  if (events.length === 0) return [];
  const deliveries = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id', 'subscription_id', 'status', 'attempts', 'last_response_status'])
    .select(['created_at', 'last_attempt_at', 'delivered_at'])
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .where('api_client_id', '=', auth.apiClientId)
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  const byEvent = Map.groupBy(deliveries, ({ event_id: id }) => id);
  return events.map(({ id, name, created_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    deliveries: (byEvent.get(id) ?? []).map(({ event_id: _event, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_attempt_at: timeText(row.last_attempt_at),
      delivered_at: timeText(row.delivered_at),
    })),
  }));
}

/** Without addresses, because those are about the applicant. */
async function timesOfMails(db: Queryable, executionId: number): Promise<JsonObject[]> {
  const rows = await db
    .selectFrom('mail_message as m')
    .innerJoin('effect as f', 'f.id', 'm.effect_id')
    .leftJoin('mail_report as r', 'r.message_id', 'm.message_id')
    .select(['f.node_id', 'f.visit', 'f.kind', 'm.created_at', 'm.accepted_at', 'm.kept_at', 'm.file_id'])
    .select(['r.kind as report', 'r.status as report_status', 'r.created_at as reported_at'])
    .where('m.execution_id', '=', executionId)
    .orderBy('m.created_at')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    node_id: row.node_id,
    visit: row.visit,
    kind: row.kind,
    written_at: row.created_at.toISOString(),
    accepted_at: timeText(row.accepted_at),
    kept_at: timeText(row.kept_at),
    mail_artifact_id: row.file_id,
    report: row.report,
    report_status: row.report_status,
    reported_at: timeText(row.reported_at),
  }));
}
