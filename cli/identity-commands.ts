import type { Command } from 'commander';
import { ROLES, type Role } from '../core/access.ts';
import type { OnDatabase } from './action.ts';
import {
  createAccount,
  createClient,
  createToken,
  createUser,
  revokeToken,
  setProductionAccess,
  updateUser,
  withdrawUserAddress,
  type UserUpdate,
} from '../platform/identity/index.ts';
import { addAddressCommands } from './mail-commands.ts';
import { addAccountUpdates, noticeFlags, type NoticeFlags } from './notice-commands.ts';
import { email, id, notBlank, oneOf, queues, scopes, spanMs } from './parse.ts';
import { createSignInLink, endSession } from '../platform/identity/sessions.ts';

/** Accounts, their people and clients, and the tokens of both. */

interface TokenFlags {
  readonly client: number;
  readonly user: number;
  readonly scopes: ReturnType<typeof scopes>;
  readonly expiresIn?: number;
}

interface AccountFlags extends NoticeFlags {
  readonly name: string;
  readonly legalName: string;
  readonly address: string;
  readonly phone: string;
  readonly production: boolean;
}

export function addIdentities(program: Command, onDatabase: OnDatabase): void {
  const accounts = program.command('accounts').description('Landlords, lenders and employers');
  noticeFlags(
    accounts
      .command('create')
      .description('Create an account. Its notices show the legal name, the address and the phone number.')
      .requiredOption('--name <text>', 'short name', notBlank)
      .requiredOption('--legal-name <text>', 'legal name', notBlank)
      .requiredOption('--address <text>', 'postal address', notBlank)
      .requiredOption('--phone <text>', 'phone number', notBlank)
      .option('--production', 'may activate cascades and run them live', false),
  ).action(
    onDatabase.changesRecord({ noun: 'accounts', action: 'account.created' }, async (trx, flags: AccountFlags) => {
      const { requireFederalAgency, updateAccount } = await import('./notices.ts');
      requireFederalAgency(flags.ecoaAgency);
      const account = await createAccount(trx, { ...flags, productionAccess: flags.production });
      return updateAccount(trx, account.id, flags);
    }),
  );
  addAccountUpdates(accounts, onDatabase);
  addAddressCommands(accounts, onDatabase);
  const production = (isGranted: boolean) =>
    onDatabase.changesRecord(
      { noun: 'accounts', action: 'account.updated', existing: true },
      (trx, accountId: number) => setProductionAccess(trx, accountId, isGranted),
    );
  accounts
    .command('grant-production')
    .description('Let an account activate cascades and run them live.')
    .argument('<id>', 'id of the account', id)
    .action(production(true));
  accounts
    .command('revoke-production')
    .description('Take production access from an account.')
    .argument('<id>', 'id of the account', id)
    .action(production(false));

  const users = program.command('users').description('People of an account, who review and trigger');
  users
    .command('create')
    .description('Create a user.')
    .requiredOption('--account <id>', 'id of the account', id)
    .requiredOption('--name <text>', 'name', notBlank)
    .requiredOption('--email <address>', 'e-mail address; you answer for it being theirs', email)
    .option('--role <role>', `what they may do when they have signed in: ${ROLES.join(', ')}`, oneOf(ROLES))
    .action(
      onDatabase.changesRecord(
        { noun: 'users', action: 'user.created' },
        (trx, flags: { account: number; name: string; email: string; role?: Role }) =>
          createUser(trx, { ...flags, accountId: flags.account }),
      ),
    );
  users
    .command('update')
    .description('Change a user. Only what is given changes. Tokens keep the scopes that they have.')
    .argument('<id>', 'id of the user', id)
    .option('--name <text>', 'name', notBlank)
    .option('--email <address>', 'e-mail address; you answer for it being theirs', email)
    .option('--role <role>', `${ROLES.join(', ')}, or none`, oneOf([...ROLES, 'none'] as const))
    .option('--queues <names>', 'queues of reviews that they work, with commas; none: all of them', queues)
    .action(
      onDatabase.changesRecord(
        { noun: 'users', action: 'user.updated', existing: true },
        (trx, userId: number, flags: UserUpdate) => updateUser(trx, userId, flags),
      ),
    );
  users
    .command('withdraw-address')
    .description(
      'Take an address off a user for good, such as one that several people share. Without another one they approve ' +
        'nothing where two people are asked.',
    )
    .argument('<id>', 'id of the user', id)
    .argument('<address>', 'one that they have or had', email)
    .action(
      onDatabase.changes(async ({ trx, audit }, userId: number, address: string) => {
        const { accountId, confirmedBy } = await withdrawUserAddress(trx, userId, address);
        const detail = { address, was_confirmed_by: confirmedBy };
        await audit({ action: 'user.address_withdrawn', accountId, subject: { type: 'user', id: userId }, detail });
        const { showRecord } = await import('./records.ts');
        return showRecord(trx, 'users', userId);
      }),
    );
  users
    .command('sign-in-link')
    .description('Make a link with which a user signs in once, where there is no identity provider.')
    .argument('<id>', 'id of the user', id)
    .option('--client <id>', "API client through which they act; the account's only one by default", id)
    .option('--expires-in <span>', 'how long it is valid, such as 10m; 10 minutes by default', spanMs, 600_000)
    .action(
      onDatabase.changes(async ({ trx, audit }, userId: number, flags: { client?: number; expiresIn: number }) => {
        const link = await createSignInLink(trx, { userId, clientId: flags.client, validMs: flags.expiresIn });
        const { account_id: accountId, path: _path, object: _object, ...made } = link;
        const detail = { ...made, expires_at: made.expires_at.toISOString() };
        await audit({ action: 'sign_in_link.created', accountId, subject: { type: 'user', id: userId }, detail });
        return link;
      }),
    );
  program
    .command('sessions')
    .description('Sessions of people who have signed in')
    .command('revoke')
    .description('End a session at once.')
    .argument('<id>', 'id of the session', id)
    .action(
      onDatabase.changesRecord(
        { noun: 'sessions', action: 'session.revoked', existing: true },
        (trx, sessionId: number) => endSession(trx, sessionId),
      ),
    );

  const clients = program.command('clients').description('API clients of an account');
  clients
    .command('create')
    .description('Create an API client.')
    .requiredOption('--account <id>', 'id of the account', id)
    .requiredOption('--name <text>', 'name', notBlank)
    .action(
      onDatabase.changesRecord(
        { noun: 'clients', action: 'client.created' },
        (trx, flags: { account: number; name: string }) =>
          createClient(trx, { name: flags.name, accountId: flags.account }),
      ),
    );

  const tokens = program.command('tokens').description('Bearer tokens of the API');
  tokens
    .command('create')
    .description('Create a token. It is shown this once and never again.')
    .requiredOption('--client <id>', 'id of the API client', id)
    .requiredOption('--user <id>', 'id of the user who acts with it', id)
    .requiredOption('--scopes <list>', 'scopes with commas between, or all', scopes)
    .option('--expires-in <span>', 'how long it is valid, such as 1h or 30d; for ever by default', spanMs)
    .action(
      onDatabase.changesRecord({ noun: 'tokens', action: 'token.created' }, (trx, flags: TokenFlags) =>
        createToken(trx, {
          clientId: flags.client,
          userId: flags.user,
          scopes: flags.scopes,
          expiresAt: flags.expiresIn === undefined ? null : new Date(Date.now() + flags.expiresIn),
        }),
      ),
    );
  tokens
    .command('revoke')
    .description('Revoke a token at once.')
    .argument('<id>', 'id of the token', id)
    .action(
      onDatabase.changesRecord({ noun: 'tokens', action: 'token.revoked', existing: true }, (trx, tokenId: number) =>
        revokeToken(trx, tokenId),
      ),
    );
}
