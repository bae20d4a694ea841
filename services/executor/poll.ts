import type { Logger } from '../../platform/log/index.ts';
import { WakeUp } from '../../platform/wake.ts';

interface Polled {
  readonly everyMs: number;
  readonly log: Pick<Logger, 'warn'>;
  /** The log line for an error, after which the loop goes on. */
  readonly failed: string;
  /** Does one piece of the work that is due. Returns true if there may be another. */
  next(): Promise<boolean>;
}

/** Does all work that is due, then looks again every `everyMs`, until `stopping` is aborted. */
export async function poll({ everyMs, log, failed, next }: Polled, stopping: AbortSignal): Promise<void> {
  const wakeUp = new WakeUp();
  while (!stopping.aborted) {
    try {
      while (!stopping.aborted && (await next()));
    } catch (error) {
      log.warn({ err: error }, failed);
    }
    await wakeUp.sleep(everyMs, stopping);
  }
}
