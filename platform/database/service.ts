import type { Service } from '../lifecycle.ts';
import { openDatabase, type Database, type SessionSettings } from './index.ts';

/** What `openServiceDatabase` reads. */
export const DATABASE_VARIABLES = ['DATABASE_URL', 'DATABASE_POOL_MAX', 'DATABASE_CONNECT_TIMEOUT_SECONDS'] as const;

type DatabaseService = Pick<
  Service<(typeof DATABASE_VARIABLES)[number]>,
  'config' | 'log' | 'onShutdown' | 'addReadinessCheck'
>;

/**
 * Settings of the sessions of services: each of their statements is about a few rows or a page of them and finds them by
 * index. Many are prepared, and a plan that was made while a table was small or a queue empty would read all of it for as
 * long as no statistics are gathered: a fresh installation took two thirds as many triggers.
 */
export const BY_INDEX: SessionSettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** The pool of a service, closed at its end; the service is ready only while PostgreSQL answers. */
export function openServiceDatabase(
  applicationName: string,
  { config, log, onShutdown, addReadinessCheck }: DatabaseService,
  session: SessionSettings = BY_INDEX,
): Database {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolMax: config.DATABASE_POOL_MAX,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
    applicationName,
    session,
    onPoolError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
  onShutdown('database', () => db.close());
  addReadinessCheck('postgresql', () => db.ping());
  return db;
}
