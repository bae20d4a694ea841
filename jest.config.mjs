/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // jest strips the types itself; there is no transpiler in the project.
  transform: {},
  roots: ['<rootDir>/test'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
