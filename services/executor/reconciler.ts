import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { pokeOverdueRuns } from './commands.ts';

const EVERY_MS = 10_000;
/** A timer of Temporal's that is this late has been lost, or Temporal has been down. */
const MARGIN_SECONDS = 30;
const CHUNK = 200;

/**
 * Looks for live runs that should have been woken and were not, and pokes them: a timer may have been lost with
 * Temporal's database. Any number of replicas may do it at once. Goes on until `stopping` is aborted.
 */
export async function reconcile(
  { db, log, onPoked }: { readonly db: Database; readonly log: Logger; readonly onPoked: () => void },
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const poked = await pokeOverdueRuns(db, MARGIN_SECONDS, CHUNK);
      if (poked > 0) {
        log.warn({ runs: poked }, 'live runs were past their time; they are poked');
        onPoked();
      }
    } catch (error) {
      log.warn({ err: error }, 'overdue runs cannot be looked for');
    }
    await sleep(EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}
