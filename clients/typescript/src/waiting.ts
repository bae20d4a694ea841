import type { Calls } from './calls.ts';
import { WaitTimeoutError } from './errors.ts';
import type { CallOptions } from './types.ts';

export interface WaitOptions extends CallOptions {
  /** How long to wait at most. Default: 300,000 (5 minutes). */
  readonly timeoutMs?: number | undefined;
}

interface Waited {
  readonly id: number;
  readonly status: string;
}

const DEFAULT_TIMEOUT_MS = 300_000;
/** How long one request is held open; some proxies give up after a minute. */
const MAX_WAIT_MS = 30_000;
/** Between two reads, if the service answers at once: limits leave each address 60 requests a minute. */
const FIRST_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 5_000;

/**
 * Reads a record until it is settled. `read` is given the seconds for which the service may hold the request open.
 *
 * @throws WaitTimeoutError once `timeoutMs` have passed
 */
export async function waitUntil<Record extends Waited>(
  calls: Calls,
  operation: string,
  read: (waitSeconds: number) => Promise<Record>,
  isSettled: (record: Record) => boolean,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: WaitOptions,
): Promise<Record> {
  const until = calls.now() + timeoutMs;
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const startedAt = calls.now();
    const waitMs = Math.max(0, Math.min(until - startedAt, MAX_WAIT_MS, calls.timeoutMs / 2));
    const record = await read(Math.floor(waitMs / 1_000));
    if (isSettled(record)) return record;
    const now = calls.now();
    if (now >= until) {
      const { id, status } = record;
      const message = `${id} is still ${status} after ${timeoutMs} ms.`;
      throw new WaitTimeoutError({ operation, status: 0, code: 'wait_timeout', message, id, lastStatus: status });
    }
    const pauseMs = Math.min(startedAt + intervalMs, until) - now;
    if (pauseMs > 0) await calls.sleep(pauseMs, signal);
  }
}
