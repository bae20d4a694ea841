import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import {
  composeMail,
  MailError,
  makeMessageId,
  parseMailbox,
  type Letter,
  type Mailer,
} from '../../../platform/mail.ts';
import type { BegunEffect, EffectOutcome } from './effect.ts';

export interface LetterDependencies {
  readonly db: Database;
  readonly mailer: Mailer;
  /** MAIL_FROM. */
  readonly from: string;
}

export type LetterContent = Pick<Letter, 'to' | 'subject' | 'text' | 'html' | 'attachments'>;

export interface AcceptedLetter {
  readonly messageId: string;
  readonly acceptedAt: Date;
  /** Marks the letter as accepted: for the transaction that records the effect. */
  readonly record: (trx: Queryable) => Promise<void>;
}

/**
 * Sends a letter as often as it takes until a mail server accepts it. Its bytes are stored before they are sent first,
 * so every repeat is the very same letter: whoever gets it twice can tell by its Message-ID.
 * `stage` tells apart the letters of one visit. `compose` is asked only for a letter that is not stored yet.
 */
export async function sendLetter(
  { db, mailer, from }: LetterDependencies,
  effect: BegunEffect,
  stage: string,
  compose: () => Promise<LetterContent>,
): Promise<{ readonly accepted: AcceptedLetter } | { readonly refused: Exclude<EffectOutcome, { is: 'done' }> }> {
  const { execution, nodeId, visit } = effect;
  const resend = 0;
  const messageId = makeMessageId([execution.id, nodeId, visit, stage, resend], from);
  try {
    const stored =
      (await storedLetter(db, messageId)) ??
      (await storeLetter(db, effect, { ...(await compose()), from, messageId, date: new Date() }));
    if (stored.accepted_at !== null)
      return { accepted: { messageId, acceptedAt: stored.accepted_at, record: noRecord } };
    const { response } = await mailer.send({ from: stored.sender, to: stored.recipient, raw: stored.raw });
    const acceptedAt = new Date();
    const record = async (trx: Queryable) => {
      await trx
        .updateTable('mail_message')
        .set({ accepted_at: acceptedAt, response: response.slice(0, 500) })
        .where('message_id', '=', messageId)
        .execute();
    };
    return { accepted: { messageId, acceptedAt, record } };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // What a server answered often repeats the address; the message of a MailError holds codes only.
    return error.permanent
      ? { refused: { is: 'failed', code: 'mail_refused', message: `The e-mail was not accepted: ${error.message}.` } }
      : {
          refused: {
            is: 'transient',
            code: 'mail_unavailable',
            message: `The e-mail could not be handed over: ${error.message}.`,
          },
        };
  }
}

async function noRecord(): Promise<void> {}

async function storedLetter(db: Database, messageId: string) {
  return db.kysely
    .selectFrom('mail_message')
    .select(['sender', 'recipient', 'raw', 'accepted_at'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

async function storeLetter(db: Database, effect: BegunEffect, letter: Letter) {
  const raw = await composeMail(letter);
  await db.kysely
    .insertInto('mail_message')
    .values({
      message_id: letter.messageId,
      execution_id: effect.execution.id,
      effect_id: effect.id,
      sender: parseMailbox(letter.from)?.address ?? letter.from,
      recipient: letter.to,
      raw,
      created_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
  // Another attempt may have been faster: the bytes that stand are the letter.
  const stored = await storedLetter(db, letter.messageId);
  if (stored === undefined) throw new Error('a letter that was stored is not there');
  return stored;
}
