import type { Service } from '../lifecycle.ts';
import { openDatabase, type Database, type SessionSettings } from './index.ts';

/** Variables that `openServiceDatabase` reads. */
export const DATABASE_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_POOL_MAX',
  'DATABASE_CONNECT_TIMEOUT_SECONDS',
  'DATABASE_STATEMENT_TIMEOUT_SECONDS',
] as const;

type DatabaseService = Pick<
  Service<(typeof DATABASE_VARIABLES)[number]>,
  'config' | 'log' | 'onShutdown' | 'addReadinessCheck'
>;

/**
 * Settings of the services' sessions, whose statements each read a few rows or a page by index. Many are prepared: a
 * plan that was made while a table was small would scan it until statistics are gathered. Without these settings a
 * fresh installation accepted a third fewer triggers.
 */
export const BY_INDEX: SessionSettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/**
 * `BY_INDEX` for a service that prepares its statements once: their plans hold every partition of a table and open
 * those that the parameters name. PostgreSQL would otherwise plan such a statement anew each time, which costs more
 * than running it (docs/decisions/13). So no statement may need the value of a parameter to choose its index: the
 * condition of a partial index is written out.
 */
export const PLANNED_ONCE: SessionSettings = { ...BY_INDEX, plan_cache_mode: 'force_generic_plan' };

/** The pool of a service, closed at its shutdown. The service is ready only while PostgreSQL responds. */
export function openServiceDatabase(
  applicationName: string,
  { config, log, onShutdown, addReadinessCheck }: DatabaseService,
  session: SessionSettings = BY_INDEX,
): Database {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
    applicationName,
    session,
    onPoolError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
  onShutdown('database', () => db.close());
  addReadinessCheck('postgresql', () => db.ping());
  return db;
}
