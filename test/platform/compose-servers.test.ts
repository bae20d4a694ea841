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
import { migrate } from '../../platform/database/migrate.ts';
import { grantToServices } from '../../platform/database/roles.ts';
import { testEnvironment } from '../support/environment.ts';
import { expect, test } from '../support/jest.ts';
import { startPostgres } from '../support/servers.ts';

/** The settings of docker-compose.yml for PostgreSQL and NATS, on real servers. */
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
       where rolname like 'cascade%' or rolname = 'temporal' order by 1`,
    );
    await admin.end();
    const services = ['artifacts', 'executor', 'gateway', 'keda', 'webhooks'].map((name) => `cascade_${name}`);
    expect(roles.map(({ rolname }) => rolname)).toEqual(['cascade', ...services, 'temporal']);
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
    for (const role of services.filter((name) => name !== 'cascade_keda')) {
      expect([role, await reached(role)]).toEqual([role, ['cascade']]);
    }
    expect(await reached('temporal')).toEqual(['temporal', 'temporal_visibility']);

    // The service `migrate` works with the role that it has.
    const db = openDatabase({ url: urlOf('cascade', 'cascade'), poolMax: 2 });
    await migrate(db);
    await grantToServices(db, 'cascade');
    await db.close();
    const service = new pg.Client({ connectionString: urlOf('cascade_artifacts', 'cascade') });
    await service.connect();
    await expect(service.query('select secret from webhook_subscription')).rejects.toThrow('permission denied');
    await expect(service.query('create table x ()')).rejects.toThrow('permission denied');
    await expect(service.query('create temporary table x ()')).rejects.toThrow('permission denied');
    await service.end();
  } finally {
    await server.stop();
  }
});

test('the NATS of docker-compose.yml knows each service by its password, and refuses whoever has none', async () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    readonly services: Readonly<
      Record<string, { readonly command: readonly string[]; readonly environment: Readonly<Record<string, string>> }>
    >;
  };
  const { command = [], environment = {} } = services.nats ?? {};
  // Passwords that are numbers are passwords, too.
  const passwords = Object.keys(environment).map((name, index) => [name, `${index}${'1'.repeat(30)}`] as const);
  const env = passwords.map(([name, password]) => {
    const value = environment[name]?.replace(`\${${name}:?}`, password) ?? '';
    return [name, value] as const;
  });
  const [file, port] = [command.indexOf('--config') + 1, command.indexOf('--http_port') + 1];
  expect(command[file]).toBe('/etc/nats/cascade.conf');
  const logFile = join(tmpdir(), `nats-of-compose-${process.pid}.log`);
  const server = await launchNats({
    binary: testEnvironment('NATS_BINARY'),
    logFile,
    args: command.with(file, join(ROOT, 'deploy/compose/nats.conf')).with(port, String(await freePort())),
    env: { ...process.env, ...Object.fromEntries(env) },
  });
  try {
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow(/authorization/i);
    for (const [name, password] of passwords) {
      const user = name.replace('_NATS_PASSWORD', '').toLowerCase();
      const wrong = connect({ servers: server.url, user, pass: 'wrong', reconnect: false });
      await expect(wrong).rejects.toThrow(/authorization/i);
      const url = services[user]?.environment.NATS_URL?.replace(`\${${name}:?}`, password).replace(
        '@nats:',
        '@127.0.0.1:',
      );
      expect(new URL(url ?? '')).toMatchObject({ username: user, password });
      const connection = await connect({ servers: server.url, user, pass: password });
      await connection.close();
    }
    expect(passwords.length).toBe(5);
  } finally {
    await server.stop();
    await rm(logFile, { force: true });
  }
});

test('each service of docker-compose.yml logs in to PostgreSQL as its own role, and only those that need to', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
  };
  const roles = Object.entries(services).flatMap(([name, { environment }]) => {
    const url = environment?.DATABASE_URL;
    return url === undefined ? [] : [[name, new URL(url.replace(/\$\{[^}]*\}/, 'x')).username] as const];
  });
  expect(Object.fromEntries(roles)).toEqual({
    migrate: 'cascade',
    gateway: 'cascade_gateway',
    executor: 'cascade_executor',
    webhooks: 'cascade_webhooks',
    artifacts: 'cascade_artifacts',
  });
});
