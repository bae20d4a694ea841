import { useSyncExternalStore } from 'react';

/*
 * Tells whether somebody is using the page. An open tab must not keep an unused session alive. So all polling stops
 * when nobody has touched the page for a while, and resumes with the next touch.
 */
const QUIET_AFTER_MS = 10 * 60_000;
const CHECK_EVERY_MS = 30_000;
const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

const listeners = new Set<() => void>();
let lastTouch = Date.now();
let isInUse = true;
let timer: ReturnType<typeof setInterval> | undefined;

function set(inUse: boolean): void {
  if (inUse === isInUse) return;
  isInUse = inUse;
  for (const each of listeners) each();
}

function touch(): void {
  lastTouch = Date.now();
  set(true);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    lastTouch = Date.now();
    isInUse = true;
    for (const name of TOUCHES) document.addEventListener(name, touch, { passive: true });
    timer = setInterval(() => set(Date.now() - lastTouch <= QUIET_AFTER_MS), CHECK_EVERY_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    for (const name of TOUCHES) document.removeEventListener(name, touch);
  };
}

/** For `refetchInterval`: the polling interval, or false while nobody uses the page. */
export function useWhileInUse(everyMs: number): number | false {
  return useSyncExternalStore(subscribe, () => isInUse) && everyMs;
}
