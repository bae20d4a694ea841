import { AppError } from '../../../core/errors.ts';
import { isTerminal } from '../../../core/states.ts';
import { pokeBatch, pokeExecution } from '../../../platform/database/commands.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { closeRounds, lastDecision } from '../../../platform/database/reviews.ts';
import type { Auth } from '../services.ts';
import { recordEnded } from './ended-facts.ts';
import { owedColumns, owedWhenCancelled } from './owed-when-cancelled.ts';
import { lockExecution } from './records.ts';

/**
 * Cancels a run in one transaction. No effect begins afterwards, because each locks the row before it begins. Drafted
 * notices stay drafts. Returns false if the execution was cancelled already. Source: semantics 13.1.1.
 */
export async function cancelExecution(trx: Queryable, auth: Auth, executionId: number): Promise<boolean> {
  const execution = await lockExecution(trx, auth, executionId);
  if (execution.status === 'cancelled') return false;
  if (isTerminal(execution.status)) throw new AppError('execution_not_cancellable');
  const { now } = execution;
  await closeRounds(trx, executionId);
  await trx
    .updateTable('effect')
    .set({ status: 'cancelled', finished_at: now })
    .where('execution_id', '=', executionId)
    .where('status', '=', 'intended')
    .execute();
  await trx
    .updateTable('step')
    .set({ status: 'cancelled', ended_at: now })
    .where('execution_id', '=', executionId)
    .where('status', '=', 'running')
    .execute();
  const isInReview = execution.review_status === 'in_review';
  await trx
    .updateTable('execution')
    .set({
      status: 'cancelled',
      completed_at: now,
      updated_at: now,
      wake_at: null,
      pending_reports: null,
      only_awaits_reports: false,
      needs_human_review: false,
      ...owedColumns(await owedWhenCancelled(trx, executionId)),
      ...(isInReview ? { review_status: (await lastDecision(trx, executionId)) ?? 'none' } : {}),
    })
    .where('id', '=', executionId)
    .execute();
  await recordEnded(trx, [executionId], execution.outcome === null ? [] : [executionId]);
  await pokeExecution(trx, executionId);
  if (execution.batch_id !== null) await pokeBatch(trx, execution.batch_id);
  return true;
}
