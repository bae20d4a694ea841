import { CompiledQuery } from 'kysely';
import type { QueryConfig } from 'pg';
import type { JsonObject } from '../../../core/json.ts';
import type { ExecutionStatus, ReviewDecision, ReviewEventType, ReviewStatus } from '../../../core/states.ts';
import { auditingCte, type AuditRow } from '../../../platform/database/audit.ts';
import { emittingCtes, type EventRow } from '../../../platform/database/events.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { decidedEvent, openedEvent } from '../../../platform/database/reviews.ts';
import type { Act } from '../http/audit.ts';
import { insertAnswers, isKeyFree, type AnsweredKey } from '../http/idempotency/index.ts';
import type { Auth } from '../services.ts';
import type { Approval, Approving } from './approvals.ts';
import type { PendingRound, Situation } from './situation.ts';

/** The writes of an act on a review: the execution, its rounds, the review event, webhook events and the poke. */
export interface ReviewChange {
  readonly situation: Situation;
  readonly execution: {
    readonly status: ExecutionStatus;
    readonly review_status: ReviewStatus;
    readonly needs_human_review: boolean;
    readonly user_approved: boolean | null;
    readonly assigned_to_user_id: number | null;
  };
  /**
   * The round that is decided, so that the next one in the queue opens, or that one of several people approved. Null if
   * neither.
   */
  readonly decided: DecidedRound | null;
  /** Webhook events. */
  readonly events: readonly EventRow[];
  readonly event: {
    readonly event_type: ReviewEventType;
    readonly actor_user_id: number;
    readonly note: string | null;
    readonly metadata: JsonObject;
  };
}

export interface DecidedRound {
  readonly id: number;
  /** `open`: an approval that others have to join. */
  readonly status: 'decided' | 'open';
  readonly decision: ReviewDecision | null;
  readonly decided_by_user_id: number | null;
  readonly approvals: readonly Approval[];
  readonly note: string | null;
  readonly reasons: readonly string[] | null;
  readonly variables: Readonly<Record<string, string>> | null;
  /** Day on which a person posted the notice. */
  readonly posted_on: string | null;
  readonly carrier: string | null;
}

interface Decided {
  readonly round: PendingRound;
  readonly decision: ReviewDecision;
  readonly note: string | null;
  readonly reasons: readonly string[] | null;
  readonly variables?: Readonly<Record<string, string>> | null;
  /** Approvals of a review that several people have to approve. */
  readonly approvals?: readonly Approval[];
  readonly posted?: { readonly posted_on: string; readonly carrier: string };
  readonly metadata: JsonObject;
}

/** The decision of the open round: the next one opens unclaimed, or the run continues. */
export function decisionChange(situation: Situation, auth: Auth, decided: Decided): ReviewChange {
  const { round, decision, note, reasons, posted = { posted_on: null, carrier: null }, metadata } = decided;
  const next = nextOf(situation);
  const isAboutPerson = round.kind === 'decision';
  const standing = isAboutPerson ? decision : situation.lastDecision;
  return {
    situation,
    execution: {
      status: next === undefined ? 'running' : 'awaiting_review',
      review_status: next === undefined ? (standing ?? 'none') : 'in_review',
      needs_human_review: next !== undefined,
      user_approved: isAboutPerson ? decision === 'approved' : situation.user_approved,
      assigned_to_user_id: next === undefined ? situation.assigned_to_user_id : null,
    },
    decided: {
      id: round.id,
      status: 'decided',
      decision,
      decided_by_user_id: auth.userId,
      approvals: decided.approvals ?? round.approvals,
      note,
      reasons,
      variables: decided.variables ?? null,
      ...posted,
    },
    events: [
      decidedEvent(situation, round, decision, situation.now),
      ...(next === undefined ? [] : [openedEvent(situation, next, situation.now)]),
    ],
    event: { event_type: decision, actor_user_id: auth.userId, note, metadata },
  };
}

/** An approval that others have to join: the review stays open and unclaimed. */
export function approvalChange(
  situation: Situation,
  auth: Auth,
  approved: {
    readonly round: PendingRound;
    readonly approving: Approving;
    readonly note: string | null;
    readonly metadata: JsonObject;
  },
): ReviewChange {
  const { round, approving, note, metadata } = approved;
  const { status, review_status, user_approved } = situation;
  const { approvals, reasons, variables } = approving;
  return {
    situation,
    execution: { status, review_status, needs_human_review: true, user_approved, assigned_to_user_id: null },
    decided: {
      ...{ id: round.id, status: 'open', decision: null, decided_by_user_id: null, approvals, reasons, variables },
      ...{ note: null, posted_on: null, carrier: null },
    },
    events: [],
    event: { event_type: 'approval_added', actor_user_id: auth.userId, note, metadata },
  };
}

function nextOf({ pending }: Situation): PendingRound | undefined {
  return pending.find(({ isOpen }) => !isOpen);
}

/**
 * One statement, so that it can be a transaction by itself. It writes only if the situation is unchanged, and never
 * waits for a lock on the execution or on the key of its part. A returned row means that it has written. Waiting for
 * the key could deadlock with a transaction that holds the key and waits for the execution.
 *
 * The next round is opened from the rows of the decided one, so the unique index on open rounds never sees two.
 */
const WRITE = `
  with target as materialized (
    select e.id as execution_id, e.api_client_id
    from execution e
    where e.id = $1 and e.api_client_id = $2 and e.xmin::text = $3 and (
      select p.key is null or ${isKeyFree('$2::bigint', 'p.key')}
      from jsonb_to_record($9::jsonb) as p (key text)
    )
    for update skip locked
  ),
  part as (
    select target.api_client_id, p.*
    from target cross join jsonb_to_record($9::jsonb) as p (key text, fingerprint text, response_status int,
      response_data text)
    where p.key is not null
  ),
  answered as (
    ${insertAnswers('part')}
  ),
  decided as (
    update review_round r
    set status = d.status, decision = d.decision, decided_by_user_id = d.decided_by_user_id, approvals = d.approvals,
      note = d.note, reasons = d.reasons, variables = d.variables, posted_on = d.posted_on, carrier = d.carrier,
      decided_at = case when d.status = 'decided' then $4::timestamptz end
    from target cross join jsonb_to_record($6::jsonb) as d (id bigint, status text, decision text,
      decided_by_user_id bigint, approvals jsonb, note text, reasons jsonb, variables jsonb, posted_on text, carrier text)
    where r.id = d.id and r.execution_id = target.execution_id
    returning r.execution_id, r.status
  ),
  opened as (
    update review_round r set status = 'open', opened_at = $4
    from decided
    where r.id = $7 and r.execution_id = decided.execution_id and decided.status = 'decided'
  ),
  changed as (
    update execution e
    set status = n.status, review_status = n.review_status, needs_human_review = n.needs_human_review,
      user_approved = n.user_approved, assigned_to_user_id = n.assigned_to_user_id, updated_at = $4
    from target cross join jsonb_to_record($5::jsonb) as n (status text, review_status text,
      needs_human_review boolean, user_approved boolean, assigned_to_user_id bigint)
    where e.id = target.execution_id
  ),
  new_review_event as (
    insert into review_event (execution_id, event_type, actor_user_id, note, metadata, created_at)
    select target.execution_id, v.event_type, v.actor_user_id, v.note, v.metadata, $4
    from target cross join jsonb_to_record($8::jsonb) as v (event_type text, actor_user_id bigint, note text,
      metadata jsonb)
  ),
  poke as (
    insert into command (kind, execution_id, lane)
    select 'poke', execution_id, 'poke' from decided where status = 'decided'
  ),
  ${emittingCtes('target', '$10::jsonb')},
  ${auditingCte('target', '$11::jsonb')}
  select target.execution_id from target`;

/**
 * Notes, reasons and values for a letter are words about the applicant. They stay where they are masked, and are not in
 * the audit log.
 */
export function actOf({ situation, decided, event }: ReviewChange): Act {
  const { note: _note, reasons: _reasons, variables: _variables, ...detail } = event.metadata;
  const { id } = situation;
  if (event.event_type === 'moved') return { action: 'review.moved', id, detail };
  if (event.event_type === 'snoozed') return { action: 'review.snoozed', id, detail };
  if (decided === null) return { action: 'review.assigned', id, detail };
  if (decided.status === 'open') return { action: 'review.approval_added', id, detail };
  return { action: 'review.decided', id, detail: { ...detail, decision: decided.decision } };
}

/** `part` is the result that a repeat of the request finds, if it has an Idempotency-Key. */
export function changeStatement(
  change: ReviewChange,
  auth: Auth,
  { part, audited }: { readonly part: AnsweredKey | null; readonly audited: AuditRow },
): QueryConfig {
  const { situation, execution, decided, event, events } = change;
  const next = decided?.status === 'decided' ? nextOf(situation) : undefined;
  return {
    name: 'gateway_review_change',
    text: WRITE,
    values: [
      situation.id,
      auth.apiClientId,
      situation.rowVersion,
      situation.now,
      JSON.stringify(execution),
      JSON.stringify(decided ?? {}),
      next?.id ?? null,
      JSON.stringify(event),
      JSON.stringify(part ?? {}),
      JSON.stringify(events),
      JSON.stringify(audited),
    ],
  };
}

/** Writes it in a transaction that has locked the execution. */
export async function writeChange(trx: Queryable, auth: Auth, change: ReviewChange, audited: AuditRow): Promise<void> {
  const { text, values } = changeStatement(change, auth, { part: null, audited });
  const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
  if (rows.length !== 1) throw new Error(`execution ${change.situation.id} changed although it is locked`);
}
