import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isTerminal, type ReviewDecision, type ReviewEventType, type ReviewKind } from '../../../core/states.ts';
import { pokeExecution } from '../../../platform/database/commands.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import {
  decideRound,
  findOpenRound,
  hasDecidedRound,
  hasRounds,
  lastDecision,
  openNextRound,
  type OpenRound,
} from '../../../platform/database/reviews.ts';
import type { Auth } from '../services.ts';
import { lockExecution, type LockedExecution } from '../executions/records.ts';
import { refuseUntrueCodes } from './reason-codes.ts';

/**
 * Review acts. Each locks the execution's row in its transaction, so of two simultaneous acts the second one sees the
 * result of the first. Source: semantics 9.
 */
export interface Decision {
  readonly decision: ReviewDecision;
  readonly nodeId: string | null;
  readonly note: string | null;
  /** Texts or codes of the reason catalogue; null if none were given. */
  readonly reasons: readonly string[] | null;
  /** Of bulk actions: only the first round of this kind is decided. Null: `nodeId` says which. */
  readonly onlyFirstOf: ReviewKind | null;
}

/** Decides the open round and opens the next one in the queue, if any. */
export async function decideReview(trx: Queryable, auth: Auth, executionId: number, decided: Decision): Promise<void> {
  const { execution, round } = await lockOpenRound(trx, auth, executionId);
  const { now } = execution;
  await requireMeant(trx, executionId, round, decided);
  refuseOthersClaim(auth, execution);
  const { decision, note, reasons } = decided;
  requireDecidable(round, decided);
  await refuseUntrueCodes(trx, executionId, round, reasons ?? []);
  const isFirst = await decideRound(trx, round.id, { decision, note, reasons, userId: auth.userId, at: now });
  if (!isFirst) throw new AppError('review_not_pending');

  const next = await openNextRound(trx, executionId, now);
  const isAboutPerson = round.kind === 'decision';
  const standing = isAboutPerson ? decision : await lastDecision(trx, executionId);
  await trx
    .updateTable('execution')
    .set({
      status: next === undefined ? 'running' : 'awaiting_review',
      needs_human_review: next !== undefined,
      review_status: next === undefined ? (standing ?? 'none') : 'in_review',
      ...(isAboutPerson ? { user_approved: decision === 'approved' } : {}),
      updated_at: now,
    })
    .where('id', '=', executionId)
    .execute();
  await addReviewEvent(trx, auth, executionId, decision, note, now, {
    node_id: round.nodeId,
    kind: round.kind,
    ...(reasons === null ? {} : { reasons: [...reasons] }),
  });
  await pokeExecution(trx, executionId);
}

/** The open round is the one that the sender has seen; a request that is sent twice must never decide another one. */
async function requireMeant(
  trx: Queryable,
  executionId: number,
  round: OpenRound,
  { nodeId, onlyFirstOf }: Decision,
): Promise<void> {
  if (onlyFirstOf !== null) {
    const isMeant = round.kind === onlyFirstOf && !(await hasDecidedRound(trx, executionId, onlyFirstOf));
    if (!isMeant) throw new AppError('review_not_pending');
    return;
  }
  if (nodeId === null && (await hasDecidedRound(trx, executionId))) throw new AppError('review_unspecified');
  if (nodeId !== null && nodeId !== round.nodeId) throw new AppError('review_not_pending');
}

function requireDecidable(round: OpenRound, { decision, reasons, onlyFirstOf }: Decision): void {
  if (decision === 'denied') return;
  const isIncomplete = round.needs === 'reasons' && (reasons ?? []).length === 0;
  if (!isIncomplete && round.delivery !== 'post') return;
  // A bulk action names no field; its list of results says that this review was not decided.
  if (onlyFirstOf !== null) throw new AppError('review_not_pending');
  throw new AppError('validation_failed', {
    details: [
      isIncomplete
        ? { field: 'reasons', message: 'is required: this notice has no specific reason yet, so give 1 to 4' }
        : { field: 'decision', message: 'must be denied here: this notice goes by post and is recorded as posted' },
    ],
  });
}

/** Claims the open review for the calling user. Returns false, without a change, if that user holds it already. */
export async function claimReview(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  note: string | null,
): Promise<boolean> {
  const { execution, round } = await lockOpenRound(trx, auth, executionId);
  refuseOthersClaim(auth, execution);
  if (execution.assigned_to_user_id === auth.userId) return false;
  await assign(trx, execution, auth.userId);
  await addReviewEvent(trx, auth, executionId, 'assigned', note, execution.now, {
    node_id: round.nodeId,
    assigned_to_user_id: auth.userId,
  });
  return true;
}

/** Takes the claim off the open review; another user's only with `force`. */
export async function releaseReview(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  { note, force }: { note: string | null; force: boolean },
): Promise<boolean> {
  const { execution, round } = await lockOpenRound(trx, auth, executionId);
  const holder = execution.assigned_to_user_id;
  if (holder === null) return false;
  if (!force) refuseOthersClaim(auth, execution);
  await assign(trx, execution, null);
  await addReviewEvent(trx, auth, executionId, 'unassigned', note, execution.now, {
    node_id: round.nodeId,
    previously_assigned_to_user_id: holder,
    forced: holder !== auth.userId,
  });
  return true;
}

/** A note can be added in every status of the execution. */
export async function addReviewNote(trx: Queryable, auth: Auth, executionId: number, note: string): Promise<void> {
  const execution = await lockExecution(trx, auth, executionId);
  await trx.updateTable('execution').set({ updated_at: execution.now }).where('id', '=', executionId).execute();
  await addReviewEvent(trx, auth, executionId, 'note_added', note, execution.now, {});
}

/** The execution, locked, with its open round. Throws the reason if there is no round to act on. */
async function lockOpenRound(
  trx: Queryable,
  auth: Auth,
  executionId: number,
): Promise<{ execution: LockedExecution; round: OpenRound }> {
  const execution = await lockExecution(trx, auth, executionId);
  if (execution.execution_mode === 'live' && !auth.productionAccess) throw new AppError('live_mode_forbidden');
  if (isTerminal(execution.status)) throw new AppError('not_awaiting_review');
  const round = await findOpenRound(trx, executionId);
  if (round !== undefined) return { execution, round };
  throw new AppError((await hasRounds(trx, executionId)) ? 'review_not_pending' : 'not_awaiting_review');
}

function refuseOthersClaim(auth: Auth, { assigned_to_user_id: holder }: LockedExecution): void {
  if (holder !== null && holder !== auth.userId) throw new AppError('assigned_elsewhere');
}

async function assign(trx: Queryable, { id, now }: LockedExecution, userId: number | null): Promise<void> {
  await trx
    .updateTable('execution')
    .set({ assigned_to_user_id: userId, updated_at: now })
    .where('id', '=', id)
    .execute();
}

async function addReviewEvent(
  trx: Queryable,
  auth: Auth,
  executionId: number,
  type: ReviewEventType,
  note: string | null,
  at: Date,
  metadata: JsonObject,
): Promise<void> {
  await trx
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: type,
      actor_user_id: auth.userId,
      note,
      metadata: asJson(metadata),
      created_at: at,
    })
    .execute();
}
