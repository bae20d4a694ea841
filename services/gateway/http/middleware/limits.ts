import { sha256Hex } from '../../../../platform/crypto.ts';
import { AppError } from '../../../../core/errors.ts';
import type { Context, Middleware } from '../context.ts';
import type { Limit, Limiter, Usage } from '../limiter.ts';
import type { PersonLimiter } from '../person-limiter.ts';
import { tokenOfCookie, type SessionCookie } from '../session-cookie.ts';
import type { GatewaySettings } from '../../services.ts';
import { bearerOf, lookupHashOf } from './auth.ts';
import { networkOf, sourceIp } from './source-ip.ts';

const BANNED = 'Too many failed authentication attempts. Retry later.';
/** Tokens are limited by their first characters (semantics 15.4.1). */
const TOKEN_PREFIX_LENGTH = 8;
/** Limit of one vendor or mail server, which has few addresses and sends many calls at once. */
const HOOKS_PER_MINUTE = 600;
const NOTHING_ELSE = { ip: null, tokenPrefix: null, bannedAddress: null, tokenHash: null } as const;

export interface Limiters {
  readonly limiter: Limiter;
  readonly people: PersonLimiter;
  readonly cookie: Pick<SessionCookie, 'name'>;
  /** Identifies the vendor or mail server that sent the request by the token that was agreed with it. */
  readonly callerOfHook: (ctx: Context) => string | undefined;
}

/**
 * Order (semantics 15.4.1): the whole app per address, bans, addresses on the API, token prefixes. All of them are
 * counted in one round trip, even if one refuses, and the token is looked up in the same one. An IPv6 address is
 * counted by its /64. Two kinds of requests do not count against addresses. Those of a person who has signed in count
 * for that person. Those with the token of a vendor or a mail server count for that token.
 */
export function limits(
  { limiter, people, cookie, callerOfHook }: Limiters,
  { limits: settings, trustedProxyHops }: GatewaySettings,
): Middleware {
  const app: Limit = { name: 'app', max: settings.appPer5Minutes, windowMs: 300_000 };
  const ip: Limit = { name: 'ip', max: settings.ipPerMinute, windowMs: 60_000 };
  const token: Limit = { name: 'token', max: settings.tokenPerHour, windowMs: 3_600_000 };

  const hook: Limit = { name: 'hook', max: HOOKS_PER_MINUTE, windowMs: 60_000 };

  return async (ctx, next) => {
    ctx.state.ip = sourceIp(ctx, trustedProxyHops);
    const network = networkOf(ctx.state.ip);
    const isVersioned = isBelow(ctx.path, '/api/v1');
    const session = ctx.get('Authorization') === '' ? tokenOfCookie(ctx, cookie) : undefined;
    const person = session === undefined ? undefined : await people.count(sha256Hex(session));
    if (person !== undefined) {
      if (isVersioned) setHeaders(ctx, [person]);
      refuse([person], 0);
      await next();
      return;
    }
    const caller = callerOfHook(ctx);
    if (caller !== undefined) {
      const { usages } = await limiter.admit({ ...NOTHING_ELSE, app: { limit: hook, key: `hook:${caller}` } });
      refuse(usages, 0);
      await next();
      return;
    }
    const bearer = isVersioned ? bearerOf(ctx) : undefined;
    const {
      usages,
      bannedForMs,
      token: known,
    } = await limiter.admit({
      app: { limit: app, key: `app:${network}` },
      ip: isVersioned ? { limit: ip, key: `ip:${network}` } : null,
      tokenPrefix: bearer === undefined ? null : { limit: token, key: `token:${bearer.slice(0, TOKEN_PREFIX_LENGTH)}` },
      bannedAddress: isBelow(ctx.path, '/api') ? network : null,
      tokenHash: bearer === undefined ? null : lookupHashOf(bearer),
    });
    ctx.state.token = known;
    if (isVersioned) setHeaders(ctx, usages);
    refuse(usages, bannedForMs);
    await next();
  };
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function refuse(usages: readonly Usage[], bannedForMs: number): void {
  const [app, ...others] = usages.map((usage) => (usage.hits > usage.limit.max ? usage.resetsInMs : 0));
  // Every limit has to admit the next request.
  const waitMs = Math.max(app ?? 0, bannedForMs, ...others);
  if (waitMs === 0) return;
  const isBanFirst = (app ?? 0) === 0 && bannedForMs > 0;
  throw new AppError('rate_limited', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
    ...(isBanFirst ? { message: BANNED } : {}),
  });
}

/** IETF draft-ietf-httpapi-ratelimit-headers: structured fields, seconds. */
function setHeaders(ctx: Context, usages: readonly Usage[]): void {
  const states = usages.map(({ limit, hits, resetsInMs }) => {
    const remaining = Math.max(0, limit.max - hits);
    return `"${limit.name}";r=${remaining};t=${Math.ceil(resetsInMs / 1_000)}`;
  });
  ctx.set('RateLimit-Policy', usages.map(({ limit }) => policyOf(limit)).join(', '));
  ctx.set('RateLimit', states.join(', '));
}

/** Made once for each limit. */
const policies = new WeakMap<Limit, string>();

function policyOf(limit: Limit): string {
  const known = policies.get(limit);
  if (known !== undefined) return known;
  const policy = `"${limit.name}";q=${limit.max};w=${limit.windowMs / 1_000}`;
  policies.set(limit, policy);
  return policy;
}
