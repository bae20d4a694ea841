import { sql } from 'kysely';
import type { Role } from '../../../core/access.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Person } from '../http/sessions.ts';

/** The person whose link it is; undefined if it was used or never existed. */
export async function ownerOfLink(db: Queryable, token: string) {
  return db
    .selectFrom('sign_in_link as l')
    .innerJoin('account_user as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.account_id'])
    .where('l.token_hash', '=', sha256Hex(token))
    .executeTakeFirst();
}

/**
 * Uses up the link; undefined if it was used, has expired, or its user has no role any more. Locks the user. So if
 * their role is removed at the same time, the new session is ended or none is opened.
 */
export async function takeLink(trx: Queryable, token: string): Promise<Person | undefined> {
  const { rows } = await sql<{ account_id: number; user_id: number; api_client_id: number; role: Role }>`
    with owner as materialized (
      select u.id, u.account_id, u.role from account_user u
      join sign_in_link k on k.user_id = u.id and k.token_hash = ${sha256Hex(token)}
      for share of u
    )
    delete from sign_in_link l using owner u
    where l.token_hash = ${sha256Hex(token)} and l.expires_at > now() and u.id = l.user_id and u.role is not null
    returning u.account_id, u.id as user_id, l.api_client_id, u.role`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { accountId: row.account_id, userId: row.user_id, apiClientId: row.api_client_id, roles: [row.role] };
}
