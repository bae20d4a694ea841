import fast from './jest.config.mjs';
import slow from './jest.slow.config.mjs';

/**
 * What `npm run verify` runs: the tests of `npm test` and the slow ones in one run, so that the servers are started once
 * and nothing waits for the last file of two runs. Those of `slow alone` come last, each for itself.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: fast.maxWorkers,
  testSequencer: '<rootDir>/test/support/sequencer.ts',
  projects: [...fast.projects, ...slow.projects],
};
