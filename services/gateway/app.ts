import Koa from 'koa';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Registry } from '../../platform/metrics.ts';
import { readCallbackPath } from '../../platform/vendor-callbacks.ts';
import { isTracing } from '../../platform/tracing/index.ts';
import type { Context, State } from './http/context.ts';
import { apiRouter } from './http/dispatch.ts';
import { Calculations, DEFAULT_CALCULATIONS } from './calculations/index.ts';
import { consoleRouter } from './console/index.ts';
import { docsRouter } from './docs/index.ts';
import { DEFAULT_WAIT_LIMITS, ExecutionWaits } from './executions/waits.ts';
import { evidenceKeysRouter } from './evidence/routes.ts';
import { isMailReport, mailReportsRouter, NO_MAIL_REPORTS } from './mail-reports.ts';
import { vendorCallbacksRouter } from './vendor-callbacks.ts';
import { Limiter } from './http/limiter.ts';
import { unmatched } from './http/unmatched.ts';
import { PersonLimiter } from './http/person-limiter.ts';
import { logUnsent } from './http/unsent.ts';
import { requestMetrics } from './metrics.ts';
import { Authenticator } from './http/middleware/auth.ts';
import { errorBody, errors } from './http/middleware/envelope.ts';
import { corsHeaders, corsPreflight, securityHeaders, wellFormedHead } from './http/middleware/headers.ts';
import { limits } from './http/middleware/limits.ts';
import { requestId } from './http/middleware/request-id.ts';
import { traces } from './http/middleware/traces.ts';
import { recordSearches } from './applicants/search-counts.ts';
import { purgeExpired } from './purge.ts';
import { DEFAULT_INBOX_WATCH, InboxWatch } from './reviews/inbox-watch.ts';
import { ROUTES } from './routes.ts';
import { sessionCookie } from './http/session-cookie.ts';
import { IdentityProvider } from './sign-in/provider.ts';
import { SignInMail } from './sign-in/mail.ts';
import { signInRouter } from './sign-in/routes.ts';
import { DEFAULT_SIGN_IN } from './http/sessions.ts';
import { SilentConnections } from './http/silent-connections.ts';
import type { GatewaySettings, Services } from './services.ts';

/**
 * The public API as a server that can be started in any process. Replicas on one database act as one: all shared state
 * is in PostgreSQL.
 */
export interface Gateway {
  readonly server: Server;
  /** Returns the port; for 0 the system chooses one. */
  listen(port: number, host?: string): Promise<number>;
  /** Number of requests that wait for an execution. */
  waiting(): number;
  /**
   * Ends waits. From now on each response closes its connection. Requests are still accepted for `drainMs`, also on new
   * connections. A caller that does not know of the shutdown must not meet a closed port. Then lets requests under way
   * finish, and closes the connections left after `graceMs` in all.
   */
  close(options?: { readonly drainMs?: number; readonly graceMs?: number }): Promise<void>;
}

export interface GatewayOptions {
  readonly services: Services;
  readonly settings: GatewaySettings;
  readonly log: Logger;
  readonly metrics: Registry;
}

const PURGE_EVERY_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** How long a caller has to close its side of a connection that was refused. */
const LINGER_MS = 2_000;

export function createGateway({ services, settings, log, metrics }: GatewayOptions): Gateway {
  const limiter = new Limiter(services.db, {
    threshold: settings.limits.banThreshold,
    durationMs: settings.limits.banMinutes * 60_000,
  });
  const cookie = sessionCookie(settings.baseUrl);
  const sessions = settings.signIn ?? DEFAULT_SIGN_IN;
  const people = new PersonLimiter(services.db, {
    perMinute: settings.limits.personPerMinute,
    idleMs: sessions.idleMs,
  });
  const authenticator = new Authenticator({ db: services.db, limiter, cookie, sessions });
  const { identityProvider } = settings;
  const provider =
    identityProvider === undefined
      ? undefined
      : { client: new IdentityProvider(identityProvider), settings: identityProvider };
  const signInMail =
    settings.signInMail === undefined
      ? undefined
      : new SignInMail(services.db, settings.signInMail, settings.baseUrl, log);
  const signIn = signInRouter({ db: services.db, cookie, limits: sessions, provider, mail: signInMail });
  const waits = new ExecutionWaits(services.db, services.bus, { ...DEFAULT_WAIT_LIMITS, ...settings.waits }, log);
  const inboxWatch = new InboxWatch(services.db, services.bus, { ...DEFAULT_INBOX_WATCH, ...settings.inboxWatch }, log);
  const calculations = new Calculations({ ...DEFAULT_CALCULATIONS, ...settings.calculations });
  const api = apiRouter(ROUTES, { ...services, waits, inboxWatch, calculations, signInMail }, authenticator, settings);
  const docs = docsRouter(ROUTES, settings);
  const pages = consoleRouter({ folder: settings.consoleFolder, hasProvider: provider !== undefined });
  const evidenceKeys = evidenceKeysRouter(services.evidenceKeys);
  const mailSettings = settings.mailReports ?? NO_MAIL_REPORTS;
  const mailReports = mailReportsRouter(services.db, mailSettings);
  const connectionKeys = settings.connectionKeys ?? [];
  const vendorCallbacks = vendorCallbacksRouter(services, connectionKeys);
  /** The vendor or mail server whose token a request shows; its requests are counted together. */
  const callerOfHook = (ctx: Context): string | undefined =>
    isMailReport(ctx, mailSettings) ? 'mail_reports' : readCallbackPath(connectionKeys, ctx.path)?.connection;

  const life = { isClosing: false };
  const app = new Koa<State>();
  app.silent = true;
  app.on('error', logUnsent(log));
  app.use(async (ctx, next) => {
    await next();
    // Clients must not send another request on a connection that is about to close.
    if (life.isClosing) ctx.set('Connection', 'close');
  });
  app.use(requestId(log, requestMetrics(metrics)));
  if (isTracing()) app.use(traces());
  app.use(securityHeaders({ isHttps: settings.baseUrl.startsWith('https:') }));
  const isCrossOrigin = settings.corsOrigins.length > 0;
  if (isCrossOrigin) app.use(corsHeaders(settings.corsOrigins));
  app.use(errors(settings.docsUrl));
  app.use(limits({ limiter, people, cookie, callerOfHook }, settings));
  app.use(wellFormedHead());
  if (isCrossOrigin) app.use(corsPreflight());
  app.use(api.routes());
  app.use(docs.routes());
  app.use(pages.routes());
  app.use(evidenceKeys.routes());
  app.use(mailReports.routes());
  app.use(vendorCallbacks.routes());
  app.use(signIn.routes());
  app.use(unmatched([docs, pages, evidenceKeys, mailReports, signIn], ROUTES));

  const { headersMs, bodyMs, slotWaitMs, idleMs } = settings.timeouts;
  const server = createServer(
    {
      headersTimeout: headersMs,
      // Bodies have a time limit of their own with a proper error; this one closes connections that exceed even that.
      requestTimeout: headersMs + bodyMs + slotWaitMs + 5_000,
      connectionsCheckingInterval: Math.min(1_000, headersMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would refuse it without an envelope; `wellFormedHead` refuses it with one.
      requireHostHeader: false,
    },
    app.callback(),
  );
  // Otherwise a reader that has stopped would keep its download in memory for ever.
  server.timeout = idleMs;
  // Node would refuse an unknown expectation with 417 and no envelope; RFC 9110 section 10.1.1 allows to ignore it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseUnreadable(error, socket, settings));
  return serve(server, life, {
    db: services.db,
    settings,
    limiter,
    authenticator,
    waits,
    inboxWatch,
    calculations,
    signInMail,
    log,
  });
}

interface ServeOptions {
  readonly db: Database;
  readonly settings: GatewaySettings;
  readonly limiter: Limiter;
  readonly authenticator: Authenticator;
  readonly waits: ExecutionWaits;
  readonly inboxWatch: InboxWatch;
  readonly calculations: Calculations;
  readonly signInMail: SignInMail | undefined;
  readonly log: Logger;
}

function serve(
  server: Server,
  life: { isClosing: boolean },
  { db, settings, limiter, authenticator, waits, inboxWatch, calculations, signInMail, log }: ServeOptions,
): Gateway {
  const purge = setInterval(() => {
    limiter.purge().catch((error: unknown) => log.warn({ err: error }, 'expired limits could not be purged'));
    purgeExpired(db, settings).catch((error: unknown) => log.warn({ err: error }, 'expired rows could not be purged'));
    recordSearches(db).catch((error: unknown) => log.warn({ err: error }, 'searches could not be recorded'));
  }, PURGE_EVERY_MS);
  purge.unref();
  const silent = new SilentConnections(server);

  return {
    server,
    listen: async (port, host) => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    },
    waiting: () => waits.count,
    close: async ({ drainMs = 0, graceMs = 10_000 } = {}) => {
      life.isClosing = true;
      clearInterval(purge);
      waits.close();
      inboxWatch.close();
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      if (drainMs > 0) await sleep(drainMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await silent.close();
      await closed;
      calculations.close();
      clearTimeout(cutOff);
      await authenticator.drain();
      await signInMail?.close();
    },
  };
}

/** The parser failed before Koa saw a request: malformed HTTP, or headers that are too large or arrive too slowly. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, { docsUrl }: GatewaySettings): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Nothing else closes this socket: a caller that never closes its side would hold it for ever.
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cutOff));
  const requestId = randomUUID();
  const refusal = new AppError(CODE_OF_PARSER_ERROR[error.code ?? ''] ?? 'malformed_request');
  const body = JSON.stringify(errorBody(refusal, requestId, docsUrl));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
}

const CODE_OF_PARSER_ERROR: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};
