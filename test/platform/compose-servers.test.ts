import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { parse } from 'yaml';
import { freePort } from '../../dev/servers/ports.ts';
import { launchNats } from '../../dev/servers/nats.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { grantToArtifacts } from '../../platform/database/artifacts-role.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { testEnvironment } from '../support/environment.ts';
import { expect, test } from '../support/jest.ts';
import { startPostgres } from '../support/servers.ts';

/** What docker-compose.yml gives to PostgreSQL and NATS, given to real ones. */
const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PASSWORD = 'only-for-this-test';

test('the roles of deploy/compose/postgres.sh reach their own databases and no others', async () => {
  const server = await startPostgres();
  const urlOf = (role: string, database: string): string => {
    const url = new URL(server.url);
    [url.username, url.password, url.pathname] = [role, PASSWORD, `/${database}`];
    return url.href;
  };
  try {
    const [, script = ''] = /<<'SQL'\n([^]*?)\nSQL/.exec(read('deploy/compose/postgres.sh')) ?? [];
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    for (const statement of script.split(';').filter((text) => text.trim() !== '')) {
      await admin.query(statement.replaceAll(/:'\w+'/g, `'${PASSWORD}'`));
    }
    const { rows: roles } = await admin.query(
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication from pg_roles
       where rolname in ('cascade', 'cascade_artifacts', 'temporal') order by 1`,
    );
    await admin.end();
    expect(roles.map(({ rolname }) => rolname)).toEqual(['cascade', 'cascade_artifacts', 'temporal']);
    expect(roles.flatMap(({ rolname: _, ...powers }) => Object.values(powers)).filter(Boolean)).toEqual([]);

    const may = async (role: string, database: string): Promise<boolean> => {
      const client = new pg.Client({ connectionString: urlOf(role, database) });
      try {
        await client.connect();
        await client.end();
        return true;
      } catch (error) {
        expect(String(error)).toContain('permission denied for database');
        return false;
      }
    };
    const databases = ['cascade', 'temporal', 'temporal_visibility', 'postgres'];
    const reached = async (role: string) => {
      const found: string[] = [];
      for (const database of databases) if (await may(role, database)) found.push(database);
      return found;
    };
    expect(await reached('cascade')).toEqual(['cascade']);
    expect(await reached('cascade_artifacts')).toEqual(['cascade']);
    expect(await reached('temporal')).toEqual(['temporal', 'temporal_visibility']);

    // The service `migrate` works with the role that it has.
    const db = openDatabase({ url: urlOf('cascade', 'cascade'), poolMax: 2 });
    await migrate(db);
    await grantToArtifacts(db.kysely, 'cascade_artifacts');
    await db.close();
    const browser = new pg.Client({ connectionString: urlOf('cascade_artifacts', 'cascade') });
    await browser.connect();
    await expect(browser.query('select secret from webhook_subscription')).rejects.toThrow('permission denied');
    await expect(browser.query('create table x ()')).rejects.toThrow('permission denied');
    await browser.end();
  } finally {
    await server.stop();
  }
});

test('the NATS of docker-compose.yml refuses whoever has no password', async () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>;
  };
  const args = (services.nats?.command ?? []).map((word) => word.replace('${NATS_PASSWORD:?}', PASSWORD));
  const port = args.indexOf('--http_port') + 1;
  const logFile = join(tmpdir(), `nats-of-compose-${process.pid}.log`);
  const server = await launchNats({
    binary: testEnvironment('NATS_BINARY'),
    logFile,
    args: args.with(port, String(await freePort())),
  });
  try {
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow(/authorization/i);
    const wrong = connect({ servers: server.url, user: 'cascade', pass: 'wrong', reconnect: false });
    await expect(wrong).rejects.toThrow(/authorization/i);
    const connection = await connect({ servers: server.url, user: 'cascade', pass: PASSWORD });
    await connection.close();
  } finally {
    await server.stop();
    await rm(logFile, { force: true });
  }
});
