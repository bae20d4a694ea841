import { useSyncExternalStore } from 'react';
import { createClock } from './clock.ts';

const clock = createClock(() => Date.now());

/** The current time to half a minute: one timer for all components. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.now);
}
