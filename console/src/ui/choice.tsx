interface Props {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string | null) => void;
}

/** A filter with one value, or all. */
export function Choice({ label, value, options, onChange }: Props) {
  return (
    <label>
      {label}{' '}
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value === '' ? null : target.value)}>
        <option value="">All</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
