/** How long what is shown may lag behind. */
const EVERY_MS = 30_000;

export interface Clock {
  /** Tells the listener whenever the time has moved on. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Never older than half a minute, also if nobody listened, or the browser held its timers back. */
  readonly now: () => number;
}

/** A clock that stands still for half a minute at a time, so that what shows it is not drawn anew all the while. */
export function createClock(read: () => number): Clock {
  const listeners = new Set<() => void>();
  let shown = read();
  let timer: ReturnType<typeof setInterval> | undefined;
  const now = (): number => {
    const real = read();
    // A clock that was set back counts, too.
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
