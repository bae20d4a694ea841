import { SetupError } from '../dev/servers/errors.ts';
import type { Queryable } from '../platform/database/index.ts';
import { addressKey } from '../platform/mail/address.ts';

/**
 * Addresses of an account, to which its notifications may go: those of its users, and those that an operator confirmed.
 * Source: semantics 12.
 */

/** Confirming an address twice changes nothing: the first time stays. */
export async function confirmAddress(db: Queryable, accountId: number, address: string) {
  await requireAccount(db, accountId);
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
    .select(['email', 'id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const confirmed = await db
    .selectFrom('account_mail_address')
    .select(['address', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute();
  return [
    ...users.map(({ email, id }) => ({ address: email, user_id: id, confirmed_at: null })),
    ...confirmed.map(({ address, created_at }) => ({ address, user_id: null, confirmed_at: created_at })),
  ];
}

async function requireAccount(db: Queryable, accountId: number): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) throw new SetupError(`There is no account ${accountId}.`);
}
