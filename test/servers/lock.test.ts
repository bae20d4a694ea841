import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { identityOf } from '../../dev/servers/identity.ts';
import { tryLock, withLock } from '../../dev/servers/lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a lock file', () => {
  test('returns its holder if it is taken', async () => {
    const lock = await tryLock(path);
    expect(lock).toHaveProperty('release');
    expect(await tryLock(path)).toMatchObject({ pid: process.pid });
    if ('release' in lock) await lock.release();
    expect(await tryLock(path)).toHaveProperty('release');
  });

  test('is ignored if its process is gone', async () => {
    const child = spawn('sleep', ['300']);
    await once(child, 'spawn');
    const identity = await identityOf(child.pid ?? 0);
    await writeFile(path, JSON.stringify(identity));
    expect(await tryLock(path)).toEqual(identity);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await tryLock(path)).toHaveProperty('release');
  });

  test('is ignored if its pid now belongs to another process', async () => {
    await writeFile(path, JSON.stringify({ pid: process.pid, started: 'long ago' }));
    expect(await tryLock(path)).toHaveProperty('release');
  });

  test('is ignored if it cannot be parsed', async () => {
    await writeFile(path, '{"pid"');
    expect(await tryLock(path)).toHaveProperty('release');
  });

  test('admits one process at a time, and is removed afterwards', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(Array.from({ length: 4 }, () => withLock(path, () => undefined, work)));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is released if the work fails', async () => {
    const failing = withLock(
      path,
      () => undefined,
      () => Promise.reject(new Error('no')),
    );
    await expect(failing).rejects.toThrow('no');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
