import { SCOPES } from '../../core/access.ts';
import { tokenHash } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { createAccount, createClient, createToken, createUser } from '../../platform/identity/index.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import type { DataFolder } from './data-folder.ts';

const CREDENTIALS_FILE = 'demo-credentials.json';

/** The token of the demo account: that of an earlier start if it still works, else that of a new account. */
export async function demoToken(db: Database, folder: DataFolder): Promise<string> {
  const kept = await folder.readJson(CREDENTIALS_FILE);
  if (typeof kept === 'object' && kept !== null && 'token' in kept && typeof kept.token === 'string') {
    if (await works(db, kept.token)) return kept.token;
  }
  const token = await db.transaction(async (trx) => {
    const account = await createAccount(trx, {
      name: 'Demo',
      legalName: 'Demo Property Management LLC (fictitious)',
      address: '1 Example Plaza, Springfield, IL 62701',
      phone: '+1 217 555 0100',
      productionAccess: true,
    });
    const user = await createUser(trx, {
      ...{ accountId: account.id, name: 'Demo User', email: 'demo@example.com' },
      // Who tries the console does everything there.
      role: 'admin',
    });
    const client = await createClient(trx, { accountId: account.id, name: 'Demo client' });
    const created = await createToken(trx, { clientId: client.id, userId: user.id, scopes: SCOPES, expiresAt: null });
    return created.token;
  });
  await folder.writeJson(CREDENTIALS_FILE, { token });
  return token;
}

/** Long enough for whoever leaves the stack running over night. */
const LINK_MS = 24 * 3_600_000;

/** Where the demo account's user signs in, once. */
export async function demoSignInUrl({ kysely }: Database, baseUrl: string, token: string): Promise<string> {
  const { user_id: userId, api_client_id: clientId } = await kysely
    .selectFrom('api_token')
    .select(['user_id', 'api_client_id'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow();
  const { path } = await createSignInLink(kysely, { userId, clientId, validMs: LINK_MS });
  return baseUrl + path;
}

/**
 * Forgets how many requests the gateway has had: a stack for development begins with all that its limits allow. Otherwise
 * whoever had used the demo's token up could not start again for an hour, since the main job needs it.
 */
export async function forgetRequests({ kysely }: Database): Promise<void> {
  await kysely.deleteFrom('rate_window').where('key', 'not like', 'letters:%').execute();
}

async function works(db: Database, token: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('api_token')
    .select(['revoked_at', 'expires_at'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row !== undefined && row.revoked_at === null && (row.expires_at === null || row.expires_at > new Date());
}
