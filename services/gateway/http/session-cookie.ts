import { AppError } from '../../../core/errors.ts';
import type { Context } from './context.ts';

/*
 * The cookie of a session, and the conditions on a request for it to count. A browser sends the cookie even with
 * requests that other sites caused, so a session works only for requests of our own pages.
 */

export interface SessionCookie {
  /** Origin of BASE_URL. */
  readonly origin: string;
  readonly name: string;
  readonly attributes: string;
}

/**
 * `__Host-` ties the cookie to this host, to all of its paths and to TLS: no other host can set or read it. Over plain
 * HTTP, as in a development stack on this machine, browsers refuse the prefix and Safari refuses `Secure`.
 */
export function sessionCookie(baseUrl: string): SessionCookie {
  const { origin, protocol } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  return {
    origin,
    name: isTls ? '__Host-cascade_session' : 'cascade_session',
    attributes: `Path=/; HttpOnly; SameSite=Lax${isTls ? '; Secure' : ''}`,
  };
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Undefined if the request has no cookie that can be ours. If two cookies have the name, neither counts, because nobody
 * can tell which is ours.
 */
export function tokenOfCookie(ctx: Context, { name }: Pick<SessionCookie, 'name'>): string | undefined {
  const values = ctx
    .get('Cookie')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token = ''] = values;
  return values.length === 1 && TOKEN.test(token) ? token : undefined;
}

export function setSessionCookie(ctx: Context, { name, attributes }: SessionCookie, token: string): void {
  ctx.append('Set-Cookie', `${name}=${token}; ${attributes}`);
}

export function clearSessionCookie(ctx: Context, { name, attributes }: SessionCookie): void {
  ctx.append('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`);
}

/**
 * Throws `unauthorized` unless a page of our own origin sent the request. Browsers send Origin with every write, and
 * Sec-Fetch-Site with everything; `none` means an address that a person typed. A sibling host counts as another site
 * here.
 */
export function requireSameOrigin(ctx: Context, { origin }: Pick<SessionCookie, 'origin'>): void {
  const from = ctx.get('Origin');
  const site = ctx.get('Sec-Fetch-Site');
  const isWrite = ctx.method !== 'GET' && ctx.method !== 'HEAD';
  const isOurs = from === origin || (from === '' && !isWrite);
  const isOurSite = site === '' || site === 'same-origin' || (site === 'none' && !isWrite);
  if (isOurs && isOurSite) return;
  throw new AppError('unauthorized', {
    message: 'A session works only for requests that pages of this origin send.',
    details: [{ field: 'Origin', message: `must be ${origin}` }],
  });
}
