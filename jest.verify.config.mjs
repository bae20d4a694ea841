import fast from './jest.config.mjs';
import slow from './jest.slow.config.mjs';

const [slowTogether, slowAlone] = slow.projects;

/**
 * What `npm run verify` runs: the tests of `npm test` and the slow ones that measure no deadline in one run, so that the
 * servers are started once and nothing waits for the last file of two runs.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: fast.maxWorkers,
  testSequencer: '<rootDir>/test/support/sequencer.ts',
  projects: [...fast.projects, slowTogether, slowAlone],
};
