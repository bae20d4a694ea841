import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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

test('a run of the tests ends even if one worker reads its first messages late', async () => {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of ['a', 'b']) {
    await writeFile(join(folder, `${name}.test.js`), "test('runs', () => undefined);");
  }
  const runner = [join(ROOT, 'test/support/runner.mjs'), { runtime: 'child_process' }];
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify({ runner, transform: {}, maxWorkers: 2 }));

  const slowWorker = join(ROOT, 'test/tooling/fixtures/slow-worker.mjs');
  const { stderr } = await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/jest/bin/jest.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_OPTIONS: `--import=${slowWorker}` },
    timeout: 600_000,
  });

  expect(stderr).toContain('2 passed, 2 total');
}, 610_000);
