import { project, withServers } from './jest.config.mjs';

// The processes that run the tests inherit it (`test/support/until.ts`): faults take their time.
process.env.UNTIL_TIMEOUT_MS ??= '120000';

/** Files that measure no deadline: `npm run verify` runs three of them at a time. */
const TOGETHER = [
  'batch-waits',
  'batches',
  'corpus-examples',
  'failover',
  'point-in-time',
  'policies',
  'restore',
  'schemathesis',
  'weeks',
  'console',
  'console-batches',
  'console-case',
  'console-executions',
  'console-webhooks',
  'console-workflows',
  'containers',
  'console-inbox',
  'contributing',
  'docs-browser',
  'image',
  'newcomer',
  'python-client',
  'random-kills',
  'restarts',
  's3',
  'silent-database',
];
const together = TOGETHER.map((name) => `<rootDir>/test/slow/${name}.test.ts`);

/**
 * Tests that take minutes. Of the project `slow` one file at a time: each measures deadlines and needs the machine for
 * itself.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 1,
  projects: [
    { ...project, ...withServers, displayName: 'slow together', testMatch: together },
    {
      ...project,
      ...withServers,
      displayName: 'slow',
      testMatch: ['<rootDir>/test/slow/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...together],
    },
  ],
};
