import type { Command } from 'commander';
import type { Queryable } from '../platform/database/index.ts';
import type { OnDatabase } from './action.ts';
import type { MailReportRow } from './mail.ts';
import { email, id } from './parse.ts';

/** Loading the database's packages takes longer than the rest of a command. */
const mailModule = () => import('./mail.ts');

const ofAccount = (accountId: number) => ({ accountId, subject: { type: 'account', id: accountId } });

/** The audit record of a report, without its recipient. */
async function reportOf(trx: Queryable, { id: reportId, api_client_id: clientId, kind, status }: MailReportRow) {
  const accountId = await (await mailModule()).accountOf(trx, clientId);
  return { accountId, subject: { type: 'mail_report', id: reportId }, detail: { kind, status } };
}

/** Commands for the addresses that an account's notifications may go to. */
export function addAddressCommands(accounts: Command, onDatabase: OnDatabase): void {
  accounts
    .command('addresses')
    .description("List the addresses of an account: its users' and those that were confirmed.")
    .argument('<id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, accountId: number) => (await mailModule()).listAddresses(db.kysely, accountId)),
    );
  accounts
    .command('confirm-address')
    .description(
      "Confirm that an address is the account's own: its notifications may go there, and without production access its " +
        'other mail too.',
    )
    .argument('<id>', 'id of the account', id)
    .argument('<address>', 'e-mail address', email)
    .action(
      onDatabase.changes(async ({ trx, audit }, accountId: number, address: string) => {
        const answer = await (await mailModule()).confirmAddress(trx, accountId, address);
        await audit({ action: 'account.address_confirmed', ...ofAccount(accountId), detail: { address } });
        return answer;
      }),
    );
  accounts
    .command('withdraw-address')
    .description('Take back what confirm-address confirmed.')
    .argument('<id>', 'id of the account', id)
    .argument('<address>', 'e-mail address', email)
    .action(
      onDatabase.changes(async ({ trx, audit }, accountId: number, address: string) => {
        const answer = await (await mailModule()).withdrawAddress(trx, accountId, address);
        await audit({ action: 'account.address_withdrawn', ...ofAccount(accountId), detail: { address } });
        return answer;
      }),
    );
}

/**
 * Lists the letters that came back, and the recipients to whom mail is stopped because of it; `list` and `show` are
 * those of every noun.
 */
export function addMail(
  program: Command,
  onDatabase: OnDatabase,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const mail = program
    .command('mail')
    .description('What came back of letters, and whose mail is stopped because of it');
  mail
    .command('bounce')
    .description(
      'Record a report: that a letter failed (RFC 3464), or that its recipient calls it unwanted (RFC 5965).',
    )
    .argument('<file>', 'the message as it was received; - for the standard input')
    .action(
      onDatabase.works(async ({ db, audit }, file: string) => {
        const report = await (await mailModule()).recordReport(db, file, env);
        // After it: the report is a transaction of its own, and to record one twice changes nothing.
        await audit(db.kysely, { action: 'mail.reported', ...(await reportOf(db.kysely, report)) });
        return report;
      }),
    );
  mail
    .command('lift')
    .description("Let the client's mail go to the recipient of a report again.")
    .argument('<id>', 'id of the report', id)
    .action(
      onDatabase.changes(async ({ trx, audit }, reportId: number) => {
        const report = await (await mailModule()).liftReport(trx, reportId);
        await audit({ action: 'mail.lifted', ...(await reportOf(trx, report)) });
        return report;
      }),
    );
  mail
    .command('stopped')
    .description('List API clients whose mail is stopped, notices aside.')
    .action(onDatabase.reads(async (db) => (await mailModule()).listStopped(db.kysely)));
  mail
    .command('resume')
    .description('Let the mail of an API client go on. What came back before counts no more.')
    .argument('<client>', 'id of the API client', id)
    .action(
      onDatabase.changes(async ({ trx, audit }, clientId: number) => {
        const { accountOf, resumeClient } = await mailModule();
        const answer = await resumeClient(trx, clientId);
        const accountId = await accountOf(trx, clientId);
        await audit({ action: 'mail.resumed', accountId, subject: { type: 'api_client', id: clientId }, detail: {} });
        return answer;
      }),
    );
}
