import { sql } from 'kysely';
import { mailAddressKey } from '../../../core/mail-address.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { stoppedBecause } from '../../../platform/database/mail-reports.ts';
import {
  addressKey,
  composeMail,
  letterId,
  MailError,
  makeMessageId,
  parseMailbox,
  type Letter,
  type Mailer,
} from '../../../platform/mail/index.ts';
import {
  countLetter,
  countNotice,
  countRecipient,
  refusedByExecution,
  type Deferral,
  type Quotas,
  type Refusal,
} from './quotas.ts';

/*
 * Sends letters. A letter's bytes are stored before they are first sent. So every repeat is the same letter under the
 * same Message-ID, which its recipient can recognize.
 *
 * 1. Live mail goes through a mail server or not at all (`email_not_configured`).
 * 2. A notification only goes to an address of the account: that of a user, or one that the operator confirmed. An
 *    account without production access reaches only those by any mail. Other mail is kept as a file. It fails no step,
 *    so that nothing after it is lost to a wrong address. A notice of a live run is sent in any case. The run was
 *    accepted while the account had access, and the law requires the notice.
 * 3. A letter is counted when it is stored, in that transaction (`quotas.ts`); sending it again after a failure counts
 *    nothing. Beyond the client's hour it is deferred, never failed. So is a notice beyond the day of its recipient,
 *    unless this is its last legal day. A notice of test mode is counted as other mail is, because it is owed to
 *    nobody. A notification that is kept reaches nobody, so it counts against no recipient.
 * 4. Reports on letters stop mail (`mail_report`). A bounce stops all mail of the client to that address, a complaint
 *    all but notices. Too many of them stop all the client's mail but notices.
 * 5. Nothing is handed to the mail server once the signal is aborted.
 * 6. A reminder to an address that is not the account's is kept as a file, and none begins once its review is decided
 *    (`isWanted`). That is checked under a lock that the decision takes too, when the letter is stored and before each
 *    attempt to send it.
 */

export interface LetterDependencies {
  readonly db: Database;
  readonly mailer: Mailer;
  /** MAIL_FROM; of notices NOTICE_MAIL_FROM. */
  readonly from: string;
  /** MAIL_RETURN_PATH, to which undeliverable mail returns; by default the sender. */
  readonly returnPath?: string | undefined;
  readonly quotas: Quotas;
  /** The time of sending, in milliseconds since the epoch, at which a waiting period begins. */
  readonly clock: () => number;
  /** Called for each attempt at a letter; not for one that was accepted before. */
  readonly onLetter?: ((outcome: LetterResult) => void) | undefined;
}

export type LetterContent = Pick<Letter, 'to' | 'subject' | 'text' | 'html' | 'attachments'>;

export interface LetterToSend {
  readonly executionId: number;
  readonly apiClientId: number;
  readonly effectId: number;
  readonly mode: ExecutionMode;
  /** Identifies the letter: node, visit, stage and number of the resend. */
  readonly identity: readonly (string | number)[];
  readonly kind: 'mail' | 'notification' | 'notice' | 'reminder';
  /** Called only if the letter is not stored yet. */
  readonly compose: () => Promise<LetterContent>;
  /** For a notice, returns true if the law does not let it wait longer. By default it may wait. */
  readonly isLastDay?: () => boolean;
  /** Returns true if it may still begin. Holds a lock that is also taken to end the review. By default it may. */
  readonly isWanted?: (trx: Queryable) => Promise<boolean>;
}

export interface AcceptedLetter {
  readonly messageId: string;
  /** When the mail server accepted it, or when it became a file. */
  readonly acceptedAt: Date;
  /** Id of the file, for a letter that was kept instead of being sent. */
  readonly fileId: number | null;
  /** It had been accepted before this attempt. */
  readonly isRepeat: boolean;
  /** Marks the letter as accepted, in the transaction that records the effect. */
  readonly record: (trx: Queryable) => Promise<void>;
}

export type LetterOutcome =
  | ({ readonly is: 'accepted' } & AcceptedLetter)
  | Deferral
  | Refusal
  | { readonly is: 'transient'; readonly code: string; readonly message: string };

/** For metrics. */
export type LetterResult = LetterOutcome['is'] | 'kept' | 'refused';

export async function sendLetter(
  dependencies: LetterDependencies,
  letter: LetterToSend,
  signal: AbortSignal,
): Promise<LetterOutcome> {
  const outcome = await attemptLetter(dependencies, letter, signal);
  if (outcome.is !== 'accepted' || !outcome.isRepeat) dependencies.onLetter?.(resultOf(outcome));
  return outcome;
}

function resultOf(outcome: LetterOutcome): LetterResult {
  if (outcome.is === 'accepted') return outcome.fileId === null ? 'accepted' : 'kept';
  // A refusal by this service says nothing about the mail server.
  return outcome.is === 'failed' && !SERVER_CODES.includes(outcome.code) ? 'refused' : outcome.is;
}

const SERVER_CODES: readonly string[] = ['mail_refused', 'email_not_configured'];

async function attemptLetter(
  dependencies: LetterDependencies,
  letter: LetterToSend,
  signal: AbortSignal,
): Promise<LetterOutcome> {
  const { db, mailer, clock } = dependencies;
  const canSend = letter.mode !== 'live' || mailer.reachesRecipients;
  // A notification may have to be kept, for which no mail server is needed.
  if (!canSend && letter.kind !== 'notification') return NOT_CONFIGURED;
  try {
    const before = await storedLetter(db, letter);
    if (before === undefined) {
      const refused = await composeAndStore(dependencies, letter);
      if (refused !== null) return refused;
    }
    const stored = before ?? (await storedLetter(db, letter));
    if (stored === undefined) throw new Error('a letter that was stored is not there');
    const { message_id: messageId, kept_at: keptAt, file_id: fileId } = stored;
    if (keptAt !== null) {
      return { is: 'accepted', messageId, acceptedAt: keptAt, fileId, isRepeat: before !== undefined, record: nothing };
    }
    if (stored.accepted_at !== null) {
      return {
        is: 'accepted',
        messageId,
        acceptedAt: stored.accepted_at,
        fileId: null,
        isRepeat: true,
        record: nothing,
      };
    }
    if (!canSend) return NOT_CONFIGURED;
    const { isWanted } = letter;
    if (isWanted !== undefined && !(await db.transaction(isWanted))) return NOT_WANTED;
    signal.throwIfAborted();
    const { response } = await mailer.send({
      from: stored.sender,
      to: stored.recipient,
      raw: stored.raw,
      id: messageId.slice(1, -1),
    });
    const acceptedAt = new Date(clock());
    const record = async (trx: Queryable) => {
      await trx
        .updateTable('mail_message')
        .set({ accepted_at: acceptedAt, response: response.slice(0, 500) })
        .where('message_id', '=', messageId)
        .where('accepted_at', 'is', null)
        .execute();
    };
    return { is: 'accepted', messageId, acceptedAt, fileId: null, isRepeat: false, record };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // A server's response often repeats the address, whereas the message of a MailError holds only codes.
    return error.permanent
      ? { is: 'failed', code: 'mail_refused', message: `The e-mail was not accepted: ${error.message}.` }
      : {
          is: 'transient',
          code: 'mail_unavailable',
          message: `The e-mail could not be handed over: ${error.message}.`,
        };
  }
}

const nothing = async (): Promise<void> => undefined;

/** True if this letter was composed before: then nothing in it may change any more. */
export async function isLetterStored({ db }: LetterDependencies, letter: LetterToSend): Promise<boolean> {
  return (await storedLetter(db, letter)) !== undefined;
}

/** The letter of an execution by its identity, regardless of its sender when it was stored. */
export async function storedLetter(
  db: Database,
  { executionId, identity }: Pick<LetterToSend, 'executionId' | 'identity'>,
) {
  return db.kysely
    .selectFrom('mail_message')
    .select(['message_id', 'sender', 'recipient', 'raw', 'accepted_at', 'kept_at', 'file_id', 'effect_id'])
    .where('execution_id', '=', executionId)
    .where(sql`substring(message_id from 2 for 36)`, '=', letterId([executionId, ...identity]))
    .executeTakeFirst();
}

async function composeAndStore(
  dependencies: LetterDependencies,
  letter: LetterToSend,
): Promise<Deferral | Refusal | null> {
  const { db, mailer, from, returnPath, quotas, clock } = dependencies;
  if (!isOwed(letter)) {
    const refused = await refusedByExecution(db, letter, 'letters', quotas);
    if (refused !== null) return refused;
  }
  const content = await letter.compose();
  const messageId = makeMessageId([letter.executionId, ...letter.identity], from);
  const message = { ...content, from, messageId, date: new Date(clock()) };
  const raw = await composeMail(message);
  try {
    const canSend = letter.mode !== 'live' || mailer.reachesRecipients;
    await db.transaction((trx) => storeLetter(trx, letter, { message, raw, quotas, returnPath, canSend }));
    return null;
  } catch (error) {
    if (error instanceof NotStored) return error.because;
    throw error;
  }
}

/** Rolls back what was stored and counted. */
class NotStored extends Error {
  override readonly name = 'NotStored';
  readonly because: Deferral | Refusal;

  constructor(because: Deferral | Refusal) {
    super(because.is);
    this.because = because;
  }
}

interface LetterToStore {
  readonly message: Letter;
  readonly raw: Buffer;
  readonly quotas: Quotas;
  readonly returnPath: string | undefined;
  readonly canSend: boolean;
}

/** Stores the letter and counts it, or throws NotStored. */
async function storeLetter(
  trx: Queryable,
  letter: LetterToSend,
  { message, raw, quotas, returnPath, canSend }: LetterToStore,
): Promise<void> {
  const { executionId, effectId, apiClientId, kind } = letter;
  await refuseErased(trx, executionId);
  const recipient = addressKey(message.to);
  const { isKept, isOwn } = await admitLetter(trx, letter, { recipient, canSend });
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail_message')
    .values({
      message_id: message.messageId,
      execution_id: executionId,
      api_client_id: apiClientId,
      effect_id: effectId,
      sender: returnPath ?? parseMailbox(message.from)?.address ?? message.from,
      recipient: message.to,
      raw,
      created_at: sql`now()`,
      ...(isKept ? { kept_at: message.date, file_id: sql<number>`nextval('mail_file_id_seq')` } : {}),
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .executeTakeFirst();
  // Another attempt was faster: it stored the bytes and counted the letter.
  if (numInsertedOrUpdatedRows !== 1n) return;
  const deferred = isOwed(letter)
    ? await countNotice(trx, { apiClientId, recipient }, quotas)
    : await countLetter(trx, apiClientId, quotas);
  if (deferred !== null && letter.isLastDay?.() !== true) throw new NotStored(deferred);
  if (isOwed(letter) || !['mail', 'notice'].includes(kind) || isOwn) return;
  const refused = await countRecipient(trx, apiClientId, recipient, quotas);
  if (refused !== null) throw new NotStored(refused);
}

/** An erasure waits until the letter is stored, and then empties it. If the erasure came first, nothing is stored. */
async function refuseErased(trx: Queryable, executionId: number): Promise<void> {
  const { rows } = await sql<{ is_erased: boolean }>`
    select erased_at is not null as is_erased from execution where id = ${executionId} for key share`.execute(trx);
  if (rows[0]?.is_erased === true) throw new NotStored(ERASED);
}

const ERASED: Refusal = {
  is: 'failed',
  code: 'execution_erased',
  message: 'The person was erased before the letter was stored.',
};

/** True if the law may require it: then it counts as a notice only. */
const isOwed = ({ kind, mode }: LetterToSend): boolean => kind === 'notice' && mode === 'live';

/** Decides if it is kept as a file, and if it goes to an address of the account. Or throws NotStored. */
async function admitLetter(
  trx: Queryable,
  { apiClientId, kind, mode, isWanted }: LetterToSend,
  { recipient, canSend }: { readonly recipient: string; readonly canSend: boolean },
): Promise<{ readonly isKept: boolean; readonly isOwn: boolean }> {
  if (isWanted !== undefined && !(await isWanted(trx))) throw new NotStored(NOT_WANTED);
  const { hasAccess, isOwn } = await relationTo(trx, apiClientId, recipient);
  const isRefused = (kind === 'notification' || kind === 'reminder') && !isOwn;
  const isKept = isRefused || (!isOwn && !hasAccess && !(kind === 'notice' && mode === 'live'));
  if (!isKept && !canSend) throw new NotStored(NOT_CONFIGURED);
  const stopped = isRefused ? null : await stoppedBecause(trx, apiClientId, { recipient, isNotice: kind === 'notice' });
  if (stopped !== null) throw new NotStored(STOPPED[stopped]);
  return { isKept, isOwn };
}

const NOT_WANTED: Refusal = {
  is: 'failed',
  code: 'review_decided',
  message: 'The review was decided before the reminder went out.',
};

const NOT_CONFIGURED: Refusal = {
  is: 'failed',
  code: 'email_not_configured',
  message: 'No mail server is configured (SMTP_URL), so live mail cannot be sent.',
};

const STOPPED: Readonly<Record<'client' | 'recipient', Refusal>> = {
  client: {
    is: 'failed',
    code: 'client_mail_stopped',
    message:
      "The client's e-mail is stopped, because too much of it came back or was called unwanted. Notices are sent. The " +
      'operator lets it go on (`cascade mail resume`).',
  },
  recipient: {
    is: 'failed',
    code: 'recipient_suppressed',
    message:
      'An earlier e-mail to this address came back, or its recipient called it unwanted. The operator may lift that ' +
      '(`cascade mail lift`).',
  },
};

/** The relation of the client's account to the recipient, an `addressKey`. */
async function relationTo(trx: Queryable, apiClientId: number, recipient: string) {
  const { rows } = await sql<{ has_access: boolean; is_own: boolean }>`
    select a.production_access as has_access, own_address(a.id, ${mailAddressKey(recipient)}) as is_own
    from api_client c join account a on a.id = c.account_id
    where c.id = ${apiClientId}`.execute(trx);
  return { hasAccess: rows[0]?.has_access === true, isOwn: rows[0]?.is_own === true };
}
