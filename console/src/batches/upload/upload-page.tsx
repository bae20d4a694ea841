import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { workflowsQuery } from '../../api/queries.ts';
import { useMay, useMe } from '../../session.tsx';
import '../../style/table.css';
import '../../style/batches.css';
import { Empty } from '../../ui/parts.tsx';
import { workflowQuery } from '../../workflows/queries.ts';
import { ALL_BATCHES, ALL_ROWS } from '../filter.ts';
import { rowsOf } from '../words.ts';
import { MOST_FILE_BYTES, saidOf, type CheckedFile, type Destination, type Headers, type Matches } from './checked.ts';
import { Checker } from './checker.ts';
import { Ready } from './ready.tsx';
import { DestinationFields } from './destination.tsx';
import { Faults } from './faults.tsx';
import { ColumnHelp, Limits } from './help.tsx';
import { MatchColumns } from './match-columns.tsx';
import { declaredFieldsQuery } from './queries.ts';
import { keepUpload, readUpload, type UploadRecord } from './record.ts';

/** A file as it was chosen, and what was found of it. */
type Chosen =
  | { readonly state: 'none' }
  | { readonly state: 'checking'; readonly name: string; readonly headers: Headers | null }
  | { readonly state: 'failed'; readonly name: string; readonly why: string }
  | { readonly state: 'checked'; readonly name: string; readonly checked: CheckedFile; readonly checker: Checker };

/** A file of applicants becomes batches: chosen, checked as a whole, counted, and then sent. */
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
    // Whoever goes on with an upload goes on with it to the same place.
    unfinished?.destination ?? { mode: 'test', reference: null },
  );
  const [isSending, setIsSending] = useState(false);
  const markSending = useCallback((isNow: boolean): void => {
    setIsSending(isNow);
    // What is sent now is what is remembered.
    if (isNow) setUnfinished(null);
  }, []);
  const only = workflows.length === 1 ? workflows[0]?.id : undefined;
  const workflow = destination.workflow ?? asked ?? only;
  // They hold for the next file with the same headers, too.
  const [said, setSaid] = useState<Matches>({});
  const [chosen, choose] = useChosen(workflow, said);
  const headers = headersIn(chosen);
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
        File of applicants (CSV)
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={isSending}
          onClick={({ currentTarget }) => {
            // A file that was mended has the same name, and would be no change.
            currentTarget.value = '';
          }}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) choose(file);
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
          <p role="status">{rowsOf(chosen.checked.rowCount)} checked, no fault found.</p>
        )}
      </div>
      {chosen.state === 'failed' && (
        <p className="message bad" role="alert">
          <bdi>{chosen.name}</bdi> cannot be used: {chosen.why}. Nothing was sent.
        </p>
      )}
      {headers !== null && <MatchColumns headers={headers} said={said} isLocked={isSending} onSaid={setSaid} />}
      {chosen.state === 'checked' && !isAsked && <Faults name={chosen.name} checked={chosen.checked} />}
      {chosen.state === 'checked' && workflow !== undefined && <NotCompared checked={chosen.checked} />}
      {chosen.state === 'checked' && chosen.checked.parts.length > 0 && (
        <Ready
          // Another file, or another place to send it to, is another upload.
          key={`${chosen.name} ${workflow} ${destination.mode} ${destination.reference}`}
          name={chosen.name}
          checked={chosen.checked}
          keyOf={(to) => chosen.checker.key(to, said)}
          destination={
            workflow === undefined
              ? null
              : { workflow, mode: destination.mode ?? 'test', reference: destination.reference ?? null }
          }
          cutOff={unfinished?.once ?? null}
          onSending={markSending}
        />
      )}
    </>
  );
}

function headersIn(chosen: Chosen): Headers | null {
  if (chosen.state === 'checked') return chosen.checked.headers;
  return chosen.state === 'checking' ? chosen.headers : null;
}

interface Picked {
  readonly file: File;
  readonly checker: Checker;
}

/** The check of the file that was chosen last. It is repeated for another workflow. */
function useChosen(workflow: number | undefined, said: Matches): readonly [Chosen, (file: File) => void] {
  const client = useQueryClient();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [found, setFound] = useState<{
    readonly picked: Picked;
    readonly workflow: number | undefined;
    readonly said: Matches;
    readonly chosen: Chosen;
  } | null>(null);
  useEffect(() => () => picked?.checker.close(), [picked]);
  useEffect(() => {
    if (picked === null) return;
    let isOver = false;
    void checkFor(picked, { workflow, said }, client).then((chosen) => {
      if (!isOver) setFound({ picked, workflow, said, chosen });
    });
    return () => {
      isOver = true;
    };
  }, [picked, workflow, said, client]);
  const choose = (file: File) => setPicked({ file, checker: new Checker() });
  if (picked === null) return [{ state: 'none' }, choose];
  // Nothing of one workflow is sent to another.
  const isCurrent = found?.picked === picked && found.workflow === workflow && found.said === said;
  // While it is checked once more, nobody's choices are taken from under their hands.
  const headers = found?.picked === picked ? headersIn(found.chosen) : null;
  return [isCurrent ? found.chosen : { state: 'checking', name: picked.file.name, headers }, choose];
}

async function checkFor(
  { file, checker }: Picked,
  { workflow, said }: { readonly workflow: number | undefined; readonly said: Matches },
  client: QueryClient,
): Promise<Chosen> {
  const { name } = file;
  if (file.size > MOST_FILE_BYTES) {
    return { state: 'failed', name, why: `it has more than ${MOST_FILE_BYTES / 1_024 ** 2} MiB; divide it` };
  }
  try {
    const definition = workflow === undefined ? null : await definitionOf(workflow, client);
    const fields = await client.fetchQuery(declaredFieldsQuery()).catch(() => ({}));
    const checked = await checker.check(await file.arrayBuffer(), { definition, fields, matches: said });
    return { state: 'checked', name, checked, checker };
  } catch (error) {
    // The browser could not read it: it was moved, or changed since it was chosen.
    return { state: 'failed', name, why: error instanceof Error ? error.message : 'it could not be read' };
  }
}

/** Null if it could not be read. */
async function definitionOf(workflow: number, client: QueryClient): Promise<readonly object[] | null> {
  return client.fetchQuery(workflowQuery(workflow)).then(
    ({ workflow: { definition } }) => definition,
    () => null,
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

/** Of before a reload: the file itself is gone, what was sent is known. */
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
