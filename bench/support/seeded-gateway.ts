import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { BY_INDEX } from '../../platform/database/service.ts';
import { quietGateway } from './gateway.ts';
import { seed, type Seed } from './seed.ts';

interface Filled {
  readonly db: Database;
  readonly seeded: Seed;
  readonly baseUrl: string;
}

/** Asks a gateway on a new, durable database with one workflow, once `fill` has written its records. */
export async function onSeededGateway(
  fill: (db: Database, seeded: Seed) => Promise<void>,
  ask: (filled: Filled) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  await chmod(folder, 0o755);
  const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
  const db = openDatabase({ url: postgres.databaseUrl('postgres'), poolMax: 2, session: BY_INDEX });
  try {
    await migrate(db);
    const seeded = await seed(db, [{ id: 'applicant', type: 'ApplicantSource' }]);
    await fill(db, seeded);
    const gateway = quietGateway(db);
    const port = await gateway.listen(0, '127.0.0.1');
    await ask({ db, seeded, baseUrl: `http://127.0.0.1:${port}` });
    await gateway.close();
  } finally {
    await db.close();
    await postgres.stop();
    await endWatchdog();
    await rm(folder, { recursive: true, force: true });
  }
}
