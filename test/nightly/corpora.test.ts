import { spawnSync } from 'node:child_process';
import { expect, test } from '../support/jest.ts';

/** Every case is run here, and more random ones; `npm test` runs a part of them (`test/support/sample.ts`). */
test.each([
  'core/explanation/standing-denials',
  'core/fields/holes',
  'core/fields/names-carry-no-meaning',
  'core/notices/decided/properties',
  'core/notices/lawyer',
  'core/policies/drafts',
  'core/readback/reading',
  'core/readback/strangers',
])('the whole corpus of %s', (name) => {
  const args = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', `test/${name}.test.ts`];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, WHOLE_CORPORA: 'true' },
    encoding: 'utf8',
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});
