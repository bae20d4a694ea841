import { sql } from 'kysely';
import type { SecretBox } from '../crypto.ts';
import type { Logger } from '../log/index.ts';
import { WakeUp } from '../wake.ts';
import { connectionContext } from '../vendor-connections.ts';
import { subscriptionSecretContext } from './deliveries.ts';
import type { Database } from './index.ts';
import { isConnectionLost } from './unavailable.ts';

/** The SecretBox context of the stored response of an idempotent request. */
export function responseSecretContext(apiClientId: number): string {
  return `response to client ${apiClientId}`;
}

/** Lists of keys, each for values that other services store. */
export type KeyList = 'ENCRYPTION_KEYS' | 'CONNECTION_KEYS';
/** Undefined if no value of the list can be opened. */
export type Boxes = { readonly [List in KeyList]?: SecretBox | undefined };

const OF_CLIENT = { keys: 'ENCRYPTION_KEYS', owner: 'api_client_id' } as const;

/** Every column with values of a SecretBox, the list that seals it, and the context, made from the owner's column. */
export const SEALED_COLUMNS = [
  { table: 'webhook_subscription', column: 'secret', ...OF_CLIENT, context: ofClient(subscriptionSecretContext) },
  {
    table: 'webhook_subscription',
    column: 'previous_secret',
    ...OF_CLIENT,
    context: ofClient(subscriptionSecretContext),
  },
  { table: 'idempotency_key', column: 'response_sealed', ...OF_CLIENT, context: ofClient(responseSecretContext) },
  {
    table: 'product_connection',
    column: 'secrets',
    ...({ keys: 'CONNECTION_KEYS', owner: 'name' } as const),
    context: (owner: string) => connectionContext(owner),
  },
] as const;
type SealedColumn = (typeof SEALED_COLUMNS)[number];

function ofClient(context: (apiClientId: number) => string): (owner: string) => string {
  return (owner) => context(Number(owner));
}

export interface KeyUsage {
  readonly keys: KeyList;
  readonly key: string;
  readonly column: string;
  readonly values: number;
}

/** The number of values of each column that each key has sealed. */
export async function keyUsage({ kysely }: Database): Promise<readonly KeyUsage[]> {
  const usages: KeyUsage[] = [];
  for (const { table, column, keys } of SEALED_COLUMNS) {
    const { rows } = await sql<{ key: string; values: number }>`
      select split_part(${sql.ref(column)}, '.', 2) as key, count(*) as values
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1 order by 1`.execute(kysely);
    usages.push(...rows.map((row) => ({ keys, ...row, column: `${table}.${column}` })));
  }
  return usages;
}

const AGAIN_MS = 5_000;

/**
 * Logs, at the start of a service, each key of stored values that the configured keys do not decrypt. Otherwise the
 * first delivery would reveal it. Never throws and delays nothing, because the values of other keys can be used. It
 * opens one value of each key and column, since another key may have been given that id. It leaves out stored
 * responses, which are many and kept for a day, and values of lists that the service does not have. Waits for
 * PostgreSQL until `stopping`.
 */
export async function reportUnreadableKeys(
  db: Database,
  boxes: Boxes,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      for (const { table, column, keys, owner, context } of SEALED_COLUMNS) {
        if (table === 'idempotency_key' || !(keys in boxes)) continue;
        const { rows } = await sql<{ key_id: string; owner: string; sealed: string }>`
          select distinct on (1) split_part(${sql.ref(column)}, '.', 2) as key_id, ${sql.ref(owner)}::text as owner,
            ${sql.ref(column)} as sealed
          from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1`.execute(db.kysely);
        for (const { key_id, owner: whose, sealed } of rows) {
          if (openOrNull(boxes[keys], sealed, context(whose)) !== null) continue;
          log.error({ key_id, keys, column: `${table}.${column}` }, UNREADABLE);
        }
      }
      return;
    } catch (error) {
      // The readiness check logs an unreachable PostgreSQL already.
      if (isConnectionLost(error)) await new WakeUp().sleep(AGAIN_MS, stopping);
      else return log.warn({ err: error }, 'the keys of stored secrets could not be checked');
    }
  }
}

const UNREADABLE =
  'stored secrets cannot be decrypted: the list of keys lacks theirs, or has another key under its id. ' +
  'Put it back and restart (docs/runbook/deploy.md, section 3)';

export interface Reencryption {
  readonly reencrypted: number;
  /** Values that the configured keys do not open. They are not changed. */
  readonly unreadable: number;
}

/**
 * Seals every value that another key has sealed with the first key. A value that changes meanwhile is skipped, because
 * its writer has sealed it. Safe to repeat and to interrupt.
 */
export async function reencrypt(
  db: Database,
  boxes: Boxes,
  report: (done: number, total: number) => void = () => undefined,
): Promise<Reencryption> {
  const old = (await keyUsage(db)).filter(({ keys, key }) => key !== boxes[keys]?.currentKeyId);
  const count = old.reduce((sum, { values }) => sum + Number(values), 0);
  const total = { reencrypted: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) {
    const { reencrypted, unreadable } = await reencryptColumn(db, boxes, column);
    total.reencrypted += reencrypted;
    total.unreadable += unreadable;
    report(total.reencrypted + total.unreadable, count);
  }
  return total;
}

const CHUNK = 500;

async function reencryptColumn(
  { kysely }: Database,
  boxes: Boxes,
  { table, column, keys, owner, context }: SealedColumn,
): Promise<Reencryption> {
  const [tableRef, columnRef, ownerRef] = [sql.table(table), sql.ref(column), sql.ref(owner)];
  const box = boxes[keys];
  let [reencrypted, unreadable, after] = [0, 0, ''];
  for (;;) {
    const { rows } = await sql<{ owner: string; sealed: string }>`
      select ${ownerRef}::text as owner, ${columnRef} as sealed from ${tableRef}
      where ${columnRef} > ${after} and split_part(${columnRef}, '.', 2) <> ${box?.currentKeyId ?? ''}
      order by ${columnRef} limit ${CHUNK}`.execute(kysely);
    for (const { owner: whose, sealed } of rows) {
      after = sealed;
      const plaintext = openOrNull(box, sealed, context(whose));
      if (box === undefined || plaintext === null) {
        unreadable += 1;
        continue;
      }
      const { numAffectedRows } = await sql`
        update ${tableRef} set ${columnRef} = ${box.seal(plaintext, context(whose))}
        where ${ownerRef}::text = ${whose} and ${columnRef} = ${sealed}`.execute(kysely);
      reencrypted += Number(numAffectedRows ?? 0);
    }
    if (rows.length < CHUNK) return { reencrypted, unreadable };
  }
}

function openOrNull(secrets: SecretBox | undefined, sealed: string, context: string): string | null {
  try {
    return secrets?.open(sealed, context) ?? null;
  } catch {
    return null;
  }
}
