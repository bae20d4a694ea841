import type { ConfirmedBy, Role } from '../../../core/access.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Auth } from '../services.ts';

/** The caller: the token's client, user and account. */
export async function readMe(db: Queryable, auth: Auth, limits: JsonObject): Promise<JsonObject> {
  const row = await db
    .selectFrom('api_client as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .innerJoin('account_user as u', 'u.account_id', 'a.id')
    .select([
      'c.name as client_name',
      'a.name as account_name',
      'a.four_eyes',
      'u.name as user_name',
      'u.email',
      'u.confirmed_by',
      'u.queues',
    ])
    .where('c.id', '=', auth.apiClientId)
    .where('a.id', '=', auth.accountId)
    .where('u.id', '=', auth.userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return {
    object: 'me',
    account: { id: auth.accountId, name: row.account_name },
    api_client: { id: auth.apiClientId, name: row.client_name },
    user: {
      ...{ id: auth.userId, name: row.user_name, email: row.email },
      ...{ address_confirmed_by: row.confirmed_by, queues: [...row.queues] },
    },
    scopes: [...auth.scopes].sort(),
    production_access: auth.productionAccess,
    four_eyes: row.four_eyes,
    limits,
  };
}

/**
 * SQL: true if two users are one person. A person counts once: by the id of the user, by confirmed addresses, past ones
 * included, or by their subject at the identity provider. Addresses count because a person who signs in there is
 * another user than that of their token.
 */
export function samePerson(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`same_person(${one}, ${other})`;
}

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly role: Role | null;
  readonly queues: readonly string[];
  readonly confirmed_by: ConfirmedBy | null;
}

/** Columns of a user for callers who may see users. */
export const USER_COLUMNS = ['id', 'name', 'role', 'queues', 'confirmed_by'] as const;

export function presentUser({ id, name, role, queues, confirmed_by: confirmedBy }: UserRow): JsonObject {
  return { id, object: 'user', name, role, address_confirmed_by: confirmedBy, queues: [...queues] };
}

/** Sets the queues on which a user of the account works. Also returns the former queues. */
export async function setQueues(
  trx: Queryable,
  auth: Auth,
  userId: number,
  queues: readonly string[],
): Promise<{ readonly before: readonly string[]; readonly user: UserRow }> {
  const before = await selectUsers(trx, auth).select('queues').where('id', '=', userId).forUpdate().executeTakeFirst();
  if (before === undefined) throw new AppError('not_found');
  const user = await trx
    .updateTable('account_user')
    .set({ queues: [...queues] })
    .where('id', '=', userId)
    .where('account_id', '=', auth.accountId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
  return { before: before.queues, user };
}

export function selectUsers(db: Queryable, auth: Auth) {
  return db.selectFrom('account_user').where('account_id', '=', auth.accountId);
}
