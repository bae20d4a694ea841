import { sql } from 'kysely';
import type { Role } from '../../../core/access.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Person } from '../http/sessions.ts';

/** Takes the link, so that it works once; undefined if it was used, has expired, or its user has no role any more. */
export async function takeLink(trx: Queryable, token: string): Promise<Person | undefined> {
  const { rows } = await sql<{ account_id: number; user_id: number; api_client_id: number; role: Role | null }>`
    with taken as (
      delete from sign_in_link where token_hash = ${sha256Hex(token)} and expires_at > now()
      returning user_id, api_client_id
    )
    select u.account_id, u.id as user_id, taken.api_client_id, u.role
    from taken join account_user u on u.id = taken.user_id`.execute(trx);
  const [row] = rows;
  if (row === undefined || row.role === null) return undefined;
  return { accountId: row.account_id, userId: row.user_id, apiClientId: row.api_client_id, roles: [row.role] };
}
