import { useSyncExternalStore } from 'react';

/*
 * What is searched for. It stays in the memory of the page: names of people stand in no address, no history and no storage of
 * the browser, so a page that is loaded anew asks for nobody.
 */

let asked = '';
const listeners = new Set<() => void>();

export function ask(text: string): void {
  // Cells that were copied from a spreadsheet have tabs between them.
  asked = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  for (const listener of listeners) listener();
}

/** Empty: nothing. */
export function useAsked(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => asked,
  );
}
