import { sql } from 'kysely';
import type { SecretBox } from '../crypto.ts';
import type { Logger } from '../log/index.ts';
import { WakeUp } from '../wake.ts';
import { subscriptionSecretContext } from './deliveries.ts';
import type { Database } from './index.ts';
import { isConnectionLost } from './unavailable.ts';

/** The SecretBox context of the stored response of an idempotent request. */
export function responseSecretContext(apiClientId: number): string {
  return `response to client ${apiClientId}`;
}

/** Every column that holds values of a SecretBox, with the context that they are sealed in. */
export const SEALED_COLUMNS = [
  { table: 'webhook_subscription', column: 'secret', context: subscriptionSecretContext },
  { table: 'webhook_subscription', column: 'previous_secret', context: subscriptionSecretContext },
  { table: 'idempotency_key', column: 'response_sealed', context: responseSecretContext },
] as const;
type SealedColumn = (typeof SEALED_COLUMNS)[number];

export interface KeyUsage {
  readonly key: string;
  readonly column: string;
  readonly values: number;
}

/** How many values of each column each key has sealed. */
export async function keyUsage({ kysely }: Database): Promise<readonly KeyUsage[]> {
  const usages: KeyUsage[] = [];
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{ key: string; values: number }>`
      select split_part(${sql.ref(column)}, '.', 2) as key, count(*) as values
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1 order by 1`.execute(kysely);
    usages.push(...rows.map((row) => ({ ...row, column: `${table}.${column}` })));
  }
  return usages;
}

const AGAIN_MS = 5_000;

/**
 * For the start of a service: logs each key of stored values that the configured keys do not decrypt. Otherwise the
 * first delivery would tell. Never throws and holds nothing up: the values of other keys can be used. It opens one value
 * of each key and column, since another key may have been given the same id, and leaves stored responses out: they are
 * many, and kept for a day. Waits for PostgreSQL until `stopping`.
 */
export async function reportUnreadableKeys(
  db: Database,
  secrets: SecretBox,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      for (const { table, column, context } of SEALED_COLUMNS) {
        if (table === 'idempotency_key') continue;
        const { rows } = await sql<{ key_id: string; api_client_id: number; sealed: string }>`
          select distinct on (1) split_part(${sql.ref(column)}, '.', 2) as key_id, api_client_id,
            ${sql.ref(column)} as sealed
          from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1`.execute(db.kysely);
        for (const { key_id, api_client_id: apiClientId, sealed } of rows) {
          if (openOrNull(secrets, sealed, context(apiClientId)) !== null) continue;
          log.error({ key_id, column: `${table}.${column}` }, UNREADABLE);
        }
      }
      return;
    } catch (error) {
      // That PostgreSQL is away is in the log already, by the readiness check.
      if (isConnectionLost(error)) await new WakeUp().sleep(AGAIN_MS, stopping);
      else return log.warn({ err: error }, 'the keys of stored secrets could not be checked');
    }
  }
}

const UNREADABLE =
  'stored secrets cannot be decrypted: ENCRYPTION_KEYS lacks their key, or has another key under its id. ' +
  'Put it back and restart (docs/runbook/deploy.md, section 3)';

export interface Reencryption {
  readonly reencrypted: number;
  /** Values that the configured keys do not open. They stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals every value with the first key that another key has sealed. A value that changes meanwhile is left alone: its
 * writer has sealed it. Safe to repeat and to interrupt.
 */
export async function reencrypt(
  db: Database,
  secrets: SecretBox,
  report: (done: number, total: number) => void = () => undefined,
): Promise<Reencryption> {
  const old = (await keyUsage(db)).filter(({ key }) => key !== secrets.currentKeyId);
  const count = old.reduce((sum, { values }) => sum + Number(values), 0);
  const total = { reencrypted: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) {
    const { reencrypted, unreadable } = await reencryptColumn(db, secrets, column);
    total.reencrypted += reencrypted;
    total.unreadable += unreadable;
    report(total.reencrypted + total.unreadable, count);
  }
  return total;
}

const CHUNK = 500;

async function reencryptColumn(
  { kysely }: Database,
  secrets: SecretBox,
  { table, column, context }: SealedColumn,
): Promise<Reencryption> {
  const [tableRef, columnRef] = [sql.table(table), sql.ref(column)];
  let [reencrypted, unreadable, after] = [0, 0, ''];
  for (;;) {
    const { rows } = await sql<{ api_client_id: number; sealed: string }>`
      select api_client_id, ${columnRef} as sealed from ${tableRef}
      where ${columnRef} > ${after} and split_part(${columnRef}, '.', 2) <> ${secrets.currentKeyId}
      order by ${columnRef} limit ${CHUNK}`.execute(kysely);
    for (const { api_client_id: apiClientId, sealed } of rows) {
      after = sealed;
      const plaintext = openOrNull(secrets, sealed, context(apiClientId));
      if (plaintext === null) {
        unreadable += 1;
        continue;
      }
      const { numAffectedRows } = await sql`
        update ${tableRef} set ${columnRef} = ${secrets.seal(plaintext, context(apiClientId))}
        where api_client_id = ${apiClientId} and ${columnRef} = ${sealed}`.execute(kysely);
      reencrypted += Number(numAffectedRows ?? 0);
    }
    if (rows.length < CHUNK) return { reencrypted, unreadable };
  }
}

function openOrNull(secrets: SecretBox, sealed: string, context: string): string | null {
  try {
    return secrets.open(sealed, context);
  } catch {
    return null;
  }
}
