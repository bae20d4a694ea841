import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';

const LAUNCHER = join(import.meta.dirname, '../../dev/start.mjs');
const LEFT_PAD = { version: '1.3.0', integrity: 'sha512-a' };

let project: string;

/** A project with the launcher, something to launch, and an npm that only writes down how it was called. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'cascade-launcher-'));
  await Promise.all(['dev', 'node_modules', 'bin'].map((name) => mkdir(join(project, name))));
  await copyFile(LAUNCHER, join(project, 'dev/start.mjs'));
  await writeFile(
    join(project, 'dev/up.ts'),
    'const args: string[] = process.argv.slice(2);\nconsole.log(`up ${args}`);\nprocess.exit(7);\n',
  );
  await writeFile(join(project, 'bin/npm'), '#!/bin/sh\necho "$@" >> npm.calls\n');
  await chmod(join(project, 'bin/npm'), 0o755);
  await writeLock('package-lock.json', { '': {}, 'node_modules/left-pad': LEFT_PAD });
});
afterEach(() => rm(project, { recursive: true, force: true }));

const writeLock = (path: string, packages: object): Promise<void> =>
  writeFile(join(project, path), JSON.stringify({ lockfileVersion: 3, packages }));

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

const start = (...args: string[]): Promise<Ended> => startWith({}, ...args);

function startWith(given: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, PATH: `${join(project, 'bin')}${delimiter}${process.env.PATH}`, ...given };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(project, 'dev/start.mjs'), ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process ids of npm, and its other output. */
async function pidsOfNpm(): Promise<number[]> {
  const text = await readFile(join(project, 'npm.pids'), 'utf8').catch(() => '');
  return text.trim().split(' ').map(Number);
}

const npmCalls = (): Promise<string> => readFile(join(project, 'npm.calls'), 'utf8').catch(() => '');

describe('the launcher', () => {
  test('installs nothing if the packages match the lock file, and passes on arguments and exit code', async () => {
    await writeLock('node_modules/.package-lock.json', { 'node_modules/left-pad': LEFT_PAD });
    expect(await start('up', '--once')).toEqual({ code: 7, out: 'up --once\n', err: '' });
    expect(await npmCalls()).toBe('');
  });

  test.each([
    ['nothing is installed', undefined],
    ['a package is missing', {}],
    ['a package has another version', { 'node_modules/left-pad': { ...LEFT_PAD, version: '1.2.0' } }],
    ['a package has other content', { 'node_modules/left-pad': { ...LEFT_PAD, integrity: 'sha512-b' } }],
  ])('installs from the lock file where %s', async (_, installed) => {
    if (installed !== undefined) await writeLock('node_modules/.package-lock.json', installed);
    const { err } = await start('up');
    expect(await npmCalls()).toMatch(/^ci /);
    expect(err).toContain('Installing the packages of package-lock.json');
  });

  test('ignores missing packages of other platforms', async () => {
    const other = { version: '1.0.0', optional: true };
    await writeLock('package-lock.json', { 'node_modules/left-pad': LEFT_PAD, 'node_modules/other': other });
    await writeLock('node_modules/.package-lock.json', { 'node_modules/left-pad': LEFT_PAD });
    await start('up');
    expect(await npmCalls()).toBe('');
  });

  test('stops with one message if npm fails', async () => {
    await writeFile(join(project, 'bin/npm'), '#!/bin/sh\nexit 1\n');
    const { code, out, err } = await start('up');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('npm ci failed');
  });

  test('ends npm when it is asked to end', async () => {
    await writeFile(join(project, 'bin/npm'), '#!/bin/sh\necho $$ $PPID > npm.pids\nexec sleep 60\n');
    const ended = start('up');
    let pids: number[] = [];
    await until(async () => {
      pids = await pidsOfNpm();
      return pids.length === 2;
    });
    const [npm = 0, launcher = 0] = pids;
    process.kill(launcher, 'SIGTERM');
    const { code, err } = await ended;
    expect({ code, isRunning: isRunning(npm) }).toEqual({ code: 1, isRunning: false });
    expect(err).toContain('npm ci was ended by SIGTERM');
  });

  test('ends npm when it is asked to end as npm begins', async () => {
    // It asks its parent, which goes on only when it has asked.
    const asks = 'kill -TERM $PPID; echo $$ > npm.new; mv npm.new npm.pids; exec sleep 60';
    await writeFile(join(project, 'bin/npm'), `#!/bin/sh\n${asks}\n`);
    await writeFile(
      join(project, 'slow-spawn.cjs'),
      `const { existsSync } = require('node:fs');
      const processes = require('node:child_process');
      const { spawn } = processes;
      processes.spawn = (...given) => {
        const child = spawn(...given);
        while (!existsSync('npm.pids'));
        return child;
      };
      require('node:module').syncBuiltinESMExports();`,
    );
    const { code, err } = await startWith({ NODE_OPTIONS: `--require ${join(project, 'slow-spawn.cjs')}` }, 'up');
    const [npm = 0] = await pidsOfNpm();
    expect({ code, isRunning: isRunning(npm) }).toEqual({ code: 1, isRunning: false });
    expect(err).toContain('npm ci was ended by SIGTERM');
  });
});
