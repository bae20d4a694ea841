import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import type { Json } from '../../core/json.ts';
import { SCOPES, type Scope } from '../../core/access.ts';
import { PostgresArtifactStore, type ArtifactStore } from '../../platform/artifact-store/index.ts';
import { SecretBox, type EncryptionKey } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { parseEvidenceKey, type EvidenceKey } from '../../platform/evidence/index.ts';
import { createAccount, createClient, createToken, createUser } from '../../platform/identity/index.ts';
import { createLogger, type Logger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createGateway, type Gateway } from '../../services/gateway/app.ts';
import type { GatewaySettings } from '../../services/gateway/services.ts';
import { setUpLiveNotices } from '../support/stack.ts';
import { BusError, type Bus, type BusMessage } from '../../platform/nats/index.ts';
import { createTestDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { ApiCaller } from './api-caller.ts';

/** A gateway in this process on a database of its own; `another` starts one more on the same database. */
export interface TestGateway {
  readonly db: Database;
  /** Subjects of the hints, in their order. */
  readonly published: string[];
  /** The request from which each of them comes. */
  readonly publishedFrom: unknown[];
  readonly baseUrl: string;
  /** Number of requests that wait for an execution. */
  waiting(): number;
  /** A hint as another service would send it. */
  hint(subject: string, payload: Json): void;
  /** A caller of a new account, unless told otherwise. */
  caller(options?: CallerOptions): Promise<Caller>;
  /** Logs in like the gateway, so that acts beyond its privileges are refused. */
  asGateway(): Promise<Database>;
  another(settings?: ChangedSettings): Promise<{ gateway: Gateway; baseUrl: string }>;
  stop(): Promise<void>;
}

export interface CallerOptions {
  readonly scopes?: readonly Scope[];
  readonly productionAccess?: boolean;
  /** Another client or user of the account of this caller. */
  readonly of?: Caller;
  readonly sameClient?: boolean;
  readonly expiresAt?: Date;
  /** Address of the user; by default one for all. */
  readonly email?: string;
}

export interface Caller {
  readonly accountId: number;
  readonly clientId: number;
  readonly userId: number;
  readonly tokenId: number;
  readonly token: string;
  readonly api: ApiCaller;
}

/** High enough that no test meets a limit that it does not set itself. */
export const NO_LIMITS = {
  ipPerMinute: 1e6,
  tokenPerHour: 1e6,
  appPer5Minutes: 1e6,
  personPerMinute: 1e6,
  banThreshold: 1e6,
  banMinutes: 15,
};

const PATIENT = { headersMs: PATIENCE_MS, bodyMs: PATIENCE_MS, slotWaitMs: PATIENCE_MS, idleMs: PATIENCE_MS };

const REFERENCE = loadReferenceData();
export const EVIDENCE_KEY = newEvidenceKey('test');
export const SEARCH_KEY = { id: 'search', key: Buffer.alloc(32, 8) };
export const CONNECTION_KEY = { id: 'connections', key: Buffer.alloc(32, 9) };

export function newEvidenceKey(id: string): EvidenceKey {
  const key = parseEvidenceKey(`${id}:${randomBytes(32).toString('base64')}`);
  if (key === null) throw new Error('no evidence key');
  return key;
}

/** Nobody replies on the bus. */
const NOBODY: Bus['request'] = (subject) => Promise.reject(new BusError('no_responders', subject));

/** Only the time limits that a test is about. */
type ChangedSettings = Partial<Omit<GatewaySettings, 'timeouts'>> & {
  readonly timeouts?: Partial<GatewaySettings['timeouts']>;
  readonly searchKeys?: readonly EncryptionKey[];
  readonly hasErasureLog?: boolean;
};

export type TestGatewaySettings = ChangedSettings & {
  readonly generator?: Bus['request'];
  readonly reportWaitMs?: number;
  /** Hints are recorded and not sent. */
  readonly losesHints?: boolean;
  /** Instead of the store in the database. */
  readonly artifacts?: (store: ArtifactStore) => ArtifactStore;
  readonly log?: Logger;
  /** Servers of a test are on loopback. */
  readonly allowPrivateTargets?: boolean;
};

export async function startGateway(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  const database = await createTestDatabase();
  const own = await database.open({ poolMax: 10, as: 'gateway' });
  const started = await startGatewayOn(await database.open({ poolMax: 10 }), settings, own);
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await database.drop();
    },
  };
}

/** Uses a database that the test keeps; `own` is the gateway's own login. */
export async function startGatewayOn(
  db: Database,
  settings: TestGatewaySettings = {},
  own: Database = db,
): Promise<TestGateway> {
  const published: string[] = [];
  const publishedFrom: unknown[] = [];
  const hints = new EventEmitter().setMaxListeners(0);
  const gateways: Gateway[] = [];
  const store = new PostgresArtifactStore(own.kysely, own.pool);

  const another = async (more: ChangedSettings = {}) => {
    const gateway = createGateway({
      log: settings.log ?? createLogger('gateway', process.env.TEST_LOG_LEVEL ?? 'silent'),
      metrics: new Registry(),
      services: {
        db: own,
        bus: {
          publish: (subject, payload, { requestId }) => {
            published.push(subject);
            publishedFrom.push(requestId);
            if (settings.losesHints !== true) hints.emit(subject, { subject, payload: payload ?? null });
          },
          request: settings.generator ?? NOBODY,
          subscribe: (subject, _queue, handler) => {
            const listener = (message: BusMessage) => void handler(message);
            hints.on(subject, listener);
            return { unsubscribe: () => void hints.off(subject, listener) };
          },
        },
        generateTimeoutMs: 1_000,
        artifacts: settings.artifacts?.(store) ?? store,
        reportWaitMs: settings.reportWaitMs ?? PATIENCE_MS,
        secrets: new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]),
        sandbox: REFERENCE.sandbox,
        federalAgencies: REFERENCE.notices.federalAgencies,
        liveProducts: new Set(['credit_report']),
        hasErasureLog: more.hasErasureLog ?? true,
        backupDays: 35,
        evidenceKeys: [EVIDENCE_KEY, newEvidenceKey('older')],
        connections: { keys: settings.connectionKeys ?? [CONNECTION_KEY], baseUrl: 'http://api.test' },
        searchKeys: more.searchKeys ?? settings.searchKeys ?? [SEARCH_KEY],
        allowPrivateTargets: settings.allowPrivateTargets ?? false,
        subscriptionsPerClient: 50,
      },
      settings: {
        baseUrl: 'http://api.test',
        docsUrl: 'http://api.test/docs',
        trustedProxyHops: 0,
        limits: NO_LIMITS,
        corsOrigins: [],
        idempotencyDays: 30,
        ...settings,
        ...more,
        timeouts: { ...PATIENT, ...settings.timeouts, ...more.timeouts },
      },
    });
    gateways.push(gateway);
    const port = await gateway.listen(0, '127.0.0.1');
    return { gateway, baseUrl: `http://127.0.0.1:${port}` };
  };
  const { gateway: first, baseUrl } = await another();

  return {
    db,
    published,
    publishedFrom,
    baseUrl,
    waiting: () => first.waiting(),
    hint: (subject, payload) => void hints.emit(subject, { subject, payload }),
    asGateway: () => Promise.resolve(own),
    another,
    caller: (options) => createCaller(db, baseUrl, options),
    stop: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close({ graceMs: 1_000 })));
    },
  };
}

/** Number of its connections. */
export function connectionsOf({ server }: Gateway): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

async function createCaller(db: Database, baseUrl: string, options: CallerOptions = {}): Promise<Caller> {
  const {
    of,
    sameClient = false,
    scopes = SCOPES,
    productionAccess = false,
    expiresAt = null,
    email = 'robin@example.com',
  } = options;
  const accountId =
    of?.accountId ??
    (
      await createAccount(db.kysely, {
        name: 'Harbor Homes',
        legalName: 'Harbor Homes LLC',
        address: '12 Quay Street, Portland, ME 04101',
        phone: '+1 207 555 0100',
        productionAccess,
      })
    ).id;
  if (productionAccess && of === undefined) await setUpLiveNotices(db, accountId);
  const { id: userId } = await createUser(db.kysely, { accountId, name: 'Robin', email });
  const clientId =
    of !== undefined && sameClient
      ? of.clientId
      : (await createClient(db.kysely, { accountId, name: 'Leasing desk' })).id;
  const created = await createToken(db.kysely, { clientId, userId, scopes, expiresAt });
  const api = new ApiCaller(baseUrl, created.token);
  return { accountId, clientId, userId, tokenId: created.id, token: created.token, api };
}
