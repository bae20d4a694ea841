import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { workflowsQuery } from '../../api/queries.ts';
import { useMay, useMe } from '../../session.tsx';
import '../../style/table.css';
import '../../style/batches.css';
import { Empty } from '../../ui/parts.tsx';
import { ALL_BATCHES, ALL_ROWS } from '../filter.ts';
import { rowsOf } from '../words.ts';
import { NO_CHANGES, saidOf, type Changes, type CheckedFile, type Destination, type Matches } from './checked.ts';
import { Ready, type Progress } from './ready.tsx';
import { DestinationFields } from './destination.tsx';
import { Faults } from './faults.tsx';
import { ColumnHelp, Limits } from './help.tsx';
import { MatchColumns } from './match-columns.tsx';
import { keepUpload, readUpload, type UploadRecord } from './record.ts';
import { headersIn, useChosen } from './use-chosen.ts';

/** Turns a file of applicants into batches: it is chosen, checked as a whole, counted and sent. */
export function UploadPage() {
  const mayUpload = useMay('executions:write');
  useEffect(() => {
    document.title = 'Upload a file – Cascade';
  }, []);
  if (mayUpload) return <Form />;
  return (
    <Empty title="Your role starts no batches" isPage>
      <p>
        Somebody with the scope <code>executions:write</code>, such as an administrator, can upload a file.{' '}
        <Link to="/batches" search={ALL_BATCHES}>
          All batches
        </Link>
      </p>
    </Empty>
  );
}

function Form() {
  const { workflow: asked } = useSearch({ from: '/batches/new' });
  const { data: workflows = [] } = useQuery(workflowsQuery);
  const { user } = useMe();
  const [unfinished, setUnfinished] = useState(() => readUpload(sessionStorage, user.id));
  const [destination, setDestination] = useState<Partial<Destination>>(
    // A continued upload keeps its destination.
    unfinished?.destination ?? { mode: 'test', reference: null },
  );
  const [progress, setProgress] = useState<Progress>('none');
  const isSending = progress === 'busy';
  const markSending = useCallback((now: Progress): void => {
    setProgress(now);
    // From now on the record is that of the upload being sent.
    if (now === 'busy') setUnfinished(null);
  }, []);
  // Once its rows run, a file with other cells or columns would run them again.
  const isFixed = progress !== 'none';
  const only = workflows.length === 1 ? workflows[0]?.id : undefined;
  const workflow = destination.workflow ?? asked ?? only;
  // The matches also apply to the next file with the same headers.
  const [said, setSaid] = useState<Matches>({});
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [chosen, choose] = useChosen(workflow, said, changes);
  const headers = headersIn(chosen);
  const found = useRef<HTMLDivElement>(null);
  // A corrected cell disappears. Focus moves to the findings, so that a keyboard user keeps their place.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (chosen.state === 'checked' && changes !== NO_CHANGES && isLost) found.current?.focus();
  }, [chosen.state, changes]);
  const isAsked = headers?.headers.some(({ header }) => saidOf(said, header) === undefined) ?? false;
  return (
    <>
      <div className="page-head">
        <h1>Upload a file</h1>
      </div>
      {unfinished !== null && (
        <Unfinished
          record={unfinished}
          onForget={() => {
            keepUpload(sessionStorage, user.id, null);
            setUnfinished(null);
          }}
        />
      )}
      <DestinationFields
        workflows={workflows}
        destination={{ ...destination, workflow }}
        isLocked={isSending}
        onChange={(more) => setDestination((before) => ({ ...before, ...more }))}
      />
      <label className="field">
        File of applicants (CSV or .xlsx)
        <input
          type="file"
          accept=".csv,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={isSending}
          onClick={({ currentTarget }) => {
            // A corrected file may have the same name, and the browser would report no change.
            currentTarget.value = '';
          }}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file === undefined) return;
            setChanges(NO_CHANGES);
            choose(file);
          }}
        />
      </label>
      <Limits />
      <ColumnHelp workflowId={workflow ?? null} />
      <div aria-live="polite">
        {chosen.state === 'checking' && (
          <p role="status">
            Checking every row of <bdi>{chosen.name}</bdi> … Nothing is sent.
          </p>
        )}
        {chosen.state === 'checked' && chosen.checked.parts.length > 0 && (
          <p role="status">
            {rowsOf(chosen.checked.rowCount)} checked, no fault found{chosen.checked.errorCount > 0 && ' in them'}.
          </p>
        )}
      </div>
      {chosen.state === 'failed' && (
        <p className="message bad" role="alert">
          <bdi>{chosen.name}</bdi> cannot be used: {chosen.why}. Nothing was sent.
        </p>
      )}
      {headers !== null && <MatchColumns headers={headers} said={said} isLocked={isFixed} onSaid={setSaid} />}
      {chosen.state === 'checked' &&
        chosen.checked.notes.map((note) => (
          <p key={note} className="message">
            <bdi>{note}</bdi>
          </p>
        ))}
      <div className="found" ref={found} tabIndex={-1}>
        {changes.edits.length > 0 && (
          <p className="message">
            {changes.edits.length === 1 ? 'One cell was' : `${changes.edits.length} cells were`} mended here; the file
            on your disk is as it was.{' '}
            <button
              type="button"
              className="quiet"
              disabled={isFixed}
              onClick={() => setChanges({ ...changes, edits: [] })}
            >
              Undo
            </button>
          </p>
        )}
        {chosen.state === 'checked' && !isAsked && (
          <Faults
            key={JSON.stringify(changes.edits)}
            name={chosen.name}
            checked={chosen.checked}
            changes={changes}
            isLocked={isFixed}
            hasRun={progress === 'sent'}
            onChange={setChanges}
          />
        )}
        {chosen.state === 'checked' && workflow !== undefined && <NotCompared checked={chosen.checked} />}
        {chosen.state === 'checked' && chosen.checked.parts.length > 0 && (
          <Ready
            // A different file or destination is a different upload.
            key={`${chosen.name} ${workflow} ${destination.mode} ${destination.reference}`}
            name={chosen.name}
            checked={chosen.checked}
            keysOf={(to) => chosen.checker.keys(to)}
            destination={
              workflow === undefined
                ? null
                : { workflow, mode: destination.mode ?? 'test', reference: destination.reference ?? null }
            }
            cutOff={unfinished?.once ?? null}
            onSending={markSending}
          />
        )}
      </div>
    </>
  );
}

function NotCompared({ checked: { isCompared, uncomparedFrom: line } }: { readonly checked: CheckedFile }) {
  if (isCompared && line === null) return null;
  return (
    <p className="message">
      {line === null
        ? 'The workflow could not be read: no value was compared with what its conditions ask for.'
        : `From line ${line.toLocaleString('en')} on no value was compared with what the conditions ask for.`}
    </p>
  );
}

/** An upload from before a reload: the file is gone, but what was sent is known. */
function Unfinished({ record, onForget }: { readonly record: UploadRecord; readonly onForget: () => void }) {
  const { fileName, batchIds, partCount } = record;
  return (
    <div className="message">
      <p>
        An upload of <bdi>{fileName}</bdi> was cut off: {batchIds.length} of {partCount}{' '}
        {partCount === 1 ? 'batch is' : 'batches are'} known to have been accepted. To go on, choose the same file
        again: what is there already is found again, and no row runs twice.
      </p>
      <p>
        {batchIds.map((id) => (
          <Link key={id} to="/batches/$id" params={{ id: String(id) }} search={ALL_ROWS} className="in-list">
            Batch {id}
          </Link>
        ))}{' '}
        <button type="button" className="quiet" onClick={onForget}>
          Forget it
        </button>
      </p>
    </div>
  );
}
