// jest strips the types itself; there is no transpiler in the project.
const project = { testEnvironment: 'node', transform: {}, roots: ['<rootDir>/test'] };

/** @type {import('jest').Config} */
export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/test/core/**/*.test.ts'] },
    {
      ...project,
      displayName: 'stack',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/core/'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
