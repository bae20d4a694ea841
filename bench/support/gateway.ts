import { Registry } from 'prom-client';
import { PostgresArtifactStore } from '../../platform/artifact-store/postgres.ts';
import { SecretBox } from '../../platform/crypto.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createGateway } from '../../services/gateway/app.ts';

const REFERENCE = loadReferenceData();
const UNLIMITED = 1_000_000_000;

/** A gateway within this process that limits nobody and whose bus leads nowhere. */
export function quietGateway(db: Database): ReturnType<typeof createGateway> {
  return createGateway({
    log: createLogger('bench', 'silent'),
    metrics: new Registry(),
    services: {
      db,
      bus: {
        publish: () => undefined,
        request: () => Promise.reject(new Error('nobody replies')),
        subscribe: () => ({ unsubscribe: () => undefined }),
      },
      generateTimeoutMs: 1_000,
      reportWaitMs: 1_000,
      artifacts: new PostgresArtifactStore(db.kysely),
      secrets: new SecretBox([{ id: 'bench', key: Buffer.alloc(32, 1) }]),
      sandbox: REFERENCE.sandbox,
      federalAgencies: REFERENCE.notices.federalAgencies,
      liveProducts: new Set(),
      connections: { keys: [], baseUrl: 'http://api.test' },
      hasErasureLog: false,
      backupDays: undefined,
      evidenceKeys: [],
      searchKeys: [{ id: 's1', key: Buffer.alloc(32, 7) }],
      allowPrivateTargets: false,
      subscriptionsPerClient: 50,
    },
    settings: {
      baseUrl: 'http://bench.test',
      docsUrl: 'http://bench.test/docs',
      trustedProxyHops: 0,
      corsOrigins: [],
      idempotencyDays: 30,
      timeouts: { headersMs: 60_000, bodyMs: 60_000, slotWaitMs: 60_000, idleMs: 60_000 },
      limits: {
        ipPerMinute: UNLIMITED,
        tokenPerHour: UNLIMITED,
        appPer5Minutes: UNLIMITED,
        personPerMinute: UNLIMITED,
        banThreshold: 20,
        banMinutes: 1,
      },
    },
  });
}
