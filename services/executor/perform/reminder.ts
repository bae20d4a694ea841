import { sql } from 'kysely';
import type { JsonObject } from '../../../core/json.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';
import type { BegunEffect, EffectOutcome } from './effect.ts';
import { sendLetter, type LetterDependencies } from './letters.ts';

interface Reminder {
  readonly key: string;
  readonly target: string;
  readonly subject?: string;
  readonly message: string;
  /** Key of the review round. */
  readonly round: string;
}

/**
 * Reminds staff of a review. The review's state is checked under a lock on its round, which a decision takes too. So a
 * reminder begins before the decision or not at all. The result is a review event, written in its transaction.
 */
export async function remind(
  dependencies: LetterDependencies,
  { id: effectId, execution, nodeId, visit }: BegunEffect,
  { key, target, subject = 'Reminder', message, round }: Reminder,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const { id: executionId, apiClientId, mode } = execution;
  const sent = await sendLetter(
    dependencies,
    {
      executionId,
      apiClientId,
      effectId,
      mode,
      // A deferred reminder is requested again under another key, but is the same one.
      identity: [nodeId, visit, key.replace(/:\d+$/, ''), 0],
      kind: 'reminder',
      compose: async () => ({ to: target, subject, text: message }),
      isWanted: (trx) => isUndecided(trx, executionId, round),
    },
    signal,
  );
  if (sent.is === 'deferred') return { is: 'done', result: { deferred_until: sent.until.toISOString() } };
  if (sent.is !== 'accepted') return sent;
  const { acceptedAt, fileId, record } = sent;
  const result: JsonObject = fileId === null ? { status: 'sent' } : { status: 'kept', mail_artifact_id: fileId };
  return {
    is: 'done',
    result,
    also: async (trx) => {
      await record(trx);
      await trx
        .insertInto('review_event')
        .values({
          execution_id: executionId,
          event_type: 'reminded',
          metadata: asJson({ node_id: nodeId, ...result }),
          created_at: acceptedAt,
        })
        .execute();
    },
  };
}

async function isUndecided(trx: Queryable, executionId: number, round: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_round
    where execution_id = ${executionId} and key = ${round} and status in ('queued', 'open')
    for share`.execute(trx);
  return rows.length > 0;
}
