import { project, withServers } from './jest.config.mjs';

/**
 * Fault tests that take minutes. One file at a time: each measures deadlines and needs the machine for itself.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 1,
  projects: [{ ...project, ...withServers, displayName: 'slow', testMatch: ['<rootDir>/test/slow/**/*.test.ts'] }],
};
