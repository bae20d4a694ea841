import { SecretBox } from '../../platform/crypto.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { runService } from '../../platform/lifecycle.ts';
import { connectBus, SUBJECTS } from '../../platform/nats.ts';
import { createOutboundClient } from '../../platform/outbound/index.ts';
import { ATTEMPT_TIMEOUT_MS, DeliveryLoop } from './loop.ts';
import { createWebhookMetrics } from './metrics.ts';
import { ROOM_LIMITS } from './room.ts';
import { SESSION } from './session.ts';
import { SigningKeys } from './signing-keys.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  'NATS_URL',
  'NATS_SUBJECT_PREFIX',
  'ENCRYPTION_KEYS',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  'WEBHOOK_MAX_ATTEMPTS',
] as const;

runService('webhooks', VARIABLES, async (service) => {
  const { config, log } = service;
  const now = () => new Date();
  if (config.WEBHOOK_ALLOW_PRIVATE_TARGETS) {
    log.warn('webhooks may reach private and local addresses (WEBHOOK_ALLOW_PRIVATE_TARGETS)');
  }

  const db = openServiceDatabase('cascade-webhooks', service, SESSION);

  const outbound = createOutboundClient({
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
    connectTimeoutMs: 5_000,
    readTimeoutMs: 10_000,
    totalTimeoutMs: ATTEMPT_TIMEOUT_MS,
    maxResponseBytes: 65_536,
    // Subscriptions that share a host must not wait for each other; each is bounded by itself.
    perOriginConnections: ROOM_LIMITS.slots.fresh + ROOM_LIMITS.slots.retry,
  });
  service.onShutdown('outbound', () => outbound.close());

  const metrics = createWebhookMetrics({
    registry: service.metrics,
    db: db.kysely,
    now,
    inTheAir: (lane) => loop.inTheAir(lane),
  });
  const loop = new DeliveryLoop({
    pool: db.pool,
    log,
    metrics,
    outbound,
    keys: new SigningKeys(new SecretBox(config.ENCRYPTION_KEYS)),
    maxAttempts: config.WEBHOOK_MAX_ATTEMPTS,
    now,
  });
  service.onShutdown('deliveries', () => loop.stop());

  const bus = connectBus({
    urls: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name: 'webhooks',
    log,
  });
  // Hints only: without NATS the poll finds the same rows, later.
  bus.subscribe(SUBJECTS.deliveriesReady, 'webhooks', () => loop.wake());
  service.onShutdown('nats', () => bus.drain());
  loop.start();
});
