import { project, reporters, withServers } from './jest.config.mjs';

process.env.UNTIL_TIMEOUT_MS ??= '300000';

/**
 * Tests that take over two minutes, or programs of another language: before a closing note or a release that touches what
 * they test. One file at a time: some of them measure, and need the machine for themselves.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 1,
  reporters,
  projects: [
    { ...project, ...withServers, displayName: 'nightly', testMatch: ['<rootDir>/test/nightly/**/*.test.ts'] },
  ],
};
