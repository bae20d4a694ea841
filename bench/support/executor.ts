import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchNats } from '../../dev/servers/nats.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { launchTemporal } from '../../dev/servers/temporal.ts';
import { findTool, NATS, TEMPORAL } from '../../dev/servers/tools.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { startService, type ServiceName, type ServiceProcess } from '../../dev/stack/services.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createLogger } from '../../platform/log/index.ts';
import { connectBus, type Bus } from '../../platform/nats/index.ts';
import type { Round } from './figures.ts';
import { seed, type Seed } from './seed.ts';

/**
 * An executor and the floor of raw Temporal (`executions/floor.ts`), on one durable PostgreSQL, one Temporal and one mail
 * server.
 */
export interface ExecutorBench {
  readonly db: Database;
  readonly bus: Bus;
  readonly seeded: Seed;
  /** The environment of the executor. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts another service on the same servers; it is stopped at the end. */
  startService(service: ServiceName, env: NodeJS.ProcessEnv): Promise<ServiceProcess>;
  /** Everything that works, in groups; the floor takes the executor's place. */
  readonly pids: Readonly<Record<'executor' | 'floor' | 'temporal' | 'postgres', number>>;
  readonly postgresLog: string;
  /** The file of Temporal's development store. */
  readonly temporalDatabase: string;
  /** So many workflows of one local activity that commits one row; with `mail`, and one mail each. */
  raw(count: number, options?: { readonly mail?: boolean }): Promise<Round>;
  close(): Promise<void>;
}

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** `settings`: of the executor, beside those that it needs. */
export async function startExecutorBench(
  definition: readonly CascadeNode[],
  settings: Readonly<Record<string, string>> = {},
): Promise<ExecutorBench> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  await chmod(folder, 0o755);
  const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
  const nats = await launchNats({ binary: await findTool(NATS, say), logFile: join(folder, 'nats.log') });
  const temporal = await launchTemporal({
    binary: await findTool(TEMPORAL, say),
    logFile: join(folder, 'temporal.log'),
    databaseFile: join(folder, 'temporal.db'),
  });
  const mailServer = fork(fileURLToPath(new URL('./mail-server.ts', import.meta.url)));
  const [{ url: smtpUrl }] = (await once(mailServer, 'message')) as [{ url: string }];
  const url = postgres.databaseUrl('postgres');
  const db = openDatabase({ url, poolMax: 2 });
  await migrate(db);
  const seeded = await seed(db, definition);
  const bus = connectBus({
    urls: [nats.url],
    subjectPrefix: 'cascade',
    name: 'bench',
    log: createLogger('bench', 'silent'),
  });
  const services: ServiceProcess[] = [];
  const start = async (service: ServiceName, env: NodeJS.ProcessEnv): Promise<ServiceProcess> => {
    const started = await startService({
      service,
      opsPort: await freePort(),
      logFile: join(folder, `${service}.log`),
      env: { ...process.env, DATABASE_URL: url, NATS_URL: nats.url, ...env },
    });
    services.push(started);
    return started;
  };
  const env = {
    TEMPORAL_ADDRESS: temporal.address,
    WORKFLOW_BUNDLE_PATH: await buildWorkflowBundle(folder),
    BASE_URL: 'http://127.0.0.1:8080',
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    MAIL_FROM: 'bench@example.com',
    SMTP_URL: smtpUrl,
    LETTERS_PER_CLIENT_PER_HOUR: '1000000',
    NOTICES_PER_CLIENT_PER_HOUR: '1000000',
    ...settings,
  };
  const executor = await start('executor', env);
  const floor = fork(fileURLToPath(new URL('../executions/floor.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: url, TEMPORAL_ADDRESS: temporal.address, SMTP_URL: smtpUrl },
  });
  await once(floor, 'message');
  return {
    db,
    bus,
    seeded,
    env,
    startService: start,
    pids: { executor: executor.pid, floor: floor.pid ?? 0, temporal: temporal.pid, postgres: postgres.pid },
    postgresLog: join(folder, 'pg.log'),
    temporalDatabase: join(folder, 'temporal.db'),
    raw: async (count, { mail = false } = {}) => {
      floor.send({ count, mail });
      const [round] = (await once(floor, 'message')) as [Round];
      return round;
    },
    close: async () => {
      floor.disconnect();
      await Promise.all(services.map((service) => service.stop()));
      mailServer.disconnect();
      await bus.drain();
      await db.close();
      await Promise.all([temporal.stop(), nats.stop(), postgres.stop()]);
      await endWatchdog();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
