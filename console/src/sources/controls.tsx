import type { ReactNode } from 'react';

/** Attributes of an input with a fault. */
export type Wrong = (...what: readonly string[]) => object;

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: ReactNode;
  readonly list?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly className?: string;
  readonly isDisabled?: boolean;
}

/** One line of text in a row of inputs. */
export function Line({ label, hint, isDisabled = false, className, onChange, maxLength = 200, ...input }: LineProps) {
  return (
    <label className={className}>
      {label}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
        {...input}
      />
      {hint !== undefined && <span className="small hint">{hint}</span>}
    </label>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Undefined if the input was emptied. */
  readonly onChange: (value: number | undefined) => void;
  readonly hint?: ReactNode;
  readonly min?: number;
  readonly max?: number;
}

export function Figure({ label, value, onChange, hint, ...limits }: NumberProps) {
  return (
    <label>
      {label}
      <input
        type="number"
        step="any"
        {...limits}
        value={value ?? ''}
        onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)}
      />
      {hint !== undefined && <span className="small hint">{hint}</span>}
    </label>
  );
}

interface ChosenProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  /** The values to choose from, each with its name. */
  readonly options: readonly (readonly [value: Value, name: string])[];
  /** The name of the empty choice; undefined if a value has to be chosen. */
  readonly none?: string;
  readonly onChange: (value: Value | undefined) => void;
  readonly hint?: ReactNode;
}

export function Chosen<Value extends string>({ label, value, options, none, onChange, hint }: ChosenProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(options.find(([each]) => each === target.value)?.[0])}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {hint !== undefined && <span className="small hint">{hint}</span>}
    </label>
  );
}

interface FaultsProps {
  readonly faults: readonly { readonly what: string; readonly message: string }[];
}

/** The faults of the inputs above. */
export function Faults({ faults }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <div role="alert">
      <ul className="faults plain">
        {faults.map(({ what, message }) => (
          <li key={`${what} ${message}`}>
            {what} {message}.
          </li>
        ))}
      </ul>
    </div>
  );
}
