import { useState } from 'react';
import { MAX_FIELD_LABEL_LENGTH, MAX_REASON_LENGTH } from '../../../core/fields/spec.ts';
import { ITEM_WORDS, REASONS, type FieldForm } from './forms.ts';

interface Props {
  readonly form: FieldForm;
  readonly onChange: (part: Partial<FieldForm>) => void;
  /** Attributes of an input whose declaration is wrong. */
  readonly wrong: (field: string) => object;
}

const WAYS = {
  above: 'Too high, or too late',
  below: 'Too low, or too early',
  is: 'A text, or yes or no, that is not allowed',
  missing: 'There is none',
} as const;
const ITEMS = { one: 'One item', many: 'Several items' } as const;

/** The words in letters: the reason for a denial in each way, and the name of a list's items. */
export function Words({ form, onChange, wrong }: Props) {
  const isList = form.type === 'list';
  const [isOpen, setIsOpen] = useState([...REASONS, ...ITEM_WORDS, 'empty' as const].some((name) => form[name] !== ''));
  return (
    <details className="field-words" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{isList ? 'Reasons in letters, and words of its items' : 'Reasons in letters'}</summary>
      <div className="field-controls">
        {REASONS.map((way) => (
          <label key={way}>
            {WAYS[way]}
            <input
              type="text"
              maxLength={MAX_REASON_LENGTH}
              value={form[way]}
              {...wrong(`reason.${way}`)}
              onChange={({ target }) => onChange({ [way]: target.value })}
            />
          </label>
        ))}
        {isList &&
          ITEM_WORDS.map((name) => (
            <label key={name}>
              {ITEMS[name]}
              <input
                type="text"
                maxLength={MAX_FIELD_LABEL_LENGTH}
                value={form[name]}
                {...wrong('item')}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            </label>
          ))}
        {isList && (
          <label>
            An empty list is
            <select
              value={form.empty}
              onChange={({ target: { value } }) =>
                onChange({ empty: value === 'best' || value === 'worst' ? value : '' })
              }
            >
              <option value="">–</option>
              <option value="best">the best</option>
              <option value="worst">the worst</option>
            </select>
          </label>
        )}
      </div>
    </details>
  );
}
