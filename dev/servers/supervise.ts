import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../platform/thrown.ts';
import type { ManagedProcess } from './process.ts';

/** A process that is started again, with back-off, whenever it ends without having been asked to. */
export interface Supervised<T extends ManagedProcess> {
  /** The one that runs now, or ran last. */
  current(): T;
  /** Ends it and starts it at once, without back-off; if it cannot be started, it is retried like one that ended by itself. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface SupervisionOptions<T extends ManagedProcess> {
  /** Starts it and waits until it is ready; called again, with the same ports, after each sudden end. */
  readonly start: () => Promise<T>;
  /** Told to a person: what ended and when it is started again. */
  readonly onDeath: (what: string, backoffMs: number) => void;
  /** Told to a person: it was started again and is ready. */
  readonly onReturn?: (current: T, downMs: number) => void;
  /** How long `restart` lets it drain. */
  readonly restartGraceMs?: number;
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
  /** Aborted by `restart`, which also ends a back-off; a new one takes its place when the start begins. */
  let restarting = new AbortController();
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
        if (!restarting.signal.aborted) {
          options.onDeath(`${current.name} ended: ${ending}`, backoffMs);
          const signal = AbortSignal.any([stopping.signal, restarting.signal]);
          await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
          backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
          if (stopping.signal.aborted) return;
        }
        restarting = new AbortController();
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
    restart: async () => {
      restarting.abort();
      await current.stop(options.restartGraceMs);
    },
    stop: async () => {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
