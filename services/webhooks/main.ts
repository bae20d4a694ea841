import { SecretBox } from '../../platform/crypto.ts';
import { reportUnreadableKeys } from '../../platform/database/sealed.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { FileErasureLog } from '../../platform/erasures/log.ts';
import { requireReplayed } from '../../platform/erasures/replay.ts';
import { runService } from '../../platform/lifecycle.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { BUS_VARIABLES, connectServiceBus } from '../../platform/nats/service.ts';
import { createOutboundClient } from '../../platform/outbound/index.ts';
import { ATTEMPT_TIMEOUT_MS, DeliveryLoop } from './loop.ts';
import { createWebhookMetrics } from './metrics.ts';
import { CONCURRENCY_LIMITS } from './limiter.ts';
import { SESSION } from './session.ts';
import { SigningKeys } from './signing-keys.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  ...BUS_VARIABLES,
  'ENCRYPTION_KEYS',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  'WEBHOOK_MAX_ATTEMPTS',
  'ERASURE_LOG',
] as const;

runService('webhooks', VARIABLES, async (service) => {
  const { config, log } = service;
  const now = () => new Date();
  if (config.WEBHOOK_ALLOW_PRIVATE_TARGETS) {
    log.warn('webhooks may reach private and local addresses (WEBHOOK_ALLOW_PRIVATE_TARGETS)');
  }

  const db = openServiceDatabase('cascade-webhooks', service, SESSION);
  const { ERASURE_LOG: logPath } = config;
  // It holds no login of a bucket; what it sends is ids, and what callers named.
  const erasureLog = logPath === undefined || logPath === 's3' ? undefined : new FileErasureLog(logPath);
  const secrets = new SecretBox(config.ENCRYPTION_KEYS);
  void reportUnreadableKeys(db, { ENCRYPTION_KEYS: secrets }, log, service.stopping);

  const outbound = createOutboundClient({
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
    connectTimeoutMs: 5_000,
    readTimeoutMs: 10_000,
    totalTimeoutMs: ATTEMPT_TIMEOUT_MS,
    maxResponseBytes: 65_536,
    // Subscriptions that share a host must not wait for each other; each has its own limit.
    perOriginConnections: CONCURRENCY_LIMITS.slots.fresh + CONCURRENCY_LIMITS.slots.retry,
  });
  service.onShutdown('outbound', () => outbound.close());

  const metrics = createWebhookMetrics({
    registry: service.metrics,
    db: db.kysely,
    loop: () => loop,
  });
  const loop = new DeliveryLoop({
    pool: db.pool,
    log,
    metrics,
    outbound,
    keys: new SigningKeys(secrets),
    maxAttempts: config.WEBHOOK_MAX_ATTEMPTS,
    now,
  });

  const bus = connectServiceBus('webhooks', service);
  await requireReplayed(db, erasureLog, { log, stopping: service.stopping });
  // Hints only: without NATS the poll finds the same rows, later.
  bus.subscribe(SUBJECTS.deliveriesReady, 'webhooks', () => loop.wake());
  loop.start();
  // The first step: a NATS that hangs must not delay the end of the claims.
  service.onShutdown('deliveries', () => loop.stop());
});
