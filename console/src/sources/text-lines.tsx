import { useState, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** The saved values, as text. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isLong?: boolean;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
}

/**
 * An input for values that are written as text. While a person types, their own text is shown: written again from the
 * values, it would lose a comma at its end at once.
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
