import { AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/states.ts';
import { tokenHash } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Context } from '../context.ts';
import type { Limiter } from '../limiter.ts';
import { microBatch, type MicroBatch } from '../micro-batch.ts';
import type { Auth } from '../services.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_USED_EVERY_MS = 60_000;

interface TokenRow {
  readonly hash: string;
  readonly auth: Auth;
  readonly isExpired: boolean;
  readonly isRevoked: boolean;
  readonly isLastUsedStale: boolean;
}

/**
 * Knows tokens by their SHA-256. Nothing is cached: a token that is revoked is revoked on every replica at once.
 */
export class Authenticator {
  readonly #db: Database;
  readonly #limiter: Limiter;
  readonly #find: MicroBatch<string, TokenRow | undefined>;
  readonly #atWork = new Set<Promise<unknown>>();

  constructor(db: Database, limiter: Limiter) {
    this.#db = db;
    this.#limiter = limiter;
    this.#find = microBatch((hashes) => this.#query(hashes));
  }

  /** Throws `unauthorized` or `token_expired`. */
  async authenticate(ctx: Context): Promise<Auth> {
    const bearer = bearerOf(ctx);
    if (bearer === undefined) throw new AppError('unauthorized', { headers: CHALLENGE });
    const hash = tokenHash(bearer);
    const token = UUID.test(bearer) ? await this.#find(hash) : undefined;
    if (token === undefined) {
      await this.#limiter.noteUnknownToken(ctx.state.ip, hash);
      throw new AppError('unauthorized', { headers: CHALLENGE });
    }
    if (token.isRevoked) throw new AppError('unauthorized', { headers: CHALLENGE });
    if (token.isExpired) throw new AppError('token_expired', { headers: CHALLENGE });
    if (token.isLastUsedStale) this.#noteUse(token.auth.tokenId, ctx);
    return token.auth;
  }

  /** Waits for what was begun off the path of requests. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#atWork);
  }

  /** Off the path of the request, which does not wait for it and does not fail with it. */
  #noteUse(tokenId: number, ctx: Context): void {
    const work: Promise<unknown> = this.#db.pool
      .query({
        text: `update api_token set last_used_at = now()
               where id = $1 and (last_used_at is null or last_used_at < now() - $2::float8 * interval '1 ms')`,
        values: [tokenId, LAST_USED_EVERY_MS],
      })
      .catch((error: unknown) => ctx.state.log.warn({ err: error }, 'the use of a token could not be noted'))
      .finally(() => this.#atWork.delete(work));
    this.#atWork.add(work);
  }

  async #query(hashes: readonly string[]): Promise<readonly (TokenRow | undefined)[]> {
    const { rows } = await this.#db.pool.query({
      name: 'tokens',
      text: `
        select t.token_hash, t.id, t.account_id, t.api_client_id, t.user_id, t.scopes, a.production_access,
          coalesce(t.expires_at <= now(), false) as is_expired,
          t.revoked_at is not null as is_revoked,
          coalesce(t.last_used_at < now() - $2::float8 * interval '1 ms', true) as is_last_used_stale
        from api_token t join account a on a.id = t.account_id
        where t.token_hash = any ($1::text[])`,
      values: [[...new Set(hashes)], LAST_USED_EVERY_MS],
    });
    const found = new Map(
      rows.map((row): [string, TokenRow] => [
        row.token_hash,
        {
          hash: row.token_hash,
          isExpired: row.is_expired,
          isRevoked: row.is_revoked,
          isLastUsedStale: row.is_last_used_stale,
          auth: {
            tokenId: row.id,
            accountId: row.account_id,
            apiClientId: row.api_client_id,
            userId: row.user_id,
            scopes: new Set<Scope>(row.scopes),
            productionAccess: row.production_access,
          },
        },
      ]),
    );
    return hashes.map((hash) => found.get(hash));
  }
}

/** The bearer value that was sent, whatever it looks like; undefined where there is none. */
export function bearerOf(ctx: Context): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(ctx.get('Authorization'))?.[1];
}

/** `executions:read:full` implies `executions:read`; no other scope implies another. */
export function requireScope(auth: Auth, scope: Scope): void {
  if (auth.scopes.has(scope)) return;
  if (scope === 'executions:read' && auth.scopes.has('executions:read:full')) return;
  throw new AppError('insufficient_scope', {
    details: [{ field: 'Authorization', message: `the token lacks the scope ${scope}` }],
  });
}
