import { sql } from 'kysely';
import { applicantView, withImplied, type Scope } from '../../../core/access.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { microBatch, type MicroBatch } from './micro-batch.ts';

/**
 * Job: admits requests. One statement counts the rate limits of many requests, reads the bans of their addresses and
 * looks up their tokens. So admission costs one round trip.
 *
 * Invariants:
 * - Fixed windows in one unlogged table that all replicas share: the row is the counter, exact over any number of
 *   replicas. Every request counts, refused ones too.
 * - Keys go into the statement sorted and once each, so that statements cannot deadlock. One statement is in flight, so
 *   a flood costs the database no more than that.
 * - An address creates at most as many rows for token prefixes as it may send requests. For a refused request counts
 *   against a prefix only if that prefix has a row already. Otherwise random bearers would fill the table.
 * - Tokens are never cached: one that is revoked stops working on every replica at once.
 */
export interface Limit {
  /** Its name in the RateLimit headers. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

/** One counter of a request. `key` is unique over all limits. */
export interface Count {
  readonly limit: Limit;
  readonly key: string;
}

export interface Usage {
  readonly limit: Limit;
  /** The number of this request in its window, from 1; 0 if it was not counted. */
  readonly hits: number;
  readonly resetsInMs: number;
}

export interface AdmissionRequest {
  readonly app: Count;
  readonly ip: Count | null;
  /** Counted only together with `ip`. */
  readonly tokenPrefix: Count | null;
  /** Address for which a ban is looked up; null where bans do not apply. */
  readonly bannedAddress: string | null;
  readonly tokenHash: string | null;
}

export interface Admission {
  /** Usages of the limits of app, ip and token prefix, if the request counts against them. */
  readonly usages: readonly Usage[];
  /** Remaining time of the ban; 0 if there is none. */
  readonly bannedForMs: number;
  /** Undefined if the token is unknown. */
  readonly token: KnownToken | undefined;
}

export interface KnownToken {
  readonly auth: Auth;
  readonly isExpired: boolean;
  readonly isRevoked: boolean;
  readonly isLastUsedStale: boolean;
}

/** Distinct unknown bearer values are counted over this time. */
const FAILED_AUTH_WINDOW_MS = 5 * 60_000;
/** `last_used_at` of a token is written at most this often. */
export const LAST_USED_EVERY_MS = 60_000;
const PURGE_CHUNK = 5_000;

export class Limiter {
  readonly #db: Database;
  readonly #ban: { readonly threshold: number; readonly durationMs: number };
  readonly #admit: MicroBatch<AdmissionRequest, Admission>;

  constructor(db: Database, ban: { threshold: number; durationMs: number }) {
    this.#db = db;
    this.#ban = ban;
    this.#admit = microBatch((requests) => this.#run(requests), { maxInFlight: 1 });
  }

  admit(request: AdmissionRequest): Promise<Admission> {
    return this.#admit(request);
  }

  /**
   * Records an unknown bearer value (hashed) of an address, and bans the address at the threshold. Concurrent ones of one
   * address wait for each other, so that each is counted.
   */
  async noteUnknownToken(address: string, tokenHash: string): Promise<void> {
    const { threshold, durationMs } = this.#ban;
    await this.#db.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`failed_auth ${address}`}, 0))`.execute(trx);
      await sql`
        insert into failed_auth (ip, token_hash, seen_at) values (${address}, ${tokenHash}, now())
        on conflict (ip, token_hash) do update set seen_at = excluded.seen_at`.execute(trx);
      await sql`
        insert into rate_window as w (key, hits, resets_at)
        select ${banKey(address)}, 1, now() + ${durationMs}::float8 * interval '1 ms'
        from failed_auth
        where ip = ${address} and seen_at > now() - ${FAILED_AUTH_WINDOW_MS}::float8 * interval '1 ms'
        having count(*) >= ${threshold}
        on conflict (key) do update
        set resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end`.execute(trx);
    });
  }

  /** Removes expired rows. Replicas may run it at the same time. */
  async purge(): Promise<void> {
    const expiredWindows = sql`
      delete from rate_window where key in (
        select key from rate_window where resets_at < now() - interval '1 minute'
        order by resets_at limit ${PURGE_CHUNK} for update skip locked)`;
    const oldFailures = sql`
      delete from failed_auth where (ip, token_hash) in (
        select ip, token_hash from failed_auth
        where seen_at < now() - ${2 * FAILED_AUTH_WINDOW_MS}::float8 * interval '1 ms'
        limit ${PURGE_CHUNK} for update skip locked)`;
    for (const statement of [expiredWindows, oldFailures]) {
      for (let deleted = PURGE_CHUNK; deleted === PURGE_CHUNK;) {
        const { numAffectedRows } = await statement.execute(this.#db.kysely);
        deleted = Number(numAffectedRows ?? 0);
      }
    }
  }

  async #run(requests: readonly AdmissionRequest[]): Promise<readonly Admission[]> {
    const addresses = tally(requests.flatMap(({ app, ip }) => (ip === null ? [app] : [app, ip])));
    const prefixes = tally(requests.flatMap(({ tokenPrefix }) => tokenPrefix ?? []));
    const rows = await this.#query(requests, addresses, prefixes);
    // The first request to arrive gets the lowest number.
    const given = new Map(
      [...addresses, ...prefixes].map(([key, { hits }]) => [key, (rows.windows.get(key)?.hits ?? hits) - hits]),
    );
    const use = ({ key, limit }: Count): Usage => {
      const window = rows.windows.get(key);
      if (window === undefined) return { limit, hits: 0, resetsInMs: limit.windowMs };
      const hits = (given.get(key) ?? 0) + 1;
      given.set(key, hits);
      return { limit, hits, resetsInMs: window.ms };
    };
    return requests.map(({ app, ip, tokenPrefix, bannedAddress, tokenHash }) => ({
      usages: [app, ip, tokenPrefix].flatMap((count) => (count === null ? [] : [use(count)])),
      bannedForMs: bannedAddress === null ? 0 : (rows.windows.get(banKey(bannedAddress))?.ms ?? 0),
      token: tokenHash === null ? undefined : rows.tokens.get(tokenHash),
    }));
  }

  async #query(requests: readonly AdmissionRequest[], addresses: Tally, prefixes: Tally) {
    const guards = guardsOf(requests, addresses);
    const { rows } = await this.#db.pool.query<Row>({
      name: 'admission',
      text: ADMIT,
      values: [
        ...columnsOf(addresses),
        ...columnsOf(prefixes),
        [...prefixes.keys()].map((key) => guards.get(key)?.key ?? null),
        [...prefixes.keys()].map((key) => guards.get(key)?.maxHits ?? null),
        [...new Set(requests.flatMap(({ bannedAddress }) => (bannedAddress === null ? [] : [banKey(bannedAddress)])))],
        [...new Set(requests.flatMap(({ tokenHash }) => tokenHash ?? []))],
        LAST_USED_EVERY_MS,
      ],
    });
    return {
      windows: new Map(rows.flatMap((row) => (row.token === null ? [[row.key, row]] : []))),
      tokens: new Map(rows.flatMap(({ key, token }) => (token === null ? [] : [[key, knownToken(token)]]))),
    };
  }
}

function banKey(address: string): string {
  return `ban:${address}`;
}

type Tally = ReadonlyMap<string, { readonly hits: number; readonly windowMs: number; readonly max: number }>;

/** How often each key is counted, sorted by key. */
function tally(counts: readonly Count[]): Tally {
  const hits = Map.groupBy(counts, ({ key }) => key);
  return new Map(
    [...hits]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, [first, ...others]]) => [
        key,
        { hits: others.length + 1, windowMs: first?.limit.windowMs ?? 0, max: first?.limit.max ?? 0 },
      ]),
  );
}

function columnsOf(counts: Tally): [string[], number[], number[]] {
  const values = [...counts.values()];
  return [[...counts.keys()], values.map(({ hits }) => hits), values.map(({ windowMs }) => windowMs)];
}

/**
 * For each prefix, the counter of an address that sent it, and the most hits with which its first request is admitted.
 */
function guardsOf(requests: readonly AdmissionRequest[], addresses: Tally) {
  const guards = new Map<string, { readonly key: string; readonly maxHits: number }>();
  for (const { ip, tokenPrefix } of requests) {
    if (ip === null || tokenPrefix === null || guards.has(tokenPrefix.key)) continue;
    guards.set(tokenPrefix.key, { key: ip.key, maxHits: ip.limit.max + (addresses.get(ip.key)?.hits ?? 1) - 1 });
  }
  return guards;
}

interface Row {
  readonly key: string;
  readonly hits: number;
  readonly ms: number;
  readonly token: TokenColumns | null;
}

interface TokenColumns {
  readonly id: number;
  readonly account_id: number;
  readonly api_client_id: number;
  readonly user_id: number;
  readonly scopes: readonly Scope[];
  readonly production_access: boolean;
  readonly four_eyes: boolean;
  readonly is_expired: boolean;
  readonly is_revoked: boolean;
  readonly is_last_used_stale: boolean;
}

function knownToken(row: TokenColumns): KnownToken {
  const scopes = withImplied(row.scopes, { fourEyes: row.four_eyes });
  return {
    isExpired: row.is_expired,
    isRevoked: row.is_revoked,
    isLastUsedStale: row.is_last_used_stale,
    auth: {
      via: { kind: 'token', id: row.id },
      accountId: row.account_id,
      apiClientId: row.api_client_id,
      userId: row.user_id,
      scopes,
      productionAccess: row.production_access,
      view: applicantView(scopes),
    },
  };
}

/** Adds to a window, or begins the next one. */
export const COUNT_AGAIN = `on conflict (key) do update set
    hits = case when w.resets_at <= now() then excluded.hits else w.hits + excluded.hits end,
    resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end
  returning key, hits, resets_at`;

/**
 * Lists come from sub-selects, so that the plan does not depend on their values. A plan for given lists looks cheaper
 * than the general one, so PostgreSQL would plan each statement anew, which costs more than running it.
 */
const ADMIT = `
  with hit as (
    insert into rate_window as w (key, hits, resets_at)
    select key, hits, now() + window_ms * interval '1 ms'
    from unnest((select $1::text[])::text[], (select $2::int[])::int[], (select $3::int[])::int[]) as wanted (key, hits, window_ms)
    ${COUNT_AGAIN}
  ), prefix_hit as (
    insert into rate_window as w (key, hits, resets_at)
    select key, hits, now() + window_ms * interval '1 ms'
    from unnest((select $4::text[])::text[], (select $5::int[])::int[], (select $6::int[])::int[], (select $7::text[])::text[], (select $8::int[])::int[])
      as wanted (key, hits, window_ms, guard_key, guard_hits)
    where exists (select from rate_window known where known.key = wanted.key)
      or (select guard.hits from hit guard where guard.key = wanted.guard_key) <= guard_hits
    ${COUNT_AGAIN}
  )
  select key, hits, (extract(epoch from resets_at - now()) * 1000)::float8 as ms, null::json as token
  from (select * from hit union all select * from prefix_hit) counted
  union all
  select key, hits, (extract(epoch from resets_at - now()) * 1000)::float8, null::json
  from rate_window where key = any ((select $9::text[])::text[]) and resets_at > now()
  union all
  select t.token_hash, 0, 0, json_build_object(
    'id', t.id, 'account_id', t.account_id, 'api_client_id', t.api_client_id, 'user_id', t.user_id,
    'scopes', t.scopes, 'production_access', a.production_access,
    'four_eyes', a.four_eyes,
    'is_expired', coalesce(t.expires_at <= now(), false),
    'is_revoked', t.revoked_at is not null,
    'is_last_used_stale', coalesce(t.last_used_at < now() - $11::float8 * interval '1 ms', true))
  from api_token t join account a on a.id = t.account_id
  where t.token_hash = any ((select $10::text[])::text[])`;
