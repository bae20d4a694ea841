import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { several } from '../http/filters.ts';
import type { Auth } from '../services.ts';
import { actOf, writeChange } from './change.ts';
import { assignmentChange, type Acting } from './acts.ts';
import { lockSituation, openRoundOf, refuseOthersClaim } from './situation.ts';

/*
 * Queues of reviews, and reviews that are put off. Neither prevents a decision: they determine who is assigned what,
 * and when. Source: semantics 9.5.
 */

export const QUEUES = several({
  type: 'string',
  minLength: 1,
  maxLength: 40,
  description: 'Queue in which it is, `mine` for those that the calling user works, `none` for reviews in no queue.',
});

/** The queues that the user works, as an array. */
export const MY_QUEUES = (userId: number): RawBuilder<string[]> =>
  sql<string[]>`coalesce((select u.queues from account_user u where u.id = ${userId}), '{}')`;

export function isInQueue(userId: number, asked: readonly string[] | undefined): RawBuilder<boolean> {
  if (asked === undefined) return sql<boolean>`true`;
  const names = asked.filter((queue) => queue !== 'mine' && queue !== 'none');
  const conditions = [
    ...(names.length > 0 ? [sql`r.queue = any(${names})`] : []),
    ...(asked.includes('mine') ? [sql`r.queue = any(${MY_QUEUES(userId)})`] : []),
    ...(asked.includes('none') ? [sql`r.queue is null`] : []),
  ];
  return sql<boolean>`coalesce(${sql.join(conditions, sql` or `)}, false)`;
}

/** The reviews that a user gets by asking for the next one: those of the user's queues and of none. */
export const isForUser = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`(r.queue is null or ${MY_QUEUES(userId)} = '{}' or r.queue = any(${MY_QUEUES(userId)}))`;

interface Moved {
  /** Null to remove it from its queue. */
  readonly queue: string | null;
  readonly note: string | null;
}

/** Moves the open review to a queue, from which somebody else is to take it, and releases the claim. */
export async function moveReview(acting: Acting, executionId: number, { queue, note }: Moved): Promise<void> {
  await changeOpenRound(acting, executionId, async (before) => {
    if (queue !== null) await requireWorked(acting.trx, acting.auth, queue);
    return {
      round: { queue },
      event: { event_type: 'moved', note, metadata: { queue, previous_queue: before.queue } },
      isReleased: true,
    };
  });
}

interface Snoozed {
  /** Null to end the snooze at once. */
  readonly until: Date | null;
  readonly note: string | null;
}

/** Snoozes the open review. Its due time stays. */
export async function snoozeReview(acting: Acting, executionId: number, { until, note }: Snoozed): Promise<void> {
  await changeOpenRound(acting, executionId, (_before, now) => {
    if (until !== null && until <= now) throw invalid('until', 'must be later than now');
    if (until !== null && until.getTime() > now.getTime() + MOST_SNOOZED_MS) {
      throw invalid('until', 'must be at most a year from now');
    }
    return {
      round: { snoozed_until: until },
      event: { event_type: 'snoozed', note, metadata: { until: until?.toISOString() ?? null } },
      isReleased: false,
    };
  });
}

const MOST_SNOOZED_MS = 366 * 86_400_000;

const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', { details: [{ field, message }] });

interface RoundChange {
  readonly round: { readonly queue: string | null } | { readonly snoozed_until: Date | null };
  readonly event: {
    readonly event_type: 'moved' | 'snoozed';
    readonly note: string | null;
    readonly metadata: JsonObject;
  };
  /** True if the claim was released. */
  readonly isReleased: boolean;
}

async function changeOpenRound(
  { trx, auth, audit }: Acting,
  executionId: number,
  plan: (before: { readonly queue: string | null }, now: Date) => RoundChange | Promise<RoundChange>,
): Promise<void> {
  const situation = await lockSituation(trx, auth, executionId);
  const { id, nodeId } = openRoundOf(situation, auth);
  refuseOthersClaim(situation, auth);
  const before = await trx.selectFrom('review_round').select('queue').where('id', '=', id).executeTakeFirstOrThrow();
  const { round, event, isReleased } = await plan(before, situation.now);
  await trx.updateTable('review_round').set(round).where('id', '=', id).execute();
  const change = assignmentChange(situation, auth, {
    ...event,
    assignee: isReleased ? null : situation.assigned_to_user_id,
    metadata: { node_id: nodeId, ...event.metadata },
  });
  await writeChange(trx, auth, change, audit.row(actOf(change)));
}

/** Refuses a queue on which nobody works, which may be misspelt. */
async function requireWorked(db: Queryable, auth: Auth, queue: string): Promise<void> {
  const { rows } = await sql<{ queue: string }>`
    select distinct unnest(queues) as queue from account_user where account_id = ${auth.accountId} order by 1`.execute(
    db,
  );
  const known = rows.map((row) => row.queue);
  if (known.includes(queue)) return;
  throw invalid(
    'queue',
    known.length === 0
      ? 'nobody of the account works a queue; an administrator says who does (`PATCH /users/{id}`)'
      : `nobody of the account works it; there are ${known.slice(0, MOST_NAMED).join(', ')}`,
  );
}

const MOST_NAMED = 20;
