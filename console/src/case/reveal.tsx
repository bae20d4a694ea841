import { useState } from 'react';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { Act } from '../ui/act.tsx';
import { valueText, type Fact } from './words.ts';

/** Values shown unmasked, by path. They are not stored: they are masked again when the page is left. */
export type Revealed = Readonly<Record<string, string>>;

interface Props {
  readonly executionId: number;
  /** Path of the facts in the payload, such as `applicant`. */
  readonly under: string;
  readonly masked: readonly Fact[];
  readonly onRevealed: (values: Revealed) => void;
}

const MOST_FIELDS = 20;

/** Requests unmasked values: which ones, and why. The audit log records both with the person who asked. */
export function Reveal({ executionId, under, masked, onRevealed }: Props) {
  const shown = masked.slice(0, MOST_FIELDS);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  if (masked.length === 0) return null;
  return (
    <Act<Schemas['RevealedValues']>
      label="Show masked values"
      confirm="Show them"
      isQuiet
      request={{
        method: 'POST',
        path: `/executions/${executionId}/reveal`,
        body: { fields: paths.map((path) => `${under}.${path}`), reason: reason.trim() },
      }}
      // Changes only the audit log.
      changes={[]}
      isReady={paths.length > 0 && reason.trim() !== ''}
      onAsk={() => {
        setPaths(shown.length === 1 ? shown.map(({ path }) => path) : []);
        setReason('');
      }}
      onDone={({ values }) =>
        onRevealed(
          Object.fromEntries(
            Object.entries(values).map(([field, value]) => [field.slice(under.length + 1), valueText(value)]),
          ),
        )
      }
    >
      <p>Who asked, when, for what and why is recorded in the audit log.</p>
      <fieldset>
        <legend>Which</legend>
        {shown.map(({ path, label, value }) => (
          <label key={path} className="check">
            <input
              type="checkbox"
              checked={paths.includes(path)}
              onChange={() => setPaths(paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path])}
            />
            <span>
              {label} <bdi className="soft">{value}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="field">
        Why you need them <span className="soft">(no numbers: it is kept as you write it)</span>
        <input type="text" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
    </Act>
  );
}
