import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { loadConfig } from '../../platform/config/index.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { migrate, OldDatabaseError } from '../../platform/database/migrate.ts';
import { recover } from '../../platform/recovery.ts';
import { findChromium } from '../servers/chromium.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import type { Progress } from '../servers/progress.ts';
import { launchNats } from '../servers/nats.ts';
import { freePort, isPortFree } from '../servers/ports.ts';
import { ensureDatabase, launchPostgres } from '../servers/postgres.ts';
import type { ManagedProcess } from '../servers/process.ts';
import { supervise, type Supervised } from '../servers/supervise.ts';
import { launchTemporal } from '../servers/temporal.ts';
import { findTool, NATS, TEMPORAL } from '../servers/tools.ts';
import { buildWorkflowBundle } from './bundle.ts';
import { buildConsole } from './console.ts';
import { ADDRESSES_FILE, DEMO_FILE, openDataFolder, type DataFolder } from './data-folder.ts';
import { demoToken, forgetRequests } from './demo.ts';
import { makeRoles, natsConfig, type Logins } from './logins.ts';
import { fontsOf } from './fonts.ts';
import { given, opsPorts, serviceEnvironment } from './environment.ts';
import { SERVICES, startService, type ServiceName } from './services.ts';

/** A whole product on this machine: PostgreSQL, Temporal and NATS, the services, and an account to call it with. */
export interface RunningStack {
  /** Where the API is, without /api/v1. */
  readonly baseUrl: string;
  /** A token of the demo account with all scopes. */
  readonly token: string;
  readonly opsUrls: Readonly<Record<ServiceName, string>>;
  /** Starts services again with the code that is there now. */
  readonly restart: (services: readonly ServiceName[]) => Promise<void>;
  readonly dataFolder: DataFolder;
  /** The environment that the services run with. */
  readonly environment: NodeJS.ProcessEnv;
  readonly database: Database;
}

/** Runs once a stack is ready. */
export type MainJob = (stack: RunningStack) => Promise<MainJobResult>;

export interface MainJobResult {
  /** True if everything came out as expected. */
  readonly isRight: boolean;
  /** The workflow that the job ran. */
  readonly workflowId: number;
}

/** End the parts that were started, the last first. */
export type Closers = (() => Promise<void>)[];

/**
 * Starts everything and waits until it is ready. Each part pushes how it ends onto `closers`, so that a start that fails
 * or is interrupted half-way can be undone.
 */
export async function startLocalStack(closers: Closers, progress: Progress): Promise<RunningStack> {
  const config = loadConfig(['GATEWAY_PORT', 'CASCADE_DATA_DIR', 'TEMPORAL_NAMESPACE', 'NATS_SUBJECT_PREFIX']);
  const dataFolder = await openDataFolder(config.CASCADE_DATA_DIR);
  closers.push(dataFolder.release);
  await dataFolder.remove(DEMO_FILE);
  const gatewayPort = config.GATEWAY_PORT === 0 ? await freePort() : config.GATEWAY_PORT;
  if (!(await isPortFree(gatewayPort))) {
    throw new SetupError(
      `Port ${gatewayPort} is taken by another program. Set GATEWAY_PORT to a free one, for instance ` +
        `GATEWAY_PORT=${gatewayPort + 1} npm start`,
    );
  }

  const logins = ownLogins();
  const start = new StackStart(dataFolder, closers, progress, logins);
  const [databaseUrl, temporal, natsUrl, chromium, workflowBundle] = await settleAll(
    start.postgres(),
    start.temporal(config.TEMPORAL_NAMESPACE),
    start.nats(config.NATS_SUBJECT_PREFIX),
    given('CHROMIUM_PATH') ?? findChromium(progress),
    given('WORKFLOW_BUNDLE_PATH') ?? buildWorkflowBundle(dataFolder.bundles),
    buildConsole(),
  );

  const database = openDatabase({
    url: databaseUrl,
    poolMax: 4,
    applicationName: 'npm start',
    connectTimeoutMs: 60_000,
  });
  closers.push(() => database.close());
  await migrate(database).catch((error: unknown) => {
    throw error instanceof OldDatabaseError ? oldDataFolder(dataFolder) : error;
  });
  if (logins.database !== undefined) await makeRoles(database, logins.database);
  if (temporal.isNew) {
    const { recovered } = await recover(database);
    if (recovered > 0) progress(`Temporal is new and PostgreSQL is not: ${recovered} executions start again`);
  }
  await dataFolder.writeJson(ADDRESSES_FILE, {
    database_url: databaseUrl,
    nats_url: natsUrl,
    temporal_address: temporal.address,
  });

  const environment = serviceEnvironment({
    gatewayPort,
    dataFolder: dataFolder.path,
    mailFolder: dataFolder.mail,
    encryptionKeys: given('ENCRYPTION_KEYS') ?? (await dataFolder.encryptionKeys()),
    connectionKeys: given('CONNECTION_KEYS') ?? (await dataFolder.connectionKeys()),
    searchKeys: given('SEARCH_KEYS') ?? (await dataFolder.searchKeys()),
    evidenceKeys: given('EVIDENCE_KEYS') ?? (await dataFolder.evidenceKeys()),
    databaseUrl,
    natsUrl,
    temporalAddress: temporal.address,
    workflowBundle,
    chromium,
    rendererPort: await freePort(),
  });
  const fonts = await dataFolder.writeText(
    'fonts.conf',
    fontsOf(environment.CHROMIUM_PATH ?? '', given('FONTCONFIG_FILE')),
  );
  const { opsUrls, restart } = await start.services({ ...environment, FONTCONFIG_FILE: fonts });
  await forgetRequests(database);
  return {
    baseUrl: environment.BASE_URL ?? '',
    token: await demoToken(database, dataFolder),
    opsUrls,
    restart,
    dataFolder,
    environment,
    database,
  };
}

/** PostgreSQL's files may stand elsewhere; a new folder gets new ones. */
function oldDataFolder({ path }: DataFolder): SetupError {
  return new SetupError(
    `The data folder ${path} was made before the first release and cannot be brought up to date: ` +
      'delete it, or set CASCADE_DATA_DIR to a new folder, and start again.',
  );
}

/** On servers of our own each service logs in as itself, with passwords that differ from start to start. */
function ownLogins(): Logins {
  const secret = (): string => randomBytes(32).toString('hex');
  return {
    database: given('DATABASE_URL') === undefined ? { prefix: 'cascade', secret: secret() } : undefined,
    nats: given('NATS_URL') === undefined ? { secret: secret() } : undefined,
  };
}

/** A service loses nothing when it is killed, and whoever changed its code waits for it. */
const RESTART_GRACE_MS = 2_000;

/** Messages of SQLite for a file that is no database, or a damaged one. */
const UNREADABLE = /file is not a database|malformed|database disk image/;

/** Fetches, starts and supervises each part, and reports progress. A server that the environment names is used as it is. */
class StackStart {
  readonly #folder: DataFolder;
  readonly #progress: Progress;
  readonly #closers: Closers;
  readonly #logins: Logins;
  readonly #servers: Supervised<ManagedProcess>[] = [];

  constructor(folder: DataFolder, closers: Closers, progress: Progress, logins: Logins) {
    this.#folder = folder;
    this.#logins = logins;
    this.#progress = progress;
    this.#closers = closers;
    closers.push(() => stopAll(this.#servers));
  }

  async postgres(): Promise<string> {
    const external = given('DATABASE_URL');
    if (external !== undefined) return external;
    const port = await freePort();
    const supervised = await this.#supervise(`port ${port}`, () =>
      launchPostgres({
        folder: this.#folder.postgres,
        logFile: this.#folder.logFile('postgres'),
        port,
        durable: true,
      }),
    );
    return ensureDatabase(supervised.current(), 'cascade');
  }

  /**
   * A database file that Temporal cannot read is set aside: PostgreSQL holds the truth. Any other failed start is
   * repeated once, because the server gives up on a machine that is very busy.
   */
  async temporal(namespace: string): Promise<{ address: string; isNew: boolean }> {
    const external = given('TEMPORAL_ADDRESS');
    if (external !== undefined) return { address: external, isNew: false };
    const binary = await findTool(TEMPORAL, this.#progress);
    const databaseFile = this.#folder.temporalDatabase;
    const port = await freePort();
    let isNew = !existsSync(databaseFile);
    const launch = () =>
      this.#supervise(`port ${port}`, () =>
        launchTemporal({ binary, port, namespace, databaseFile, logFile: this.#folder.logFile('temporal') }),
      );
    const supervised = await launch().catch(async (error: unknown) => {
      if (UNREADABLE.test(messageOf(error))) {
        this.#progress(`Temporal cannot read its earlier database, which is set aside as ${databaseFile}.broken`);
        await rename(databaseFile, `${databaseFile}.broken`);
        for (const suffix of ['-wal', '-shm']) await rm(databaseFile + suffix, { force: true });
        isNew = true;
      }
      return launch();
    });
    return { address: supervised.current().address, isNew };
  }

  async nats(subjectPrefix: string): Promise<string> {
    const external = given('NATS_URL');
    const { nats } = this.#logins;
    if (external !== undefined || nats === undefined) return external ?? '';
    const config = await this.#folder.writeText('nats.conf', natsConfig(subjectPrefix, nats.secret));
    const binary = await findTool(NATS, this.#progress);
    const port = await freePort();
    const supervised = await this.#supervise(`port ${port}`, () =>
      launchNats({ binary, port, logFile: this.#folder.logFile('nats'), args: ['-c', config] }),
    );
    return supervised.current().url;
  }

  async services(env: NodeJS.ProcessEnv): Promise<Pick<RunningStack, 'opsUrls' | 'restart'>> {
    const ports = await opsPorts();
    const group: Supervised<ManagedProcess>[] = [];
    this.#closers.push(() => stopAll(group));
    const started = await settleAll(
      ...SERVICES.map((service) =>
        this.#supervise(
          service === 'gateway'
            ? `port ${env.GATEWAY_PORT}, probes on port ${ports[service]}`
            : `probes on port ${ports[service]}`,
          () =>
            startService({
              service,
              opsPort: ports[service],
              env,
              logins: this.#logins,
              logFile: this.#folder.logFile(service),
            }),
          group,
        ),
      ),
    );
    const urls = SERVICES.map((service) => [service, `http://127.0.0.1:${ports[service]}`]);
    return {
      opsUrls: Object.fromEntries(urls) as Record<ServiceName, string>,
      restart: async (services) => {
        await Promise.all(SERVICES.map((service, index) => services.includes(service) && started[index]?.restart()));
      },
    };
  }

  async #supervise<T extends ManagedProcess>(
    address: string,
    start: () => Promise<T>,
    group: Supervised<ManagedProcess>[] = this.#servers,
  ): Promise<Supervised<T>> {
    const begun = performance.now();
    const supervised = await supervise({
      start,
      onDeath: (what, backoffMs) => this.#progress(`${what}. It is started again in ${backoffMs / 1000} s.`),
      restartGraceMs: RESTART_GRACE_MS,
      onReturn: ({ name }, downMs) => this.#progress(`${name}: ready again after ${seconds(downMs)} (${address})`),
    });
    group.push(supervised);
    this.#progress(`${supervised.current().name}: ready in ${seconds(performance.now() - begun)} (${address})`);
    return supervised;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function stopAll(group: readonly Supervised<ManagedProcess>[]): Promise<void> {
  await Promise.all(group.map((member) => member.stop()));
}

/** Like Promise.all, but waits for all parts also if one fails, so that none is still starting afterwards. */
async function settleAll<T extends readonly unknown[]>(
  ...parts: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(parts);
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => messageOf(reason));
  if (failures.length > 0) throw new SetupError([...new Set(failures)].join('\n'));
  return Promise.all(parts) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}
