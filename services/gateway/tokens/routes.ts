import { sql } from 'kysely';
import type { Scope } from '../../../core/access.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { releaseLostClaims } from '../../../platform/identity/claims.ts';
import { newToken, TOKEN_COLUMNS } from '../../../platform/identity/index.ts';
import type { Approver } from '../activations/records.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, EMPTY_BODY, listQuery } from '../http/route.ts';
import { requireEach } from '../http/scopes.ts';
import { refusal } from '../people/refusals.ts';
import type { Auth } from '../services.ts';
import {
  ROTATE_BODY,
  ROTATE_BODY_EXAMPLE,
  TOKEN,
  TOKEN_BODY,
  TOKEN_BODY_EXAMPLE,
  TOKEN_EXAMPLE,
  TOKEN_WITH_SECRET,
} from './schemas.ts';

/*
 * Bearer tokens of an account, for its administrators. An addition of ours; semantics 16.27. PostgreSQL itself checks
 * the caller and the time of their sign-in, and records the act (`people.sql`).
 */

const selectTokens = (db: Queryable, { accountId }: Auth) =>
  db.selectFrom('api_token').where('account_id', '=', accountId);
type TokenRow = Awaited<ReturnType<typeof readToken>>;

async function readToken(db: Queryable, auth: Auth, id: number) {
  const row = await selectTokens(db, auth).select(TOKEN_COLUMNS).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

function presentToken(row: TokenRow): JsonObject {
  const { id, prefix, api_client_id, user_id, scopes, created_at, last_used_at, expires_at, revoked_at } = row;
  return {
    ...{ object: 'api_token', id, prefix, api_client_id, user_id, scopes: [...scopes] },
    ...{ created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null },
    ...{ expires_at: expires_at?.toISOString() ?? null, revoked_at: revoked_at?.toISOString() ?? null },
  };
}

const listTokens = defineRoute({
  method: 'GET',
  path: '/tokens',
  operationId: 'listTokens',
  tag: 'Identity',
  scope: 'tokens:write',
  summary: 'List tokens',
  description: 'Tokens of the account, the newest first, with those that ended. No token is shown again.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'api_token',
    description: 'One page of tokens.',
    schema: TOKEN,
    example: TOKEN_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const { rows, ...more } = await readPage(page, {
      count: async () => (await selectTokens(db.kysely, auth).select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(selectTokens(db.kysely, auth).select(TOKEN_COLUMNS), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentToken), ...more };
  },
});

interface Wanted {
  readonly clientId: number;
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly earlier?: { readonly id: number; readonly overlapHours: number };
}

/** The token is made here, and only the response holds it. */
async function issue(trx: Queryable, auth: Auth, { actor, proof }: Approver, wanted: Wanted): Promise<JsonObject> {
  const { clientId, scopes, days, earlier } = wanted;
  const { token, token_hash: hash, approval_hash: approval, prefix } = newToken();
  const { rows } = await sql<{ result: string; id: number | null }>`
    select * from token_issue(${actor.kind}, ${actor.id}, ${proof}, ${clientId}, ${hash}, ${approval}, ${prefix},
      ${scopes}::text[], ${days}, ${earlier?.id ?? null}, ${earlier?.overlapHours ?? null}, ${actor.address},
      ${actor.requestId})`.execute(trx);
  const [{ result, id } = { result: '', id: null }] = rows;
  if (result === 'no_session' || result === 'sign_in_again') throw signInAgain(result);
  if (result !== 'done' || id === null) throw refusal(result, earlier === undefined ? 'scopes' : 'id');
  return { ...presentToken(await readToken(trx, auth, id)), token, in_place_of: earlier?.id ?? null };
}

const WITH_SECRET = {
  kind: 'item',
  status: 201,
  description: 'The token, this once.',
  schema: TOKEN_WITH_SECRET,
  example: { ...TOKEN_EXAMPLE, token: '0f8e3c1a-5d2b-4c6e-9f10-7a8b9c0d1e2f', in_place_of: null },
} as const;

/** Applies to replays, too: otherwise a token could read the token that a person made. */
function requirePerson(auth: Auth): void {
  if (auth.via.kind !== 'session') throw signInAgain('no_session');
}

function signInAgain(result: 'no_session' | 'sign_in_again'): AppError {
  const message = result === 'no_session' ? undefined : SESSION_TOO_OLD;
  return new AppError('sign_in_again', message === undefined ? {} : { message });
}

const SESSION_TOO_OLD = 'You signed in more than 15 minutes ago. Sign out and in again, then make the token.';

const createToken = defineRoute({
  method: 'POST',
  path: '/tokens',
  operationId: 'createToken',
  tag: 'Identity',
  scope: 'tokens:write',
  summary: 'Make a token',
  description:
    'By an administrator who signed in less than 15 minutes ago, and never with a token. It acts for them, has no scope that ' +
    'they lack, and lives no longer than `longest_token_days` of the account. In an account that asks for four eyes an ' +
    'operator makes those that put cascades live, see numbers in full, or make people and tokens.',
  body: { schema: TOKEN_BODY, example: TOKEN_BODY_EXAMPLE },
  isPersonal: true,
  reply: WITH_SECRET,
  errors: ['sign_in_again'],
  audit: { action: 'token.created', subject: 'token' },
  handler: ({ commit, auth, acting, body }) => {
    requirePerson(auth);
    const scopes = [...new Set(body.scopes)];
    requireEach(auth, ...scopes);
    const wanted = { clientId: body.api_client_id ?? auth.apiClientId, scopes, days: body.expires_in_days };
    return commit((trx) => issue(trx, auth, acting, wanted), { secretMember: 'token' });
  },
});

const rotateToken = defineRoute({
  method: 'POST',
  path: '/tokens/{id}/rotate',
  operationId: 'rotateToken',
  tag: 'Identity',
  scope: 'tokens:write',
  summary: 'Exchange a token',
  description:
    'Makes one with the same scopes and API client, and lets the earlier one of yours end after the overlap.',
  body: { schema: ROTATE_BODY, example: ROTATE_BODY_EXAMPLE },
  isPersonal: true,
  reply: WITH_SECRET,
  errors: ['not_found', 'sign_in_again'],
  audit: { action: 'token.created', subject: 'token' },
  handler: async ({ db, commit, auth, acting, params, body }) => {
    await readToken(db.kysely, auth, params.id);
    requirePerson(auth);
    const rotate = async (trx: Queryable) => {
      const earlier = await readToken(trx, auth, params.id);
      requireEach(auth, ...earlier.scopes);
      return issue(trx, auth, acting, {
        ...{ clientId: earlier.api_client_id, scopes: earlier.scopes, days: body.expires_in_days },
        earlier: { id: earlier.id, overlapHours: body.overlap_hours },
      });
    };
    return commit(rotate, { secretMember: 'token' });
  },
});

const revokeToken = defineRoute({
  method: 'POST',
  path: '/tokens/{id}/revoke',
  operationId: 'revokeToken',
  tag: 'Identity',
  scope: 'tokens:write',
  summary: 'Revoke a token',
  description: 'It opens nothing from the next request on, and cannot be brought back.',
  body: { schema: EMPTY_BODY, example: {} },
  reply: { kind: 'item', status: 200, description: 'The token.', schema: TOKEN, example: TOKEN_EXAMPLE },
  errors: ['not_found'],
  audit: { action: 'token.revoked', subject: 'token' },
  handler: ({ commit, auth, acting: { actor, proof }, params }) =>
    commit(async (trx) => {
      const { id, user_id: userId } = await readToken(trx, auth, params.id);
      // Before the row of the audit log, because nothing may be locked after that.
      await releaseLostClaims(trx, userId, 'token_revoked', { tokenId: id, actorUserId: auth.userId });
      const { rows } = await sql<{ result: string }>`
        select token_revoke(${actor.kind}, ${actor.id}, ${proof}, ${id}, ${actor.address}, ${actor.requestId}) as result`.execute(
        trx,
      );
      const result = rows[0]?.result ?? '';
      if (result !== 'done') throw refusal(result, 'id');
      return presentToken(await readToken(trx, auth, id));
    }),
});

export const TOKEN_ROUTES = [listTokens, createToken, rotateToken, revokeToken];
