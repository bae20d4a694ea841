import { useMemo, useState } from 'react';
import type { Json } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';
import { productIn } from '../../../core/sources/product.ts';
import { TooMuchWork } from '../../../core/work.ts';
import { Figure } from './controls.tsx';
import { fieldsIn, hasReferences, type Draft } from './draft.ts';
import { unreadLeaves, withLeaf } from './leaves.ts';
import { tried, type Tried } from './sample.ts';
import { MEANINGS } from './words.ts';

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** A pasted answer of the vendor, and the report that is made of it. Nothing of it leaves the page. */
export function TryPart({ draft, onChange }: Props) {
  const [status, setStatus] = useState<number | undefined>(200);
  const [text, setText] = useState('');
  const made = useMemo(() => (text.trim() === '' ? null : tried(draft, status ?? 200, text)), [draft, status, text]);
  const answer = useMemo(() => readJson(text), [text]);
  return (
    <section className="card" aria-label="Try it">
      <h2>Try it</h2>
      <p className="soft">
        Paste an answer of the vendor, from its documents or of a made-up person. It is read in this page alone: nothing
        of it is sent or kept.
      </p>
      <div className="try-row">
        <label>
          Answer
          <textarea
            className="json"
            rows={7}
            spellCheck={false}
            value={text}
            placeholder={'{ "data": { "score": 87 } }'}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Figure label="Status" value={status} min={100} max={599} onChange={setStatus} />
      </div>
      <div role="status">{made !== null && <Result made={made} draft={draft} />}</div>
      {draft.mapping !== undefined && !hasReferences(draft) && (
        <Unread draft={draft} answer={answer} onChange={onChange} />
      )}
      <Example draft={draft} />
    </section>
  );
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Values of the answer that no field reads, each with a button that makes a field of it. */
function Unread({ draft, answer, onChange }: Props & { readonly answer: Json }) {
  const leaves = unreadLeaves(draft, answer);
  if (leaves.length === 0) return null;
  return (
    <div className="field-words" role="group" aria-label="Not read yet">
      <h3>The answer holds more, which no field reads</h3>
      <ul className="plain leaves">
        {leaves.map((leaf) => (
          <li key={leaf.path}>
            <code>{leaf.path}</code> <span className="soft small">{short(leaf.value)}</span>{' '}
            <button
              type="button"
              className="quiet"
              aria-label={`Add a field for ${leaf.path}`}
              onClick={() => onChange(withLeaf(draft, leaf))}
            >
              Add a field
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => onChange(leaves.reduce(withLeaf, draft))}>
        Add a field for each
      </button>
    </div>
  );
}

const MOST_SHOWN = 40;

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function Result({ made, draft }: { readonly made: Tried; readonly draft: Draft }) {
  if (made.is === 'unread') return <p className="message bad">{made.message}</p>;
  if (made.is === 'wrong') return <NoReport faults={made.faults} />;
  if (made.is !== 'report')
    return <p className="message">It is no report: {MEANINGS.find(([name]) => name === made.is)?.[1]}.</p>;
  return (
    <>
      {made.faults.length > 0 && <NoReport faults={made.faults} />}
      {made.faults.length === 0 && <p className="message">It is a report:</p>}
      <Values report={made.report} draft={draft} />
    </>
  );
}

function NoReport({ faults }: { readonly faults: readonly { readonly field: string; readonly message: string }[] }) {
  return (
    <div className="message bad">
      <p>It is no report that the service would take:</p>
      <ul>
        {faults.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A report as a person reads it: its fields, with their labels. */
function Values({ report, draft }: { readonly report: Json; readonly draft: Draft }) {
  const rows = fieldsIn(draft).filter(({ schema, list }) => schema.type !== 'object' && list === undefined);
  const at = (path: string): Json | undefined => {
    let value: Json | undefined = report;
    for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
    return value;
  };
  return (
    <dl className="settings values">
      {rows.map(({ path, schema }) => {
        const value = at(path);
        return (
          <div key={path}>
            <dt>{typeof schema.title === 'string' ? schema.title : path}</dt>
            <dd>{value === undefined || value === null ? <span className="tag">missing</span> : shown(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const shown = (value: Json) => (typeof value === 'string' ? <bdi>{value}</bdi> : <code>{JSON.stringify(value)}</code>);

/** A made-up person, whose report in test mode is shown. */
const SOMEBODY = { first_name: 'Example', last_name: 'Person', date_of_birth: '1990-01-01', ssn: '900-55-0001' };

function Example({ draft }: { readonly draft: Draft }) {
  const report = useMemo(() => {
    try {
      return productIn(draft)?.synthetic(SOMEBODY, new Date().toISOString().slice(0, 10));
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      return undefined;
    }
  }, [draft]);
  if (report === undefined || fieldsIn(draft).length === 0) return null;
  return (
    <details className="field-words">
      <summary>A report in test mode</summary>
      <Values report={report} draft={draft} />
    </details>
  );
}
