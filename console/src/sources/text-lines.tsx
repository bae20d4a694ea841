import { useState, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** What holds, as it is written. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isLong?: boolean;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
}

/**
 * A text that stands for values. While somebody writes it stays as they write it, since what was read of it is written
 * otherwise: a comma at the end would be gone at once.
 */
export function TextLines({ label, value, onChange, isLong = false, placeholder, hint }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shared = {
    value: typed ?? value,
    placeholder,
    spellCheck: false,
    onBlur: () => setTyped(null),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped(target.value);
      onChange(target.value);
    },
  };
  return (
    <label>
      {label}
      {isLong ? <textarea rows={2} {...shared} /> : <input type="text" autoComplete="off" {...shared} />}
      {hint !== undefined && <span className="small hint">{hint}</span>}
    </label>
  );
}
