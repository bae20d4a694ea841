import type { ReviewDecision, ReviewKind } from '../../core/states.ts';
import type { Queryable } from './index.ts';

/**
 * Review rounds, as people answer them; the executor asks them (`services/executor/advance`). One round of an execution
 * is open, others queue in the order of their ids.
 *
 * Whoever changes rounds holds the lock on the execution's row: every function here relies on it, and none takes it.
 */
export interface OpenRound {
  readonly id: number;
  readonly key: string;
  readonly nodeId: string;
  readonly kind: ReviewKind;
  readonly artifactId: number | null;
  readonly dueAt: Date | null;
}

const OPEN_ROUND_COLUMNS = [
  'id',
  'key',
  'node_id as nodeId',
  'kind',
  'artifact_id as artifactId',
  'due_at as dueAt',
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
 * The round that is open, after opening the next one in the queue where none was. A round starts unclaimed, so opening
 * one takes the assignment off the execution.
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
  readonly at: Date;
}

/** Decides an open round. False where somebody was faster. */
export async function decideRound(trx: Queryable, roundId: number, decided: RoundDecision): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('review_round')
    .set({
      status: 'decided',
      decision: decided.decision,
      decided_by_user_id: decided.userId,
      note: decided.note,
      decided_at: decided.at,
    })
    .where('id', '=', roundId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Closes every round of the execution that is open or queued: nobody needs to decide it any more. */
export async function closeRounds(trx: Queryable, executionId: number): Promise<void> {
  await trx
    .updateTable('review_round')
    .set({ status: 'closed' })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['open', 'queued'])
    .execute();
}

/** The last decision about the person, or null: what review_status is while no review is open. */
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

/** Whether anybody was ever asked anything in this run. */
export async function hasRounds(db: Queryable, executionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('review_round')
    .select('id')
    .where('execution_id', '=', executionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
