import { AppError } from '../../../../core/errors.ts';
import { tokenHash } from '../../../../platform/crypto.ts';
import type { Actor } from '../../../../platform/database/audit.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Context } from '../context.ts';
import { LAST_USED_EVERY_MS, type Limiter } from '../limiter.ts';
import { scopesOf, type Route } from '../route.ts';
import { insufficientScope } from '../scopes.ts';
import type { Auth } from '../../services.ts';
import { networkOf } from './source-ip.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Checks the token that admission has looked up (`limits.ts`). Tokens are known by their SHA-256 only. */
export class Authenticator {
  readonly #db: Database;
  readonly #limiter: Limiter;
  readonly #atWork = new Set<Promise<unknown>>();

  constructor(db: Database, limiter: Limiter) {
    this.#db = db;
    this.#limiter = limiter;
  }

  /** Throws `unauthorized` or `token_expired`. */
  async authenticate(ctx: Context): Promise<Auth> {
    const bearer = bearerOf(ctx);
    if (bearer === undefined) throw new AppError('unauthorized', { headers: CHALLENGE });
    const { token } = ctx.state;
    if (token === undefined) {
      await this.#limiter.noteUnknownToken(networkOf(ctx.state.ip), tokenHash(bearer));
      throw new AppError('unauthorized', { headers: CHALLENGE });
    }
    if (token.isRevoked) throw new AppError('unauthorized', { headers: CHALLENGE });
    if (token.isExpired) throw new AppError('token_expired', { headers: CHALLENGE });
    if (token.isLastUsedStale) this.#noteUse(token.auth.tokenId, ctx);
    return token.auth;
  }

  /** Waits for the background writes. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#atWork);
  }

  /** In the background: the request neither waits for it nor fails with it. */
  #noteUse(tokenId: number, ctx: Context): void {
    const work: Promise<unknown> = this.#db.pool
      .query({
        text: `update api_token set last_used_at = now()
               where id = $1 and (last_used_at is null or last_used_at < now() - $2::float8 * interval '1 ms')`,
        values: [tokenId, LAST_USED_EVERY_MS],
      })
      .catch((error: unknown) => ctx.state.log.warn({ err: error }, 'last_used_at of a token could not be written'))
      .finally(() => this.#atWork.delete(work));
    this.#atWork.add(work);
  }
}

/** The bearer value, well-formed or not; undefined if there is none. A UUID is the same one in any case (RFC 9562). */
export function bearerOf(ctx: Context): string | undefined {
  const bearer = /^Bearer +(\S.*)$/i.exec(ctx.get('Authorization'))?.[1];
  return bearer !== undefined && UUID.test(bearer) ? bearer.toLowerCase() : bearer;
}

/** The hash to look the bearer up by; null if it cannot be a token. */
export function lookupHashOf(bearer: string): string | null {
  return UUID.test(bearer) ? tokenHash(bearer) : null;
}

/**
 * Any of the scopes is enough. Nothing is looked up before, so that whoever lacks the scope learns of no id whether there
 * is one.
 */
export function requireScope(auth: Auth, route: Pick<Route, 'scope' | 'showsIdentifiers'>): void {
  const scopes = scopesOf(route);
  if (!scopes.some((scope) => auth.scopes.has(scope))) throw insufficientScope(...scopes);
  if (route.showsIdentifiers === true && auth.view !== 'whole') throw insufficientScope('pii:read');
}

/** The one place that knows who acts in a request. */
export function actorOf(auth: Auth, { state }: Context): Actor {
  return {
    accountId: auth.accountId,
    kind: 'token',
    id: auth.tokenId,
    userId: auth.userId,
    apiClientId: auth.apiClientId,
    address: state.ip,
    requestId: state.requestId,
  };
}
