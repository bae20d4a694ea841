import type { ReviewDecision, ReviewKind } from '../../core/states.ts';
import type { EventName } from '../../core/events.ts';
import { eventRow, type EventRow } from './events.ts';
import type { Queryable } from './index.ts';

/**
 * Review rounds: the executor opens them (`services/executor/advance`), and people decide them
 * (`services/gateway/reviews`). An execution has one open round; others queue in the order of their ids (semantics
 * 9.1.1).
 *
 * Invariant: every transaction that changes a round changes the execution's row.
 */
export interface RoundOf {
  readonly key: string;
  readonly nodeId: string;
  readonly visit: number;
  readonly kind: ReviewKind;
}

export interface OpenedRound extends RoundOf {
  /** RFC 3339. */
  readonly dueAt: string | null;
}

interface ExecutionOf {
  readonly id: number;
  readonly run_key: string;
  readonly workflow_id: number;
  readonly external_reference: string | null;
}

/**
 * `review.opened`, for the transaction in which the round becomes open. For a queued one that is the transaction of the
 * decision before it. A subscriber can act on it at once (semantics 14.6.3).
 */
export function openedEvent(execution: ExecutionOf, round: OpenedRound, at: Date): EventRow {
  return reviewEvent('review.opened', execution, round, { due_at: round.dueAt }, at);
}

/** `review.decided`, for the transaction of the decision, so that it is sent in any state of the run afterwards. */
export function decidedEvent(execution: ExecutionOf, round: RoundOf, decision: ReviewDecision, at: Date): EventRow {
  return reviewEvent('review.decided', execution, round, { decision, decided_at: at.toISOString() }, at);
}

function reviewEvent(
  name: EventName,
  execution: ExecutionOf,
  { key, nodeId, visit, kind }: RoundOf,
  data: Readonly<Record<string, string | null>>,
  at: Date,
): EventRow {
  return eventRow(
    { executionId: execution.id, runKey: execution.run_key, nodeId, visit, key, name },
    {
      workflow_execution_id: execution.id,
      workflow_id: execution.workflow_id,
      external_reference: execution.external_reference,
      node_id: nodeId,
      kind,
      ...data,
    },
    at,
  );
}

/** Closes every open or queued round of the execution. */
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
