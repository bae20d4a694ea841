import { Client } from 'pg';
import { openDatabase } from '../../platform/database/index.ts';
import { makeRoles } from '../../dev/stack/logins.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { PATIENCE_MS } from './patience.ts';
import { TEST_LOGINS } from './logins.ts';
import { guardTransitions } from './transitions.ts';

const TEMPLATE = 'cascade_template';

/** Name for a run that uses the servers of another one. */
export function ownTemplateName(): string {
  return `${TEMPLATE}_${process.pid}`;
}

/** Creates the migrated database that test databases are cloned from, closes all connections to it, returns its name. */
export async function prepareTemplate(adminUrl: string, name = TEMPLATE): Promise<string> {
  await asAdministrator(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const db = openDatabase({ url: databaseUrl(adminUrl, name), poolMax: 2, connectTimeoutMs: PATIENCE_MS });
  try {
    await migrate(db);
    await guardTransitions(db);
    await makeRoles(db, TEST_LOGINS.database);
  } finally {
    await db.close();
  }
  return name;
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function asAdministrator<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
