import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../platform/thrown.ts';
import { identityOf, isAlive, type ProcessIdentity } from './identity.ts';

/** A file that says which live process owns something. A dead owner's file counts for nothing. */
export interface FileLock {
  release(): Promise<void>;
}

/** Takes the lock, or returns its holder. */
export async function tryLock(path: string): Promise<FileLock | ProcessIdentity> {
  const self = await identityOf(process.pid);
  if (self === undefined) throw new Error('The system does not report when this process began.');
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    if (await linkNew(path, JSON.stringify(self))) return { release: () => rm(path, { force: true }) };
    const text = await readFile(path, 'utf8').catch(() => '');
    const holder = parseIdentity(text);
    if (holder !== undefined && (await isAlive(holder))) return holder;
    await removeIfStill(path, text);
  }
}

/** Runs `work` while holding the lock, after waiting for its holder. `onWait` is called once. */
export async function withLock<T>(path: string, onWait: (pid: number) => void, work: () => Promise<T>): Promise<T> {
  let waited = false;
  for (;;) {
    const lock = await tryLock(path);
    if (!('release' in lock)) {
      if (!waited) onWait(lock.pid);
      waited = true;
      await sleep(500);
      continue;
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}

/** Linking a finished file into place is atomic and brings the content with it: a lock is never seen empty. */
async function linkNew(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Two may find the same dead owner at once: what is taken away is looked at, and put back if it is another's by now. */
async function removeIfStill(path: string, content: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== content) await link(aside, path).catch(() => undefined);
    await rm(aside, { force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value)) return undefined;
    const { pid, started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}
