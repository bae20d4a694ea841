import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { ArtifactStores } from '../platform/artifact-store/index.ts';
import { requeueDeadDeliveries } from '../platform/database/deliveries.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { migrate, pendingMigrations } from '../platform/database/migrate.ts';
import { grantToServices, RolesMissingError } from '../platform/database/roles.ts';
import { recover, recoverRestored, ServicesConnectedError } from '../platform/recovery.ts';
import type { Report } from './progress.ts';
import { runRetention, type RetentionCounts, type RetentionPeriods } from '../platform/retention/index.ts';

/** The part of the admin command line that needs the database's packages; loaded by the commands that need a database. */
export { keyUsage, reencrypt } from '../platform/database/sealed.ts';

export { ARTIFACT_STORE_VARIABLES, openArtifactStores } from '../platform/artifact-store/index.ts';

/** Removes what has been kept for its time, with its files. */
export function retain(
  db: Database,
  files: ArtifactStores,
  periods: RetentionPeriods,
  report: Report,
): Promise<RetentionCounts> {
  return runRetention({ db, storeOn: (trx) => files.on(trx), report }, periods);
}

export function open(url: string): Database {
  return openDatabase({ url, poolMax: 2, applicationName: 'cascade admin', connectTimeoutMs: 30_000 });
}

export interface RecoverFlags {
  readonly restored?: boolean;
}

/** Starts live executions again: those that Temporal does not know, or all of them in a database that was restored. */
export async function recoverRuns(
  db: Database,
  { restored = false }: RecoverFlags,
  report: Report,
): Promise<{ recovered: number }> {
  if (!restored) return recover(db, report);
  try {
    return await recoverRestored(db);
  } catch (error) {
    throw error instanceof ServicesConnectedError ? new SetupError(error.message) : error;
  }
}

export interface MigrateFlags {
  readonly wait?: boolean;
  /** The prefix of the roles; true: `cascade`. */
  readonly serviceRoles?: string | true;
}

const WAIT_MS = 2_000;

/** Migrates and grants the services' roles their privileges; with `wait` it changes nothing and returns once another has. */
export async function bringUpToDate(
  db: Database,
  { wait = false, serviceRoles }: MigrateFlags,
  say: (text: string) => void,
): Promise<{ readonly migrated: true }> {
  if (wait) await waitUntilMigrated(db, say);
  else await migrate(db);
  if (!wait && serviceRoles !== undefined) {
    await grantToServices(db, serviceRoles === true ? 'cascade' : serviceRoles).catch((error: unknown) => {
      throw error instanceof RolesMissingError ? new SetupError(error.message) : error;
    });
  }
  return { migrated: true };
}

/** Also waits for a database that does not respond, or refuses this role as long as it was granted nothing. */
async function waitUntilMigrated(db: Database, say: (text: string) => void): Promise<void> {
  for (let said = ''; ; await sleep(WAIT_MS)) {
    const state = await pendingMigrations(db).then(
      (pending) =>
        pending.length === 0 ? undefined : `waiting for ${pending.length} migrations, up to ${pending.at(-1)}`,
      (error: unknown) => `waiting for the database: ${messageOf(error)}`,
    );
    if (state === undefined) return;
    if (state !== said) say(`${state}\n`);
    said = state;
  }
}

/** Stops the dispatch of a running batch; rows in flight finish. Throws unless it is running. */
export async function interruptBatch(
  db: Database,
  id: number,
): Promise<{ readonly id: number; readonly status: string }> {
  const row = await db.kysely
    .updateTable('batch')
    .set({ status: 'interrupted', interrupted_code: 'operator', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .returning(['id', 'status'])
    .executeTakeFirst();
  if (row !== undefined) return row;
  const { status } =
    (await db.kysely.selectFrom('batch').select('status').where('id', '=', id).executeTakeFirst()) ?? {};
  throw new SetupError(
    status === undefined
      ? `There is no batch ${id}.`
      : `Batch ${id} is ${status}; only a pending or running one can be interrupted.`,
  );
}

const REQUEUE_CHUNK = 500;

/** Grants every dead delivery one more attempt, in chunks, so that no lock is held for long. */
export async function requeueAllDead(db: Database, report: Report): Promise<{ readonly requeued: number }> {
  const { total } = await db.kysely
    .selectFrom('webhook_unsuccessful')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('status', '=', 'dead')
    .executeTakeFirstOrThrow();
  let requeued = 0;
  for (;;) {
    report(requeued, Number(total));
    const count = await db.transaction((trx) => requeueDeadDeliveries(trx, { limit: REQUEUE_CHUNK }));
    requeued += count;
    if (count < REQUEUE_CHUNK) return { requeued };
  }
}
