import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../../platform/log/index.ts';
import type { Middleware, State } from '../context.ts';
import type { KnownToken } from '../limiter.ts';
import type { RequestMetrics } from '../../metrics.ts';

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/;

/**
 * Gives the request its id (the caller's, if it is well-formed), and writes one log line and one measurement after the
 * response. Paths are logged as declared, and query strings never, because they may hold applicants' references.
 */
export function requestId(log: Logger, metrics: RequestMetrics): Middleware {
  return async (ctx, next) => {
    const begunAt = performance.now();
    const given = ctx.get('X-Request-Id');
    const id = ACCEPTABLE.test(given) ? given : randomUUID();
    ctx.state = new RequestState(id, log);
    ctx.set('X-Request-Id', id);
    ctx.res.once('close', () => {
      const seconds = (performance.now() - begunAt) / 1_000;
      const { status } = ctx;
      const { route, operationId, apiClientId } = ctx.state;
      metrics.observe({ method: ctx.method, route, status, seconds });
      log.info(
        {
          request_id: id,
          method: ctx.method,
          route,
          operation: operationId,
          status,
          duration_ms: Math.round(seconds * 1e4) / 10,
          api_client_id: apiClientId,
          ...ctx.state.noted,
          is_complete: ctx.res.writableFinished,
        },
        'request',
      );
    });
    await next();
  };
}

class RequestState implements State {
  readonly requestId: string;
  noted: Record<string, number | string> = {};
  ip = '';
  route = 'none';
  operationId = 'none';
  token: KnownToken | undefined = undefined;
  apiClientId?: number;
  readonly #parent: Logger;
  #log: Logger | undefined;

  constructor(requestId: string, parent: Logger) {
    this.requestId = requestId;
    this.#parent = parent;
  }

  /** Created when it is used, which few requests do; the request's own line comes from the parent. */
  get log(): Logger {
    return (this.#log ??= this.#parent.child({ request_id: this.requestId }));
  }
}
