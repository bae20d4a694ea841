import { eraseNext, type ErasureWork } from '../../platform/erasures/steps.ts';
import type { ErasureLog } from '../../platform/erasures/log.ts';
import type { Logger } from '../../platform/log/index.ts';
import { poll } from './poll.ts';

const EVERY_MS = 1_000;

interface Erasing extends Omit<ErasureWork, 'erasureLog'> {
  readonly log: Logger;
  /** Undefined: nobody is erased. */
  readonly erasureLog: ErasureLog | undefined;
}

/** Processes requests to forget a person until `stopping` is aborted; a request under way is finished. */
export async function erasePeople({ log, erasureLog, ...work }: Erasing, stopping: AbortSignal): Promise<void> {
  if (erasureLog === undefined) return;
  const failed = 'a request to forget a person could not be worked off; trying again';
  await poll({ everyMs: EVERY_MS, log, failed, next: () => eraseNext({ ...work, erasureLog }) }, stopping);
}
