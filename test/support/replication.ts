import { appendFile, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres, type PostgresServer } from '../../dev/servers/postgres.ts';
import { run } from '../../dev/servers/run.ts';
import type { FaultyPostgres } from './servers.ts';
import { until } from './until.ts';

/** A statement as the server's administrator, and its rows. */
async function ask<Row extends object>(adminUrl: string, statement: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** True if a condition holds, as the server's administrator sees it. */
export async function holds(adminUrl: string, condition: string): Promise<boolean> {
  const [row] = await ask<{ holds: boolean }>(adminUrl, `select (${condition}) as holds`);
  return row?.holds === true;
}

const STREAMS = "exists (select from pg_stat_replication where state = 'streaming')";

/**
 * Copies the data folder of a running server by PostgreSQL's own functions, as `pg_basebackup` does (PostgreSQL 18, section
 * 25.3.4). The write-ahead log comes from the archive or the primary.
 */
export async function baseBackup(postgres: FaultyPostgres, copy: string): Promise<void> {
  const client = new Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('cascade', fast => true)`);
    await mkdir(copy, { mode: 0o700 });
    // tar exits with 1 if a file changed while it was read. Recovery replays the log over it.
    const pack = `tar -C '${postgres.data}' --exclude=./postmaster.* --exclude='./pg_wal/*' --ignore-failed-read -cf - .`;
    await run('sh', ['-c', `{ ${pack} || test $? -eq 1; } | tar -C '${copy}' -xpf -`]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await writeOwned(join(copy, 'backup_label'), rows[0]?.labelfile ?? '', postgres.data);
  } finally {
    await client.end();
  }
}

/** Writes a file that the server may read and remove: it belongs to the owner of its folder. */
export async function writeOwned(path: string, text: string, owner: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  const { uid, gid } = await stat(owner);
  await chown(path, uid, gid);
}

export interface Replica {
  readonly adminUrl: string;
  /** Isolates it: from now on nothing reaches it. */
  cutOff(): Promise<void>;
  /** Makes it the primary in place of one that is gone, at that one's address. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A streaming replica named `replica`, which has all that the primary has when this returns. */
export async function startReplica(primary: FaultyPostgres): Promise<Replica> {
  const folder = join(dirname(primary.data), 'replica');
  await baseBackup(primary, folder);
  await writeOwned(join(folder, 'standby.signal'), '', primary.data);
  const { hostname, port, username, password } = new URL(primary.adminUrl);
  const from = `host=${hostname} port=${port} user=${username} password=${password} application_name=replica`;
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  const launchAt = (at: number): Promise<PostgresServer> =>
    launchPostgres({ folder, logFile: join(dirname(folder), 'replica.log'), port: at, durable: true });
  let server = await launchAt(await freePort());
  const adminUrl = server.databaseUrl('postgres');
  await until(() => holds(primary.adminUrl, STREAMS));
  return {
    adminUrl,
    cutOff: async () => {
      await set(adminUrl, 'primary_conninfo', '');
      await until(async () => !(await holds(primary.adminUrl, STREAMS)));
    },
    promote: async () => {
      await ask(adminUrl, 'select pg_promote()');
      await server.stop();
      server = await launchAt(Number(port));
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes each COMMIT wait until the replica of that name has it too; an empty name turns that off. */
export async function replicateTo(primary: FaultyPostgres, name: string): Promise<void> {
  await set(primary.adminUrl, 'synchronous_standby_names', name);
  await until(() => holds(primary.adminUrl, `current_setting('synchronous_standby_names') = '${name}'`));
}

async function set(adminUrl: string, name: string, value: string): Promise<void> {
  await ask(adminUrl, `alter system set ${name} = '${value}'`);
  await ask(adminUrl, 'select pg_reload_conf()');
}
