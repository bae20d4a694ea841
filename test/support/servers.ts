import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchNats } from '../../dev/servers/nats.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import type { ManagedProcess } from '../../dev/servers/process.ts';
import { launchTemporal } from '../../dev/servers/temporal.ts';
import { clusterOfRun, copyFolder } from './cluster.ts';
import { testEnvironment } from './environment.ts';
import { natsArguments } from './logins.ts';
import { makePassableFolder } from './servers-folder.ts';

/** A server that one test owns, to be killed and restarted at the same address. */
export interface FaultyServer {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it at the same address with its data; stops it first if it runs. */
  restart(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

export async function startNats(): Promise<FaultyServer & { readonly url: string }> {
  const port = await freePort();
  const binary = testEnvironment('NATS_BINARY');
  const server = await restartable('nats', async (folder) =>
    launchNats({ binary, port, logFile: join(folder, 'nats.log'), args: await natsArguments(folder) }),
  );
  return { ...server, url: `nats://127.0.0.1:${port}` };
}

export interface FaultyTemporal extends FaultyServer {
  readonly address: string;
  /** Holds its database and its log. */
  readonly folder: string;
  /** Restarts it with an empty database. */
  wipe(): Promise<void>;
}

/** A Temporal whose runs are in a file, so that they survive `kill` and `restart`. */
export async function startTemporal(): Promise<FaultyTemporal> {
  const port = await freePort();
  const binary = testEnvironment('TEMPORAL_BINARY');
  const databaseFile = (folder: string): string => join(folder, 'temporal.db');
  const server = await restartable('temporal', (folder) =>
    launchTemporal({ binary, port, databaseFile: databaseFile(folder), logFile: join(folder, 'temporal.log') }),
  );
  return {
    ...server,
    address: `127.0.0.1:${port}`,
    wipe: async () => {
      await server.kill();
      for (const suffix of ['', '-wal', '-shm']) await rm(databaseFile(server.folder) + suffix, { force: true });
      await server.restart();
    },
  };
}

export interface FaultyPostgres extends FaultyServer {
  readonly adminUrl: string;
  /** URL of a migrated database in it. */
  readonly url: string;
  /** Its data folder. */
  readonly data: string;
  /** Runs `work` while it is stopped, and starts it again with these settings, or those it had. */
  whileStopped(work: () => Promise<void>, settings?: readonly string[]): Promise<void>;
  /** Stops it, copies its data folder, and starts it again. The returned function puts the copy in the folder's place. */
  backUp(): Promise<() => Promise<void>>;
}

/** A durable PostgreSQL. */
export async function startPostgres({
  settings = [],
}: { readonly settings?: readonly string[] } = {}): Promise<FaultyPostgres> {
  const port = await freePort();
  const cluster = await clusterOfRun();
  let adminUrl = '';
  let current = settings;
  const server = await restartable('postgres', async (folder) => {
    const data = join(folder, 'data');
    if (!existsSync(data)) await copyFolder(cluster.data, data);
    const launched = await launchPostgres({
      folder: data,
      logFile: join(folder, 'postgres.log'),
      port,
      durable: true,
      settings: current,
    });
    adminUrl = launched.databaseUrl('postgres');
    return launched;
  });
  const url = adminUrl.replace(/\/postgres$/, `/${cluster.database}`);
  return {
    ...server,
    adminUrl,
    url,
    data: join(server.folder, 'data'),
    whileStopped: (work, changed = current) => {
      current = changed;
      return server.whileStopped(work);
    },
    backUp: async () => {
      const [data, copy] = [join(server.folder, 'data'), join(server.folder, 'copy')];
      await server.whileStopped(() => copyFolder(data, copy));
      return () =>
        server.whileStopped(async () => {
          await rm(data, { recursive: true });
          await copyFolder(copy, data);
        });
    },
  };
}

async function restartable(
  name: string,
  launch: (folder: string) => Promise<ManagedProcess>,
): Promise<FaultyServer & { readonly folder: string; whileStopped(work: () => Promise<void>): Promise<void> }> {
  const folder = await makePassableFolder(`cascade-${name}-`);
  let current = await launch(folder);
  return {
    folder,
    kill: async () => {
      current.signal('SIGKILL');
      await current.exited;
    },
    restart: async () => {
      await current.stop();
      current = await launch(folder);
    },
    whileStopped: async (work) => {
      await current.stop();
      await work();
      current = await launch(folder);
    },
    stop: async () => {
      await current.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
