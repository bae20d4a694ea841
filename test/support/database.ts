import { randomUUID } from 'node:crypto';
import { openDatabase, type Database, type DatabaseOptions } from '../../platform/database/index.ts';
import { roleUrl } from '../../dev/stack/logins.ts';
import type { ServiceRole } from '../../platform/database/grants.ts';
import { BY_INDEX } from '../../platform/database/service.ts';
import { testEnvironment } from './environment.ts';
import { TEST_LOGINS } from './logins.ts';
import { PATIENCE_MS } from './patience.ts';
import { asAdministrator, databaseUrl } from './template-database.ts';

interface TestDatabaseOptions extends Pick<DatabaseOptions, 'poolMax' | 'session'> {
  /** The service whose role it is; the owner of the tables by default. */
  readonly as?: ServiceRole;
}

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** Opens it; `drop` closes it. */
  open(options?: TestDatabaseOptions): Promise<Database>;
  /** Closes and removes it, with any connections that are left. */
  drop(): Promise<void>;
}

/** A fresh, migrated database, cloned from the template in about ten milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = testEnvironment('TEST_DATABASE_ADMIN_URL');
  const template = testEnvironment('TEST_DATABASE_TEMPLATE');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(adminUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  );
  const url = databaseUrl(adminUrl, name);
  const opened: Database[] = [];
  return {
    name,
    url,
    open: async ({ as: role, ...options } = {}) => {
      const db = openDatabase({
        poolMax: 5,
        session: BY_INDEX,
        ...options,
        url: role === undefined ? url : roleUrl(url, role, TEST_LOGINS.database),
        applicationName: 'test',
        connectTimeoutMs: PATIENCE_MS,
      });
      opened.push(db);
      return db;
    },
    drop: async () => {
      await Promise.all(opened.splice(0).map((db) => db.close()));
      await asAdministrator(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
