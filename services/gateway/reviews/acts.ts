import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isInsufficientReason } from '../../../core/insufficient.ts';
import { hasBraces } from '../../../core/notices/insufficient.ts';
import { isName } from '../../../core/person-name.ts';
import { writtenAddress } from '../../../core/postal-address.ts';
import { isWordless } from '../../../core/wordless.ts';
import type { ReviewDecision, ReviewEventType, ReviewKind } from '../../../core/states.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import { lockExecution } from '../executions/records.ts';
import { canDecide, releaseClaims } from '../../../platform/identity/claims.ts';
import { selectUsers } from '../identity/records.ts';
import type { Auth } from '../services.ts';
import type { Audit } from '../http/audit.ts';
import { approving } from './approvals.ts';
import { actOf, approvalChange, decisionChange, writeChange, type ReviewChange } from './change.ts';
import { refuseUntrueReasons } from './reason-codes.ts';
import {
  actOnSituation,
  lockSituation,
  openRoundOf,
  refuseOthersClaim,
  type PendingRound,
  type Situation,
} from './situation.ts';

/**
 * Review acts. Each is planned from the data of one statement and written by another. An act on one execution locks its
 * row first, so the second of two simultaneous acts sees the result of the first. Bulk actions write their plans
 * without locks (`bulk.ts`). Source: semantics 9.2 and 9.8.
 */
export interface Decision {
  readonly decision: ReviewDecision;
  readonly nodeId: string | null;
  /** Null: the sender named the node alone, or nothing. */
  readonly reviewId: number | null;
  readonly note: string | null;
  /** Texts or codes of the reason catalogue; null if none were given. */
  readonly reasons: readonly string[] | null;
  /** Values for the variables that the notice lacks, by path; null if none were given. */
  readonly variables: Readonly<Record<string, string>> | null;
  /** For bulk actions: only the first round of this kind is decided. Null if `nodeId` identifies the round. */
  readonly onlyFirstOf: ReviewKind | null;
}

/** A person who acts in a transaction, and their record in the audit log. */
export interface Acting {
  readonly trx: Queryable;
  readonly auth: Auth;
  readonly audit: Audit;
}

/** Decides the open round and opens the next one in the queue, if any. */
export async function decideReview(
  { trx, auth, audit }: Acting,
  executionId: number,
  decided: Decision,
): Promise<void> {
  await actOnSituation(trx, auth, executionId, async (situation) => {
    const change = planDecision(situation, auth, decided);
    await refuseUntrueReasons(trx, auth, situation, decided.reasons ?? []);
    await writeChange(trx, auth, change, audit.row(actOf(change)));
  });
}

/** Throws the reason if the decision cannot be made in this situation. */
export function planDecision(situation: Situation, auth: Auth, decided: Decision): ReviewChange {
  const round = openRoundOf(situation, auth);
  requireMeant(situation, round, decided);
  refuseOthersClaim(situation, auth);
  const { decision, note } = decided;
  const joined =
    decision === 'approved' && round.approvalsRequired > 1 ? approving(round, auth, decided, situation.now) : null;
  // Reasons and variables of earlier approvals count as given.
  const given = { ...decided, ...(joined === null ? {} : { reasons: joined.reasons, variables: joined.variables }) };
  requireDecidable(round, given, { isLast: joined?.isLast ?? true });
  const { reasons, variables } = given;
  const metadata = {
    ...{ node_id: round.nodeId, kind: round.kind },
    ...(reasons === null ? {} : { reasons: [...reasons] }),
    ...(variables === null ? {} : { variables: { ...variables } }),
    ...(joined === null ? {} : { approvals: joined.approvals.length, approvals_required: round.approvalsRequired }),
  };
  if (joined?.isLast === false) return approvalChange(situation, auth, { round, approving: joined, note, metadata });
  const approvals = joined?.approvals ?? round.approvals;
  return decisionChange(situation, auth, { round, decision, note, reasons, variables, approvals, metadata });
}

/**
 * Requires that the open round is the one that the sender has seen: a repeated request must never decide another one.
 */
function requireMeant({ decidedKinds }: Situation, round: PendingRound, decided: Decision): void {
  const { nodeId, reviewId, onlyFirstOf } = decided;
  if (onlyFirstOf !== null) {
    const message =
      round.kind !== onlyFirstOf
        ? `the open review is of kind ${round.kind}; decide it with "kind": "${round.kind}"`
        : 'an earlier review of this kind was decided; decide this one by itself, with its node_id';
    const isMeant = round.kind === onlyFirstOf && !decidedKinds.includes(onlyFirstOf);
    if (!isMeant) throw new AppError('review_not_pending', { details: [{ field: 'kind', message }] });
    return;
  }
  if (nodeId === null && reviewId === null && decidedKinds.length > 0) throw new AppError('review_unspecified');
  const isOther = (nodeId !== null && nodeId !== round.nodeId) || (reviewId !== null && reviewId !== round.id);
  if (isOther) throw new AppError('review_not_pending');
}

const NEEDS_REASONS = 'is required: this notice has no specific reason yet, so give 1 to 4';
const NEEDS_SPECIFIC_REASONS =
  'must name a specific reason: internal standards, or a score that did not qualify, are none (12 CFR 1002.9(b)(2))';

const IS_POSTED =
  'must be `denied` here, which discards the letter: it goes by post, so post it and report that with ' +
  'POST /executions/{id}/notice_artifacts/{artifact_id}/posted';

/** The fault of a value that the letter is to print; null if it has none. */
function faultOfValue(needs: LetterNeed | null, value: string): string | null {
  if (isWordless(value)) return 'is required: the notice has no value for it';
  if (hasBraces(value)) return 'must not hold {{ or }}: the letter prints it as it stands';
  if (needs === 'name' && !isName(value)) return 'must be the name of the person, and not a mail address';
  if (needs === 'address' && writtenAddress(value).lacks.length > 0) {
    return 'must have two lines at least: the street or the post office box, then the town, the state and the postal code';
  }
  return null;
}

/** Requires each variable without a value, and no other one, because the letter prints what a person enters here. */
function requireVariables({ needs, missingVariables }: PendingRound, { decision, variables }: Decision): void {
  const wanted = needs !== 'reasons' && decision === 'approved' ? (missingVariables ?? []) : [];
  const given = new Map(Object.entries(variables ?? {}));
  const asked = wanted.map((path) => `\`${path}\``).join(', ');
  const faultOf = (path: string): string | null => {
    const value = (given.get(path) ?? '').trim();
    if (!wanted.includes(path))
      return wanted.length === 0 ? 'is not asked for here' : `is not asked for; what is: ${asked}`;
    return faultOfValue(needs, value);
  };
  const details = [...new Set([...wanted, ...given.keys()])].flatMap((path) => {
    const message = faultOf(path);
    return message === null ? [] : [{ field: `variables.${path}`, message }];
  });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

function requireDecidable(round: PendingRound, decided: Decision, { isLast }: { readonly isLast: boolean }): void {
  requireVariables(round, decided);
  const { decision, reasons } = decided;
  if (decision === 'denied') return;
  const given = reasons ?? [];
  // Without reasons `every` is true, so they count as insufficient.
  if (round.needs === 'reasons' && given.every(isInsufficientReason)) {
    const message = given.length === 0 ? NEEDS_REASONS : NEEDS_SPECIFIC_REASONS;
    throw new AppError('validation_failed', { details: [{ field: 'reasons', message }] });
  }
  // The last approval of a letter by post is the report of its posting.
  if (round.delivery === 'post' && isLast) {
    throw new AppError('validation_failed', { details: [{ field: 'decision', message: IS_POSTED }] });
  }
}

export interface Assignment {
  /** A user of the account. */
  readonly assignee: number;
  readonly note: string | null;
  /** If true, takes it over from another user. */
  readonly force: boolean;
}

/** Assigns the open review. Returns false, without a change, if that user holds it already. */
export async function assignReview(
  { trx, auth, audit }: Acting,
  executionId: number,
  assignment: Assignment,
): Promise<boolean> {
  const situation = await lockSituation(trx, auth, executionId);
  const change = planAssignment(situation, auth, assignment);
  if (change === null) return false;
  if (assignment.assignee !== auth.userId) await requireColleague(trx, auth, assignment.assignee);
  await writeChange(trx, auth, change, audit.row(actOf(change)));
  return true;
}

async function requireColleague(trx: Queryable, auth: Auth, userId: number): Promise<void> {
  const user = await selectUsers(trx, auth)
    .select(canDecide(sql`account_user.id`, sql`${auth.apiClientId}::bigint`).as('decides'))
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.decides === true) return;
  const message =
    user === undefined
      ? 'is no user of the account; GET /users lists them'
      : 'cannot decide reviews: they have no role, token or session for it';
  throw new AppError('validation_failed', { details: [{ field: 'assignee', message }] });
}

/** Null if that user holds it already. Throws the reason if it cannot be assigned. */
export function planAssignment(
  situation: Situation,
  auth: Auth,
  { assignee, note, force }: Assignment,
): ReviewChange | null {
  const round = openRoundOf(situation, auth);
  const { assigned_to_user_id: holder, claimedBy } = situation;
  if (holder === assignee) return null;
  if (!force) refuseOthersClaim(situation, auth);
  const metadata = {
    node_id: round.nodeId,
    assigned_to_user_id: assignee,
    ...(claimedBy === null ? {} : { previously_assigned_to_user_id: claimedBy }),
    ...(holder === null ? {} : { forced: holder !== auth.userId }),
  };
  return assignmentChange(situation, auth, { assignee, event_type: 'assigned', note, metadata });
}

/** Releases the claim on the open review; another user's only with `force`. */
export async function releaseReview(
  { trx, auth, audit }: Acting,
  executionId: number,
  { note, force }: { note: string | null; force: boolean },
): Promise<boolean> {
  const situation = await lockSituation(trx, auth, executionId);
  const round = openRoundOf(situation, auth);
  const holder = situation.assigned_to_user_id;
  if (holder === null) return false;
  if (!force) refuseOthersClaim(situation, auth);
  const metadata = {
    node_id: round.nodeId,
    previously_assigned_to_user_id: holder,
    forced: holder !== auth.userId,
  };
  const change = assignmentChange(situation, auth, { assignee: null, event_type: 'unassigned', note, metadata });
  await writeChange(trx, auth, change, audit.row(actOf(change)));
  return true;
}

export function assignmentChange(
  situation: Situation,
  auth: Auth,
  act: {
    readonly assignee: number | null;
    readonly event_type: ReviewEventType;
    readonly note: string | null;
    readonly metadata: JsonObject;
  },
): ReviewChange {
  const { assignee, event_type, note, metadata } = act;
  const { status, review_status, user_approved } = situation;
  return {
    situation,
    execution: { status, review_status, needs_human_review: true, user_approved, assigned_to_user_id: assignee },
    decided: null,
    events: [],
    event: { event_type, actor_user_id: auth.userId, note, metadata },
  };
}

/** Releases all claims of a user on the client's reviews. Returns the executions. */
export async function releaseReviewsOf(
  { trx, auth }: Acting,
  { userId, note }: { readonly userId: number; readonly note: string | null },
): Promise<readonly number[]> {
  const user = await selectUsers(trx, auth).select('id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found', { message: 'There is no such user in the account.' });
  const which = sql<boolean>`e.api_client_id = ${auth.apiClientId}
    and (${auth.productionAccess} or e.execution_mode = 'test')`;
  const metadata = { forced: userId !== auth.userId };
  return releaseClaims(trx, { userId, which, actorUserId: auth.userId, note, metadata });
}

/** A note can be added in every status of the execution. */
export async function addReviewNote(trx: Queryable, auth: Auth, executionId: number, note: string): Promise<void> {
  const { now, erased_at: erasedAt } = await lockExecution(trx, auth, executionId);
  if (erasedAt !== null) throw new AppError('execution_erased');
  await trx.updateTable('execution').set({ updated_at: now }).where('id', '=', executionId).execute();
  await trx
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: 'note_added',
      actor_user_id: auth.userId,
      note,
      metadata: asJson({}),
      created_at: now,
    })
    .execute();
}
