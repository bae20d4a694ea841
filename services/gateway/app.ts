import Koa from 'koa';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { Registry } from '../../platform/metrics.ts';
import type { State } from './context.ts';
import { apiRouter, unmatched } from './dispatch.ts';
import { docsRouter } from './docs.ts';
import { Limiter } from './limiter.ts';
import { requestMetrics } from './metrics.ts';
import { Authenticator } from './middleware/auth.ts';
import { errorBody, errors } from './middleware/envelope.ts';
import { corsHeaders, corsPreflight, securityHeaders, wellFormedAddress } from './middleware/headers.ts';
import { limits } from './middleware/limits.ts';
import { requestId } from './middleware/request-id.ts';
import { TriggerAcceptor } from './records/accept.ts';
import { ROUTES } from './routes/index.ts';
import type { GatewaySettings, Services } from './services.ts';

/**
 * The public API as a server that can be started in any process. Several on one database act as one: whatever has to
 * be shared is in PostgreSQL.
 */
export interface Gateway {
  readonly server: Server;
  /** Answers the port, which was chosen where 0 was asked for. */
  listen(port: number, host?: string): Promise<number>;
  /** Takes no new connections, lets requests in the air finish, cuts off what is left after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

export interface GatewayOptions {
  readonly services: Services;
  readonly settings: GatewaySettings;
  readonly log: Logger;
  readonly metrics: Registry;
}

const PURGE_EVERY_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

export function createGateway({ services, settings, log, metrics }: GatewayOptions): Gateway {
  const limiter = new Limiter(services.db, {
    threshold: settings.limits.banThreshold,
    durationMs: settings.limits.banMinutes * 60_000,
  });
  const authenticator = new Authenticator(services.db, limiter);
  const api = apiRouter(ROUTES, { ...services, triggers: new TriggerAcceptor(services) }, authenticator, settings);
  const docs = docsRouter(ROUTES, settings);

  const life = { isClosing: false };
  const app = new Koa<State>();
  app.silent = true;
  app.on('error', (error: unknown) => log.warn({ err: error }, 'an answer could not be sent'));
  app.use(async (ctx, next) => {
    await next();
    // Nobody is to send another request on a connection that is about to end.
    if (life.isClosing) ctx.set('Connection', 'close');
  });
  app.use(requestId(log, requestMetrics(metrics)));
  app.use(securityHeaders({ isHttps: settings.baseUrl.startsWith('https:') }));
  app.use(corsHeaders(settings.corsOrigins));
  app.use(errors(settings.docsUrl));
  app.use(limits(limiter, settings));
  app.use(wellFormedAddress());
  app.use(corsPreflight(settings.corsOrigins));
  app.use(api.routes());
  app.use(docs.routes());
  app.use(unmatched([api, docs]));

  const server = createServer(
    {
      headersTimeout: settings.timeouts.headersMs,
      // Bodies have a time limit of their own, which is answered in words; this one ends what is left.
      requestTimeout: settings.timeouts.headersMs + settings.timeouts.bodyMs + 5_000,
      connectionsCheckingInterval: Math.min(1_000, settings.timeouts.headersMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    app.callback(),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseUnreadable(error, socket, settings));
  return serve(server, life, { limiter, authenticator, log });
}

function serve(
  server: Server,
  life: { isClosing: boolean },
  { limiter, authenticator, log }: { limiter: Limiter; authenticator: Authenticator; log: Logger },
): Gateway {
  const purge = setInterval(() => {
    limiter.purge().catch((error: unknown) => log.warn({ err: error }, 'old limits could not be purged'));
  }, PURGE_EVERY_MS);
  purge.unref();

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
    close: async (graceMs = 10_000) => {
      life.isClosing = true;
      clearInterval(purge);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cutOff);
      await authenticator.drain();
    },
  };
}

/** Bytes that are no HTTP, headers that are too large or too slow: the parser gave up before Koa saw a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, { docsUrl }: GatewaySettings): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(new AppError('malformed_request'), requestId, docsUrl));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
}
