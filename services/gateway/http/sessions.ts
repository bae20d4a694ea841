import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { applicantView, ROLE_SCOPES, withImplied, type Role } from '../../../core/access.ts';
import { approvalHash, sha256Hex } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth, SignInSettings } from '../services.ts';

/*
 * Sessions of people who have signed in. The browser holds 32 random bytes and the row their hash, so a copy of the
 * database opens no session. A person's rights are read from the row and the account at each request, so a revoked
 * session ends at once, on every replica.
 */

export type SessionLimits = SignInSettings;

/** Half an hour, and a working day with overtime. */
export const DEFAULT_SIGN_IN: SignInSettings = { idleMs: 30 * 60_000, absoluteMs: 12 * 3_600_000 };

/** The person who signs in, and the API client through which they act. */
export interface Person {
  readonly accountId: number;
  readonly userId: number;
  readonly apiClientId: number;
  readonly roles: readonly Role[];
}

export interface KnownSession {
  readonly auth: Auth;
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  readonly isLastUseStale: boolean;
}

/** `last_used_at` is written at most this often. */
const SESSION_USE_EVERY_MS = 60_000;

/** A session, and the person whose it is. */
export interface SessionOf {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  readonly apiClientId: number;
}

/** Always a new token: one that the browser already had is never taken over. Returns the token, which is not stored. */
export async function openSession(
  trx: Queryable,
  person: Person,
  { address, absoluteMs }: { readonly address: string } & Pick<SessionLimits, 'absoluteMs'>,
): Promise<{ readonly token: string; readonly session: SessionOf }> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await trx
    .insertInto('user_session')
    .values({
      token_hash: sha256Hex(token),
      approval_hash: approvalHash(token),
      account_id: person.accountId,
      user_id: person.userId,
      api_client_id: person.apiClientId,
      roles: [...person.roles],
      address,
      expires_at: sql<Date>`now() + ${absoluteMs}::float8 * interval '1 ms'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { accountId, userId, apiClientId } = person;
  return { token, session: { id, accountId, userId, apiClientId } };
}

/** Undefined if there is none. */
export async function findSession(
  db: Queryable,
  token: string,
  { idleMs }: Pick<SessionLimits, 'idleMs'>,
): Promise<KnownSession | undefined> {
  const row = await db
    .selectFrom('user_session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id', 's.user_id', 's.api_client_id', 's.roles'])
    .select(['a.production_access', 'a.four_eyes'])
    .select([
      sql<boolean>`s.revoked_at is not null`.as('is_revoked'),
      sql<boolean>`s.expires_at <= now() or s.last_used_at < now() - ${idleMs}::float8 * interval '1 ms'`.as(
        'is_expired',
      ),
      sql<boolean>`s.last_used_at < now() - ${SESSION_USE_EVERY_MS}::float8 * interval '1 ms'`.as('is_stale'),
    ])
    .where('s.token_hash', '=', sha256Hex(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const granted = row.roles.flatMap((role) => ROLE_SCOPES[role]);
  const scopes = withImplied(granted, { fourEyes: row.four_eyes });
  return {
    isRevoked: row.is_revoked,
    isExpired: row.is_expired,
    isLastUseStale: row.is_stale,
    auth: {
      via: { kind: 'session', id: row.id },
      accountId: row.account_id,
      apiClientId: row.api_client_id,
      userId: row.user_id,
      scopes,
      productionAccess: row.production_access,
      view: applicantView(scopes),
    },
  };
}

/** An expired session is not used again: the time is written only while the session is valid. */
export async function noteSessionUse(db: Queryable, sessionId: number): Promise<void> {
  await db
    .updateTable('user_session')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Undefined if the session had ended already or never existed. */
export async function revokeSession(db: Queryable, token: string): Promise<SessionOf | undefined> {
  const row = await db
    .updateTable('user_session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('token_hash', '=', sha256Hex(token))
    .where('revoked_at', 'is', null)
    .returning(['id', 'account_id', 'user_id', 'api_client_id'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, account_id: accountId, user_id: userId, api_client_id: apiClientId } = row;
  return { id, accountId, userId, apiClientId };
}
