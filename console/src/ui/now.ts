import { useSyncExternalStore } from 'react';
import { createClock } from './clock.ts';

const clock = createClock(() => Date.now());

/** The time, to half a minute: one timer for all that shows it. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.now);
}
