import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../../../core/access.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { confirmed, UNCONFIRMED } from '../../../platform/identity/index.ts';
import type { Person } from '../http/sessions.ts';
import type { Challenge, Identity } from './provider.ts';

/* Sign-ins that were begun and not finished. Each is bound to the browser that began it, and is used once. */

const ATTEMPT_MS = 10 * 60_000;

export interface Attempt extends Challenge {
  /** A path of ours. */
  readonly returnTo: string;
}

/** Returns the attempt, and the value that the browser keeps. */
export async function beginAttempt(db: Queryable, returnTo: string): Promise<{ attempt: Attempt; browser: string }> {
  const random = () => randomBytes(32).toString('base64url');
  const attempt = { state: random(), nonce: random(), codeVerifier: random(), returnTo };
  const browser = random();
  await db
    .insertInto('sign_in_attempt')
    .values({
      state_hash: sha256Hex(attempt.state),
      browser_hash: sha256Hex(browser),
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      return_to: returnTo,
      expires_at: sql<Date>`now() + ${ATTEMPT_MS}::float8 * interval '1 ms'`,
    })
    .execute();
  return { attempt, browser };
}

/** Undefined unless this browser began it and it was not used yet: a code that comes twice finds nothing. */
export async function takeAttempt(db: Queryable, state: string, browser: string): Promise<Attempt | undefined> {
  const row = await db
    .deleteFrom('sign_in_attempt')
    .where('state_hash', '=', sha256Hex(state))
    .where('browser_hash', '=', sha256Hex(browser))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['nonce', 'code_verifier', 'return_to'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to };
}

/** The account's user for this identity, made at the first sign-in, and the change of their address. */
export async function userOf(
  trx: Queryable,
  identity: Identity & { readonly roles: readonly Role[] },
  { accountId, apiClientId }: { readonly accountId: number; readonly apiClientId: number },
): Promise<{ readonly person: Person; readonly address: AddressChange | null }> {
  const { issuer, subject, name, address, roles } = identity;
  const before = await trx
    .selectFrom('account_user')
    .select(['confirmed_address', 'confirmed_by'])
    .where('account_id', '=', accountId)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  const columns = address.is === 'verified' ? confirmed(address.email, 'identity_provider') : UNCONFIRMED;
  // An operator's confirmation stays unless the provider has verified an address.
  const isKept = address.is !== 'verified' && before?.confirmed_by === 'operator';
  const { id } = await trx
    .insertInto('account_user')
    .values({ account_id: accountId, name, oidc_issuer: issuer, oidc_subject: subject, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'oidc_issuer', 'oidc_subject']).doUpdateSet({ name, ...(isKept ? {} : columns) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const was = before?.confirmed_address ?? null;
  const isChanged = was !== columns.confirmed_address || (before?.confirmed_by ?? null) !== columns.confirmed_by;
  return {
    person: { accountId, userId: id, apiClientId, roles },
    address: isKept || !isChanged ? null : { was, is: columns.confirmed_address },
  };
}

/** Null if no address is confirmed. */
export interface AddressChange {
  readonly was: string | null;
  readonly is: string | null;
}

/** The configured client of the account, or its only one; undefined if there is none, or several. */
export async function clientOf(db: Queryable, accountId: number, wanted: number | undefined) {
  const rows = await db.selectFrom('api_client').select('id').where('account_id', '=', accountId).limit(100).execute();
  const ids = rows.map(({ id }) => id);
  if (wanted !== undefined) return ids.find((id) => id === wanted);
  return ids.length === 1 ? ids[0] : undefined;
}
