import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { microBatch, type MicroBatch } from './micro-batch.ts';

/**
 * Rate limits that all replicas share: fixed windows in one unlogged table, counted and read by one statement for many
 * requests at once, together with the bans of failed authentication.
 *
 * - Every request counts, refused ones too. Exact over any number of replicas: the row is the counter.
 * - Keys go into the statement sorted and once each, so that statements cannot deadlock.
 * - A key known to be used up is refused from memory until its window ends, which spares the database in a flood.
 * - Of the alternatives measured (one query per limit, a library's three, NATS key-value) this one was several times
 *   faster than the next.
 */
export interface Limit {
  /** As it is called in the RateLimit headers. */
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

/** One thing to be counted. `key` is unique over all limits. */
export interface Count {
  readonly limit: Limit;
  readonly key: string;
}

export interface Usage {
  readonly limit: Limit;
  /** This request among those of the window, from 1. */
  readonly hits: number;
  readonly resetsInMs: number;
}

export interface LimiterResult {
  /** In the order of the counts. */
  readonly usages: readonly Usage[];
  /** How long the address is banned yet; 0 where it is not. */
  readonly bannedForMs: number;
}

interface Request {
  readonly counts: readonly Count[];
  readonly banKey: string | null;
}

interface Row {
  readonly key: string;
  readonly hits: number;
  readonly ms: number;
}

/** Distinct unknown bearer values are counted over this time. */
const FAILED_AUTH_WINDOW_MS = 5 * 60_000;
const MAX_REMEMBERED = 50_000;

export class Limiter {
  readonly #db: Database;
  readonly #ban: { readonly threshold: number; readonly durationMs: number };
  readonly #consume: MicroBatch<Request, LimiterResult>;
  /** Keys that are used up, and bans: until when, by this process's monotonic clock, and how far they were. */
  readonly #blocked = new Map<string, { readonly until: number; readonly hits: number }>();

  constructor(db: Database, ban: { threshold: number; durationMs: number }) {
    this.#db = db;
    this.#ban = ban;
    this.#consume = microBatch((requests) => this.#run(requests));
  }

  /** Counts one request. `ip`: asks for its ban too; null where bans do not hold. */
  async consume(counts: readonly Count[], ip: string | null): Promise<LimiterResult> {
    const request = { counts, banKey: ip === null ? null : `ban:${ip}` };
    return this.#fromMemory(request) ?? this.#consume(request);
  }

  /**
   * Notes an unknown bearer value (hashed) of an address, and bans the address when the threshold is reached. Concurrent
   * ones of the same address wait for each other, so that none is overlooked.
   */
  async noteUnknownToken(ip: string, tokenHash: string): Promise<void> {
    const { threshold, durationMs } = this.#ban;
    await this.#db.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`failed_auth ${ip}`}, 0))`.execute(trx);
      await sql`
        insert into failed_auth (ip, token_hash, seen_at) values (${ip}, ${tokenHash}, now())
        on conflict (ip, token_hash) do update set seen_at = excluded.seen_at`.execute(trx);
      await sql`
        insert into rate_window as w (key, hits, resets_at)
        select ${`ban:${ip}`}, 1, now() + ${durationMs}::float8 * interval '1 ms'
        from failed_auth
        where ip = ${ip} and seen_at > now() - ${FAILED_AUTH_WINDOW_MS}::float8 * interval '1 ms'
        having count(*) >= ${threshold}
        on conflict (key) do update
        set resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end`.execute(trx);
    });
  }

  /** Removes what has run out. Replicas may do it at the same time. */
  async purge(): Promise<void> {
    await sql`
      delete from rate_window where key in (
        select key from rate_window where resets_at < now() - interval '1 minute'
        order by key limit 5000 for update skip locked)`.execute(this.#db.kysely);
    await sql`
      delete from failed_auth where (ip, token_hash) in (
        select ip, token_hash from failed_auth
        where seen_at < now() - ${2 * FAILED_AUTH_WINDOW_MS}::float8 * interval '1 ms'
        limit 5000 for update skip locked)`.execute(this.#db.kysely);
    const now = performance.now();
    for (const [key, { until }] of this.#blocked) if (until <= now) this.#blocked.delete(key);
  }

  /** Where memory alone shows that the request is refused. */
  #fromMemory({ counts, banKey }: Request): LimiterResult | undefined {
    if (this.#blocked.size === 0) return undefined;
    const now = performance.now();
    const left = (key: string) => Math.max(0, (this.#blocked.get(key)?.until ?? 0) - now);
    const bannedForMs = banKey === null ? 0 : left(banKey);
    if (bannedForMs === 0 && counts.every(({ key }) => left(key) === 0)) return undefined;
    const usages = counts.map(({ key, limit }) => ({
      limit,
      hits: left(key) > 0 ? (this.#blocked.get(key)?.hits ?? 0) : 0,
      resetsInMs: left(key),
    }));
    return { usages, bannedForMs };
  }

  #remember(key: string, hits: number, ms: number): void {
    if (this.#blocked.size >= MAX_REMEMBERED) this.#blocked.clear();
    this.#blocked.set(key, { until: performance.now() + ms, hits });
  }

  async #run(requests: readonly Request[]): Promise<readonly LimiterResult[]> {
    const wanted = new Map<string, { hits: number; windowMs: number }>();
    for (const { key, limit } of requests.flatMap(({ counts }) => counts)) {
      const entry = wanted.get(key);
      if (entry === undefined) wanted.set(key, { hits: 1, windowMs: limit.windowMs });
      else entry.hits += 1;
    }
    const rows = await this.#query(wanted, [...new Set(requests.flatMap(({ banKey }) => banKey ?? []))]);
    // The first to arrive gets the lowest number.
    const given = new Map([...wanted].map(([key, { hits }]) => [key, (rows.get(key)?.hits ?? hits) - hits]));
    return requests.map(({ counts, banKey }) => {
      const ban = banKey === null ? undefined : rows.get(banKey);
      if (ban !== undefined) this.#remember(ban.key, ban.hits, ban.ms);
      const usages = counts.map(({ key, limit }) => {
        const hits = (given.get(key) ?? 0) + 1;
        given.set(key, hits);
        const resetsInMs = rows.get(key)?.ms ?? limit.windowMs;
        if (hits > limit.max) this.#remember(key, hits, resetsInMs);
        return { limit, hits, resetsInMs };
      });
      return { usages, bannedForMs: ban?.ms ?? 0 };
    });
  }

  async #query(wanted: ReadonlyMap<string, { hits: number; windowMs: number }>, banKeys: readonly string[]) {
    const entries = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
    const { rows } = await this.#db.pool.query<Row>({
      name: 'limits',
      text: `
        with hit as (
          insert into rate_window as w (key, hits, resets_at)
          select key, hits, now() + window_ms * interval '1 ms'
          from unnest($1::text[], $2::int[], $3::int[]) as wanted (key, hits, window_ms)
          on conflict (key) do update set
            hits = case when w.resets_at <= now() then excluded.hits else w.hits + excluded.hits end,
            resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end
          returning key, hits, resets_at
        )
        select key, hits, (extract(epoch from resets_at - now()) * 1000)::float8 as ms from hit
        union all
        select key, hits, (extract(epoch from resets_at - now()) * 1000)::float8
        from rate_window where key = any ($4::text[]) and resets_at > now()`,
      values: [
        entries.map(([key]) => key),
        entries.map(([, { hits }]) => hits),
        entries.map(([, { windowMs }]) => windowMs),
        banKeys,
      ],
    });
    return new Map(rows.map((row) => [row.key, row]));
  }
}
