import { ARTIFACT_STORE_VARIABLES, openArtifactStores } from '../../platform/artifact-store/index.ts';
import { PRODUCT_CODES, type BuiltInCode } from '../../core/products/index.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { reportUnreadableKeys } from '../../platform/database/sealed.ts';
import { DATABASE_VARIABLES, openServiceDatabase } from '../../platform/database/service.ts';
import { openErasureLog } from '../../platform/erasures/log.ts';
import { requireReplayed } from '../../platform/erasures/replay.ts';
import { runService } from '../../platform/lifecycle.ts';
import { BUS_VARIABLES, connectServiceBus } from '../../platform/nats/service.ts';
import { MAILER_VARIABLES, openMailer } from '../../platform/mail/service.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { ConfigError, type Config } from '../../platform/config/index.ts';
import { createGateway } from './app.ts';
import type { IdentityProviderSettings } from './services.ts';

// Upper-casing a code gives the middle of the name; the type system cannot follow toUpperCase.
const vendorUrl = (code: BuiltInCode) => `PRODUCT_${code.toUpperCase() as Uppercase<BuiltInCode>}_URL` as const;
/** Read only to tell whether a product can be pulled live, because the executor makes the pulls. */
const VENDOR_URLS = PRODUCT_CODES.map(vendorUrl);

const VARIABLES = [
  ...DATABASE_VARIABLES,
  ...BUS_VARIABLES,
  ...ARTIFACT_STORE_VARIABLES,
  'ERASURE_LOG',
  'BACKUP_DAYS',
  'GATEWAY_HOST',
  'GATEWAY_PORT',
  'GATEWAY_DRAIN_SECONDS',
  'BASE_URL',
  'DOCS_URL',
  'REQUEST_HEADERS_TIMEOUT_SECONDS',
  'REQUEST_BODY_TIMEOUT_SECONDS',
  'HEAVY_REQUEST_WAIT_SECONDS',
  'CALCULATION_PROCESSES',
  'CALCULATION_MEMORY_MB',
  'CALCULATION_DEADLINE_SECONDS',
  'HTTP_IDLE_SECONDS',
  'TRUSTED_PROXY_HOPS',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_TOKEN_PER_HOUR',
  'RATE_LIMIT_APP_PER_5_MINUTES',
  'RATE_LIMIT_PERSON_PER_MINUTE',
  'AUTH_BAN_THRESHOLD',
  'AUTH_BAN_MINUTES',
  'IDEMPOTENCY_DAYS',
  'SESSION_IDLE_MINUTES',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLES',
  'OIDC_ACCOUNT',
  'OIDC_API_CLIENT',
  'OIDC_ALLOW_PRIVATE',
  'SESSION_HOURS',
  'CORS_ORIGINS',
  'ENCRYPTION_KEYS',
  'EVIDENCE_KEYS',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  'SUBSCRIPTIONS_PER_CLIENT',
  'GENERATE_TIMEOUT_SECONDS',
  'REPORT_WAIT_SECONDS',
  'MAIL_FROM',
  ...MAILER_VARIABLES,
  'MAIL_REPORT_TOKEN',
  'CONNECTION_KEYS',
  'SEARCH_KEYS',
  'MAIL_STOP_RECIPIENTS',
  'MAIL_STOP_PERCENT',
  ...VENDOR_URLS,
] as const;

runService('gateway', VARIABLES, async (service) => {
  const { config, log, metrics, stopping, onShutdown } = service;
  const db = openServiceDatabase('cascade-gateway', service);
  const secrets = new SecretBox(config.ENCRYPTION_KEYS);
  const { CONNECTION_KEYS: keys } = config;
  const boxes = { ENCRYPTION_KEYS: secrets, CONNECTION_KEYS: keys === undefined ? keys : new SecretBox(keys) };
  void reportUnreadableKeys(db, boxes, log, stopping);
  const bus = connectServiceBus('cascade-gateway', service);
  const erasureLog = await openErasureLog(config);
  onShutdown('log of erasures', () => erasureLog?.close());
  await requireReplayed(db, erasureLog, { log, stopping });
  const files = await openArtifactStores(config);
  onShutdown('artifact store', () => files.close());
  if (config.WEBHOOK_ALLOW_PRIVATE_TARGETS) {
    log.warn('WEBHOOK_ALLOW_PRIVATE_TARGETS is set: webhooks may reach private addresses');
  }

  const reference = loadReferenceData();
  const gateway = createGateway({
    log,
    metrics,
    services: {
      db,
      bus,
      artifacts: files.on(db.kysely, db.pool),
      reportWaitMs: config.REPORT_WAIT_SECONDS * 1_000,
      secrets,
      sandbox: reference.sandbox,
      federalAgencies: reference.notices.federalAgencies,
      liveProducts: new Set(PRODUCT_CODES.filter((code) => config[vendorUrl(code)] !== undefined)),
      evidenceKeys: config.EVIDENCE_KEYS ?? [],
      hasErasureLog: erasureLog !== undefined,
      backupDays: config.BACKUP_DAYS,
      connections: { keys: config.CONNECTION_KEYS ?? [], baseUrl: config.BASE_URL },
      searchKeys: config.SEARCH_KEYS ?? [],
      allowPrivateTargets: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
      subscriptionsPerClient: config.SUBSCRIPTIONS_PER_CLIENT,
      generateTimeoutMs: config.GENERATE_TIMEOUT_SECONDS * 1_000,
    },
    settings: {
      baseUrl: config.BASE_URL,
      docsUrl: config.DOCS_URL ?? `${config.BASE_URL}/docs`,
      trustedProxyHops: config.TRUSTED_PROXY_HOPS,
      corsOrigins: config.CORS_ORIGINS,
      idempotencyDays: config.IDEMPOTENCY_DAYS,
      identityProvider: identityProviderOf(config),
      signIn: { idleMs: config.SESSION_IDLE_MINUTES * 60_000, absoluteMs: config.SESSION_HOURS * 3_600_000 },
      signInMail: {
        mailer: openMailer(service),
        from: config.MAIL_FROM,
      },
      calculations: {
        processes: config.CALCULATION_PROCESSES,
        memoryMb: config.CALCULATION_MEMORY_MB,
        deadlineMs: config.CALCULATION_DEADLINE_SECONDS * 1_000,
        patienceMs: config.HEAVY_REQUEST_WAIT_SECONDS * 1_000,
      },
      connectionKeys: config.CONNECTION_KEYS ?? [],
      mailReports: {
        token: config.MAIL_REPORT_TOKEN,
        rule: { percent: config.MAIL_STOP_PERCENT, recipients: config.MAIL_STOP_RECIPIENTS },
      },
      timeouts: {
        headersMs: config.REQUEST_HEADERS_TIMEOUT_SECONDS * 1_000,
        bodyMs: config.REQUEST_BODY_TIMEOUT_SECONDS * 1_000,
        slotWaitMs: config.HEAVY_REQUEST_WAIT_SECONDS * 1_000,
        idleMs: idleSeconds(config) * 1_000,
      },
      limits: {
        ipPerMinute: config.RATE_LIMIT_IP_PER_MINUTE,
        tokenPerHour: config.RATE_LIMIT_TOKEN_PER_HOUR,
        appPer5Minutes: config.RATE_LIMIT_APP_PER_5_MINUTES,
        personPerMinute: config.RATE_LIMIT_PERSON_PER_MINUTE,
        banThreshold: config.AUTH_BAN_THRESHOLD,
        banMinutes: config.AUTH_BAN_MINUTES,
      },
    },
  });
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  const drainMs = Math.min(config.GATEWAY_DRAIN_SECONDS * 1_000, graceMs / 2);
  onShutdown('http server', () => gateway.close({ drainMs, graceMs }));
  const port = await gateway.listen(config.GATEWAY_PORT, config.GATEWAY_HOST);
  log.info({ port }, 'the API is listening');
});

/** Undefined without an issuer. Throws a ConfigError if an issuer is set and another setting is missing. */
function identityProviderOf(
  config: Config<Extract<(typeof VARIABLES)[number], `OIDC_${string}`> | 'BASE_URL' | 'TLS_CA_PATH'>,
): IdentityProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: roles, OIDC_ACCOUNT: accountId } = config;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || roles === undefined || accountId === undefined) {
    throw new ConfigError(['OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_ROLES and OIDC_ACCOUNT beside it']);
  }
  return {
    ...{ issuer, clientId, roles, accountId },
    clientSecret: config.OIDC_CLIENT_SECRET,
    scope: config.OIDC_SCOPE,
    roleClaim: config.OIDC_ROLE_CLAIM,
    apiClientId: config.OIDC_API_CLIENT,
    redirectUri: `${config.BASE_URL}/auth/callback`,
    allowPrivate: config.OIDC_ALLOW_PRIVATE,
    ca: config.TLS_CA_PATH,
  };
}

/** A connection counts as idle while its request waits for another service. */
function idleSeconds(config: Record<'HTTP_IDLE_SECONDS' | 'GENERATE_TIMEOUT_SECONDS' | 'REPORT_WAIT_SECONDS', number>) {
  return Math.max(config.HTTP_IDLE_SECONDS, config.GENERATE_TIMEOUT_SECONDS + 10, config.REPORT_WAIT_SECONDS + 10);
}
