import type { Database } from '../../platform/database/index.ts';
import { BY_INDEX } from '../../platform/database/service.ts';
import { onDatabase } from './database.ts';
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
  await onDatabase({ poolMax: 2, session: BY_INDEX }, async (db) => {
    const seeded = await seed(db, [{ id: 'applicant', type: 'ApplicantSource' }]);
    await fill(db, seeded);
    const gateway = quietGateway(db);
    const port = await gateway.listen(0, '127.0.0.1');
    await ask({ db, seeded, baseUrl: `http://127.0.0.1:${port}` });
    await gateway.close();
  });
}
