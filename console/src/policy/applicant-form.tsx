import { useId, useState } from 'react';
import type { Json } from '../../../core/json.ts';
import { labelOf } from '../case/words.ts';
import { typedOf, valueOf, valueTyped, withValue, type Applicant, type Asked, type Field } from './fields.ts';

/** Fields that every applicant has: letters are addressed to the applicant, whatever the conditions read. */
const PERSON: readonly Field[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'E-mail address'],
].map(([name = '', label = '']) => ({
  ...{ key: `person ${name}`, label, source: 'context', path: ['applicant', name], kind: 'text', unit: null },
  ...{ choices: [], minimum: null, maximum: null },
  ...{ mayBeMissing: false, isRequired: false },
}));

interface Props {
  readonly asked: Asked;
  readonly applicant: Applicant;
  readonly onChange: (applicant: Applicant) => void;
  /** True if values of reports are asked for; in live mode they are pulled. */
  readonly hasReports?: boolean;
}

/** Inputs for what a cascade reads of an applicant. */
export function ApplicantForm({ asked, applicant, onChange, hasReports = true }: Props) {
  const isPerson = ({ source, path }: Field): boolean =>
    PERSON.some((one) => one.source === source && one.path.join('.') === path.join('.'));
  const sent = asked.fields.filter((field) => field.source === 'context' && !isPerson(field));
  const sources = hasReports ? [...new Set(asked.fields.map(({ source }) => source))] : [];
  const group = (title: string, hint: string | null, fields: readonly Field[]) => (
    <fieldset key={title}>
      <legend>{title}</legend>
      {hint !== null && <p className="soft small">{hint}</p>}
      <div className="applicant-fields">
        {fields.map((field) => (
          <Value
            key={field.key}
            field={field}
            value={valueOf(applicant, field)}
            onChange={(value) => onChange(withValue(applicant, field, value))}
          />
        ))}
      </div>
    </fieldset>
  );
  return (
    <>
      {group('The applicant', null, [...PERSON, ...sent])}
      {sources
        .filter((source) => source !== 'context')
        .map((source) =>
          group(
            labelOf(source),
            'What you leave empty is as test mode gives it.',
            asked.fields.filter((field) => field.source === source),
          ),
        )}
      {asked.leftOut.length > 0 && (
        <p className="soft small">
          It also reads what no form asks for: {asked.leftOut.join('; ')}. There test mode’s values count.
        </p>
      )}
    </>
  );
}

interface ValueProps {
  readonly field: Field;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function Value({ field, value, onChange }: ValueProps) {
  const id = useId();
  const [text, setText] = useState(() => typedOf(value));
  const [wrong, setWrong] = useState<string | null>(null);
  const isUnknown = value === null;
  const type = (next: string): void => {
    setText(next);
    const typed = valueTyped(field, next);
    setWrong(typed instanceof Error ? typed.message : null);
    onChange(typed instanceof Error ? undefined : typed);
  };
  const shared = {
    id,
    value: isUnknown ? '' : text,
    disabled: isUnknown,
    'aria-required': field.isRequired,
    'aria-invalid': wrong !== null,
    'aria-describedby': wrong === null ? undefined : `${id}-wrong`,
  };
  return (
    <div className="applicant-field">
      <label htmlFor={id}>
        {field.label.charAt(0).toUpperCase() + field.label.slice(1)}
        {field.unit !== null && <span className="soft small"> in {unitWords(field.unit)}</span>}
        {field.isRequired && <span className="soft small"> (required)</span>}
      </label>
      {field.kind === 'choice' || field.kind === 'yes_no' ? (
        <select {...shared} onChange={({ target }) => type(target.value)}>
          <option value="">–</option>
          {(field.kind === 'yes_no' ? ['yes', 'no'] : field.choices).map((choice) => (
            <option key={choice} value={choice}>
              {choice.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={field.kind === 'date' ? 'date' : 'text'}
          inputMode={field.kind === 'number' || field.kind === 'whole' ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={({ target }) => type(target.value)}
        />
      )}
      {wrong !== null && (
        <p className="wrong small" id={`${id}-wrong`}>
          {field.label} {wrong}
        </p>
      )}
      {field.mayBeMissing && (
        <label className="check small">
          <input
            type="checkbox"
            checked={isUnknown}
            onChange={({ target }) => {
              setText('');
              setWrong(null);
              onChange(target.checked ? null : undefined);
            }}
          />
          not known
        </label>
      )}
    </div>
  );
}

function unitWords(unit: string): string {
  return unit.replaceAll('_', ' ').replace(/^usd\b/i, 'dollars');
}
