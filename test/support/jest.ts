import type * as jestGlobals from '@jest/globals';

/**
 * What jest-light-runner puts on the global object. It runs tests in plain Node, one process for many files, so that
 * the modules of the product are loaded once and not anew for each file; `@jest/globals` exists in jest's own
 * sandbox only.
 */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } =
  globalThis as unknown as typeof jestGlobals;
