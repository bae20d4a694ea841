import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createClient, createToken, createUser } from '../../platform/identity/index.ts';
import { setAgency, updateAccount } from '../../cli/notices.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { SERVICES, startService, type ServiceName, type ServiceProcess } from '../../dev/stack/services.ts';
import { SCOPES, type Scope } from '../../core/access.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { createTestDatabase } from './database.ts';
import { testEnvironment } from './environment.ts';
import { TEST_LOGINS } from './logins.ts';
import { PATIENCE_MS } from './patience.ts';

export interface StackOptions {
  /** The services to start; all by default. The renderer comes with the artifacts service. */
  readonly services?: readonly ServiceName[];
  /** Overrides the stack's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A database that the test keeps; a fresh one otherwise. */
  readonly databaseUrl?: string;
  /** Called while the processes are starting, for a test that starts the servers after them. */
  readonly whileStarting?: (starting: Pick<Stack, 'opsUrl' | 'logFile'>) => Promise<void>;
}

export interface CallerOptions {
  readonly scopes?: readonly Scope[];
  readonly productionAccess?: boolean;
  /** Another user of that client, or another client of that account. */
  readonly accountId?: number;
  readonly clientId?: number;
}

/** Identity and token of a caller of the API. */
export interface Caller {
  readonly accountId: number;
  readonly clientId: number;
  readonly userId: number;
  readonly token: string;
}

/** The address of a stack, as one process passes it to another. */
export interface StackAddress {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** Holds `logs/<service>.log` and `mail/`. */
  readonly folder: string;
  readonly opsPorts: Partial<Readonly<Record<ServiceName, number>>>;
}

/** The parts of a stack that a test may use while others use it, too. */
export interface SharedStack extends Omit<StackAddress, 'opsPorts'> {
  readonly db: Database;
  /** A new account with a user, a client and a token, by default with all scopes. */
  createCaller(options?: CallerOptions): Promise<Caller>;
  opsUrl(service: ServiceName): string;
  logFile(service: ServiceName): string;
  stop(): Promise<void>;
}

export interface Stack extends SharedStack {
  readonly address: StackAddress;
  /** Signals a service and waits until it has ended. SIGKILL by default. */
  kill(service: ServiceName, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** SIGTERM. Returns how it ended: `exit code 0` if it finished its work in time. */
  terminate(service: ServiceName): Promise<string>;
  /** Starts it again at the same ports; kills it first if it runs. */
  restart(service: ServiceName): Promise<void>;
}

/** Limits high enough that tests reach them only by setting their own. */
const NO_LIMITS = Object.fromEntries(
  [
    ...['RATE_LIMIT_IP_PER_MINUTE', 'RATE_LIMIT_TOKEN_PER_HOUR', 'RATE_LIMIT_APP_PER_5_MINUTES'],
    ...['LETTERS_PER_CLIENT_PER_HOUR', 'NOTICES_PER_CLIENT_PER_HOUR', 'NOTICES_PER_RECIPIENT_PER_DAY'],
    ...['LETTERS_PER_RECIPIENT_PER_HOUR'],
  ].map((name) => [name, '1000000']),
);

/**
 * Real service processes with their own database, task queue and NATS subjects, so that stacks of concurrent tests do
 * not interfere.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const asked = options.services ?? SERVICES;
  const services = SERVICES.filter(
    (service) => asked.includes(service) || (service === 'renderer' && asked.includes('artifacts')),
  );
  const folder = await mkdtemp(join(tmpdir(), 'cascade-stack-'));
  await mkdir(join(folder, 'logs'));
  const { db, databaseUrl, dispose } = await openStackDatabase(options.databaseUrl);
  const gatewayPort = await freePort();
  const rendererPort = await freePort();
  const baseUrl = `http://127.0.0.1:${gatewayPort}`;
  const isolation = `t${randomUUID().slice(0, 8)}`;
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECT_TIMEOUT_SECONDS: '120',
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '120',
    REQUEST_HEADERS_TIMEOUT_SECONDS: '120',
    REQUEST_BODY_TIMEOUT_SECONDS: '120',
    NATS_URL: testEnvironment('NATS_URL'),
    NATS_SUBJECT_PREFIX: isolation,
    TEMPORAL_ADDRESS: testEnvironment('TEMPORAL_ADDRESS'),
    TEMPORAL_TASK_QUEUE: isolation,
    CHROMIUM_PATH: testEnvironment('CHROMIUM_PATH'),
    RENDERER_HOST: '127.0.0.1',
    RENDERER_PORT: String(rendererPort),
    RENDERER_URL: `http://127.0.0.1:${rendererPort}`,
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: String(gatewayPort),
    SHUTDOWN_GRACE_SECONDS: '25',
    GATEWAY_DRAIN_SECONDS: '0',
    OPS_HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    MAIL_FROM: 'decisions@example.com',
    MAIL_DIRECTORY: join(folder, 'mail'),
    ERASURE_LOG: join(folder, 'erasures.log'),
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    LOG_LEVEL: 'info',
    ...NO_LIMITS,
    ...(services.includes('executor')
      ? { WORKFLOW_BUNDLE_PATH: await buildWorkflowBundle(join(tmpdir(), 'cascade-test-bundles')) }
      : {}),
    ...options.env,
  };
  const running = new Map<ServiceName, ServiceProcess>();
  const opsPorts: Partial<Record<ServiceName, number>> = {};
  for (const service of services) opsPorts[service] = await freePort();
  const address: StackAddress = { baseUrl, databaseUrl, env, folder, opsPorts };
  const reached = stackAt(address, db);
  const start = async (service: ServiceName): Promise<void> => {
    const opsPort = (opsPorts[service] ??= await freePort());
    running.set(
      service,
      await startService({
        service,
        opsPort,
        env: { ...withoutAdministrator(), ...env },
        logins: TEST_LOGINS,
        logFile: reached.logFile(service),
      }),
    );
  };
  const kill = async (service: ServiceName, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> => {
    const server = running.get(service);
    server?.signal(signal);
    await server?.exited;
    running.delete(service);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...running.values()].map((server) => server.stop()));
    await dispose();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([...services.map(start), options.whileStarting?.(reached)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...reached,
    address,
    kill,
    terminate: async (service) => {
      const server = running.get(service);
      if (server === undefined) throw new Error(`${service} does not run`);
      server.signal('SIGTERM');
      running.delete(service);
      return server.exited;
    },
    restart: async (service) => {
      await kill(service);
      await start(service);
    },
    stop,
  };
}

/** The parts of a stack that need none of its processes. `db` is a connection to its database. */
export function stackAt({ opsPorts, ...address }: StackAddress, db: Database): Omit<SharedStack, 'stop'> {
  return {
    ...address,
    db,
    createCaller: (caller = {}) => createCaller(db, caller),
    opsUrl: (service) => `http://127.0.0.1:${opsPorts[service]}`,
    logFile: (service) => join(address.folder, 'logs', `${service}.log`),
  };
}

/** Services do not get the logins of the tests. */
function withoutAdministrator(): NodeJS.ProcessEnv {
  const { TEST_DATABASE_ADMIN_URL: _, ...env } = process.env;
  return env;
}

/** The database of that URL, which the test keeps, or a fresh one that `dispose` removes. */
async function openStackDatabase(
  url: string | undefined,
): Promise<{ db: Database; databaseUrl: string; dispose: () => Promise<void> }> {
  if (url === undefined) {
    const database = await createTestDatabase();
    return { db: await database.open(), databaseUrl: database.url, dispose: () => database.drop() };
  }
  // Tests of faults take the server down, which breaks idle connections.
  const db = openDatabase({ url, poolMax: 5, connectTimeoutMs: PATIENCE_MS, onPoolError: () => undefined });
  return { db, databaseUrl: url, dispose: () => db.close() };
}

/** For tests that have a database and no stack. */
export async function createCaller(db: Database, options: CallerOptions = {}): Promise<Caller> {
  const accountId =
    options.accountId ??
    (
      await createAccount(db.kysely, {
        name: 'Harbor Homes',
        legalName: 'Harbor Homes LLC',
        address: '12 Quay Street, Portland, ME 04101',
        phone: '+1 207 555 0100',
        productionAccess: options.productionAccess ?? false,
      })
    ).id;
  if (options.productionAccess === true && options.accountId === undefined) await setUpLiveNotices(db, accountId);
  const user = await createUser(db.kysely, { accountId, name: 'Robin Reviewer', email: 'robin@example.com' });
  const clientId = options.clientId ?? (await createClient(db.kysely, { accountId, name: 'Leasing desk' })).id;
  const { token } = await createToken(db.kysely, {
    clientId,
    userId: user.id,
    scopes: options.scopes ?? SCOPES,
    expiresAt: null,
  });
  return { accountId, clientId, userId: user.id, token };
}

/** Everything that the account's live notices name. */
export async function setUpLiveNotices(db: Database, accountId: number): Promise<void> {
  await updateAccount(db.kysely, accountId, { defaultPurpose: 'tenant', ecoaAgency: 'federal_trade_commission' });
  for (const product of PRODUCT_CODES) {
    await setAgency(db.kysely, {
      account: accountId,
      product,
      name: `Live agency of ${product}`,
      address: '1 Bureau Way\nAustin, TX 78701',
      phone: '800 555 0100',
      tollFree: true,
      nationwide: true,
      consumerReport: true,
    });
  }
}
