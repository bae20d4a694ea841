import { traced } from '../../../../platform/tracing/index.ts';
import type { Middleware } from '../context.ts';

/**
 * A span for each request, in the trace of the caller's `traceparent` if there is one. It has the path as declared and
 * no query.
 */
export function traces(): Middleware {
  return (ctx, next) => {
    const parent = ctx.get('traceparent') || undefined;
    return traced(ctx.method, { kind: 'server', parent }, async (span) => {
      try {
        await next();
      } finally {
        const { route, requestId, apiClientId, noted } = ctx.state;
        span.rename(`${ctx.method} ${route}`);
        const ids = Object.fromEntries(Object.entries(noted).map(([name, value]) => [`cascade.${name}`, value]));
        span.set({
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'cascade.request_id': requestId,
          ...(apiClientId === undefined ? {} : { 'cascade.api_client_id': apiClientId }),
          ...ids,
        });
        if (ctx.status >= 500) span.fail();
      }
    });
  };
}
