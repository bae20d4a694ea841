/**
 * Tests run in plain Node, which strips the types itself: jest's own sandbox would load every module anew for each test
 * file, a third of all the time that the tests take.
 */
const project = {
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  // There is no transpiler in the project.
  transform: {},
  roots: ['<rootDir>/test'],
};

/** Folders whose tests need no database, no Temporal and no NATS. */
const WITHOUT_SERVERS = ['core', 'servers', 'tooling'];

/** @type {import('jest').Config} */
export default {
  maxWorkers: 2,
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: WITHOUT_SERVERS.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    {
      ...project,
      displayName: 'stack',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_SERVERS.map((folder) => `<rootDir>/test/${folder}/`)],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
