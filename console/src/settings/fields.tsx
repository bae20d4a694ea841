import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly maxLength: number;
  /** An address. */
  readonly hasLines?: boolean;
  readonly isRequired?: boolean;
}

/** A text of a setting. */
export function TextField({ label, value, onChange, hint, maxLength, hasLines = false, isRequired = true }: Props) {
  const shared = {
    ...{ value, maxLength, required: isRequired },
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  return (
    <label className="field">
      {label}
      {hasLines ? <textarea rows={3} {...shared} /> : <input type="text" {...shared} />}
      {hint !== undefined && <span className="soft small">{hint}</span>}
    </label>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
