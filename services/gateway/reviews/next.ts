import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { ReviewKind } from '../../../core/states.ts';
import { isApprovedBy } from './approvals.ts';
import { selectOpenReviews } from './inbox.ts';
import { isForUser } from './queues.ts';
import { assignReview, type Acting } from './acts.ts';

interface NextBody {
  readonly kind?: ReviewKind;
  readonly workflow_id?: number;
  /** Replaces the caller's own queues. */
  readonly queue?: string;
}

/**
 * Claims the most urgent unclaimed review: the first one of the inbox. Returns its execution. Two simultaneous requests
 * never get the same one: each locks the row that it takes, and skips rows that others have locked.
 */
export async function claimNext(acting: Acting, wanted: NextBody): Promise<number> {
  const { trx, auth } = acting;
  const { kind, workflow_id: workflowId, queue } = wanted;
  // A change that removes a queue of theirs waits for the claim and releases it, or the claim sees the change.
  await trx.selectFrom('account_user').select('id').where('id', '=', auth.userId).forShare().execute();
  const found = await selectOpenReviews(trx, auth, {
    ...(kind === undefined ? {} : { 'filter[kind]': [kind] }),
    ...(workflowId === undefined ? {} : { 'filter[workflow_id]': [workflowId] }),
    ...(queue === undefined ? {} : { 'filter[queue]': [queue] }),
    'filter[assigned_to_user_id]': ['none'],
    'filter[snoozed]': false,
  })
    .select('e.id')
    .where(queue === undefined ? isForUser(auth.userId) : sql<boolean>`true`)
    // Reviews on which the caller may not act are left out. A person who has approved one waits for others.
    .where(sql<boolean>`not ${isApprovedBy(auth.userId)}`)
    .where(auth.productionAccess ? sql<boolean>`true` : sql<boolean>`e.execution_mode = 'test'`)
    .orderBy('r.due_at', (order) => order.asc().nullsLast())
    .orderBy('r.id')
    .limit(1)
    .forUpdate('e')
    .skipLocked()
    .executeTakeFirst();
  if (found === undefined) throw new AppError('not_found', { message: NOTHING_LEFT });
  await assignReview(acting, found.id, { assignee: auth.userId, note: null, force: false });
  return found.id;
}

const NOTHING_LEFT = 'No open review of this kind is left that nobody has claimed.';
