import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import { commandOf } from './identity.ts';
import { freePort } from './ports.ts';
import { locatePostgres, serverUser, type PostgresBinaries, type ServerUser } from './postgres-binaries.ts';
import { launch, waitUntilReady, type ManagedProcess } from './process.ts';
import { run } from './run.ts';

export interface PostgresServer extends ManagedProcess {
  readonly port: number;
  /** Address of a database of that name, as the server's own administrator. */
  databaseUrl(name: string): string;
}

export interface PostgresOptions {
  /** Created and initialised if it does not exist. */
  readonly folder: string;
  readonly logFile: string;
  /** The port to use again after a restart; a free one if left out. */
  readonly port?: number;
  /** false: faster and lost in a crash of the machine, for tests. */
  readonly durable: boolean;
  /** More settings, each `name=value`. */
  readonly settings?: readonly string[];
}

const ADMINISTRATOR = 'postgres';
// On Linux one call syncs all the files of a new cluster, or those before a recovery; one by one takes ten times as long.
const SYNC_METHOD = process.platform === 'linux' ? ['--sync-method', 'syncfs'] : [];
const DURABLE_SETTINGS = process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : [];
const THROWAWAY_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=10min'];

/** A PostgreSQL of our own on loopback, behind a password that only this folder's owner can read. */
export async function launchPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = await serverUser();
  const binaries = await locatePostgres(user);
  await endEarlierServer(options.folder);
  if (!existsSync(options.folder)) await initialize(binaries, options, user);
  const password = await readPassword(options.folder);

  const port = options.port ?? (await freePort());
  const settings = [
    // No socket file: its path may be longer than a socket's name can be.
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'TimeZone=UTC'],
    ...(options.durable ? DURABLE_SETTINGS : THROWAWAY_SETTINGS),
    ...(options.settings ?? []),
  ];
  const server = await launch({
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: ['-D', options.folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    env: { ...process.env, LC_ALL: 'C' },
    cwd: '/',
    logFile: options.logFile,
    user,
    stopSignal: 'SIGINT',
    deathSignal: 'INT',
  });
  const databaseUrl = (name: string): string =>
    `postgresql://${ADMINISTRATOR}:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
  try {
    await waitUntilReady(server, () => answers(databaseUrl('postgres')), 180_000);
  } catch (error) {
    throw new SetupError(
      `The database in ${options.folder} does not start. ${messageOf(error)}\n` +
        `If its data is not needed, remove the data folder ${dirname(options.folder)}; ` +
        'to keep it, set CASCADE_DATA_DIR to another folder.',
    );
  }
  return { ...server, port, databaseUrl };
}

/** Creates the database if it does not exist. */
export async function ensureDatabase(server: PostgresServer, name: string): Promise<string> {
  const client = new Client({ connectionString: server.databaseUrl('postgres') });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return server.databaseUrl(name);
}

/** Initialized beside its place and then moved, so that a folder is either whole or not there. */
async function initialize(
  binaries: PostgresBinaries,
  options: PostgresOptions,
  user: ServerUser | undefined,
): Promise<void> {
  const draft = join(dirname(options.folder), `.${basename(options.folder)}.draft`);
  const passwordFile = join(draft, 'password');
  const data = join(draft, 'data');
  await rm(draft, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (user !== undefined) for (const path of [draft, data, passwordFile]) await chown(path, user.uid, user.gid);
  await run(
    binaries.initdb,
    [
      ...['--pgdata', data, '--username', ADMINISTRATOR, '--auth', 'scram-sha-256', '--pwfile', passwordFile],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-instructions'],
      ...(options.durable ? SYNC_METHOD : ['--no-sync']),
    ],
    { user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
  );
  await rename(passwordFile, join(data, PASSWORD_FILE));
  await rename(data, options.folder);
  await rm(draft, { recursive: true });
}

/** Kept inside the cluster's folder, which only its owner may enter; PostgreSQL ignores files that it does not know. */
const PASSWORD_FILE = 'cascade.password';

async function readPassword(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, PASSWORD_FILE), 'utf8')).trim();
  } catch {
    throw new SetupError(
      `${folder} is not a database that was made here (it holds no ${PASSWORD_FILE}). ` +
        `Remove the data folder ${dirname(folder)}, or set CASCADE_DATA_DIR to another folder.`,
    );
  }
}

/**
 * After a crash the previous server may still be writing, or its pid may belong to another program, which would keep
 * PostgreSQL from starting. The folder is ours (its lock is held), so the first is waited for and the second's file is
 * removed.
 */
async function endEarlierServer(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  for (let waitedMs = 0; await isServerOf(pid, folder); waitedMs += 100) {
    if (waitedMs === 0) process.kill(pid, 'SIGINT');
    if (waitedMs === 10_000) process.kill(pid, 'SIGQUIT');
    if (waitedMs > 20_000) throw new SetupError(`An earlier PostgreSQL (process ${pid}) on ${folder} does not end.`);
    await sleep(100);
  }
  await rm(pidFile, { force: true });
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const command = await commandOf(pid);
  return command !== undefined && command.includes('postgres') && command.includes(folder);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
