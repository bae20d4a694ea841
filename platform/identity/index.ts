import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ConfirmedBy, Role, Scope } from '../../core/access.ts';
import { mailAddressKey } from '../../core/mail-address.ts';
import { approvalHash, tokenHash } from '../crypto.ts';
import type { Queryable } from '../database/index.ts';
import { SetupError } from '../setup-error.ts';
import { releaseClaimsOfQueues, releaseLostClaims } from './claims.ts';

/*
 * Accounts, their users and clients, and the tokens that join users and clients, as an operator makes them. Used by the
 * command line, and for the demo account of a local stack. The acts that people of an account do themselves are in
 * `people.sql`. Errors are for the person at the terminal and name the command's flags.
 */

export interface AccountInput {
  readonly name: string;
  readonly legalName: string;
  readonly address: string;
  readonly phone: string;
  readonly productionAccess: boolean;
}

export async function createAccount(db: Queryable, input: AccountInput) {
  const row = await db
    .insertInto('account')
    .values({
      name: input.name,
      legal_name: input.legalName,
      address: input.address,
      phone: input.phone,
      production_access: input.productionAccess,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { object: 'account', ...row };
}

export async function setProductionAccess(db: Queryable, accountId: number, productionAccess: boolean) {
  const row = await db
    .updateTable('account')
    .set({ production_access: productionAccess, updated_at: new Date() })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`There is no account ${accountId}.`);
  return { object: 'account', ...row };
}

export async function createUser(
  db: Queryable,
  input: { accountId: number; name: string; email: string; role?: Role | undefined },
) {
  await requireAccount(db, input.accountId);
  const row = await db
    .insertInto('account_user')
    .values({
      account_id: input.accountId,
      name: input.name,
      role: input.role ?? null,
      ...confirmed(input.email, 'operator'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { object: 'user', ...row };
}

/** Columns of an address that somebody answers for. Throws unless it is one. */
export function confirmed(address: string, by: ConfirmedBy) {
  const email = address.trim();
  const key = mailAddressKey(email);
  if (key === null) throw new SetupError('--email: it must be one e-mail address and nothing else.');
  return { email, confirmed_address: key, confirmed_by: by, confirmed_at: sql<Date>`now()` };
}

/** Columns of a user without an address, who is nobody where two people are asked. */
export const UNCONFIRMED = { email: '', confirmed_address: null, confirmed_by: null, confirmed_at: null } as const;

/**
 * Takes an address off a user for good: it tells nothing of who they are any more, nor that mail may go there. Returns what
 * had confirmed it, null if it was an earlier one of theirs. Throws unless they have or had it.
 */
export async function withdrawUserAddress(
  db: Queryable,
  userId: number,
  address: string,
): Promise<{ readonly accountId: number; readonly confirmedBy: ConfirmedBy | null }> {
  const key = mailAddressKey(address);
  const user = await db
    .selectFrom('account_user')
    .select(['account_id', 'confirmed_address', 'confirmed_by'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new SetupError(`There is no user ${userId}.`);
  const { numDeletedRows } = await db
    .deleteFrom('user_address')
    .where('user_id', '=', userId)
    .where('address', '=', key)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new SetupError(`User ${userId} has no such address, and never had it.`);
  const isCurrent = user.confirmed_address === key;
  if (isCurrent) await db.updateTable('account_user').set(UNCONFIRMED).where('id', '=', userId).execute();
  return { accountId: user.account_id, confirmedBy: isCurrent ? user.confirmed_by : null };
}

export interface UserUpdate {
  readonly name?: string;
  /** The operator answers for it. */
  readonly email?: string;
  /** `none` takes the role away. */
  readonly role?: Role | 'none';
  /** The queues of reviews that they work, all of them; none: every queue. */
  readonly queues?: readonly string[];
}

/**
 * Changes what is given. Another role ends the person's sessions, so that it holds at once. Claims that a role or a queue
 * carried are released.
 */
export async function updateUser(db: Queryable, userId: number, { name, email, role, queues }: UserUpdate) {
  if ([name, email, role, queues].every((change) => change === undefined)) {
    throw new SetupError('Give what changes: --name, --email, --role or --queues.');
  }
  const before = await db
    .selectFrom('account_user')
    .select('queues')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new SetupError(`There is no user ${userId}.`);
  if (role !== undefined) await sql`select user_role_set(${userId}, ${role === 'none' ? null : role})`.execute(db);
  const row = await db
    .updateTable('account_user')
    .set({
      queues: [...(queues ?? before.queues)],
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : confirmed(email, 'operator')),
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const byRole = role === undefined ? 0 : await releaseLostClaims(db, userId, 'role_withdrawn');
  const byQueues =
    queues === undefined
      ? 0
      : await releaseClaimsOfQueues(db, userId, { before: before.queues, after: queues, actorUserId: null });
  return { object: 'user', ...row, reviews_released: byRole + byQueues };
}

export async function createClient(db: Queryable, input: { accountId: number; name: string }) {
  await requireAccount(db, input.accountId);
  const row = await db
    .insertInto('api_client')
    .values({ account_id: input.accountId, name: input.name })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { object: 'api_client', ...row };
}

export interface TokenInput {
  readonly clientId: number;
  readonly userId: number;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

export async function createToken(db: Queryable, input: TokenInput) {
  const client = await db
    .selectFrom('api_client')
    .select('account_id')
    .where('id', '=', input.clientId)
    .executeTakeFirst();
  if (client === undefined) throw new SetupError(`--client: there is no API client ${input.clientId}.`);
  const user = await db
    .selectFrom('account_user')
    .select('account_id')
    .where('id', '=', input.userId)
    .executeTakeFirst();
  if (user === undefined) throw new SetupError(`--user: there is no user ${input.userId}.`);
  if (user.account_id !== client.account_id) {
    throw new SetupError(`--user: user ${input.userId} is of another account than API client ${input.clientId}.`);
  }
  const { token, ...kept } = newToken();
  const row = await db
    .insertInto('api_token')
    .values({
      account_id: client.account_id,
      api_client_id: input.clientId,
      user_id: input.userId,
      ...kept,
      scopes: [...input.scopes],
      expires_at: input.expiresAt,
    })
    .returning(TOKEN_COLUMNS)
    .executeTakeFirstOrThrow();
  return { object: 'api_token', ...row, token };
}

/** A token, and what is kept of it, which does not lead back to it. */
export function newToken() {
  const token = randomUUID();
  return { token, token_hash: tokenHash(token), approval_hash: approvalHash(token), prefix: token.slice(0, 8) };
}

/** Revoking a revoked token changes nothing: the first time stays. Claims that need it are released. */
export async function revokeToken(db: Queryable, tokenId: number) {
  const row = await db
    .updateTable('api_token')
    .set((expression) => ({ revoked_at: expression.fn.coalesce('revoked_at', expression.val(new Date())) }))
    .where('id', '=', tokenId)
    .returning(TOKEN_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`There is no token ${tokenId}.`);
  return { object: 'api_token', ...row, reviews_released: await releaseLostClaims(db, row.user_id, 'token_revoked') };
}

/** Everything of a token but its hash. */
export const TOKEN_COLUMNS = [
  'id',
  'account_id',
  'api_client_id',
  'user_id',
  'prefix',
  'scopes',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'created_at',
] as const;

async function requireAccount(db: Queryable, accountId: number): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${accountId}.`);
}
