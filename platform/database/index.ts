import type { InferKyselyDB } from '@mikro-orm/sql';
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import type { ENTITIES } from './entities/index.ts';

/** The tables as kysely sees them: snake_case columns, inferred from the entities. */
export type DB = InferKyselyDB<(typeof ENTITIES)[number]>;
/** A kysely that is either the pool or an open transaction. */
export type Queryable = Kysely<DB>;
export type { Transaction };

/** One pool, with kysely over it. The schema is MikroORM's, which only those load who migrate (`migrate.ts`). */
export interface Database {
  readonly kysely: Kysely<DB>;
  readonly pool: Pool;
  /** Runs `work` in a transaction at READ COMMITTED; rolls back if it throws. */
  transaction<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
  /** Answers when PostgreSQL does; throws when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Parameters of PostgreSQL, set in each connection: names and values that are no one's input. */
export type SessionSettings = Readonly<Record<string, string>>;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax?: number;
  readonly applicationName?: string;
  /** How long to wait for a connection; a tool that starts everything at once waits longer than a service. */
  readonly connectTimeoutMs?: number;
  readonly session?: SessionSettings;
  /** Called with connection errors of idle connections; PostgreSQL going away must not end the process. */
  readonly onPoolError?: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const settings = Object.entries(options.session ?? {}).map(([name, value]) => `set ${name} = '${value}'`);
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    application_name: options.applicationName ?? 'cascade',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    ...(settings.length === 0 ? {} : { onConnect: (client) => client.query(settings.join('; ')) }),
    types: typeParsers(),
  });
  pool.on('error', (error) => options.onPoolError?.(error));
  // A connection that breaks while a query holds it says so twice; the query's own rejection is the one that counts.
  pool.on('connect', (client) => client.on('error', (error) => options.onPoolError?.(error)));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    transaction: (work) => kysely.transaction().execute(work),
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    close: async () => {
      await kysely.destroy();
      // kysely leaves a pool alone that it never used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Ids and counts are far below 2^53; they are numbers in the API, so they are numbers here. */
function typeParsers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}

/** A value for a `json` or `jsonb` column. Arrays need it: the driver would make PostgreSQL arrays of them. */
export function asJson<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}`;
}
