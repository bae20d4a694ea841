import { sql } from 'kysely';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import {
  composeMail,
  MailError,
  makeMessageId,
  parseMailbox,
  type Letter,
  type Mailer,
} from '../../../platform/mail/index.ts';

/*
 * Sends letters. A letter's bytes are stored before they are first sent, so every repeat is the same letter under the
 * same Message-ID: a recipient who gets it twice can tell.
 *
 * 1. Live mail goes through a mail server or not at all (`email_not_configured`).
 * 2. A client's letters beyond LETTERS_PER_CLIENT_PER_HOUR are deferred, never failed. A letter is counted when it is
 *    stored; sending it again after a failure counts nothing.
 * 3. Nothing is handed to the mail server once the signal is aborted.
 */

export interface LetterDependencies {
  readonly db: Database;
  readonly mailer: Mailer;
  /** MAIL_FROM. */
  readonly from: string;
  /** LETTERS_PER_CLIENT_PER_HOUR. */
  readonly lettersPerHour: number;
  /** The time of sending, in milliseconds since the epoch: a waiting period begins at it. */
  readonly clock: () => number;
  /** Called for each attempt at a letter; not for one that was accepted before. */
  readonly onLetter?: ((outcome: LetterOutcome['is']) => void) | undefined;
}

export type LetterContent = Pick<Letter, 'to' | 'subject' | 'text' | 'html' | 'attachments'>;

export interface LetterToSend {
  readonly executionId: number;
  readonly apiClientId: number;
  readonly effectId: number;
  readonly mode: ExecutionMode;
  /** What makes the letter this one and no other: node, visit, stage and number of the resend. */
  readonly identity: readonly (string | number)[];
  /** Whether it counts among the client's letters of the hour. */
  readonly isCounted: boolean;
  /** Called only if the letter is not stored yet. */
  readonly compose: () => Promise<LetterContent>;
}

export interface AcceptedLetter {
  readonly messageId: string;
  readonly acceptedAt: Date;
  /** It had been accepted before this attempt. */
  readonly isRepeat: boolean;
  /** Marks the letter as accepted: for the transaction that records the effect. */
  readonly record: (trx: Queryable) => Promise<void>;
}

export type LetterOutcome =
  | ({ readonly is: 'accepted' } & AcceptedLetter)
  /** The client has sent its letters of this hour; the letter waits until then. */
  | { readonly is: 'deferred'; readonly until: Date }
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  | { readonly is: 'transient'; readonly code: string; readonly message: string };

export async function sendLetter(
  dependencies: LetterDependencies,
  letter: LetterToSend,
  signal: AbortSignal,
): Promise<LetterOutcome> {
  const outcome = await attemptLetter(dependencies, letter, signal);
  if (outcome.is !== 'accepted' || !outcome.isRepeat) dependencies.onLetter?.(outcome.is);
  return outcome;
}

async function attemptLetter(
  dependencies: LetterDependencies,
  letter: LetterToSend,
  signal: AbortSignal,
): Promise<LetterOutcome> {
  const { db, mailer, from, clock } = dependencies;
  if (letter.mode === 'live' && !mailer.reachesRecipients) {
    return {
      is: 'failed',
      code: 'email_not_configured',
      message: 'No mail server is configured (SMTP_URL), so live mail cannot be sent.',
    };
  }
  const messageId = makeMessageId([letter.executionId, ...letter.identity], from);
  try {
    let stored = await storedLetter(db, messageId);
    if (stored === undefined) {
      const content = await letter.compose();
      const deferred = await storeLetter(dependencies, letter, {
        ...content,
        from,
        messageId,
        date: new Date(clock()),
      });
      if (deferred !== null) return { is: 'deferred', until: deferred };
      stored = await storedLetter(db, messageId);
    }
    if (stored === undefined) throw new Error('a letter that was stored is not there');
    if (stored.accepted_at !== null) {
      const acceptedAt = stored.accepted_at;
      return { is: 'accepted', messageId, acceptedAt, isRepeat: true, record: async () => undefined };
    }
    signal.throwIfAborted();
    const { response } = await mailer.send({ from: stored.sender, to: stored.recipient, raw: stored.raw });
    const acceptedAt = new Date(clock());
    const record = async (trx: Queryable) => {
      await trx
        .updateTable('mail_message')
        .set({ accepted_at: acceptedAt, response: response.slice(0, 500) })
        .where('message_id', '=', messageId)
        .where('accepted_at', 'is', null)
        .execute();
    };
    return { is: 'accepted', messageId, acceptedAt, isRepeat: false, record };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // A server's response often repeats the address; the message of a MailError holds codes only.
    return error.permanent
      ? { is: 'failed', code: 'mail_refused', message: `The e-mail was not accepted: ${error.message}.` }
      : {
          is: 'transient',
          code: 'mail_unavailable',
          message: `The e-mail could not be handed over: ${error.message}.`,
        };
  }
}

/** Whether this very letter was composed before: then nothing of it may change any more. */
export async function isLetterStored({ db, from }: LetterDependencies, letter: LetterToSend): Promise<boolean> {
  return (await storedLetter(db, makeMessageId([letter.executionId, ...letter.identity], from))) !== undefined;
}

async function storedLetter(db: Database, messageId: string) {
  return db.kysely
    .selectFrom('mail_message')
    .select(['sender', 'recipient', 'raw', 'accepted_at'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** Stores the letter and counts it. Returns when the client may send the next one if it has sent all of this hour. */
async function storeLetter(
  { db, lettersPerHour }: LetterDependencies,
  { executionId, effectId, apiClientId, isCounted }: LetterToSend,
  letter: Letter,
): Promise<Date | null> {
  const raw = await composeMail(letter);
  return db.transaction(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('mail_message')
      .values({
        message_id: letter.messageId,
        execution_id: executionId,
        effect_id: effectId,
        sender: parseMailbox(letter.from)?.address ?? letter.from,
        recipient: letter.to,
        raw,
        created_at: sql`now()`,
      })
      .onConflict((conflict) => conflict.column('message_id').doNothing())
      .executeTakeFirst();
    // Another attempt was faster: the bytes that it stored are the letter, and it has counted it.
    if (numInsertedOrUpdatedRows !== 1n || !isCounted) return null;
    const { hits, resetsAt } = await countLetter(trx, apiClientId);
    if (hits <= lettersPerHour) return null;
    await trx.deleteFrom('mail_message').where('message_id', '=', letter.messageId).execute();
    return resetsAt;
  });
}

/** One more letter of the client in the current hour. The table is unlogged: after a crash the count starts anew. */
async function countLetter(trx: Queryable, apiClientId: number): Promise<{ hits: number; resetsAt: Date }> {
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_window as w (key, hits, resets_at)
    values (${`letters:${apiClientId}`}, 1, date_trunc('hour', now(), 'UTC') + interval '1 hour')
    on conflict (key) do update
    set hits = case when w.resets_at <= now() then 1 else w.hits + 1 end,
      resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end
    returning hits, resets_at`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('the count of letters has no row');
  return { hits: row.hits, resetsAt: row.resets_at };
}
