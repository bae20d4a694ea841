import type * as jestGlobals from '@jest/globals';
import { drawPortsFrom } from '../../dev/servers/ports.ts';

// Processes that run tests are numbered from 1; the process that starts the servers has no number.
drawPortsFrom(Number(process.env.TINYPOOL_WORKER_ID ?? 0));

/**
 * The functions that jest-light-runner puts on the global object. It runs tests in plain Node, one process for many
 * files, so that the modules of the product are loaded only once. `@jest/globals` exists in jest's own sandbox only.
 */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } =
  globalThis as unknown as typeof jestGlobals;
