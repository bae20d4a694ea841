import { useSyncExternalStore } from 'react';

/*
 * The search text. It is kept only in the page's memory, so names of people are in no address, history or browser
 * storage. After a reload the search is empty.
 */

let asked = '';
const listeners = new Set<() => void>();

export function ask(text: string): void {
  // Cells that were copied from a spreadsheet have tabs between them.
  asked = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  for (const listener of listeners) listener();
}

/** Empty if nobody is searched for. */
export function useAsked(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => asked,
  );
}
