import { sql } from 'kysely';
import type { ConfirmedBy, Role } from '../../../core/access.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role | null;
  readonly queues: readonly string[];
  readonly confirmed_by: ConfirmedBy | null;
  readonly is_of_provider: boolean;
  readonly api_client_id: number | null;
  readonly last_signed_in_at: Date | null;
  readonly sessions: number;
  readonly tokens: number;
}

export function selectPeople(db: Queryable, { accountId }: Auth) {
  return db
    .selectFrom('account_user as u')
    .where('u.account_id', '=', accountId)
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.queues', 'u.confirmed_by', 'u.api_client_id'])
    .select([
      sql<boolean>`u.oidc_subject is not null`.as('is_of_provider'),
      sql<Date | null>`(select max(s.created_at) from user_session s where s.user_id = u.id)`.as('last_signed_in_at'),
      sql<number>`(select count(*)::int from user_session s
        where s.user_id = u.id and s.revoked_at is null and s.expires_at > now())`.as('sessions'),
      sql<number>`(select count(*)::int from api_token t where t.user_id = u.id and t.account_id = u.account_id
        and t.revoked_at is null and coalesce(t.expires_at > now(), true))`.as('tokens'),
    ]);
}

export async function readPerson(db: Queryable, auth: Auth, id: number): Promise<PersonRow> {
  const row = await selectPeople(db, auth).where('u.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export function presentPerson({ confirmed_by: confirmedBy, ...row }: PersonRow): JsonObject {
  return {
    ...{ object: 'person', id: row.id, name: row.name, email: row.email, role: row.role, queues: [...row.queues] },
    ...{ address_confirmed_by: confirmedBy, is_of_provider: row.is_of_provider, api_client_id: row.api_client_id },
    last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
    ...{ sessions: row.sessions, tokens: row.tokens },
  };
}
