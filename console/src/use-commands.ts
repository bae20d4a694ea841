import { useEffect, useRef } from 'react';
import { commandOf, type Command } from './keys.ts';
import { useMe } from './session.tsx';
import { isOn } from './switches.ts';

export type Handlers = Partial<Record<Command, () => void>>;

/** Calls the handlers of keys that are pressed anywhere on the page. */
export function useCommands(handlers: Handlers): void {
  const current = useRef(handlers);
  const { id: userId } = useMe().user;
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // The focused element or an input method has already handled the key.
      if (event.defaultPrevented || event.isComposing) return;
      // The editor is in a shadow root, so outside it an event names only the host.
      const [inner] = event.composedPath();
      const target = inner instanceof Element ? inner : null;
      const command = commandOf({
        key: event.key,
        ctrlKey: event.ctrlKey,
        altKey: event.altKey,
        metaKey: event.metaKey,
        isRepeat: event.repeat,
        // A check box takes no letters.
        isInField: target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') != null,
        isOnControl: target?.closest('a, button, summary') != null,
        isDialogOpen: document.querySelector('dialog[open]') !== null,
        areLettersOff: isOn(localStorage, { name: 'keys-off', userId }),
      });
      const handle = command === null ? undefined : current.current[command];
      if (handle === undefined) return;
      event.preventDefault();
      handle();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [userId]);
}
