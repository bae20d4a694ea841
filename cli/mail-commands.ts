import type { Command } from 'commander';
import type { OnDatabase } from './action.ts';
import { email, id } from './parse.ts';

/** Loading the database's packages takes longer than the rest of a command. */
const work = () => import('./mail.ts');

/** Addresses that an account's notifications may go to. */
export function addAccountAddresses(accounts: Command, onDatabase: OnDatabase): void {
  accounts
    .command('addresses')
    .description("List the addresses of an account: its users' and those that were confirmed.")
    .argument('<id>', 'id of the account', id)
    .action(onDatabase(async (db, accountId: number) => (await work()).listAddresses(db.kysely, accountId)));
  accounts
    .command('confirm-address')
    .description(
      "Confirm that an address is the account's own: its notifications may go there, and without production access its " +
        'other mail too.',
    )
    .argument('<id>', 'id of the account', id)
    .argument('<address>', 'e-mail address', email)
    .action(
      onDatabase(async (db, accountId: number, address: string) =>
        (await work()).confirmAddress(db.kysely, accountId, address),
      ),
    );
  accounts
    .command('withdraw-address')
    .description('Take back what confirm-address confirmed.')
    .argument('<id>', 'id of the account', id)
    .argument('<address>', 'e-mail address', email)
    .action(
      onDatabase(async (db, accountId: number, address: string) =>
        (await work()).withdrawAddress(db.kysely, accountId, address),
      ),
    );
}

/** What came back of letters, and whose mail is stopped because of it; `list` and `show` are those of every noun. */
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
    .action(onDatabase(async (db, file: string) => (await work()).recordReport(db, file, env)));
  mail
    .command('lift')
    .description("Let the client's mail go to the recipient of a report again.")
    .argument('<id>', 'id of the report', id)
    .action(onDatabase(async (db, reportId: number) => (await work()).liftReport(db.kysely, reportId)));
  mail
    .command('stopped')
    .description('List API clients whose mail is stopped, notices aside.')
    .action(onDatabase(async (db) => (await work()).listStopped(db.kysely)));
  mail
    .command('resume')
    .description('Let the mail of an API client go on. What came back before counts no more.')
    .argument('<client>', 'id of the API client', id)
    .action(onDatabase(async (db, clientId: number) => (await work()).resumeClient(db.kysely, clientId)));
}
