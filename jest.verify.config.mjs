import fast, { project, reporters, withServers } from './jest.config.mjs';
import slow from './jest.slow.config.mjs';

const [, alone] = slow.projects;

/**
 * What `npm run verify` runs: the tests of `npm test` and the slow ones, without those of the night, in one run, so that the servers are started once
 * and nothing waits for the last file of two runs. Those of `slow alone` come last, each for itself. All others are one
 * project, since each project has processes of its own, which load the sources anew.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: fast.maxWorkers,
  reporters,
  testSequencer: '<rootDir>/test/support/sequencer.ts',
  projects: [
    {
      ...project,
      ...withServers,
      displayName: 'together',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/nightly/', ...alone.testMatch],
    },
    alone,
  ],
};
