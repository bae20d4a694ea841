import { sql } from 'kysely';
import { SetupError } from '../dev/servers/errors.ts';
import { PostgresArtifactStore } from '../platform/artifact-store/index.ts';
import { requeueDeadDeliveries } from '../platform/database/deliveries.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { recover } from '../platform/recovery.ts';
import { runRetention, type RetentionCounts, type RetentionPeriods } from '../platform/retention/index.ts';

/** The part of the admin command line that needs the database's packages; loaded by the commands that need a database. */
export { recover };
export { keyUsage, reencrypt } from '../platform/database/sealed.ts';

/** Removes what has been kept for its time, with its files. */
export function retain(db: Database, periods: RetentionPeriods): Promise<RetentionCounts> {
  return runRetention({ db, storeOn: (trx) => new PostgresArtifactStore(trx) }, periods);
}

export function open(url: string): Database {
  return openDatabase({ url, poolMax: 2, applicationName: 'cascade admin', connectTimeoutMs: 30_000 });
}

export async function bringUpToDate(db: Database): Promise<{ readonly migrated: true }> {
  await migrate(db);
  return { migrated: true };
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
export async function requeueAllDead(db: Database): Promise<{ readonly requeued: number }> {
  let requeued = 0;
  for (;;) {
    const count = await db.transaction((trx) => requeueDeadDeliveries(trx, { limit: REQUEUE_CHUNK }));
    requeued += count;
    if (count < REQUEUE_CHUNK) return { requeued };
  }
}
