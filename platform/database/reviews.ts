import type { ReviewDecision, ReviewKind } from '../../core/states.ts';
import { asJson, type Queryable } from './index.ts';

/**
 * Review rounds: the executor opens them (`services/executor/advance`), people decide them. One round of an execution is
 * open; others queue in the order of their ids (semantics 9).
 *
 * Invariant: the caller holds the lock on the execution's row. No function here takes it.
 */
export interface OpenRound {
  readonly id: number;
  readonly key: string;
  readonly nodeId: string;
  readonly kind: ReviewKind;
  readonly artifactId: number | null;
  readonly dueAt: Date | null;
  /** `reasons`: approving it needs the reviewer's reasons. */
  readonly needs: 'reasons' | null;
  /** `post`: the notice goes by post and cannot be sent by e-mail. */
  readonly delivery: 'post' | null;
}

const OPEN_ROUND_COLUMNS = [
  'id',
  'key',
  'node_id as nodeId',
  'kind',
  'artifact_id as artifactId',
  'due_at as dueAt',
  'needs',
  'delivery',
] as const;

export async function findOpenRound(db: Queryable, executionId: number): Promise<OpenRound | undefined> {
  return db
    .selectFrom('review_round')
    .select(OPEN_ROUND_COLUMNS)
    .where('execution_id', '=', executionId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/**
 * The open round; if none is open, the next one in the queue is opened. A round starts unclaimed, so opening one clears the
 * assignment of the execution.
 */
export async function openNextRound(trx: Queryable, executionId: number, now: Date): Promise<OpenRound | undefined> {
  const open = await findOpenRound(trx, executionId);
  if (open !== undefined) return open;
  const opened = await trx
    .updateTable('review_round')
    .set({ status: 'open', opened_at: now })
    .where('id', '=', (next) =>
      next
        .selectFrom('review_round')
        .select('id')
        .where('execution_id', '=', executionId)
        .where('status', '=', 'queued')
        .orderBy('id')
        .limit(1),
    )
    .returning(OPEN_ROUND_COLUMNS)
    .executeTakeFirst();
  if (opened !== undefined) {
    await trx.updateTable('execution').set({ assigned_to_user_id: null }).where('id', '=', executionId).execute();
  }
  return opened;
}

export interface RoundDecision {
  readonly decision: ReviewDecision;
  readonly userId: number;
  readonly note: string | null;
  /** Texts or codes of the reason catalogue; they come first on the letter. */
  readonly reasons: readonly string[] | null;
  readonly at: Date;
}

/** Decides an open round. False if somebody was faster. */
export async function decideRound(trx: Queryable, roundId: number, decided: RoundDecision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('review_round')
    .set({
      status: 'decided',
      decision: decided.decision,
      decided_by_user_id: decided.userId,
      note: decided.note,
      reasons: decided.reasons === null ? null : asJson(decided.reasons),
      decided_at: decided.at,
    })
    .where('id', '=', roundId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Closes every open or queued round of the execution: none needs a decision any more. */
export async function closeRounds(trx: Queryable, executionId: number): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({ status: 'closed' })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['open', 'queued'])
    .execute();
}

/** The last decision about the person, or null: the review_status while no review is open. */
export async function lastDecision(db: Queryable, executionId: number): Promise<ReviewDecision | null> {
  const row = await db
    .selectFrom('review_round')
    .select('decision')
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'decision')
    .where('status', '=', 'decided')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.decision ?? null;
}

/** Whether a round of the execution, of either kind, has been decided. */
export async function hasDecidedRound(db: Queryable, executionId: number, kind?: ReviewKind): Promise<boolean> {
  let decided = db
    .selectFrom('review_round')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('status', '=', 'decided')
    .limit(1);
  if (kind !== undefined) decided = decided.where('kind', '=', kind);
  return (await decided.executeTakeFirst()) !== undefined;
}

/** Whether this run ever had a review. */
export async function hasRounds(db: Queryable, executionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('review_round')
    .select('id')
    .where('execution_id', '=', executionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
