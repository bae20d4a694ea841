import { join } from 'node:path';
import { findChromium } from '../../dev/servers/chromium.ts';
import { launchNats } from '../../dev/servers/nats.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import type { ManagedProcess } from '../../dev/servers/process.ts';
import { buildConsole } from '../../dev/stack/console.ts';
import { launchTemporal } from '../../dev/servers/temporal.ts';
import { findTool, NATS, TEMPORAL } from '../../dev/servers/tools.ts';
import { natsArguments } from './logins.ts';
import { makeServersFolder } from './servers-folder.ts';
import { makeCluster } from './cluster.ts';
import { serveOnce, type OnceForRun } from './once-for-run.ts';
import { startSharedStack } from './shared-stack.ts';
import { ownTemplateName, prepareTemplate } from './template-database.ts';

export interface TestServers {
  /** Their files, if they belong to this run. */
  readonly folder?: string;
  readonly processes: readonly ManagedProcess[];
  readonly once: OnceForRun;
}

const ONCE = { stack: startSharedStack, cluster: makeCluster };

/**
 * Starts one PostgreSQL, one NATS and one Temporal for the whole run; tests find them through the environment. Nothing
 * of it outlives jest, however jest ends. Tests that take a server down start their own (`servers.ts`). A run that a test
 * of another run starts has the servers of that one, and a template of its own.
 */
export default async function setup(): Promise<void> {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  if (given !== undefined) {
    process.env.TEST_DATABASE_TEMPLATE = await prepareTemplate(given, ownTemplateName());
    keep({ processes: [], once: await serveOnce(ONCE) });
    return;
  }
  const folder = await makeServersFolder();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);

  const postgres = launchPostgres({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    durable: false,
    // Each file at a time has a stack, and each of its services a pool. A short log: it may be in memory.
    settings: ['max_connections=400', 'max_wal_size=256MB'],
  }).then(async (server) => {
    process.env.TEST_DATABASE_ADMIN_URL = server.databaseUrl('postgres');
    process.env.TEST_DATABASE_TEMPLATE = await prepareTemplate(server.databaseUrl('postgres'));
    return server;
  });
  const temporal = findTool(TEMPORAL, say).then(async (binary) => {
    process.env.TEMPORAL_BINARY = binary;
    const databaseFile = join(folder, 'temporal.db');
    process.env.TEMPORAL_DATABASE = databaseFile;
    const server = await launchTemporal({
      binary,
      databaseFile,
      logFile: join(folder, 'temporal.log'),
    });
    process.env.TEMPORAL_ADDRESS = server.address;
    return server;
  });
  const nats = findTool(NATS, say).then(async (binary) => {
    process.env.NATS_BINARY = binary;
    const server = await launchNats({ binary, logFile: join(folder, 'nats.log'), args: await natsArguments(folder) });
    process.env.NATS_URL = server.url;
    return server;
  });
  const chromium = findChromium(say).then((path) => {
    process.env.CHROMIUM_PATH = path;
  });

  const [launched, found] = await Promise.all([
    Promise.allSettled([postgres, temporal, nats]),
    Promise.allSettled([chromium, buildConsole()]),
  ]);
  const processes = launched.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  keep({ folder, processes, once: await serveOnce(ONCE) });
  const failure = [...launched, ...found].find((result) => result.status === 'rejected');
  if (failure !== undefined) {
    await Promise.all(processes.map((server) => server.stop()));
    throw failure.reason;
  }
}

/** For `global-teardown.ts`. */
function keep(servers: TestServers): void {
  Object.assign(globalThis, { cascadeTestServers: servers });
}
