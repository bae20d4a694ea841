import { sql, type RawBuilder } from 'kysely';
import type { ExecutionMode } from '../../core/states.ts';
import { ArtifactStoreUnavailable, STORE_RETRY_SECONDS } from '../../platform/artifact-store/index.ts';
import { asJson, STORED_NOW } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { sendLetter, storedLetter, type LetterOutcome } from './perform/letters.ts';
import { findNotice, noticeMail } from './perform/notice.ts';
import type { NoticeDependencies } from './perform/notice-dependencies.ts';
import { untilRecorded } from './perform/until-recorded.ts';
import { poll } from './poll.ts';

/*
 * Notices that are sent again on request (`notice_resend`). No run waits for them: the execution may have ended long
 * ago.
 *
 * 1. A row is claimed under a lease before the letter goes out; if the process dies, the letter is sent again under the
 *    same Message-ID.
 * 2. Each resend has a Message-ID of its own, made from its number.
 * 3. The review event `adverse_action_replayed` is written in the transaction that records the acceptance.
 */

const EVERY_MS = 2_000;
const LEASE_SECONDS = 180;
/** Waits after each failed attempt, as for a notice of a run (semantics 12.5.1). */
const RETRY_SECONDS = [3_600, 21_600, 86_400] as const;

interface Resend {
  readonly id: number;
  readonly execution_id: number;
  readonly api_client_id: number;
  readonly artifact_id: number;
  readonly number: number;
  readonly requested_by_user_id: number | null;
  readonly attempts: number;
  readonly execution_mode: ExecutionMode;
}

/** Sends due notices until `stopping` is aborted. A notice that was claimed by then is still sent. */
export async function sendResends(
  dependencies: NoticeDependencies & { readonly log: Logger },
  stopping: AbortSignal,
): Promise<void> {
  const { signal: never } = new AbortController();
  const failed = 'notices to be sent again could not be read or sent; trying again';
  const next = () => sendNextResend(dependencies, never);
  await poll({ everyMs: EVERY_MS, log: dependencies.log, failed, next }, stopping);
}

/** Sends the next due notice. Returns true if there was one. */
export async function sendNextResend(
  dependencies: NoticeDependencies & { readonly log?: Pick<Logger, 'warn'> },
  signal: AbortSignal,
): Promise<boolean> {
  const resend = await claimNext(dependencies);
  if (resend === undefined) return false;
  try {
    const outcome = await attempt(dependencies, resend, signal);
    await untilRecorded(
      () => record(dependencies, resend, outcome),
      (error) => dependencies.log?.warn({ err: error, resend_id: resend.id }, 'a resend cannot be recorded yet'),
    );
  } catch (error) {
    if (!(error instanceof ArtifactStoreUnavailable)) throw error;
    // Nothing was sent, so it does not count as an attempt.
    const dueAt = inSeconds(STORE_RETRY_SECONDS);
    await later(dependencies.db, resend.id, { dueAt, attempts: resend.attempts - 1, code: null });
  }
  return true;
}

/**
 * Claims the next due notice under a lease; times are stored and compared in whole milliseconds. If a process is slower
 * than its lease, it and the next one send under one Message-ID, so that a mailbox shows one letter. `materialized`
 * makes every plan of the statement lock one row only.
 */
async function claimNext({ db }: NoticeDependencies): Promise<Resend | undefined> {
  const { rows } = await sql<Resend>`
    with due as materialized (
      select id from notice_resend
      where status = 'pending' and due_at <= ${sql.raw(STORED_NOW)} and (lease_until is null or lease_until <= now())
      order by due_at, id limit 1
      for update skip locked
    )
    update notice_resend r
    set attempts = r.attempts + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due, execution e
    where r.id = due.id and e.id = r.execution_id
    returning r.id, r.execution_id, r.api_client_id, r.artifact_id, r.number, r.requested_by_user_id, r.attempts,
      e.execution_mode`.execute(db.kysely);
  return rows[0];
}

async function attempt(dependencies: NoticeDependencies, resend: Resend, signal: AbortSignal): Promise<LetterOutcome> {
  const { execution_id: executionId, artifact_id: artifactId } = resend;
  const notice = await findNotice(dependencies, executionId, artifactId);
  if (notice === undefined) return NOT_STORED;
  const { node_id: nodeId, visit, stage } = notice;
  const identity = [nodeId, visit, `notice:${stage}`];
  const first = await storedLetter(dependencies.db, { executionId, identity: [...identity, 0] });
  const mail = await noticeMail(dependencies, { executionId, nodeId, visit, artifactId });
  if (first === undefined || mail === undefined) return NOT_STORED;
  return sendLetter(
    dependencies,
    {
      executionId,
      apiClientId: resend.api_client_id,
      effectId: first.effect_id,
      mode: resend.execution_mode,
      identity: [...identity, resend.number],
      kind: 'notice',
      compose: async () => ({ to: first.recipient, ...mail }),
    },
    signal,
  );
}

const NOT_STORED = { is: 'failed', code: 'notice_not_stored', message: 'The notice is not stored any more.' } as const;
/** Failures that no later attempt can avoid. */
const FINAL_CODES: readonly string[] = ['notice_not_stored', 'email_not_configured'];

async function record({ db }: NoticeDependencies, resend: Resend, outcome: LetterOutcome): Promise<void> {
  const { id, execution_id, artifact_id, number } = resend;
  switch (outcome.is) {
    case 'accepted':
      return db.transaction(async (trx) => {
        await outcome.record(trx);
        const { numUpdatedRows } = await trx
          .updateTable('notice_resend')
          .set({ status: 'sent', sent_at: outcome.acceptedAt, lease_until: null, error_code: null })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return;
        await trx
          .insertInto('review_event')
          .values({
            execution_id,
            event_type: 'adverse_action_replayed',
            actor_user_id: resend.requested_by_user_id,
            metadata: asJson({ artifact_id, number, message_id: outcome.messageId }),
            created_at: outcome.acceptedAt,
          })
          .execute();
      });
    case 'deferred':
      // Waiting for the next hour does not count as an attempt.
      return later(db, id, { dueAt: outcome.until, attempts: resend.attempts - 1, code: null });
    case 'failed':
    case 'transient': {
      const wait = FINAL_CODES.includes(outcome.code) ? undefined : RETRY_SECONDS[resend.attempts - 1];
      if (wait !== undefined) {
        return later(db, id, { dueAt: inSeconds(wait), attempts: resend.attempts, code: outcome.code });
      }
      await db.kysely
        .updateTable('notice_resend')
        .set({ status: 'failed', lease_until: null, error_code: outcome.code })
        .where('id', '=', id)
        .execute();
    }
  }
}

interface Postponed {
  readonly dueAt: Date | RawBuilder<Date>;
  readonly attempts: number;
  readonly code: string | null;
}

/** By PostgreSQL's clock, which also decides what is due. */
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

async function later(db: NoticeDependencies['db'], id: number, { dueAt, attempts, code }: Postponed): Promise<void> {
  await db.kysely
    .updateTable('notice_resend')
    .set({ due_at: dueAt, attempts, lease_until: null, error_code: code })
    .where('id', '=', id)
    .execute();
}
