/**
 * Tests run in plain Node, which strips the types itself: jest's own sandbox would load every module again for each test
 * file, which takes a third of the whole time.
 */
export const project = {
  runner: ['<rootDir>/test/support/runner.mjs', { runtime: 'child_process' }],
  // The project has no transpiler.
  transform: {},
  // The sources too, so that `npm run test:related` finds the tests that import what was changed.
  roots: ['core', 'platform', 'services', 'cli', 'dev', 'clients', 'console', 'data', 'test'].map(
    (name) => `<rootDir>/${name}`,
  ),
};

export const reporters = ['default', '<rootDir>/test/support/skipped.mjs'];

/** Real servers, started once for a run. */
export const withServers = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Folders whose tests need no database, no Temporal and no NATS. */
const WITHOUT_SERVERS = ['core', 'data', 'servers', 'tooling', 'unit'];
/** Tests that take minutes: `npm run test:slow`, `npm run test:nightly`. */
const LATER = ['slow', 'nightly'];

/** @type {import('jest').Config} */
export default {
  // Two more than CI has cores: the tests of faults wait for leases and outages that cannot be hurried.
  maxWorkers: 4,
  reporters,
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: WITHOUT_SERVERS.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    {
      ...project,
      ...withServers,
      displayName: 'stack',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        ...[...WITHOUT_SERVERS, ...LATER].map((folder) => `<rootDir>/test/${folder}/`),
      ],
    },
  ],
};
