import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  /** Whoever sets another one from outside gives it as the key, too. */
  readonly value: string | null;
  /** Null: nothing is asked for. */
  readonly onChange: (value: string | null) => void;
}

/** A text that narrows a list. It is asked for once it is written: by Enter, or when one goes on. */
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
          // With it an input method ends a word.
          if (key === 'Enter' && !nativeEvent.isComposing) ask();
        }}
      />
    </label>
  );
}
