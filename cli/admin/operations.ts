import { requeueDeadDeliveries } from '../../platform/database/deliveries.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { recover } from '../../platform/recovery.ts';

/** All of the admin command line that needs the database's packages; loaded by the commands that need a database. */
export { recover };

export function open(url: string): Database {
  return openDatabase({ url, poolMax: 2, applicationName: 'cascade admin', connectTimeoutMs: 30_000 });
}

export async function bringUpToDate(db: Database): Promise<{ readonly migrated: true }> {
  await migrate(db);
  return { migrated: true };
}

const REQUEUE_CHUNK = 500;

/** Grants every dead delivery one more attempt, in chunks, so that none of their locks is held for long. */
export async function requeueAllDead(db: Database): Promise<{ readonly requeued: number }> {
  let requeued = 0;
  for (;;) {
    const count = await db.transaction((trx) => requeueDeadDeliveries(trx, { limit: REQUEUE_CHUNK, now: new Date() }));
    requeued += count;
    if (count < REQUEUE_CHUNK) return { requeued };
  }
}
