import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { testWords } from '../../policy/test-words.ts';
import { useMe } from '../../session.tsx';
import { workflowQuery } from '../../workflows/queries.ts';
import { WorkflowName } from '../../ui/workflow-name.tsx';
import { CopyCurl } from '../../ui/copy-curl.tsx';
import { Dialog } from '../../ui/parts.tsx';
import { rowsOf } from '../words.ts';
import type { CheckedFile, Destination, FileKeys } from './checked.ts';
import { Cells } from './faults.tsx';
import { knownPaths, unknownColumns } from './hints.ts';
import { testCasesQuery } from './queries.ts';
import { ranOtherwise } from './record.ts';
import { Sending } from './sending.tsx';
import { requestOf, useUpload } from './use-upload.ts';

interface Props {
  readonly name: string;
  readonly checked: CheckedFile;
  readonly keysOf: (destination: Destination) => Promise<FileKeys>;
  /** Null if no workflow is chosen yet. */
  readonly destination: Destination | null;
  /** Key of the file whose upload was interrupted. */
  readonly cutOff: string | null;
  readonly onSending: (progress: Progress) => void;
}

/** `busy`: rows are being sent, or some are. `sent`: all of them run. */
export type Progress = 'none' | 'busy' | 'sent';

/** A file without faults: what will be sent, and then its progress. */
export function Ready({ name, checked, keysOf, destination, cutOff, onSending }: Props) {
  const { parts, rowCount } = checked;
  const batches = parts.length === 1 ? 'one batch' : `${parts.length} batches`;
  return (
    <section className="card" aria-label="Ready">
      <h2>
        <bdi>{name}</bdi>: {rowsOf(rowCount)}, {batches}
      </h2>
      <Columns checked={checked} destination={destination} />
      <Preview checked={checked} />
      <Warnings checked={checked} />
      {destination === null ? (
        <p className="message">Choose the workflow that is to run.</p>
      ) : (
        <Sender
          name={name}
          checked={checked}
          keysOf={keysOf}
          destination={destination}
          cutOff={cutOff}
          onSending={onSending}
        />
      )}
    </section>
  );
}

interface SenderProps extends Props {
  readonly destination: Destination;
}

function Sender({ name, checked, keysOf, destination, cutOff, onSending }: SenderProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [hasLooked, setHasLooked] = useState(false);
  const mustLook = destination.mode === 'live' && checked.warningCount > 0;
  const upload = useUpload({ fileName: name, parts: checked.parts, destination, keysOf });
  const { data: keys } = useQuery({
    // The id makes the key unique to this file: no other component shares it.
    queryKey: ['upload key', useId(), destination],
    queryFn: () => keysOf(destination),
    gcTime: 0,
  });
  const key = keys?.key;
  const { id: userId } = useMe().user;
  const isBusy = upload.phase === 'sending' || (upload.phase === 'stopped' && upload.sent.length > 0);
  const progress = isBusy ? 'busy' : upload.phase === 'done' ? 'sent' : 'none';
  useEffect(() => {
    onSending(progress);
    return () => onSending('none');
  }, [progress, onSending]);
  const words = `Run ${rowsOf(checked.rowCount)} in ${destination.mode} mode`;
  if (upload.phase !== 'idle') return <Sending upload={upload} parts={checked.parts} />;
  return (
    <>
      <p>Every row was checked. Nothing was sent yet.</p>
      {cutOff !== null && key !== undefined && key !== cutOff && (
        <p className="message bad">
          This is not the upload that was cut off: the file, how its columns are matched, which cells were mended and
          rows left out, or where it goes, is another. Rows that both of them have would run twice. Forget the other
          one, above, if that is what you want.
        </p>
      )}
      {keys !== undefined && ranOtherwise(sessionStorage, userId, keys) && (
        <p className="message bad">
          This file ran before, with other columns, cells or rows left out: what ran then would run twice. What was left
          out is best sent as a file of its own.
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => setIsAsked(true)}>
          {words} …
        </button>
      </p>
      {isAsked && (
        <Dialog title={`${words}?`} onClose={() => setIsAsked(false)}>
          <Consequences checked={checked} destination={destination} />
          {mustLook && (
            <label className="check">
              <input type="checkbox" checked={hasLooked} onChange={({ target }) => setHasLooked(target.checked)} />
              <span>I have looked at the warnings, and the file is what I mean</span>
            </label>
          )}
          <p className="buttons">
            <button
              type="button"
              className="primary"
              autoFocus
              disabled={mustLook && !hasLooked}
              onClick={() => {
                setIsAsked(false);
                void upload.send();
              }}
            >
              {words}
            </button>
            <button type="button" onClick={() => setIsAsked(false)}>
              Leave it
            </button>
            <Curl checked={checked} destination={destination} uploadKey={key} />
          </p>
        </Dialog>
      )}
    </>
  );
}

function Consequences({ checked, destination }: { readonly checked: CheckedFile; readonly destination: Destination }) {
  const { parts, rowCount } = checked;
  const { production_access: hasProduction } = useMe();
  return (
    <ul>
      <li>
        {rowsOf(rowCount)} run <WorkflowName id={destination.workflow} />, in{' '}
        {parts.length === 1 ? 'one batch' : `${parts.length} batches that are sent one after another`}.
      </li>
      {destination.mode === 'live' ? (
        <li>Reports on real people are pulled and billed, and letters and e-mails go out.</li>
      ) : (
        <li>{testWords(hasProduction)}</li>
      )}
      <li>
        The same file, with the same columns, mended cells and rows left out, is found again if it is sent once more: no
        row runs twice.
      </li>
    </ul>
  );
}

/** Values that are probably mistakes. The service accepts them. */
function Warnings({ checked: { warnings, warningCount } }: Pick<Props, 'checked'>) {
  if (warningCount === 0) return null;
  return (
    <section aria-label="Warnings">
      <p className="message">
        {warningCount === 1 ? 'One thing is' : `${warningCount.toLocaleString('en')} things are`} hardly meant as the
        file has it. The rows run all the same.
      </p>
      <Cells cells={warnings} count={warningCount} label="Warnings by line" />
    </section>
  );
}

/** Longer commands are better sent by the command line. */
const MOST_COPIED_CHARACTERS = 60_000;

interface CurlProps extends Pick<SenderProps, 'checked' | 'destination'> {
  readonly uploadKey: string | undefined;
}

function Curl({ checked, destination, uploadKey: key }: CurlProps) {
  const [only] = checked.parts;
  if (key === undefined) return null;
  if (checked.parts.length === 1 && only !== undefined && only.rows.length <= MOST_COPIED_CHARACTERS) {
    return <CopyCurl request={requestOf(only, destination, key)} />;
  }
  return (
    <span className="soft small">
      A program sends each batch with a key of its own, <code>{`${key.slice(0, 18)}…-1`}</code> and so on; see{' '}
      <a href="/docs/batches">Batches</a>.
    </span>
  );
}

function Columns({ checked, destination }: Pick<Props, 'checked' | 'destination'>) {
  const { columns } = checked;
  const workflowId = destination?.workflow ?? 0;
  const isAsked = destination !== null;
  const { data: detail } = useQuery({ ...workflowQuery(workflowId), enabled: isAsked });
  const { data: testCases } = useQuery({ ...testCasesQuery(workflowId), enabled: isAsked });
  const unknown =
    detail === undefined || testCases === undefined
      ? []
      : unknownColumns(columns, knownPaths(detail.workflow.definition, testCases));
  return (
    <>
      <ul className="columns" aria-label="Columns">
        {columns.slice(0, MOST_COLUMNS).map(({ path, type }) => (
          <li key={path}>
            <code dir="auto">{path}</code>
            {type !== 'text' && <span className="tag">{type}</span>}
          </li>
        ))}
        {columns.length > MOST_COLUMNS && <li className="soft">and {columns.length - MOST_COLUMNS} more</li>}
      </ul>
      {unknown.length > 0 && (
        <div className="message">
          <p>
            {unknown.length === 1
              ? 'One column is named neither by the workflow nor by its test cases. It is sent all the same; look whether it is misspelt.'
              : `${unknown.length} columns are named neither by the workflow nor by its test cases. They are sent all the same; look whether one is misspelt.`}
          </p>
          <ul>
            {unknown.slice(0, MOST_UNKNOWN).map(({ path, meant }) => (
              <li key={path}>
                <code dir="auto">{path}</code>
                {meant}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
const MOST_COLUMNS = 60;
const MOST_UNKNOWN = 20;

function Preview({ checked: { preview, rowCount } }: Pick<Props, 'checked'>) {
  return (
    <details>
      <summary>
        {preview.length < rowCount ? `The first ${preview.length} of ${rowsOf(rowCount)}` : 'The rows'}, as the service
        gets them
      </summary>
      {preview.map((text, index) => (
        <pre key={index} className="preview" tabIndex={0} aria-label={`Row ${index}`}>
          {text.length > MOST_PREVIEWED ? `${text.slice(0, MOST_PREVIEWED).toWellFormed()} …` : text}
        </pre>
      ))}
    </details>
  );
}
const MOST_PREVIEWED = 4_000;
