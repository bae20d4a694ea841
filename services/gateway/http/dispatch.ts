import Router from '@koa/router';
import type { Findings } from '../../../core/schema/findings.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { NO_PRODUCTS, type OwnProducts } from '../../../core/cascade/own-products.ts';
import { productsNow } from '../../../platform/database/products.ts';
import { withoutNulls } from '../../../core/absent.ts';
import {
  cleanText,
  compileQueryValidator,
  compileCheck,
  type QueryResult,
} from '../../../platform/validation/index.ts';
import type { Context, State } from './context.ts';
import type { Authenticator } from './middleware/auth.ts';
import { actorOf, requireScope } from './middleware/auth.ts';
import { DEFAULT_MAX_BODY_BYTES, DEFAULT_MAX_BODY_VALUES, readBody } from './middleware/body.ts';
import { sendAnswer } from './middleware/envelope.ts';
import { HeavyRequests, type HeavyRequest } from './heavy-requests.ts';
import { auditing, downloadOf } from './audit.ts';
import { FullReads } from './full-reads.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency/identity.ts';
import { IdempotencyKey, NoKey, type Idempotency } from './idempotency/index.ts';
import { OnDemand } from './on-demand.ts';
import { pageRequest } from './paging.ts';
import {
  EMPTY_BODY,
  isTextParameter,
  idempotencyKeyUse,
  querySchema,
  takesBody,
  type PathParams,
  type Route,
} from './route.ts';
import type { Auth, GatewaySettings, LimitSettings, OpenServices } from '../services.ts';

export const API_PREFIX = '/api/v1';
/** The largest bigint of PostgreSQL has 19 digits; ids stay far below 2^53. */
const ID = /^[1-9]\d{0,14}$/;

/**
 * Builds the API from its declarations. For each request: token, scope, ids, query and body, Idempotency-Key, handler.
 * A method that the path does not have is refused before any of these; `unmatched` handles unknown paths.
 *
 * A path without parameters goes before one with parameters: `/executions/review_bulk_actions` is not
 * `/executions/{id}`. So each path is one layer of the router, for all methods.
 */
export function apiRouter(
  routes: readonly Route[],
  services: OpenServices,
  authenticator: Authenticator,
  { timeouts, limits }: GatewaySettings,
): Router<State> {
  const handling = {
    bodyTimeoutMs: timeouts.bodyMs,
    limits,
    heavyRequests: new HeavyRequests({ patienceMs: timeouts.slotWaitMs }),
    fullReads: new FullReads(services.db),
  };
  const router = new Router<State>({ prefix: API_PREFIX, strict: true, sensitive: true, exclusive: 'specificity' });
  for (const [path, declared] of Map.groupBy(routes, (route) => route.path)) {
    const handlers = new Map(
      declared.flatMap((route) => {
        const handle = requestHandler(route, services, authenticator, handling);
        return (route.method === 'GET' ? ['HEAD', 'GET'] : [route.method]).map((method) => [method, handle] as const);
      }),
    );
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (ctx) => {
      const handle = handlers.get(ctx.method);
      if (handle === undefined) throw methodNotAllowed([...handlers.keys()]);
      return handle(ctx, ctx.params);
    });
  }
  return router;
}

export function methodNotAllowed(allowed: readonly string[]): AppError {
  return new AppError('method_not_allowed', { headers: { Allow: [...new Set(allowed)].sort().join(', ') } });
}

type Handler = (ctx: Context, params: Readonly<Record<string, string>>) => Promise<void>;

interface HandlingOptions {
  readonly bodyTimeoutMs: number;
  readonly limits: LimitSettings;
  readonly heavyRequests: HeavyRequests;
  readonly fullReads: FullReads;
}

function requestHandler(
  route: Route,
  services: OpenServices,
  authenticator: Authenticator,
  { bodyTimeoutMs, limits, heavyRequests, fullReads }: HandlingOptions,
): Handler {
  const readQuery = compileQueryValidator(route.query ?? NO_PARAMETERS);
  const checkBody = bodyCheck(route);
  const prepare = bodyPreparation(route);
  const state = route.open?.(services);
  const idempotencyOf = keyReader(route, services);
  const isReadOnly = !takesBody(route);
  const bodyLimits = {
    maxBytes: route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    maxValues: route.maxBodyValues ?? DEFAULT_MAX_BODY_VALUES,
    timeoutMs: bodyTimeoutMs,
  };

  return async (ctx, pathParams) => {
    ctx.state.route = API_PREFIX + route.path;
    ctx.state.operationId = route.operationId;
    const auth = await authenticator.authenticate(ctx);
    ctx.state.apiClientId = auth.apiClientId;
    requireScope(auth, route);
    const heavy = heavyRequests.request(auth.accountId, ctx.res);
    try {
      await handle(ctx, readParams(pathParams), auth, heavy);
    } finally {
      heavy.end();
    }
  };

  async function handle(
    ctx: Context,
    params: Readonly<Record<string, number | string>>,
    auth: Auth,
    heavy: HeavyRequest,
  ): Promise<void> {
    const query = checkedQuery(readQuery, ctx.querystring);
    const { page, errors: pageErrors } = readPageQuery(route, auth, params, query);
    const sent = isReadOnly ? {} : prepare(await readBody(ctx, bodyLimits, heavy));
    await heavy.yieldToEventLoop();
    const body = cleanText(sent);
    const pulling = route.body?.pulls;
    const found = checkBody(
      body,
      sent,
      pulling === undefined ? NO_PRODUCTS : await productsNow(services.db.kysely, auth.accountId, body[pulling]),
    );
    await heavy.yieldToEventLoop();
    const queryErrors = [...query.errors, ...pageErrors];
    const total = queryErrors.length + found.total;
    if (total > 0) {
      throw new AppError('validation_failed', { details: [...queryErrors, ...found.details], total });
    }
    const idempotency = idempotencyOf?.(auth, { params, body, header: ctx.get('Idempotency-Key') });
    await route.beforehand?.({ ...services, auth, params, requestId: ctx.state.requestId });
    if (route.isHeavy === true) await heavy.takeWorkSlot();
    if (route.reply.kind === 'stream') await heavy.takeDownloadSlot();
    let isPreview = false;
    const actor = actorOf(auth, ctx);
    const audit = auditing(route, actor);
    const answer = await route.handler(
      Object.assign(new OnDemand({ ctx, actor, authenticator, idempotency }), services, {
        calculate: calculating(services.calculations.of(auth.accountId), heavy),
        state,
        auth,
        audit,
        limits,
        params,
        query: query.value,
        page,
        body,
        ifMatch: ctx.get('If-Match'),
        setEtag: (etag: string) => ctx.set('ETag', etag),
        answerPreview: () => {
          isPreview = true;
        },
        note: (fields: Readonly<Record<string, number | string>>) => void Object.assign(ctx.state.noted, fields),
        requestId: ctx.state.requestId,
      }),
    );
    const { reply } = route;
    const shown = route.fullReads?.(params, query.value);
    if (shown !== undefined && auth.view === 'whole' && ctx.method !== 'HEAD') {
      await fullReads.record(actor, route.operationId, shown);
    }
    await sendAnswer(ctx, isPreview && reply.kind === 'item' ? { ...reply, status: 200 } : reply, answer, {
      page,
      beforeBytes: () => audit(services.db.kysely, downloadOf(actor, params, query.value as JsonObject)),
    });
  }
}

/**
 * Requests with longer inputs keep their slot of the event loop during the calculation, because their memory has to be
 * counted.
 */
const SMALL_INPUT = 1024 * 1024;

/** A request with a small input gives up its slot of the event loop while it waits for a process. */
type Calculate = ReturnType<OpenServices['calculations']['of']>;

function calculating(calculate: Calculate, heavy: HeavyRequest): Calculate {
  return (task, input) => {
    if (typeof input === 'string' && input.length <= SMALL_INPUT) heavy.leaveWorkSlot();
    return calculate(task, input);
  };
}

/** Cursors are bound to the list, its filters and the client. A cursor is not checked if the query has other errors. */
function readPageQuery({ reply, operationId }: Route, auth: Auth, params: PathParams, query: QueryResult) {
  if (reply.kind !== 'page' || query.errors.length > 0) return pageRequest({}, '');
  const { page: _page, per_page: _perPage, cursor: _cursor, ...filters } = query.value;
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return pageRequest(query.value, JSON.stringify([auth.apiClientId, operationId, params, sorted]));
}

interface Keyed {
  readonly params: PathParams;
  readonly body: JsonObject;
  readonly header: string;
}

/** Undefined for operations that take no key. */
function keyReader(
  route: Route,
  { db, secrets }: OpenServices,
): ((auth: Auth, request: Keyed) => Idempotency) | undefined {
  const use = idempotencyKeyUse(route);
  if (use === 'none') return undefined;
  const noKey = new NoKey(db);
  return ({ apiClientId, userId }, { params, body, header }) => {
    const namespace = route.keyNamespace?.(params) ?? '';
    const key = readIdempotencyKey(header, { apiClientId, namespace, isRequired: use === 'required' });
    if (key === null) return noKey;
    return new IdempotencyKey(db, secrets, {
      apiClientId,
      key,
      status: route.reply.kind === 'item' ? route.reply.status : 200,
      fingerprint: () =>
        fingerprintOf({
          operation: route.operationId,
          params,
          body: route.body?.identity?.(body) ?? body,
          schema: route.body?.schema,
          userId: route.isPersonal === true ? userId : null,
        }),
    });
  };
}

/** Null for an optional member means that it is absent, unless the member takes null. */
function bodyPreparation({ body }: Route): (sent: JsonObject) => JsonObject {
  const { schema = EMPTY_BODY, prepare } = body ?? {};
  return (sent) => {
    // `withoutNulls` of an object is an object.
    const present = withoutNulls(sent, schema) as JsonObject;
    return prepare === undefined ? present : prepare(present);
  };
}

/**
 * Checks the body twice: without the characters that PostgreSQL cannot store, and as it was sent. A text that was sent
 * too long is too long.
 */
function bodyCheck({ body }: Route): (value: JsonObject, sent: JsonObject, products: OwnProducts) => Findings {
  const validate = compileCheck(body?.schema ?? EMPTY_BODY);
  const check = body?.check;
  return (value, sent, products) => {
    const asStored = validate(value);
    const bySchema = asStored.total === 0 && sent !== value ? validate(sent) : asStored;
    const found = check?.(value, products) ?? [];
    const { details, total } = 'details' in found ? found : { details: found, total: found.length };
    return { details: [...bySchema.details, ...details], total: bySchema.total + total };
  };
}

/**
 * An id that is no positive integer gives `not_found`, with what an id is. So does a name that PostgreSQL cannot store.
 */
function readParams(params: Readonly<Record<string, string>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      if (isTextParameter(name)) {
        if (text.includes('\0')) throw new AppError('not_found', { details: [{ field: name, message: NO_NUL }] });
        return [name, text];
      }
      if (!ID.test(text)) throw new AppError('not_found', { details: [{ field: name, message: whatIsMeant(name) }] });
      return [name, Number(text)];
    }),
  );
}

const NO_NUL = 'must not have a NUL character';

function whatIsMeant(name: string): string {
  const member = name === 'version' ? 'version' : 'id';
  return `must be a whole number such as 4711, as the API gave it in \`${member}\`: in the response that created the record, or in its list`;
}

const NO_PARAMETERS = querySchema({});

/** Removes what PostgreSQL cannot store, as for bodies, and checks the query as it was sent, too. */
function checkedQuery(read: ReturnType<typeof compileQueryValidator>, querystring: string): QueryResult {
  const sent = readQueryString(querystring);
  const stored = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, cleanText(value)]));
  const query = read(stored);
  const isClean = Object.entries(sent).every(([name, value]) => stored[name] === value);
  return isClean || query.errors.length > 0 ? query : { ...query, errors: read(sent).errors };
}

/** A repeated parameter becomes a list, which only the schemas of filters accept. */
function readQueryString(querystring: string): Record<string, string | string[]> {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(query);
}
