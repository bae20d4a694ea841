import { AppError } from '../../../../core/errors.ts';
import type { Middleware } from '../context.ts';

/** Nothing may be framed, sniffed or loaded from another origin. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

export function securityHeaders({ isHttps }: { isHttps: boolean }): Middleware {
  const headers = isHttps
    ? { ...SECURITY_HEADERS, 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : SECURITY_HEADERS;
  const entries = Object.entries(headers);
  return (ctx, next) => {
    for (const [name, value] of entries) ctx.res.setHeader(name, value);
    return next() as Promise<void>;
  };
}

const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const EXPOSED_HEADERS =
  'Content-Disposition, ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = 600;

/** Lets browsers of the listed origins call the API. */
export function corsHeaders(origins: readonly string[]): Middleware {
  return (ctx, next) => {
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (origin !== '' && (origins.includes(origin) || origins.includes('*'))) {
      ctx.set('Access-Control-Allow-Origin', origins.includes('*') ? '*' : origin);
      ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    }
    return next() as Promise<void>;
  };
}

/** Responds to preflight requests, which carry no token. They count against the limits like any other request. */
export function corsPreflight(): Middleware {
  return async (ctx, next) => {
    const isPreflight = ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';
    if (!isPreflight || !ctx.path.startsWith('/api/')) return next();
    ctx.set('Access-Control-Allow-Methods', ALLOWED_METHODS);
    ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    ctx.status = 204;
  };
}

/**
 * Headers that decide what a request does and that it may have once at most (RFC 9110 section 5.3; for Host RFC 9112
 * section 3.2). If one is repeated, Node drops one or joins them, and a proxy before us may have acted by the other
 * one. HTTP allows several versions in one If-Match line. Node joins two lines, so a change would be made that its
 * sender had bound to the other version.
 */
const SINGLE_HEADERS: ReadonlyMap<string, string> = new Map(
  [
    ...['Host', 'Authorization', 'Content-Encoding', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Origin'],
    ...['Sec-Fetch-Site', 'X-Request-Id'],
  ].map((name) => [name.toLowerCase(), name]),
);

/**
 * Refuses URLs with broken percent-encoding before anything decodes them, requests of HTTP/1.1 without Host (RFC 9112
 * section 3.2), and repeated headers.
 */
export function wellFormedHead(): Middleware {
  return (ctx, next) => {
    const repeated = repeatedHeaders(ctx.req.rawHeaders);
    if (repeated.length > 0) {
      const details = repeated.map((field) => ({ field, message: 'must be sent once' }));
      throw new AppError('malformed_request', { message: `The header ${repeated[0]} was sent twice.`, details });
    }
    if (ctx.req.headers.host === undefined && ctx.req.httpVersion === '1.1') {
      throw new AppError('malformed_request', { message: 'The request has no Host header.' });
    }
    if (ctx.url.includes('%')) {
      try {
        decodeURIComponent(ctx.path);
        decodeURIComponent(ctx.querystring.replaceAll('+', '%20'));
      } catch (error) {
        throw new AppError('malformed_request', { message: 'The address has broken percent-encoding.', cause: error });
      }
    }
    return next() as Promise<void>;
  };
}

/**
 * The headers of SINGLE_HEADERS that were sent more than once. `raw` has each name before its value, as often as it was
 * sent.
 */
function repeatedHeaders(raw: readonly string[]): string[] {
  const seen: string[] = [];
  const repeated: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = SINGLE_HEADERS.get(raw[index]?.toLowerCase() ?? '');
    if (name === undefined || repeated.includes(name)) continue;
    (seen.includes(name) ? repeated : seen).push(name);
  }
  return repeated;
}
