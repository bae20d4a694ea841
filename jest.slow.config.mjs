import { project, withServers } from './jest.config.mjs';

// The processes that run the tests inherit it (`test/support/until.ts`): faults take their time.
process.env.UNTIL_TIMEOUT_MS ??= '120000';

/**
 * Fault tests that take minutes. One file at a time: each measures deadlines and needs the machine for itself.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 1,
  projects: [{ ...project, ...withServers, displayName: 'slow', testMatch: ['<rootDir>/test/slow/**/*.test.ts'] }],
};
