// jest strips the types itself; there is no transpiler in the project.
const project = { testEnvironment: 'node', transform: {}, roots: ['<rootDir>/test'] };

/** Folders whose tests need no database, no Temporal and no NATS. */
const WITHOUT_SERVERS = ['core', 'servers', 'tooling'];

/** @type {import('jest').Config} */
export default {
  // Only what hangs gets that far: a machine may stand still for seconds at a time, and no test is about how fast it is.
  testTimeout: 900_000,
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
