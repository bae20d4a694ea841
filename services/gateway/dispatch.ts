import Router from '@koa/router';
import { AppError, type ErrorDetail } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { compileQueryValidator, compileValidator } from '../../platform/validation.ts';
import type { Context } from './context.ts';
import type { Authenticator } from './middleware/auth.ts';
import { requireScope } from './middleware/auth.ts';
import { DEFAULT_MAX_BODY_BYTES, readBody } from './middleware/body.ts';
import { sendAnswer } from './middleware/envelope.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { pageRequest, type Route } from './route.ts';
import type { GatewaySettings, HandlerServices } from './services.ts';

/**
 * Turns declarations into a router. For each request: token, scope, ids, query and body, Idempotency-Key, handler.
 * Unknown paths and methods are answered before any of it, by `unmatched`.
 */
export const API_PREFIX = '/api/v1';
/** The largest bigint of PostgreSQL has 19 digits; ids stay far below 2^53. */
const ID = /^[1-9]\d{0,14}$/;

export function apiRouter(
  routes: readonly Route[],
  services: HandlerServices,
  authenticator: Authenticator,
  { timeouts }: GatewaySettings,
): Router {
  const router = new Router({ prefix: API_PREFIX, strict: true, sensitive: true });
  for (const route of routes) {
    const handle = requestHandler(route, services, authenticator, timeouts.bodyMs);
    router.register(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), [route.method], async (ctx) =>
      // The router adds `params` to the context that the middleware before it has filled.
      handle(ctx as unknown as RoutedContext),
    );
  }
  return router;
}

type RoutedContext = Context & { params: Record<string, string> };

function requestHandler(route: Route, services: HandlerServices, authenticator: Authenticator, bodyTimeoutMs: number) {
  const readQuery = route.query === undefined ? undefined : compileQueryValidator(route.query);
  const checkBody = bodyCheck(route);
  const isReadOnly = route.method === 'GET' || route.method === 'DELETE';
  const bodyLimits = { maxBytes: route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES, timeoutMs: bodyTimeoutMs };

  return async (ctx: RoutedContext): Promise<void> => {
    ctx.state.route = API_PREFIX + route.path;
    ctx.state.operationId = route.operationId;
    const auth = await authenticator.authenticate(ctx);
    ctx.state.apiClientId = auth.apiClientId;
    requireScope(auth, route.scope);
    const params = readParams(ctx.params);
    const query = readQuery?.(readQueryString(ctx.querystring)) ?? { value: {}, errors: [] };
    const body = isReadOnly ? {} : await readBody(ctx, bodyLimits);
    const details = [...query.errors, ...checkBody(body)];
    if (details.length > 0) throw new AppError('validation_failed', { details });
    const page = pageRequest(query.value);
    const answer = await route.handler({
      ...services,
      auth,
      params,
      query: query.value,
      page,
      body,
      idempotencyKey: route.idempotent === true ? readIdempotencyKey(ctx.get('Idempotency-Key')) : '',
      log: ctx.state.log,
      requestId: ctx.state.requestId,
    });
    await sendAnswer(ctx, route.reply, answer, page);
  };
}

function bodyCheck({ body }: Route): (value: JsonObject) => ErrorDetail[] {
  if (body === undefined) return () => [];
  const validate = compileValidator(body.schema);
  const { check } = body;
  return (value) => [...validate(value), ...(check?.(value) ?? [])];
}

/** An id that is no positive integer was never given out. */
function readParams(params: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      if (!ID.test(text)) throw new AppError('not_found');
      return [name, Number(text)];
    }),
  );
}

/** Parameters that come more than once become lists, which no schema takes. */
function readQueryString(querystring: string): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(query);
}

/** What no route took: 405 where the path has other methods, else 404. Needs no token. */
export function unmatched(routers: readonly Router[]) {
  return async (ctx: Context): Promise<void> => {
    const layers = routers.flatMap((router) => router.match(ctx.path, ctx.method).path);
    const methods = [...new Set(layers.flatMap(({ methods }) => methods))].sort();
    if (methods.length > 0) throw new AppError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
    throw new AppError('not_found');
  };
}
