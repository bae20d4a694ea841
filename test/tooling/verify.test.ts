import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/jest.ts';
import LongestFirst, { LONGEST } from '../support/sequencer.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('`npm run verify` and `npm run test:nightly` run every test file, each once', async () => {
  const listed = ['jest.verify.config.mjs', 'jest.nightly.config.mjs'].map(async (config) => {
    const args = ['node_modules/jest/bin/jest.js', '--config', config, '--listTests'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    return stdout.trim().split('\n');
  });
  const files = globSync('test/**/*.test.ts', { cwd: ROOT });
  expect((await Promise.all(listed)).flat().toSorted()).toEqual(files.map((path) => join(ROOT, path)).toSorted());
});

test('the files that take longest are there, and start first', () => {
  expect(LONGEST.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const [longest = '', ...others] = LONGEST;
  const tests = [...others, 'test/tooling/verify.test.ts', longest].map((path) => ({ path: join(ROOT, path) }));
  expect(new LongestFirst().sort(tests).map(({ path }) => path)).toEqual(
    [...LONGEST, 'test/tooling/verify.test.ts'].map((path) => join(ROOT, path)),
  );
});
