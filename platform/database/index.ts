import type { InferKyselyDB } from '@mikro-orm/sql';
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import type { Socket } from 'node:net';
import {
  Pool,
  TypeOverrides,
  types,
  type Client,
  type ClientBase,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import type { ENTITIES } from './entities/index.ts';
import { isConnectionLost, OutcomeUnknownError } from './unavailable.ts';

/** The tables as kysely sees them: snake_case columns, inferred from the entities. */
export type DB = InferKyselyDB<(typeof ENTITIES)[number]>;
/**
 * SQL: the present as our columns store it. Columns round to milliseconds, up as well as down. So a row stored as due
 * at `now()` may not be due by `now()` for another half millisecond. A worker that was woken for it would find nothing.
 */
export const STORED_NOW = 'now()::timestamptz(3)';

/** A kysely that is either the pool or an open transaction. */
export type Queryable = Kysely<DB>;
export type { Transaction };

/** One pool, with kysely over it. The schema is MikroORM's, which is loaded by `migrate.ts` only. */
export interface Database {
  readonly kysely: Kysely<DB>;
  readonly pool: Pool;
  /**
   * Runs `work` in a transaction at READ COMMITTED; rolls back if it throws. Throws OutcomeUnknownError if the connection
   * is lost at COMMIT; after any other error nothing was changed.
   */
  transaction<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
  /** Runs one statement as a transaction of its own. Throws OutcomeUnknownError if the connection is lost meanwhile. */
  writeStatement<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>;
  /**
   * Runs statements in this order over one connection, each as a transaction of its own. They are sent together, so all
   * of them take one round trip's time. One that fails stops no other. Each outcome is like that of `writeStatement`.
   */
  writeStatements<Row extends QueryResultRow>(
    queries: readonly QueryConfig[],
  ): Promise<readonly PromiseSettledResult<QueryResult<Row>>[]>;
  /** Throws if PostgreSQL does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Parameters of PostgreSQL, set in each connection. Names and values are constants, never input. */
export type SessionSettings = Readonly<Record<string, string>>;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax?: number;
  readonly applicationName?: string;
  /** How long to wait for a connection; a tool that starts all servers at once waits longer than a service. */
  readonly connectTimeoutMs?: number;
  /**
   * Bounds every statement, transaction and lock of the pool, so that nothing hangs when PostgreSQL or the network
   * does. None by default, as migrations and tools need.
   */
  readonly statementTimeoutMs?: number;
  readonly session?: SessionSettings;
  /** Called with connection errors of idle connections; PostgreSQL going away must not end the process. */
  readonly onPoolError?: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { statementTimeoutMs } = options;
  const session = { ...options.session, ...(statementTimeoutMs === undefined ? {} : timeouts(statementTimeoutMs)) };
  const settings = Object.entries(session).map(([name, value]) => `set ${name} = '${value}'`);
  const idle = new WeakSet<ClientBase>();
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    application_name: options.applicationName ?? 'cascade',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client) => {
      if (statementTimeoutMs !== undefined) giveUpSilence(client, statementTimeoutMs + RESPONSE_MARGIN_MS, idle);
      breakUnreplicated(client);
      if (settings.length > 0) await client.query(settings.join('; '));
    },
    types: typeParsers(),
  });
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('error', (error) => options.onPoolError?.(error));
  // A connection that breaks during a query reports it twice; the rejection of the query is the one that counts.
  pool.on('connect', (client) => client.on('error', (error) => options.onPoolError?.(error)));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    transaction: async (work) => {
      let isCommitting = false;
      try {
        return await kysely.transaction().execute(async (trx) => {
          const result = await work(trx);
          isCommitting = true;
          return result;
        });
      } catch (error) {
        throw isCommitting && isConnectionLost(error) ? new OutcomeUnknownError(error) : error;
      }
    },
    writeStatement: async (query) => {
      const client = await pool.connect();
      let isLost = false;
      try {
        return await client.query(query);
      } catch (error) {
        isLost = isConnectionLost(error);
        throw isLost ? new OutcomeUnknownError(error) : error;
      } finally {
        client.release(isLost);
      }
    },
    writeStatements: async <Row extends QueryResultRow>(queries: readonly QueryConfig[]) => {
      const client = await pool.connect();
      setPipelining(client, true);
      let isLost = false;
      try {
        const sent = queries.map(async (query) => {
          try {
            return await client.query<Row>(query);
          } catch (error) {
            const lost = isConnectionLost(error);
            isLost ||= lost;
            throw lost ? new OutcomeUnknownError(error) : error;
          }
        });
        return await Promise.allSettled(sent);
      } finally {
        setPipelining(client, false);
        client.release(isLost);
      }
    },
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    close: async () => {
      await kysely.destroy();
      // kysely does not end a pool that it never used.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Sets whether the driver sends a query before the previous one has responded. The driver reads the property at every
 * query. Its types only allow setting it for a whole pool, where no other query needs it.
 */
function setPipelining(client: PoolClient, isOn: boolean): void {
  (client as { pipeline: boolean }).pipeline = isOn;
}

/** PostgreSQL ends a statement itself; only a server or a network that is silent takes longer. */
const RESPONSE_MARGIN_MS = 2_000;

function timeouts(statementTimeoutMs: number): SessionSettings {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(Math.ceil(statementTimeoutMs / 2)),
    idle_in_transaction_session_timeout: String(statementTimeoutMs),
  };
}

/**
 * Breaks a connection that is in use and has been silent for that long. The driver's own `query_timeout` only rejects
 * the query: the connection would go back to the pool and block its next user.
 */
function giveUpSilence(client: ClientBase, silenceMs: number, idle: WeakSet<ClientBase>): void {
  const stream = (client as Client).connection.stream as Socket;
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (idle.has(client)) return;
    const message = `PostgreSQL has not responded for ${silenceMs} ms`;
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT', syscall: 'read' }));
  });
}

/**
 * Breaks a connection whose COMMIT waited for a synchronous replica until an operator cancelled it
 * (`pg_cancel_backend`). PostgreSQL reports a success with a warning: the change holds, but would be lost with the
 * server. To the caller this becomes a lost response, so nothing that was not replicated is reported as accepted.
 * (`statement_timeout` does not bound that wait; `giveUpSilence` does.)
 */
function breakUnreplicated(client: ClientBase): void {
  const { connection } = client as Client;
  client.on('notice', ({ routine }) => {
    if (routine !== 'SyncRepWaitForLSN') return;
    const error = new Error('PostgreSQL committed without its synchronous replica');
    // The COMMIT's response may already be read, so the query must fail before it.
    connection.emit('error', Object.assign(error, { code: 'ECONNRESET', syscall: 'commit' }));
    connection.stream.destroy();
  });
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
