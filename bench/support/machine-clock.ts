import { Worker } from 'node:worker_threads';

/**
 * A clock that stands still while the machine does. Virtual machines are halted for tens and hundreds of milliseconds
 * at a time when their host has other things to do; what is measured by the wall then says more of the host than of
 * the program. A thread that does nothing but wake up tells when nobody was running.
 */
export interface MachineClock {
  /** Milliseconds; differences are what counts. */
  now(): number;
  /** The same for a moment by the wall (milliseconds since 1970). */
  at(wallMs: number): number;
  /** Part of the time since the start in which the machine stood still, 0 to 1. */
  haltedShare(): number;
}

const MAX_HALTS = 100_000;
const TICK_MS = 2;
/** A thread that wakes up this late was not held up by other threads: on a busy machine it is its turn within a few. */
const LEAST_HALT_MS = 20;

export function startMachineClock(): MachineClock {
  const count = new Int32Array(new SharedArrayBuffer(8));
  /** By pairs: when a halt ended, and how long all halts up to it were together. */
  const halts = new Float64Array(new SharedArrayBuffer(MAX_HALTS * 16));
  const ticker = new Worker(`(${tick.toString()})(require('node:worker_threads').workerData)`, {
    eval: true,
    execArgv: [],
    workerData: { count, halts, tickMs: TICK_MS, leastMs: LEAST_HALT_MS, maximum: MAX_HALTS },
  });
  ticker.unref();
  const wallNow = (): number => performance.timeOrigin + performance.now();
  const startedAt = wallNow();
  const haltedBefore = (wallMs: number): number => {
    let [low, high] = [0, Atomics.load(count, 0)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((halts[middle * 2] ?? 0) <= wallMs) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (halts[low * 2 - 1] ?? 0);
  };
  const at = (wallMs: number): number => wallMs - haltedBefore(wallMs);
  return {
    now: () => at(wallNow()),
    at,
    haltedShare: () => haltedBefore(wallNow()) / (wallNow() - startedAt),
  };
}

/** Runs in the worker: it must not use anything from outside. */
function tick(data: {
  count: Int32Array;
  halts: Float64Array;
  tickMs: number;
  leastMs: number;
  maximum: number;
}): void {
  const { count, halts, tickMs, leastMs, maximum } = data;
  let last = performance.now();
  let total = 0;
  for (let index = 0; index < maximum;) {
    Atomics.wait(count, 1, 0, tickMs);
    const now = performance.now();
    const late = now - last - tickMs;
    last = now;
    if (late < leastMs) continue;
    total += late;
    halts[index * 2] = performance.timeOrigin + now;
    halts[index * 2 + 1] = total;
    index += 1;
    Atomics.store(count, 0, index);
  }
}
