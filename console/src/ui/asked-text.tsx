import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  /** To replace the value from outside, use it as the key as well. */
  readonly value: string | null;
  /** Null clears the filter. */
  readonly onChange: (value: string | null) => void;
}

/** A text filter of a list. It applies when it is complete: on Enter, or when the input loses the focus. */
export function AskedText({ label, placeholder, maxLength, value, onChange }: Props) {
  const before = value ?? '';
  const [text, setText] = useState(before);
  const ask = (): void => {
    if (text.trim() !== before) onChange(text.trim() === '' ? null : text.trim());
  };
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        maxLength={maxLength}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={ask}
        onKeyDown={({ key, nativeEvent }) => {
          // During composition Enter ends a word of the input method.
          if (key === 'Enter' && !nativeEvent.isComposing) ask();
        }}
      />
    </label>
  );
}
