import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SetupError } from '../setup-error.ts';
import { sha256Hex } from '../crypto.ts';
import type { Queryable } from '../database/index.ts';
import { releaseLostClaims } from './claims.ts';

/*
 * How an operator lets a person sign in without an identity provider, and ends their sessions.
 */

export interface LinkInput {
  readonly userId: number;
  /** Through which the person acts; the account's only one if it is left out. */
  readonly clientId?: number | undefined;
  readonly validMs: number;
}

export async function createSignInLink(db: Queryable, { userId, clientId, validMs }: LinkInput) {
  const user = await db
    .selectFrom('account_user')
    .select(['account_id', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new SetupError(`There is no user ${userId}.`);
  if (user.role === null) {
    throw new SetupError(`User ${userId} has no role and may do nothing: give them one with users update --role.`);
  }
  const clients = await db.selectFrom('api_client').select('id').where('account_id', '=', user.account_id).execute();
  const ids = clients.map(({ id }) => id);
  const chosen = clientId ?? (ids.length === 1 ? ids[0] : undefined);
  if (chosen === undefined || !ids.includes(chosen)) {
    const known = ids.length === 0 ? 'It has none: clients create.' : `It has: ${ids.join(', ')}.`;
    throw new SetupError(`--client: name an API client of account ${user.account_id}. ${known}`);
  }
  return { object: 'sign_in_link', account_id: user.account_id, ...(await insertLink(db, userId, chosen, validMs)) };
}

/** The only place where the token of a link is ever seen. */
export async function insertLink(db: Queryable, userId: number, clientId: number, validMs: number) {
  const token = randomBytes(32).toString('base64url');
  const row = await db
    .insertInto('sign_in_link')
    .values({
      token_hash: sha256Hex(token),
      user_id: userId,
      api_client_id: clientId,
      expires_at: sql<Date>`now() + ${validMs}::float8 * interval '1 ms'`,
    })
    .returning(['user_id', 'api_client_id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { ...row, path: `/auth/link?token=${token}` };
}

/** Revoking a revoked session changes nothing: the first time stays. Claims that need it are released. */
export async function endSession(db: Queryable, sessionId: number) {
  const row = await db
    .updateTable('user_session')
    .set((expression) => ({ revoked_at: expression.fn.coalesce('revoked_at', expression.val(new Date())) }))
    .where('id', '=', sessionId)
    .returning(SESSION_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`There is no session ${sessionId}.`);
  return { object: 'session', ...row, reviews_released: await releaseLostClaims(db, row.user_id, 'session_ended') };
}

/** Everything of a session but its hash. */
export const SESSION_COLUMNS = [
  'id',
  'account_id',
  'user_id',
  'api_client_id',
  'roles',
  'address',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
] as const;
