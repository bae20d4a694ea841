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
