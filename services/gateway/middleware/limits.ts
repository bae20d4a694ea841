import { AppError } from '../../../core/errors.ts';
import type { Context, Middleware } from '../context.ts';
import type { Count, Limit, Limiter, Usage } from '../limiter.ts';
import type { GatewaySettings } from '../services.ts';
import { bearerOf } from './auth.ts';
import { sourceIp } from './source-ip.ts';

const BANNED = 'Too many failed authentication attempts. Retry later.';
/** Support tells tokens apart by this many characters, and they are limited by them (reference, "Limits"). */
const TOKEN_PREFIX_LENGTH = 8;

/**
 * Order (api-decisions section 1): the whole app per address, bans, addresses on the API, token prefixes. All are
 * counted in one round trip, whichever of them refuses.
 */
export function limits(limiter: Limiter, { limits: settings, trustedProxyHops }: GatewaySettings): Middleware {
  const app: Limit = { name: 'app', max: settings.appPer5Minutes, windowMs: 300_000 };
  const ip: Limit = { name: 'ip', max: settings.ipPerMinute, windowMs: 60_000 };
  const token: Limit = { name: 'token', max: settings.tokenPerHour, windowMs: 3_600_000 };

  return async (ctx, next) => {
    ctx.state.ip = sourceIp(ctx, trustedProxyHops);
    const isApi = isBelow(ctx.path, '/api');
    const isVersioned = isBelow(ctx.path, '/api/v1');
    const counts: Count[] = [{ limit: app, key: `app:${ctx.state.ip}` }];
    if (isVersioned) {
      counts.push({ limit: ip, key: `ip:${ctx.state.ip}` });
      const bearer = bearerOf(ctx);
      if (bearer !== undefined) counts.push({ limit: token, key: `token:${bearer.slice(0, TOKEN_PREFIX_LENGTH)}` });
    }
    const { usages, bannedForMs } = await limiter.consume(counts, isApi ? ctx.state.ip : null);
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
  // All of them have to let the next one in.
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
  const policies = usages.map(({ limit }) => `"${limit.name}";q=${limit.max};w=${limit.windowMs / 1_000}`);
  const states = usages.map(({ limit, hits, resetsInMs }) => {
    const remaining = Math.max(0, limit.max - hits);
    return `"${limit.name}";r=${remaining};t=${Math.ceil(resetsInMs / 1_000)}`;
  });
  ctx.set('RateLimit-Policy', policies.join(', '));
  ctx.set('RateLimit', states.join(', '));
}
