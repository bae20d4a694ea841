import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { INSTALLATION } from '../core/audit.ts';
import { SetupError } from '../platform/setup-error.ts';
import { loadConfig } from '../platform/config/index.ts';
import type { Database, Queryable } from '../platform/database/index.ts';
import { recordMailReport } from '../platform/database/mail-reports.ts';
import { addressKey, isMailAddress } from '../platform/mail/address.ts';
import { parseMailReport } from '../platform/mail/report.ts';
import { NOUNS } from './nouns.ts';

/**
 * Addresses of an account, to which its notifications may go: confirmed ones of its users, and those that an operator confirmed.
 * Source: semantics 12.9.1.
 */

/** Confirming an address twice changes nothing: the first time stays. */
export async function confirmAddress(db: Queryable, accountId: number, address: string) {
  await requireAccount(db, accountId);
  if (!isMailAddress(address)) throw new SetupError('It must be one e-mail address and nothing else.');
  const key = addressKey(address);
  await db
    .insertInto('account_mail_address')
    .values({ account_id: accountId, address: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return listAddresses(db, accountId);
}

/** Throws unless an operator has confirmed it; a user's address goes with the user. */
export async function withdrawAddress(db: Queryable, accountId: number, address: string) {
  const { numDeletedRows } = await db
    .deleteFrom('account_mail_address')
    .where('account_id', '=', accountId)
    .where('address', '=', addressKey(address))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new SetupError(`Account ${accountId} has no such confirmed address.`);
  return listAddresses(db, accountId);
}

export async function listAddresses(db: Queryable, accountId: number) {
  await requireAccount(db, accountId);
  const users = await db
    .selectFrom('account_user')
    .select(['email', 'id', 'confirmed_at', 'confirmed_by'])
    .where('account_id', '=', accountId)
    .where('confirmed_address', 'is not', null)
    .orderBy('id')
    .execute();
  const confirmed = await db
    .selectFrom('account_mail_address')
    .select(['address', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute();
  return [
    ...users.map(({ email, id, ...by }) => ({ address: email, user_id: id, ...by })),
    ...confirmed.map(({ address, created_at: at }) => ({
      ...{ address, user_id: null },
      ...{ confirmed_at: at, confirmed_by: 'operator' as const },
    })),
  ];
}

async function requireAccount(db: Queryable, accountId: number): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) throw new SetupError(`There is no account ${accountId}.`);
}

type Env = Readonly<Record<string, string | undefined>>;

/** Records a report of a letter: a file with the message as it was received, or `-` for the standard input. */
export async function recordReport(db: Database, file: string, env: Env) {
  const raw = file === '-' ? await buffer(process.stdin) : await readFile(file).catch(() => null);
  if (raw === null) throw new SetupError(`${file} cannot be read.`);
  const { MAIL_STOP_RECIPIENTS: recipients, MAIL_STOP_PERCENT: percent } = loadConfig(
    ['MAIL_STOP_RECIPIENTS', 'MAIL_STOP_PERCENT'],
    env,
  );
  const report = await parseMailReport(raw);
  if (report === null) {
    throw new SetupError('It is neither a report of a letter that failed (RFC 3464) nor a complaint (RFC 5965).');
  }
  const recorded = await recordMailReport(db, report, { recipients, percent });
  if (recorded.is === 'unknown') throw new SetupError('It names no letter that was sent from here.');
  return { object: 'mail_report', ...(await reportRow(db.kysely, recorded.reportId)) };
}

/** Lets mail go to the recipient again. The report stays, and counts. */
export async function liftReport(db: Queryable, id: number) {
  const { numUpdatedRows } = await db
    .updateTable('mail_report')
    .set({ lifted_at: sql`coalesce(lifted_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new SetupError(`There is no report of a letter ${id}.`);
  return { object: 'mail_report', ...(await reportRow(db, id)) };
}

const reportRow = (db: Queryable, id: number) =>
  db.selectFrom('mail_report').select(NOUNS.mail.columns).where('id', '=', id).executeTakeFirstOrThrow();

export type MailReportRow = Awaited<ReturnType<typeof reportRow>>;

/** INSTALLATION if the client is gone. */
export async function accountOf(db: Queryable, apiClientId: number): Promise<number> {
  const client = await db
    .selectFrom('api_client')
    .select('account_id')
    .where('id', '=', apiClientId)
    .executeTakeFirst();
  return client?.account_id ?? INSTALLATION;
}

/** API clients whose mail is stopped, notices aside. */
export async function listStopped(db: Queryable) {
  return db.selectFrom('mail_stop').selectAll().where('resumed_at', 'is', null).orderBy('stopped_at').execute();
}

/** Earlier returns count no more. */
export async function resumeClient(db: Queryable, apiClientId: number) {
  const row = await db
    .updateTable('mail_stop')
    .set({ resumed_at: sql`now()` })
    .where('api_client_id', '=', apiClientId)
    .where('resumed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`The mail of API client ${apiClientId} is not stopped.`);
  return { object: 'mail_stop', ...row };
}
