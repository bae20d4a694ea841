import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RowDecision } from '../../../core/rows/row.ts';
import type { AddedRule } from './edited.ts';
import { comparisonsFor, type Comparable } from './comparable.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { numberTyped } from './figures.ts';
import { DECISIONS } from './words.ts';

interface Props {
  readonly fields: readonly Comparable[];
  /** Reads a sentence; rejects if it is no rule. */
  readonly onRead: (sentence: string) => Promise<AddedRule>;
  readonly onAdd: (rule: AddedRule) => void;
}

const WAYS = [
  { way: 'sentence', label: 'Add a rule in a sentence' },
  { way: 'field', label: 'Add a rule from a field' },
] as const;

/** Adds a rule: as a sentence, or built from a field, a comparison and a value. */
export function AddRule({ fields, onRead, onAdd }: Props) {
  const [way, setWay] = useState<'none' | 'sentence' | 'field'>('none');
  const done = (rule: AddedRule): void => {
    onAdd(rule);
    setWay('none');
  };
  return (
    <div className="add-rule">
      <p className="buttons">
        {WAYS.map((each) => (
          <button
            key={each.way}
            type="button"
            aria-expanded={way === each.way}
            onClick={() => setWay(way === each.way ? 'none' : each.way)}
          >
            {each.label}
          </button>
        ))}
      </p>
      {way === 'sentence' && <BySentence onRead={onRead} onAdd={done} />}
      {way === 'field' && <ByField fields={fields} onAdd={done} />}
    </div>
  );
}

function BySentence({ onRead, onAdd }: Pick<Props, 'onRead' | 'onAdd'>) {
  const [text, setText] = useState('');
  const id = useId();
  const read = useMutation({ mutationFn: onRead, onSuccess: onAdd });
  return (
    <form
      className="rule-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !read.isPending) read.mutate(text.trim());
      }}
    >
      <label className="wide" htmlFor={id}>
        The rule, with what it decides
        <input
          id={id}
          type="text"
          autoFocus
          value={text}
          placeholder="Deny if the credit score is below 600"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" disabled={text.trim() === ''} aria-disabled={read.isPending}>
        {read.isPending ? 'Reading …' : 'Add it'}
      </button>
      {read.error !== null && <ErrorMessage error={read.error} nameOf={() => 'This sentence'} />}
    </form>
  );
}

function ByField({ fields, onAdd }: Pick<Props, 'fields' | 'onAdd'>) {
  const [chosen, setChosen] = useState('');
  const [operator, setOperator] = useState('');
  const [value, setValue] = useState('');
  const [decision, setDecision] = useState<RowDecision>('deny');
  const field = fields.find((each) => keyOf(each) === chosen);
  const comparisons = field === undefined ? [] : comparisonsFor(field);
  const comparison = comparisons.find((each) => each.operator === operator) ?? comparisons[0];
  const isNumber = field?.kind === 'number' || field?.kind === 'integer';
  const typed = isNumber ? numberTyped(value) : value.trim();
  const isReady =
    field !== undefined && comparison !== undefined && (!comparison.takesValue || (typed !== '' && typed !== null));
  const add = (): void => {
    if (field === undefined || comparison === undefined || !isReady) return;
    const condition = {
      ...{ source_node_id: field.sourceNodeId, field: field.field, operator: comparison.operator },
      ...(comparison.takesValue && typed !== null ? { value: typed } : {}),
    };
    const when = {
      group_logic: 'and' as const,
      condition_groups: [{ logic: 'and' as const, conditions: [condition] }],
    };
    onAdd({ when, decision, text: null });
  };
  return (
    <form
      className="rule-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <label>
        Field
        <select autoFocus value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">–</option>
          {[...Map.groupBy(fields, ({ source }) => source)].map(([source, own]) => (
            <optgroup key={source} label={source}>
              {own.map((each) => (
                <option key={keyOf(each)} value={keyOf(each)}>
                  {each.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        Comparison
        <select
          value={comparison?.operator ?? ''}
          disabled={field === undefined}
          onChange={({ target }) => setOperator(target.value)}
        >
          {comparisons.map(({ operator: each, words }) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {comparison?.takesValue !== false && <Value field={field} value={value} onChange={setValue} />}
      <DecisionChoice value={decision} onChange={setDecision} />
      <button type="submit" disabled={!isReady}>
        Add it
      </button>
    </form>
  );
}

interface ValueProps {
  readonly field: Comparable | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Value({ field, value, onChange }: ValueProps) {
  return (
    <label>
      Value
      {field !== undefined && field.choices.length > 0 ? (
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">–</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      ) : (
        <input
          type={field?.kind === 'date' ? 'date' : 'text'}
          inputMode={field?.kind === 'string' ? 'text' : 'decimal'}
          autoComplete="off"
          disabled={field === undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </label>
  );
}

function DecisionChoice({
  value,
  onChange,
}: {
  readonly value: RowDecision;
  readonly onChange: (value: RowDecision) => void;
}) {
  return (
    <label>
      Decision
      <select value={value} onChange={({ target }) => onChange(target.value as RowDecision)}>
        {(['deny', 'review', 'approve'] as const).map((each) => (
          <option key={each} value={each}>
            {DECISIONS[each].name}
          </option>
        ))}
      </select>
    </label>
  );
}

const keyOf = ({ sourceNodeId, field }: Comparable): string => JSON.stringify([sourceNodeId, field]);
