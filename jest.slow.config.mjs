import { ALONE } from './test/support/runner.mjs';
import { project, reporters, withServers } from './jest.config.mjs';

// The processes that run the tests inherit it (`test/support/until.ts`): faults take their time.
process.env.UNTIL_TIMEOUT_MS ??= '300000';

/** Files that measure deadlines, or how long others wait, and need the machine for themselves. */
const alone = ['one-tenant', 'sigterm'].map((name) => `<rootDir>/test/slow/${name}.test.ts`);

/**
 * Tests that take up to two minutes. Here one file at a time; `npm run verify` runs those of `slow together` beside others.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 1,
  reporters,
  projects: [
    {
      ...project,
      ...withServers,
      displayName: 'slow together',
      testMatch: ['<rootDir>/test/slow/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...alone],
    },
    { ...project, ...withServers, displayName: ALONE, testMatch: alone },
  ],
};
