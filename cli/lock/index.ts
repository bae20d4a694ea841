import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameTarballs, type LockFile } from './tarballs.ts';

/** `npm run lock`, after a change of package.json: npm's lock file, with the address of each package's tarball. */
const ROOT = join(import.meta.dirname, '../..');
const PATH = join(ROOT, 'package-lock.json');

const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const lock = JSON.parse(await readFile(PATH, 'utf8')) as LockFile;
await writeFile(PATH, `${JSON.stringify(nameTarballs(lock), null, 2)}\n`);
