import { AppError } from '../../../../core/errors.ts';
import { approvalProof, tokenHash } from '../../../../platform/crypto.ts';
import type { Actor } from '../../../../platform/database/audit.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Context } from '../context.ts';
import { LAST_USED_EVERY_MS, type Limiter } from '../limiter.ts';
import { scopesOf, type Route } from '../route.ts';
import { insufficientScope } from '../scopes.ts';
import { requireSameOrigin, tokenOfCookie, type SessionCookie } from '../session-cookie.ts';
import { findSession, noteSessionUse } from '../sessions.ts';
import type { Auth, SignInSettings } from '../../services.ts';
import { networkOf } from './source-ip.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface AuthenticatorOptions {
  readonly db: Database;
  readonly limiter: Limiter;
  readonly cookie: SessionCookie;
  readonly sessions: SignInSettings;
}

/**
 * Checks the token that admission has looked up (`limits.ts`), or the session of a person. Both are known by their SHA-256
 * only. A request with an Authorization header is that of a program, whatever cookies it carries.
 */
export class Authenticator {
  readonly #db: Database;
  readonly #limiter: Limiter;
  readonly #cookie: SessionCookie;
  readonly #sessions: SignInSettings;
  readonly #atWork = new Set<Promise<unknown>>();

  constructor({ db, limiter, cookie, sessions }: AuthenticatorOptions) {
    this.#db = db;
    this.#limiter = limiter;
    this.#cookie = cookie;
    this.#sessions = sessions;
  }

  /** Throws `unauthorized` or `token_expired`. */
  async authenticate(ctx: Context): Promise<Auth> {
    const bearer = bearerOf(ctx);
    if (bearer === undefined && ctx.get('Authorization') === '') {
      const session = tokenOfCookie(ctx, this.#cookie);
      if (session !== undefined) return this.#bySession(ctx, session);
    }
    if (bearer === undefined) throw new AppError('unauthorized', { headers: CHALLENGE });
    const { token } = ctx.state;
    if (token === undefined) {
      await this.#limiter.noteUnknownToken(networkOf(ctx.state.ip), tokenHash(bearer));
      throw new AppError('unauthorized', { headers: CHALLENGE });
    }
    if (token.isRevoked) throw new AppError('unauthorized', { headers: CHALLENGE });
    if (token.isExpired) throw new AppError('token_expired', { headers: CHALLENGE });
    if (token.isLastUsedStale) this.#noteUse(token.auth.via.id, ctx);
    return token.auth;
  }

  /** Proof for PostgreSQL of who sent a request that was let through; it cannot be read from the database. */
  proofOf(ctx: Context): string {
    const token = bearerOf(ctx) ?? tokenOfCookie(ctx, this.#cookie);
    if (token === undefined) throw new AppError('unauthorized', { headers: CHALLENGE });
    return approvalProof(token);
  }

  async #bySession(ctx: Context, token: string): Promise<Auth> {
    requireSameOrigin(ctx, this.#cookie);
    const session = await findSession(this.#db.kysely, token, this.#sessions);
    if (session === undefined) {
      await this.#limiter.noteUnknownToken(networkOf(ctx.state.ip), tokenHash(token));
      throw new AppError('unauthorized', { headers: CHALLENGE });
    }
    if (session.isRevoked) throw new AppError('unauthorized', { headers: CHALLENGE, message: ENDED });
    if (session.isExpired) throw new AppError('token_expired', { headers: CHALLENGE, message: ENDED });
    if (session.isLastUseStale) {
      this.#inBackground(noteSessionUse(this.#db.kysely, session.auth.via.id), ctx, 'a session');
    }
    return session.auth;
  }

  /** Waits for the background writes. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#atWork);
  }

  #noteUse(tokenId: number, ctx: Context): void {
    const work = this.#db.pool.query({
      text: `update api_token set last_used_at = now()
             where id = $1 and (last_used_at is null or last_used_at < now() - $2::float8 * interval '1 ms')`,
      values: [tokenId, LAST_USED_EVERY_MS],
    });
    this.#inBackground(work, ctx, 'a token');
  }

  /** The request neither waits for the write nor fails with it. */
  #inBackground(write: Promise<unknown>, ctx: Context, what: string): void {
    const work: Promise<unknown> = write
      .catch((error: unknown) => ctx.state.log.warn({ err: error }, `last_used_at of ${what} could not be written`))
      .finally(() => this.#atWork.delete(work));
    this.#atWork.add(work);
  }
}

const ENDED = 'The session has ended. Sign in again.';

/**
 * The bearer value, well-formed or not; undefined if there is none. A UUID is compared without regard to case (RFC
 * 9562).
 */
export function bearerOf(ctx: Context): string | undefined {
  const bearer = /^Bearer +(\S.*)$/i.exec(ctx.get('Authorization'))?.[1];
  return bearer !== undefined && UUID.test(bearer) ? bearer.toLowerCase() : bearer;
}

/** The hash to look the bearer up by; null if it cannot be a token. */
export function lookupHashOf(bearer: string): string | null {
  return UUID.test(bearer) ? tokenHash(bearer) : null;
}

/**
 * Any one of the scopes is enough. Called before any look-up, so that a caller without the scope cannot learn which ids
 * exist.
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
    kind: auth.via.kind,
    id: auth.via.id,
    userId: auth.userId,
    name: null,
    apiClientId: auth.apiClientId,
    address: state.ip,
    requestId: state.requestId,
  };
}
