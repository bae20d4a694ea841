import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { runService } from '../../platform/lifecycle.ts';
import { connectBus } from '../../platform/nats.ts';
import { loadReferenceData } from '../../platform/reference-data.ts';
import { createGateway } from './app.ts';

const VARIABLES = [
  ...DATABASE_VARIABLES,
  'NATS_URL',
  'NATS_SUBJECT_PREFIX',
  'GATEWAY_HOST',
  'GATEWAY_PORT',
  'BASE_URL',
  'DOCS_URL',
  'REQUEST_HEADERS_TIMEOUT_SECONDS',
  'REQUEST_BODY_TIMEOUT_SECONDS',
  'TRUSTED_PROXY_HOPS',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_TOKEN_PER_HOUR',
  'RATE_LIMIT_APP_PER_5_MINUTES',
  'AUTH_BAN_THRESHOLD',
  'AUTH_BAN_MINUTES',
  'CORS_ORIGINS',
  'ENCRYPTION_KEYS',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
] as const;

runService('gateway', VARIABLES, async (service) => {
  const { config, log, metrics, onShutdown } = service;
  const db = openServiceDatabase('cascade-gateway', service);
  const bus = connectBus({
    urls: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name: 'cascade-gateway',
    log,
  });
  onShutdown('nats', () => bus.drain());
  if (config.WEBHOOK_ALLOW_PRIVATE_TARGETS) {
    log.warn('WEBHOOK_ALLOW_PRIVATE_TARGETS is set: webhooks may reach private addresses');
  }

  const gateway = createGateway({
    log,
    metrics,
    services: {
      db,
      bus,
      artifacts: new PostgresArtifactStore(db.kysely),
      secrets: new SecretBox(config.ENCRYPTION_KEYS),
      sandbox: loadReferenceData().sandbox,
      allowPrivateTargets: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
    },
    settings: {
      baseUrl: config.BASE_URL,
      docsUrl: config.DOCS_URL ?? `${config.BASE_URL}/docs`,
      trustedProxyHops: config.TRUSTED_PROXY_HOPS,
      corsOrigins: config.CORS_ORIGINS,
      timeouts: {
        headersMs: config.REQUEST_HEADERS_TIMEOUT_SECONDS * 1_000,
        bodyMs: config.REQUEST_BODY_TIMEOUT_SECONDS * 1_000,
      },
      limits: {
        ipPerMinute: config.RATE_LIMIT_IP_PER_MINUTE,
        tokenPerHour: config.RATE_LIMIT_TOKEN_PER_HOUR,
        appPer5Minutes: config.RATE_LIMIT_APP_PER_5_MINUTES,
        banThreshold: config.AUTH_BAN_THRESHOLD,
        banMinutes: config.AUTH_BAN_MINUTES,
      },
    },
  });
  onShutdown('http server', () => gateway.close(config.SHUTDOWN_GRACE_SECONDS * 1_000));
  const port = await gateway.listen(config.GATEWAY_PORT, config.GATEWAY_HOST);
  log.info({ port }, 'the API is listening');
});
