import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly maxLength: number;
  /** True for an address of several lines. */
  readonly hasLines?: boolean;
  readonly isRequired?: boolean;
}

/** An input for a text setting. */
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

interface ContactProps {
  readonly address: string;
  readonly phone: string;
  readonly isRequired?: boolean;
  readonly onChange: (change: { readonly address: string } | { readonly phone: string }) => void;
}

/** Inputs for the contact details that letters give. */
export function ContactFields({ address, phone, isRequired = true, onChange }: ContactProps) {
  return (
    <>
      <TextField
        label="Postal address"
        value={address}
        maxLength={500}
        hasLines
        isRequired={isRequired}
        hint="One line each: street, then town, state and postal code."
        onChange={(text) => onChange({ address: text })}
      />
      <TextField
        label="Telephone number"
        value={phone}
        maxLength={50}
        isRequired={isRequired}
        onChange={(text) => onChange({ phone: text })}
      />
    </>
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
