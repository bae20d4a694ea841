import { useSyncExternalStore } from 'react';
import { HeldDecisions, type Held } from './api/held.ts';
import { call } from './api/http.ts';
import { newKey } from './api/idempotency.ts';

/** The decisions of this page that are not sent yet. */
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
