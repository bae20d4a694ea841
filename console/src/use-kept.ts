import { useState } from 'react';
import { keepText, ownDraftKey, readText } from './drafts.ts';
import { useMe } from './session.tsx';

/** Serializes a value. The empty text represents an unchanged value and is not stored. */
interface Written<Value> {
  readonly read: (text: string) => Value;
  readonly write: (value: Value) => string;
}

/**
 * State that this tab keeps until it is saved, so that a reload or a sign-in loses nothing. `of` is its storage key.
 */
export function useKept<Value>(of: string, { read, write }: Written<Value>): readonly [Value, (next: Value) => void] {
  const me = useMe();
  const key = ownDraftKey(me.user.id, of);
  const [value, setValue] = useState(() => read(readText(sessionStorage, key)));
  return [
    value,
    (next) => {
      setValue(next);
      keepText(sessionStorage, key, write(next));
    },
  ];
}
