import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { run } from '../../dev/servers/run.ts';
import { madeOnce, type MadeOnce } from './once-for-run.ts';
import { makePassableFolder } from './servers-folder.ts';
import { prepareTemplate } from './template-database.ts';

/** The data folder of a PostgreSQL that was stopped, with a migrated database. */
interface Cluster {
  readonly data: string;
  /** Its name. */
  readonly database: string;
}

/** Copied by each test that owns a PostgreSQL, because creating and migrating one takes seconds of processor time. */
export async function makeCluster(): Promise<MadeOnce> {
  const folder = await makePassableFolder('cascade-cluster-');
  const stop = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const data = join(folder, 'data');
    const server = await launchPostgres({ folder: data, logFile: join(folder, 'postgres.log'), durable: false });
    const database = await prepareTemplate(server.databaseUrl('postgres')).finally(() => server.stop());
    const found: Cluster = { data, database };
    return { found, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export function clusterOfRun(): Promise<Cluster> {
  return madeOnce('cluster');
}

/** With owners and modes: the server may run as another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
