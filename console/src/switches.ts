/* The user's switches of the console. They are kept per person in this browser, and all its pages follow at once. */

/** The part of the browser's Storage that is used. */
export interface SwitchStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * - `keys-off`: keys of one letter or sign do nothing;
 * - `next-case`: after a decision the next case is claimed and opened;
 * - `developer`: requests as curl, and names of fields and nodes as the API has them.
 */
export type Switch = 'keys-off' | 'next-case' | 'developer';

export interface Switched {
  readonly name: Switch;
  readonly userId: number | undefined;
}

const keyOf = ({ name, userId }: Switched): string => `${name}:${userId}`;

/** False until it is switched on, and without storage. */
export function isOn(store: SwitchStore, switched: Switched): boolean {
  try {
    return switched.userId !== undefined && store.getItem(keyOf(switched)) !== null;
  } catch {
    return false;
  }
}

export function turn(store: SwitchStore, switched: Switched, on: boolean): void {
  try {
    if (on) store.setItem(keyOf(switched), 'on');
    else store.removeItem(keyOf(switched));
  } catch {
    // The switch does not change.
  }
  for (const tell of listeners) tell();
}

const listeners = new Set<() => void>();

/** Calls `tell` at each change in this tab; returns the function that unsubscribes it. */
export function onTurn(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
