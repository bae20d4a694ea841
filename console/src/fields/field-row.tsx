import { useId } from 'react';
import type { FieldFault } from '../../../core/fields/faults.ts';
import type { FieldQuestion } from '../../../core/fields/questions.ts';
import { FIELD_BASES, FIELD_KINDS, FIELD_TYPES, MAX_FIELD_LABEL_LENGTH } from '../../../core/fields/spec.ts';
import { answeredYes, isAnsweredBy, yesWords, type FieldForm } from './forms.ts';
import { WhyNot } from './why-not.tsx';
import { Coded, uncoded } from '../ui/coded.tsx';
import { Words } from './words.tsx';

export type Question = Pick<FieldQuestion, 'code' | 'message'>;

interface Props {
  readonly path: string;
  readonly form: FieldForm;
  readonly onChange: (form: FieldForm) => void;
  readonly faults: readonly FieldFault[];
  readonly questions: readonly Question[];
  /** Why policies cannot use the field's label. Undefined if they can. */
  readonly unsaid: string | undefined;
  /** Text beside the path: values received, and readers. */
  readonly about: string;
  /** Label of the check box that adds the field to the dictionary. */
  readonly declares: string;
  /** Reverts to the saved declaration. Undefined if nothing was changed. */
  readonly onUndo?: (() => void) | undefined;
}

/** One field, with its faults and the questions that its name raises. */
export function FieldRow({ path, form, onChange, faults, questions, unsaid, about, declares, onUndo }: Props) {
  const id = useId();
  const set = (part: Partial<FieldForm>): void => onChange({ ...form, isDeclared: true, ...part });
  const wrong = (...fields: readonly string[]) => {
    const isWrong = faults.some(({ field }) => fields.includes(field));
    return isWrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-faults` } : {};
  };
  return (
    <fieldset className="field-row">
      <legend>
        <code>{path}</code>
      </legend>
      <p className="soft small about">
        {about}
        {onUndo !== undefined && (
          <button type="button" className="quiet" aria-label={`Undo ${path}`} onClick={onUndo}>
            Undo
          </button>
        )}
      </p>
      <div className="field-controls">
        <label className="check">
          <input
            type="checkbox"
            checked={form.isDeclared}
            onChange={({ target }) => onChange({ ...form, isDeclared: target.checked })}
          />
          {declares}
        </label>
        <label className="wide-control">
          Label
          <input
            type="text"
            maxLength={MAX_FIELD_LABEL_LENGTH}
            value={form.label}
            {...wrong('label')}
            onChange={({ target }) => set({ label: target.value })}
          />
        </label>
        <Selected
          label="Type"
          value={form.type}
          values={FIELD_TYPES}
          {...wrong('type', 'path')}
          onChange={(type) => set({ type })}
        />
        <label>
          Unit
          <input
            type="text"
            list="field-units"
            maxLength={MAX_FIELD_LABEL_LENGTH}
            value={form.unit}
            {...wrong('unit')}
            onChange={({ target }) => set({ unit: target.value })}
          />
        </label>
        <Selected
          label="Kind"
          value={form.kind}
          values={FIELD_KINDS}
          {...wrong('kind')}
          onChange={(kind) => set({ kind })}
        />
        <label>
          Whose
          <input
            type="text"
            list="field-people"
            value={form.person}
            {...wrong('of_person')}
            onChange={({ target }) => set({ person: target.value })}
          />
        </label>
        <Selected
          label="Prohibited basis"
          value={form.basis}
          values={FIELD_BASES}
          {...wrong('basis')}
          onChange={(basis) => set({ basis })}
        />
      </div>
      {unsaid !== undefined && (
        <p className="message small" role="status">
          Policies in plain words cannot name it by this label: it {unsaid}.
        </p>
      )}
      {form.type !== 'object' && form.type !== 'person' && <Words form={form} onChange={set} wrong={wrong} />}
      {faults.length > 0 && (
        <div role="alert" id={`${id}-faults`}>
          <ul className="faults plain">
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {NAMES[field] ?? field} <Coded text={message} />.
              </li>
            ))}
          </ul>
        </div>
      )}
      {questions
        .filter(({ code }) => !isAnsweredBy(form, code))
        .map(({ code, message }) => (
          <div key={code} className="question" role="group" aria-label={uncoded(message)}>
            <p>
              <Coded text={message} />.
            </p>
            <button type="button" onClick={() => onChange(answeredYes(form, code))}>
              {yesWords(code)}
            </button>
            <WhyNot path={path} code={code} />
          </div>
        ))}
    </fieldset>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  path: 'The path',
  type: 'The type',
  label: 'The label',
  unit: 'The unit',
  kind: 'The kind',
  of_person: 'Whose it is',
  basis: 'The prohibited basis',
  item: 'The words of its items',
  'reason.above': 'The reason for a value that is too high',
  'reason.below': 'The reason for a value that is too low',
  'reason.is': 'The reason for what is not allowed',
  'reason.missing': 'The reason for what is missing',
};

interface SelectedProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  readonly values: readonly Value[];
  readonly onChange: (value: Value | '') => void;
}

function Selected<Value extends string>({ label, value, values, onChange, ...aria }: SelectedProps<Value>) {
  return (
    <label>
      {label}
      <select
        {...aria}
        value={value}
        onChange={({ target }) => onChange(values.find((each) => each === target.value) ?? '')}
      >
        <option value="">–</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}
