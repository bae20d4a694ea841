import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';

/** Does `work` on a new, durable database, which is gone afterwards. */
export async function onDatabase(
  settings: Omit<Parameters<typeof openDatabase>[0], 'url'>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  await chmod(folder, 0o755);
  const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
  const db = openDatabase({ ...settings, url: postgres.databaseUrl('postgres') });
  try {
    await migrate(db);
    await work(db);
  } finally {
    await db.close();
    await postgres.stop();
    await endWatchdog();
    await rm(folder, { recursive: true, force: true });
  }
}
