import { useEffect, useRef } from 'react';
import { commandOf, type Command } from './keys.ts';
import { useMe } from './session.tsx';
import { isOn } from './switches.ts';

export type Handlers = Partial<Record<Command, () => void>>;

/** Calls what belongs to the keys that are pressed anywhere on the page. */
export function useCommands(handlers: Handlers): void {
  const current = useRef(handlers);
  const { id: userId } = useMe().user;
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // What has the focus has done something of its own with it, or an input method has.
      if (event.defaultPrevented || event.isComposing) return;
      // The editor has a tree of its own, of which an event outside names only the root.
      const [inner] = event.composedPath();
      const target = inner instanceof Element ? inner : null;
      const command = commandOf({
        key: event.key,
        ctrlKey: event.ctrlKey,
        altKey: event.altKey,
        metaKey: event.metaKey,
        isRepeat: event.repeat,
        // A box to tick takes no letters.
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
