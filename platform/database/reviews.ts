import type { RoundFact, RoundIntent } from '../../core/interpreter/types.ts';
import type { ReviewDecision, ReviewKind } from '../../core/states.ts';
import type { Queryable } from './index.ts';

/**
 * Review rounds: what the executor asks and the gateway has answered. One round of an execution is open, others queue
 * in order of their ids (api-decisions section 9).
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

/** Queues rounds; one that is there already is left as it is, so that an advance may be repeated. */
export async function queueRounds(
  trx: Queryable,
  executionId: number,
  rounds: readonly RoundIntent[],
  now: Date,
): Promise<void> {
  if (rounds.length === 0) return;
  await trx
    .insertInto('review_round')
    .values(
      rounds.map(({ key, nodeId, visit, review }) => ({
        execution_id: executionId,
        key,
        node_id: nodeId,
        visit,
        kind: review.kind,
        artifact_id: review.artifactId,
        status: 'queued' as const,
        due_at: review.dueAt === null ? null : new Date(review.dueAt),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['execution_id', 'key']).doNothing())
    .execute();
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

/** Closes rounds that nobody needs to decide any more; `all`: every open and queued one of the execution. */
export async function closeRounds(trx: Queryable, executionId: number, keys: readonly string[] | 'all'): Promise<void> {
  if (keys !== 'all' && keys.length === 0) return;
  await trx
    .updateTable('review_round')
    .set({ status: 'closed' })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['open', 'queued'])
    .$if(keys !== 'all', (query) => query.where('key', 'in', keys === 'all' ? [] : keys))
    .execute();
}

/** The rounds decided so far, by key: facts for the interpreter. */
export async function decidedRounds(db: Queryable, executionId: number): Promise<ReadonlyMap<string, RoundFact>> {
  const rows = await db
    .selectFrom('review_round')
    .select(['key', 'decision', 'decided_by_user_id', 'decided_at', 'note'])
    .where('execution_id', '=', executionId)
    .where('status', '=', 'decided')
    .orderBy('id')
    .execute();
  const facts = new Map<string, RoundFact>();
  for (const row of rows) {
    if (row.decision === null || row.decided_at === null) continue;
    facts.set(row.key, {
      decision: row.decision,
      decidedByUserId: row.decided_by_user_id,
      decidedAt: row.decided_at.getTime(),
      note: row.note,
    });
  }
  return facts;
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
