import { useState } from 'react';
import { keepText, ownDraftKey, readText } from './drafts.ts';
import { useMe } from './session.tsx';

/** How a value is kept as text. The empty text stands for a value that nobody has changed, and is not kept. */
interface Written<Value> {
  readonly read: (text: string) => Value;
  readonly write: (value: Value) => string;
}

/** State that this tab keeps until it is saved, so that a reload or a sign-in loses nothing. `of` names it. */
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
