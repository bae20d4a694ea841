import type { Database } from '../../../platform/database/index.ts';
import { COUNT_AGAIN, type Limit, type Usage } from './limiter.ts';
import { microBatch, type MicroBatch } from './micro-batch.ts';

/**
 * Job: counts the requests of people who have signed in. People in one office share an address, and one of them must
 * not use up the limit of the others or of the office's programs.
 *
 * Invariants:
 * - The limit is for a person over all their sessions: more sessions allow no more requests.
 * - A session that is unknown or has ended counts nothing here and leaves no row. Its request counts against its
 *   address, so made-up cookies gain nothing.
 * - One statement is in flight, even in a flood.
 */
export class PersonLimiter {
  readonly #db: Database;
  readonly #limit: Limit;
  readonly #idleMs: number;
  readonly #count: MicroBatch<string, Usage | undefined>;

  constructor(db: Database, { perMinute, idleMs }: { readonly perMinute: number; readonly idleMs: number }) {
    this.#db = db;
    this.#limit = { name: 'person', max: perMinute, windowMs: 60_000 };
    this.#idleMs = idleMs;
    this.#count = microBatch((hashes) => this.#run(hashes), { maxInFlight: 1 });
  }

  /** Undefined if the session is unknown or has ended. */
  count(sessionHash: string): Promise<Usage | undefined> {
    return this.#count(sessionHash);
  }

  async #run(hashes: readonly string[]): Promise<readonly (Usage | undefined)[]> {
    const { rows } = await this.#db.pool.query<Row>({
      name: 'person_admission',
      text: COUNT,
      values: [hashes, this.#idleMs, this.#limit.windowMs],
    });
    const known = new Map(rows.map((row) => [row.token_hash, row]));
    // The first request to arrive gets the lowest number.
    const given = new Map(rows.map(({ key, hits, counted }) => [key, hits - counted]));
    return hashes.map((hash) => {
      const row = known.get(hash);
      if (row === undefined) return undefined;
      const hits = (given.get(row.key) ?? 0) + 1;
      given.set(row.key, hits);
      return { limit: this.#limit, hits, resetsInMs: row.ms };
    });
  }
}

interface Row {
  readonly token_hash: string;
  readonly key: string;
  /** In the window. */
  readonly hits: number;
  /** The count of this statement. */
  readonly counted: number;
  readonly ms: number;
}

/** Keys are written sorted, so that statements of several replicas cannot deadlock. */
const COUNT = `
  with asked as (
    select token_hash, count(*)::int as hits from unnest((select $1::text[])::text[]) as a (token_hash) group by token_hash
  ), known as (
    select a.token_hash, a.hits, 'person:' || s.user_id as key
    from asked a join user_session s on s.token_hash = a.token_hash
    where s.revoked_at is null and s.expires_at > now() and s.last_used_at >= now() - $2::float8 * interval '1 ms'
  ), hit as (
    insert into rate_window as w (key, hits, resets_at)
    select key, sum(hits)::int, now() + $3::float8 * interval '1 ms' from known group by key order by key
    ${COUNT_AGAIN}
  )
  select k.token_hash, k.key, h.hits, (sum(k.hits) over (partition by k.key))::int as counted,
    (extract(epoch from h.resets_at - now()) * 1000)::float8 as ms
  from known k join hit h on h.key = k.key`;
