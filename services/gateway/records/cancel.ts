import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { isTerminal } from '../../../core/states.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { closeRounds, lastDecision } from '../../../platform/database/reviews.ts';
import type { Auth } from '../services.ts';
import { lockExecution } from './executions.ts';

/**
 * Ends a run, in one transaction: what has not begun never will, since every effect looks at the row under lock before
 * it begins. Drafted notices stay drafts. Answers false where it was cancelled already.
 * Source: api-decisions sections 2 and 6.
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
      needs_human_review: false,
      ...(isInReview ? { review_status: (await lastDecision(trx, executionId)) ?? 'none' } : {}),
    })
    .where('id', '=', executionId)
    .execute();
  await poke(trx, executionId);
  return true;
}

/** Tells the run to look at its row again. After the commit, publish `commands.ready`. */
export async function poke(trx: Queryable, executionId: number): Promise<void> {
  await sql`
    insert into command (kind, execution_id, lane)
    select 'poke', id, case when batch_id is null then 'single' else 'batch' end
    from execution where id = ${executionId}`.execute(trx);
}
