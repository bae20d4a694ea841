import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Json } from '../../../core/json.ts';
import type { Execution, ExecutionDetail } from '../api/records.ts';
import { Act } from '../ui/act.tsx';
import { addressFaults, valueFaults } from './faults.ts';

const KINDS = { number: 'Number', text: 'Text', yes_or_no: 'Yes or no' } as const;
type Kind = keyof typeof KINDS;

interface Row {
  readonly path: string;
  readonly kind: Kind;
  readonly text: string;
  readonly note: string;
  /** The type that the failed step expected; empty for a value that was added by hand. */
  readonly expected: string;
}

const EMPTY: Row = { path: '', kind: 'number', text: '', note: '', expected: '' };

/**
 * Runs an execution again with corrected values: those that its failed step could not compare, or any that are wrong.
 */
export function CorrectAndRun({ execution }: { readonly execution: ExecutionDetail }) {
  const { id, execution_mode: mode } = execution;
  const navigate = useNavigate();
  const addresses = addressFaults(execution);
  const [rows, setRows] = useState<readonly Row[]>([EMPTY]);
  const [reason, setReason] = useState('');
  const change = (at: number, more: Partial<Row>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...more } : row)));
  const corrections = Object.fromEntries(rows.map((row) => [row.path.trim(), sentOf(row)]));
  const isReady =
    reason.trim() !== '' && rows.every(isWhole) && new Set(rows.map(({ path }) => path.trim())).size === rows.length;
  return (
    <Act<Execution>
      label={addresses.length > 0 ? 'Correct the address and send the letter' : 'Correct and run again'}
      confirm={`Run again in ${mode} mode`}
      changes={['execution', 'executions']}
      request={{
        method: 'POST',
        path: `/executions/${id}/re_evaluations`,
        body: { corrections, reason: reason.trim() },
      }}
      isReady={isReady}
      onAsk={() => {
        const found = [...valueFaults(execution), ...addresses];
        setRows(
          found.length === 0 ? [EMPTY] : found.map((fault) => ({ ...EMPTY, ...fault, kind: kindOf(fault.expected) })),
        );
        setReason('');
      }}
      onDone={({ id: made }) => void navigate({ to: '/executions/$id', params: { id: String(made) } })}
      nameOf={(field) => field.replace(/^corrections\./, '')}
    >
      <ul>
        <li>A new execution runs on the corrected values. This one stays as it is.</li>
        <li>Its reports are used again: none is pulled or billed.</li>
        <li>Your name, the day and the reason are kept with it, and a letter says what was corrected.</li>
      </ul>
      {rows.map((row, index) => (
        <Fields key={index} row={row} onChange={(more) => change(index, more)} />
      ))}
      <button type="button" className="quiet" onClick={() => setRows([...rows, EMPTY])}>
        Another value
      </button>
      <label className="field">
        Reason
        <textarea rows={2} maxLength={2_000} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
    </Act>
  );
}

function Fields({ row, onChange }: { readonly row: Row; readonly onChange: (more: Partial<Row>) => void }) {
  return (
    <fieldset className="correction">
      {row.expected === '' || row.expected === 'mail_address' ? (
        <label className="field">
          Path of the value
          <input
            type="text"
            value={row.path}
            maxLength={500}
            placeholder="applicant.monthly_income"
            onChange={({ target }) => onChange({ path: target.value })}
          />
          {row.expected !== '' && (
            <span className="soft">It has to be {wordsOf(row.expected)}. If there is none yet, it is added.</span>
          )}
        </label>
      ) : (
        <p>
          <code>{row.path}</code> has to be {wordsOf(row.expected)}.
        </p>
      )}
      <label className="field">
        Corrected value
        <input type="text" value={row.text} onChange={({ target }) => onChange({ text: target.value })} />
      </label>
      <label className="field">
        It is a{' '}
        <select value={row.kind} onChange={({ target }) => onChange({ kind: target.value as Kind })}>
          {Object.entries(KINDS).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {isOfReport(row) && (
        <label className="field">
          Where the value comes from
          <input
            type="text"
            maxLength={2_000}
            value={row.note}
            placeholder="Letter of the agency"
            onChange={({ target }) => onChange({ note: target.value })}
          />
        </label>
      )}
    </fieldset>
  );
}

const isOfReport = ({ path }: Row): boolean => path.trim().startsWith('steps.');

function isWhole(row: Row): boolean {
  return row.path.trim() !== '' && valueOf(row) !== undefined && (!isOfReport(row) || row.note.trim() !== '');
}

function sentOf(row: Row): Json {
  const value = valueOf(row) ?? null;
  return isOfReport(row) ? { value, note: row.note.trim() } : value;
}

/** Undefined if the text is not of the chosen type. */
function valueOf({ kind, text }: Row): Json | undefined {
  const written = text.trim();
  if (written === '') return undefined;
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : undefined;
  if (kind === 'yes_or_no')
    return /^(?:yes|true)$/i.test(written) ? true : /^(?:no|false)$/i.test(written) ? false : undefined;
  return written;
}

function kindOf(expected: string): Kind {
  if (expected === 'yes_or_no') return 'yes_or_no';
  return expected.startsWith('number') ? 'number' : 'text';
}

const WORDS: Readonly<Record<string, string>> = {
  mail_address: 'an e-mail address that takes mail',
  number: 'a number',
  date: 'a date such as 2026-12-31',
  number_or_date: 'a number or a date such as 2026-12-31',
  yes_or_no: 'yes or no',
  text: 'a text',
  text_or_list: 'a text or a list',
  list: 'a list',
};
const wordsOf = (expected: string): string => WORDS[expected] ?? expected;
