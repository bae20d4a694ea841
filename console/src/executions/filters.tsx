import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EXECUTION_MODES, EXECUTION_STATUSES, OUTCOMES } from '../../../core/states.ts';
import { AskedText } from '../ui/asked-text.tsx';
import { Choice } from '../ui/choice.tsx';
import { WorkflowChoice } from '../ui/workflow-name.tsx';
import { useTotal } from '../ui/total.ts';
import { startOfDay } from './days.ts';
import { executionParameters, NOT_ENDED, SHOWN, SHOWS, type ExecutionFilter } from './filter.ts';
import { statusWords } from './words.ts';

interface Props {
  readonly filter: ExecutionFilter;
  readonly onChange: (more: Partial<ExecutionFilter>) => void;
}

export function Filters({ filter, onChange }: Props) {
  const { show: _, ...narrowed } = filter;
  const given = Object.values(narrowed).filter((value) => value !== null).length;
  // On a phone the open filters would fill the screen above the list.
  const [isOpenAtFirst] = useState(() => given > 0 || matchMedia(WIDE).matches);
  return (
    <>
      <div className="filters">
        <ul aria-label="Show">
          {SHOWS.map((show) => (
            <li key={show}>
              <Link to="/executions" search={{ ...filter, show }} activeOptions={{ exact: true }}>
                {SHOWN[show].label}
                {show !== 'all' && <Count filter={{ ...filter, show }} />}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <details className="narrow-more" open={isOpenAtFirst}>
        <summary>{given === 0 ? 'Filters' : `Filters (${given})`}</summary>
        <div className="narrow">
          <Choice
            label="Status"
            value={filter.status}
            options={[
              [NOT_ENDED, 'Not ended'],
              ...EXECUTION_STATUSES.map((status) => [status, statusWords(status)] as const),
            ]}
            onChange={(status) => onChange({ status })}
          />
          <Choice
            label="Outcome"
            value={filter.outcome}
            options={OUTCOMES.map((outcome) => [outcome, outcome])}
            onChange={(outcome) => onChange({ outcome })}
          />
          <Choice
            label="Mode"
            value={filter.mode}
            options={EXECUTION_MODES.map((mode) => [mode, mode])}
            onChange={(mode) => onChange({ mode })}
          />
          <WorkflowChoice value={filter.workflow} onChange={(workflow) => onChange({ workflow })} />
          <AskedText
            key={filter.reference}
            label="Reference"
            placeholder="exactly"
            maxLength={200}
            value={filter.reference}
            onChange={(reference) => onChange({ reference })}
          />
          <Day label="From" value={filter.from} onChange={(from) => onChange({ from })} />
          <Day label="Until" value={filter.until} onChange={(until) => onChange({ until })} />
          {filter.code !== null && (
            <button type="button" className="quiet" onClick={() => onChange({ code: null })}>
              <code>{filter.code}</code> only ×
            </button>
          )}
          <Day label="Ended from" value={filter.endedFrom} onChange={(endedFrom) => onChange({ endedFrom })} />
          <Day label="Ended until" value={filter.endedUntil} onChange={(endedUntil) => onChange({ endedUntil })} />
          {NAMED.map(([name, words]) => {
            const value = filter[name];
            return (
              value !== null && (
                <button key={name} type="button" className="quiet" onClick={() => onChange({ [name]: null })}>
                  {words} <code>{value}</code> only ×
                </button>
              )
            );
          })}
          {filter.reviewed !== null && (
            <button type="button" className="quiet" onClick={() => onChange({ reviewed: null })}>
              Decided by a person only ×
            </button>
          )}
          {filter.batch !== null && (
            <button type="button" className="quiet" onClick={() => onChange({ batch: null })}>
              Batch {filter.batch} only ×
            </button>
          )}
        </div>
      </details>
    </>
  );
}

/** Filters that the statistics link to. */
const NAMED = [
  ['rule', 'Decided by'],
  ['reason', 'Reason'],
  ['product', 'Failed pull of'],
] as const;

function Count({ filter }: { readonly filter: ExecutionFilter }) {
  const total = useTotal('executions', '/executions', executionParameters(filter, startOfDay));
  if (total === undefined) return null;
  const isBad = filter.show === 'failed' && total > 0;
  return <span className={isBad ? 'count bad' : 'count'}>{total.toLocaleString('en')}</span>;
}

/** Matches the width in the style sheet: below it, rows are cards. */
const WIDE = '(min-width: 48rem)';

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    </label>
  );
}
