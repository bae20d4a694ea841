import { useSyncExternalStore } from 'react';
import { HeldDecisions, type Held } from './api/held.ts';
import { call } from './api/http.ts';
import { newKey } from './api/idempotency.ts';

/** The held decisions of this page. */
export const held = new HeldDecisions({
  send: call,
  newKey,
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

export function useHeld(): readonly Held[] {
  return useSyncExternalStore(held.subscribe, held.all);
}
