import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../dev/servers/identity.ts';
import { parseIdentity, tryLock } from '../../dev/servers/lock.ts';

/** Linux has a file system in memory here. */
const IN_MEMORY = '/dev/shm';
/** Several times the most that the servers of a whole run have used. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'cascade-test-';
const OWNER = 'owner';

/**
 * A new folder for the files of a run's servers: in memory, if there is plenty. Each test file creates and drops
 * databases of hundreds of files, which took a quarter of all processor time on a disk's file system.
 */
export async function makeServersFolder(memory: string = IN_MEMORY, needed: number = NEEDED_BYTES): Promise<string> {
  const folder = await makePassableFolder(PREFIX, (await hasRoom(memory, needed)) ? memory : tmpdir());
  await tryLock(join(folder, OWNER));
  return folder;
}

/** A new folder for a database server, which may run as another user and has to be able to enter it. */
export async function makePassableFolder(prefix: string, parent: string = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  await chmod(folder, 0o755);
  return folder;
}

async function hasRoom(memory: string, needed: number): Promise<boolean> {
  try {
    await removeLeftovers(memory);
    const { bavail, bsize } = await statfs(memory);
    return Math.min(bavail * bsize, process.availableMemory()) >= needed;
  } catch {
    return false;
  }
}

/** A run that was killed left its folder, which takes memory until it is removed. */
async function removeLeftovers(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = parseIdentity(await readFile(join(memory, name, OWNER), 'utf8').catch(() => ''));
    if (owner !== undefined && !(await isAlive(owner))) await rm(join(memory, name), { recursive: true, force: true });
  }
}
