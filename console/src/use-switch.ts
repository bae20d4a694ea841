import { useSyncExternalStore } from 'react';
import { areKeysOff, onSwitch } from './key-switch.ts';

function listen(tell: () => void): () => void {
  const end = onSwitch(tell);
  // Another tab of the same person.
  window.addEventListener('storage', tell);
  return () => {
    end();
    window.removeEventListener('storage', tell);
  };
}

export function useKeysOff(userId: number): boolean {
  return useSyncExternalStore(listen, () => areKeysOff(localStorage, userId));
}
