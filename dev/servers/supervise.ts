import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { ManagedProcess } from './process.ts';

/** A process that is started again, with back-off, whenever it ends without having been asked to. */
export interface Supervised<T extends ManagedProcess> {
  /** The one that runs now, or ran last. */
  current(): T;
  stop(): Promise<void>;
}

export interface SupervisionOptions<T extends ManagedProcess> {
  /** Starts it and waits until it is ready; called again, with the same ports, after each sudden end. */
  readonly start: () => Promise<T>;
  /** Told to a person: what ended and when it is started again. */
  readonly onDeath: (what: string, backoffMs: number) => void;
  /** Told to a person: it was started again and is ready. */
  readonly onReturn?: (current: T, downMs: number) => void;
  readonly firstBackoffMs?: number;
}

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** One that ran this long before it ended was well: its next back-off is the first one again. */
const HEALTHY_RUN_MS = 60_000;

/** Resolves once the first start has succeeded, and rejects if it fails. */
export async function supervise<T extends ManagedProcess>(options: SupervisionOptions<T>): Promise<Supervised<T>> {
  const firstBackoffMs = options.firstBackoffMs ?? FIRST_BACKOFF_MS;
  const stopping = new AbortController();
  let current = await options.start();

  async function keepAlive(): Promise<void> {
    let backoffMs = firstBackoffMs;
    let begunAt = performance.now();
    for (;;) {
      let ending = await current.exited;
      const endedAt = performance.now();
      if (performance.now() - begunAt > HEALTHY_RUN_MS) backoffMs = firstBackoffMs;
      for (;;) {
        if (stopping.signal.aborted) return;
        options.onDeath(`${current.name} ended: ${ending}`, backoffMs);
        await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
        if (stopping.signal.aborted) return;
        begunAt = performance.now();
        try {
          current = await options.start();
          if (!stopping.signal.aborted) options.onReturn?.(current, performance.now() - endedAt);
          break;
        } catch (error) {
          ending = messageOf(error);
        }
      }
      // Asked to stop while it was being started: only this code can end it.
      if (stopping.signal.aborted) return current.stop();
    }
  }

  const watching = keepAlive();
  return {
    current: () => current,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
