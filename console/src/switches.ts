/*
 * Whether a person has switched the keys of one letter off. It is kept for each person in this browser, and every page of it
 * follows at once.
 */

/** The part of the browser's Storage that is used. */
export interface SwitchStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const keyOf = (userId: number): string => `keys-off:${userId}`;

export function areKeysOff(store: SwitchStore, userId: number | undefined): boolean {
  try {
    return userId !== undefined && store.getItem(keyOf(userId)) !== null;
  } catch {
    // Without storage the keys are as they are for everybody.
    return false;
  }
}

export function switchKeys(store: SwitchStore, userId: number, isOff: boolean): void {
  try {
    if (isOff) store.setItem(keyOf(userId), 'off');
    else store.removeItem(keyOf(userId));
  } catch {
    // The switch does not move.
  }
  for (const tell of listeners) tell();
}

const listeners = new Set<() => void>();

/** Calls `tell` at each change in this tab; returns what ends it. */
export function onSwitch(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
