import { sql } from 'kysely';
import { recordAudit } from '../../../platform/database/audit.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { insertLink } from '../../../platform/identity/sessions.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { composeMail, MailError, makeMessageId, parseMailbox, type Mailer } from '../../../platform/mail/index.ts';
import { WakeUp } from '../../../platform/wake.ts';

/**
 * Sends mails with sign-in links.
 *
 * 1. A request for a mail is a row, for any address. The user is looked up here, so neither the text nor the time of a
 *    response shows whether one exists.
 * 2. The link is made when the mail is sent: only the mail holds its token.
 * 3. Claiming a row postpones it. After a crash before the row is removed, another mail with another link is sent; each
 *    link works once and expires.
 * 4. The gateway sends them because it already opens sessions, so no other service can make links.
 */
export interface SignInMailOptions {
  readonly mailer: Mailer;
  /** MAIL_FROM. */
  readonly from: string;
  /** Default: five seconds. */
  readonly pollMs?: number;
}

const POLL_MS = 5_000;
const INVITATION_MS = 3 * 86_400_000;
const LINK_MS = 15 * 60_000;
/** The last attempt is half a day after the first. */
const MOST_ATTEMPTS = 10;

export class SignInMail {
  readonly #db: Database;
  readonly #options: SignInMailOptions;
  readonly #baseUrl: string;
  readonly #log: Logger;
  readonly #asked = new WakeUp();
  readonly #closing = new AbortController();
  readonly #loop: Promise<void>;

  constructor(db: Database, options: SignInMailOptions, baseUrl: string, log: Logger) {
    this.#db = db;
    this.#options = options;
    this.#baseUrl = baseUrl;
    this.#log = log;
    this.#loop = this.#run();
  }

  /** To be called when a mail was requested. */
  wake(): void {
    this.#asked.wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    this.#options.mailer.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#asked.clear();
      let isSent = false;
      try {
        isSent = await this.#next();
      } catch (error) {
        this.#log.warn({ err: error }, 'a mail with a sign-in link could not be sent');
      }
      if (!isSent) await this.#asked.sleep(this.#options.pollMs ?? POLL_MS, signal);
    }
  }

  /** False if no mail is due. */
  async #next(): Promise<boolean> {
    const asked = await takeMail(this.#db.kysely);
    if (asked === undefined) return false;
    for (const person of await peopleOf(this.#db.kysely, asked)) {
      if (!(await this.#send(asked, person))) return true;
    }
    await this.#db.kysely.deleteFrom('sign_in_mail').where('id', '=', asked.id).execute();
    return true;
  }

  /** False if sending is to be tried again. */
  async #send(asked: AskedMail, person: Invited): Promise<boolean> {
    const { mailer, from } = this.#options;
    const link = await this.#db.transaction((trx) => makeLink(trx, asked, person));
    const letter = { ...wordsOf(person, asked.invited_by_user_id !== null), url: `${this.#baseUrl}${link.path}` };
    const messageId = makeMessageId(['sign_in_mail', asked.id, person.id, asked.attempts], from);
    try {
      const raw = await composeMail({
        ...{ from, to: person.email, subject: letter.subject, messageId, date: new Date() },
        text: `${letter.before}\n\n${letter.url}\n\n${letter.after}\n`,
      });
      const sender = parseMailbox(from)?.address ?? from;
      const to = parseMailbox(person.email)?.address ?? person.email;
      await mailer.send({ from: sender, to, raw, id: messageId.slice(1, -1) });
      return true;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      // The error's text holds only codes.
      this.#log.warn({ reason: error.code, user: person.id }, 'a mail with a sign-in link was not accepted');
      return error.permanent;
    }
  }
}

interface AskedMail {
  readonly id: number;
  readonly address: string;
  readonly invited_by_user_id: number | null;
  readonly user_id: number | null;
  readonly attempts: number;
}

/** Claims a mail that is due, and postpones it in case sending fails. */
async function takeMail(db: Queryable): Promise<AskedMail | undefined> {
  const { rows } = await sql<AskedMail>`
    update sign_in_mail set attempts = attempts + 1, due_at = now() + interval '1 minute' * power(2, attempts)
    where id = (
      select id from sign_in_mail where due_at <= now() and attempts < ${MOST_ATTEMPTS}
      order by due_at, id limit 1 for update skip locked)
    returning id, address, invited_by_user_id, user_id, attempts`.execute(db);
  return rows[0];
}

interface Invited {
  readonly id: number;
  readonly account_id: number;
  readonly email: string;
  readonly account: string;
  readonly api_client_id: number;
}

/** People who sign in by links: users of an identity provider have no role here. */
async function peopleOf(db: Queryable, { address, user_id: userId }: AskedMail): Promise<readonly Invited[]> {
  const { rows } = await sql<Invited>`
    select u.id, u.account_id, u.email, a.name as account, c.id as api_client_id
    from account_user u
    join account a on a.id = u.account_id
    join lateral (
      select coalesce(u.api_client_id, case when count(*) = 1 then min(k.id) end) as id
      from api_client k where k.account_id = u.account_id
    ) c on c.id is not null
    where u.id in (select user_id from user_address where address = ${address})
      and (u.confirmed_address = ${address} or mail_address_key(u.email) = ${address})
      and u.role is not null and ${userId === null ? sql`true` : sql`u.id = ${userId}`}
    order by u.id limit 20`.execute(db);
  return rows;
}

async function makeLink(trx: Queryable, asked: AskedMail, person: Invited) {
  const isInvited = asked.invited_by_user_id !== null;
  const link = await insertLink(trx, person.id, person.api_client_id, isInvited ? INVITATION_MS : LINK_MS);
  await recordAudit(
    trx,
    {
      ...{ accountId: person.account_id, kind: 'anonymous', id: null, userId: null, name: null },
      ...{ apiClientId: person.api_client_id, address: null, requestId: null },
    },
    {
      action: 'sign_in_link.created',
      subject: { type: 'user', id: person.id },
      detail: {
        ...{ by: 'mail', invited_by_user_id: asked.invited_by_user_id, api_client_id: person.api_client_id },
        expires_at: link.expires_at.toISOString(),
      },
    },
  );
  return link;
}

function wordsOf({ account }: Invited, isInvited: boolean) {
  return isInvited
    ? {
        subject: 'Your invitation to Cascade',
        before: `You are invited to Cascade, where ${account} decides on applications.\n\nOpen this link and press “Sign in”. It works once, within three days:`,
        after:
          'If you expect no invitation, do nothing. Nobody signs in without the link, so give it to nobody. When it has ' +
          'ended, its page sends you a new one.',
      }
    : {
        subject: 'Your link to sign in to Cascade',
        before: `Here is your link to Cascade (${account}).\n\nOpen it and press “Sign in”. It works once, within 15 minutes:`,
        after: 'If you did not ask for it, do nothing. Nobody signs in without the link, so give it to nobody.',
      };
}
