import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../support/jest.ts';
import LongestFirst, { LONGEST } from '../support/sequencer.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('`npm run verify` runs every test file, each once', async () => {
  const args = ['node_modules/jest/bin/jest.js', '--config', 'jest.verify.config.mjs', '--listTests'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const files = globSync('test/**/*.test.ts', { cwd: ROOT });
  expect(stdout.trim().split('\n').toSorted()).toEqual(files.map((path) => join(ROOT, path)).toSorted());
});

test('the files that take longest are there, and start first', () => {
  expect(LONGEST.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const [longest = '', ...others] = LONGEST;
  const tests = [...others, 'test/tooling/verify.test.ts', longest].map((path) => ({ path: join(ROOT, path) }));
  expect(new LongestFirst().sort(tests).map(({ path }) => path)).toEqual(
    [...LONGEST, 'test/tooling/verify.test.ts'].map((path) => join(ROOT, path)),
  );
});
