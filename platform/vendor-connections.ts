import { sql } from 'kysely';
import type { ErrorDetail } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import {
  ACCOUNT_CONNECTION_SCHEMA,
  apart,
  faultsOfConnection,
  hasSameOrders,
  keptSecrets,
  whole,
  type AccountConnection,
  type ConnectionSecrets,
} from '../core/products/account-connection.ts';
import { readJson } from '../core/read-json.ts';
import { SecretBox, type EncryptionKey } from './crypto.ts';
import { changesOf } from './database/audit.ts';
import { asJson, type Queryable } from './database/index.ts';
import { checkTargetUrl, type CheckOptions } from './outbound/check.ts';

/*
 * The connections of accounts to vendors, as rows. Their secrets are sealed with CONNECTION_KEYS, each under the name
 * of its connection. A value that is moved to another row cannot be opened there.
 */

export interface StoredConnection {
  readonly id: number;
  readonly account_id: number;
  readonly product_code: string;
  /** Its orders and callbacks are known by it. */
  readonly name: string;
  readonly settings: AccountConnection;
  /** Sealed. */
  readonly secrets: string;
  readonly version: number;
  readonly updated_at: Date;
}

const COLUMNS = ['id', 'account_id', 'product_code', 'name', 'settings', 'secrets', 'version', 'updated_at'] as const;

export function selectConnections(db: Queryable) {
  return db.selectFrom('product_connection').select(COLUMNS);
}

export async function findConnection(
  db: Queryable,
  accountId: number,
  productCode: string,
): Promise<StoredConnection | undefined> {
  return selectConnections(db)
    .where('account_id', '=', accountId)
    .where('product_code', '=', productCode)
    .executeTakeFirst();
}

/** Codes of the products for which an account has a connection. */
export async function connectedProducts(db: Queryable, accountId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('product_connection')
    .select('product_code')
    .where('account_id', '=', accountId)
    .execute();
  return new Set(rows.map(({ product_code: code }) => code));
}

/** SecretBox context of the secrets of a connection. */
export function connectionContext(name: string): string {
  return `connection ${name}`;
}

/** Throws if its secrets were sealed with a key that is not there, or for another connection. */
export function openSecrets(
  keys: readonly EncryptionKey[],
  { name, secrets }: Pick<StoredConnection, 'name' | 'secrets'>,
): ConnectionSecrets {
  return readJson(new SecretBox(keys).open(secrets, connectionContext(name))) as ConnectionSecrets;
}

/** Faults of the addresses of a connection, as they resolve now. */
export async function addressFaults(
  { url, lookup_url, order_url, credentials }: AccountConnection,
  options: CheckOptions,
): Promise<readonly ErrorDetail[]> {
  const entered = { url, lookup_url, order_url, 'credentials.token_url': credentials?.token_url };
  const checked = Object.entries(entered).map(async ([field, address]): Promise<readonly ErrorDetail[]> => {
    if (address === undefined) return [];
    const read = await checkTargetUrl(address, options);
    return 'problem' in read ? [{ field, message: read.problem }] : [];
  });
  return (await Promise.all(checked)).flat();
}

interface EnteredConnection {
  readonly accountId: number;
  readonly productCode: string;
  readonly entered: AccountConnection;
}

/** `detail`: for the audit log; null: it was so before, and nothing was written. */
export type SetConnection =
  { readonly faults: readonly ErrorDetail[] } | { readonly row: StoredConnection; readonly detail: JsonObject | null };

/** Says how an account asks the vendor of a product, unless it contradicts itself. Addresses were checked before. */
export async function setConnection(
  trx: Queryable,
  keys: readonly EncryptionKey[],
  { accountId, productCode, entered }: EnteredConnection,
): Promise<SetConnection> {
  const before = await findConnection(trx, accountId, productCode);
  const secrets = before === undefined ? undefined : openSecrets(keys, before);
  const connection =
    before === undefined || secrets === undefined
      ? entered
      : whole(entered, keptSecrets({ settings: before.settings, secrets }, entered));
  const faults = faultsOfConnection(connection);
  if (faults.length > 0) return { faults };
  const after = apart(connection);
  const changes = changesOf(audited(before?.settings), audited(after.settings));
  const hasOtherSecrets = JSON.stringify(secrets) !== JSON.stringify(after.secrets);
  if (before !== undefined && !hasOtherSecrets && Object.keys(changes.new).length === 0)
    return { row: before, detail: null };
  const row = await writeConnection(trx, keys, { accountId, productCode, before, after });
  return { row, detail: { ...changes, secrets_changed: hasOtherSecrets } };
}

/** The settings for the audit log, without secrets: members that are absent as null. */
export function audited(settings: AccountConnection | undefined): JsonObject {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  const names = Object.keys(ACCOUNT_CONNECTION_SCHEMA.properties);
  // Settings are JSON.
  return Object.fromEntries(names.map((name) => [name, (values[name] ?? null) as Json]));
}

interface Written {
  readonly accountId: number;
  readonly productCode: string;
  readonly before: StoredConnection | undefined;
  readonly after: ReturnType<typeof apart>;
}

/**
 * Another server, or the mark of a sandbox, makes another row, so that orders stay with the connection that they were
 * placed at.
 */
async function writeConnection(
  trx: Queryable,
  keys: readonly EncryptionKey[],
  { accountId, productCode, before, after: { settings, secrets } }: Written,
): Promise<StoredConnection> {
  const box = new SecretBox(keys);
  const seal = (name: string) => box.seal(JSON.stringify(secrets), connectionContext(name));
  if (before !== undefined && hasSameOrders(before.settings, settings)) {
    return trx
      .updateTable('product_connection')
      .set({
        settings: asJson(settings),
        secrets: seal(before.name),
        version: before.version + 1,
        updated_at: sql`now()`,
      })
      .where('id', '=', before.id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }
  await removeConnection(trx, accountId, productCode);
  const { rows } = await sql<{ id: number }>`select nextval('product_connection_id_seq') as id`.execute(trx);
  const id = Number(rows[0]?.id);
  const name = `account.${accountId}.${id}`;
  return trx
    .insertInto('product_connection')
    .values({
      id,
      account_id: accountId,
      product_code: productCode,
      name,
      settings: asJson(settings),
      secrets: seal(name),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function removeConnection(trx: Queryable, accountId: number, productCode: string): Promise<void> {
  await trx
    .deleteFrom('product_connection')
    .where('account_id', '=', accountId)
    .where('product_code', '=', productCode)
    .execute();
}
