import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-runner-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs jest in the folder; what it printed. */
async function jest(config: object, env: Readonly<Record<string, string>> = {}): Promise<string> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify({ maxWorkers: 2, ...config }));
  const { stderr } = await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/jest/bin/jest.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    timeout: 600_000,
  });
  return stderr;
}

const PROJECT = { runner: [join(ROOT, 'test/support/runner.mjs'), { runtime: 'child_process' }], transform: {} };

test('a run of the tests ends even if one worker reads its first messages late', async () => {
  for (const name of ['a', 'b']) {
    await writeFile(join(folder, `${name}.test.js`), "test('runs', () => undefined);");
  }
  const slowWorker = join(ROOT, 'test/tooling/fixtures/slow-worker.mjs');
  expect(await jest(PROJECT, { NODE_OPTIONS: `--import=${slowWorker}` })).toContain('2 passed, 2 total');
}, 610_000);

test('files that need the machine for themselves run after all others, one after the other', async () => {
  const log = join(folder, 'log');
  await writeFile(log, '');
  /** Ends when as many have begun. */
  const file = (name: string, begun: number) => `
    import { appendFileSync, readFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    test('runs', async () => {
      appendFileSync('${log}', '${name} begins, ');
      while (readFileSync('${log}', 'utf8').split('begins').length <= ${begun}) await setTimeout(10);
      appendFileSync('${log}', '${name} ends, ');
    }, 600_000);`;
  // The largest are begun first.
  const large = ' '.repeat(1_000);
  for (const name of ['beside-1', 'beside-2']) await writeFile(join(folder, `${name}.test.js`), file(name, 2));
  for (const name of ['alone-3', 'alone-4']) await writeFile(join(folder, `${name}.test.js`), file(name, 1) + large);

  const project = (displayName: string, names: string) => ({
    ...PROJECT,
    displayName,
    testMatch: [`**/${names}-*.js`],
  });
  const printed = await jest({ projects: [project('together', 'beside'), project('slow alone', 'alone')] });

  expect(printed).toContain('4 passed, 4 total');
  const lines = (await readFile(log, 'utf8')).split(', ').slice(0, -1);
  expect(lines.slice(0, 2).toSorted()).toEqual(['beside-1 begins', 'beside-2 begins']);
  expect(lines.slice(2, 4).toSorted()).toEqual(['beside-1 ends', 'beside-2 ends']);
  const [first = ''] = lines[4]?.split(' ') ?? [];
  const second = first === 'alone-3' ? 'alone-4' : 'alone-3';
  expect(lines.slice(4)).toEqual([first, second].flatMap((name) => [`${name} begins`, `${name} ends`]));
}, 610_000);
