import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../../../platform/database/unavailable.ts';

const RETRY_MS = 1_000;

/**
 * Sending cannot be undone. So while the database is unreachable, the result is kept in memory and recorded later, and
 * only a crash repeats it. `record` may be repeated. Other errors are thrown.
 */
export async function untilRecorded(
  record: () => Promise<void>,
  onFirstFailure: (error: unknown) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (tries === 1) onFirstFailure(error);
      await sleep(RETRY_MS);
    }
  }
}
