/** The most that the shown time may lag. */
const EVERY_MS = 30_000;

export interface Clock {
  /** Calls the listener whenever the time has advanced. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Never older than half a minute, even without listeners or with throttled timers. */
  readonly now: () => number;
}

/** A clock that advances in steps of half a minute, so that components with a time do not render all the while. */
export function createClock(read: () => number): Clock {
  const listeners = new Set<() => void>();
  let shown = read();
  let timer: ReturnType<typeof setInterval> | undefined;
  const now = (): number => {
    const real = read();
    // A system clock that was set back also counts as a change.
    if (Math.abs(real - shown) >= EVERY_MS) shown = real;
    return shown;
  };
  return {
    now,
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(() => {
        shown = read();
        for (const each of listeners) each();
      }, EVERY_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
