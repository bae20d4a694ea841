import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { ApiError } from '../api/http.ts';
import { dictionaryQuery } from '../fields/queries.ts';
import { useMe } from '../session.tsx';
import '../style/editor.css';
import '../style/execution.css';
import '../style/workflows.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { CascadePicture } from '../workflows/cascade-picture.tsx';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import { savingOf } from '../workflows/access.ts';
import { workflowQuery } from '../workflows/queries.ts';
import type { WorkflowDetail } from '../workflows/records.ts';
import { Findings } from './findings.tsx';
import type { Span } from './json-text.ts';
import { JsonEditor, type EditorHandle } from './json-editor.tsx';
import { keptKey } from './kept.ts';
import { nodeAt, spanOfNode } from './places.ts';
import { Save } from './save.tsx';
import { useEdited } from './use-edited.ts';
import { useVerdict, validation, type Checked } from './use-verdict.ts';

/** The definition of a workflow as JSON, with its problems while it is edited and its picture beside it. */
export function EditPage() {
  const { id } = useParams({ from: '/workflows/$id/edit' });
  const me = useMe();
  const { data, error } = useQuery({ ...workflowQuery(Number(id)), staleTime: 0 });
  useEffect(() => {
    document.title = `Edit ${data?.workflow.name ?? `workflow ${id}`} – Cascade`;
  }, [data, id]);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  // The edited text stays on the page even if the service cannot be reached.
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  if (savingOf(data.workflow, me) === 'no') {
    return (
      <Empty title="Your role does not write workflows" isPage>
        <p>
          An author does. <Link {...toWorkflow(data.workflow.id)}>Look at it</Link> instead.
        </p>
      </Empty>
    );
  }
  return <Editing key={id} workflow={data.workflow} etag={data.etag} />;
}

function toWorkflow(id: number) {
  return { to: '/workflows/$id', params: { id: String(id) } } as const;
}

interface Props {
  /** The current version; another user may have saved it meanwhile. */
  readonly workflow: WorkflowDetail;
  readonly etag: string;
}

const NO_FIELDS: FieldSpecs = new Map();

function Editing({ workflow, etag }: Props) {
  const me = useMe();
  const edited = useEdited(keptKey(me.user.id, workflow.id), workflow, etag);
  const { draft, change } = edited;
  const useCase = draft.useCase.trim() === '' ? null : draft.useCase.trim();
  const { data: dictionary } = useQuery(dictionaryQuery);
  const checked = useVerdict(draft.text, useCase);
  const editor = useRef<EditorHandle>(null);
  const [cursor, setCursor] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const { now, findings } = checked;
  const goTo = (at: Span): void => editor.current?.goTo(at);
  const startAgain = (): void => {
    editor.current?.setText(edited.startAgain());
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            Edit <bdi>{workflow.name}</bdi>
          </h1>
          <p className="summary">
            <Link {...toWorkflow(workflow.id)}>Back to it</Link>
            <span>
              {edited.isChanged ? `Changed, from version ${draft.version}` : `As version ${draft.version} has it`}
            </span>
            {!edited.isKept && <span>This browser keeps no copy: the text lasts as long as the page.</span>}
          </p>
        </div>
        <p className="buttons">
          {edited.isChanged && (
            <button type="button" onClick={startAgain}>
              Discard my changes
            </button>
          )}
          <button type="button" className="primary" disabled={!edited.isChanged} onClick={() => setIsSaving(true)}>
            Save …
          </button>
        </p>
      </div>
      {edited.wasRestored && edited.isChanged && (
        <p className="message">What you had typed here, and not saved, is back.</p>
      )}
      {edited.isBehind && (
        <Behind workflow={workflow} from={draft.version} onMine={edited.putOnTop} onTheirs={startAgain} />
      )}
      <div className="edit-fields">
        <label>
          Name
          <input
            type="text"
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <label>
          Use case
          <input
            type="text"
            maxLength={100}
            value={draft.useCase}
            onChange={({ target }) => change({ useCase: target.value })}
          />
        </label>
      </div>
      <div className="execution editing">
        <section className="card" aria-label="Definition">
          <JsonEditor
            ref={editor}
            initialText={draft.text}
            label="Definition as JSON"
            findings={findings}
            onText={(text) => change({ text })}
            onCursor={setCursor}
            onSave={() => edited.isChanged && setIsSaving(true)}
            declared={dictionary?.specs ?? NO_FIELDS}
          />
          <p className="small">
            <kbd>Ctrl</kbd> <kbd>Space</kbd> offers what may stand here, <kbd>F8</kbd> goes to the next mistake,{' '}
            <kbd>Ctrl</kbd> <kbd>S</kbd> saves, <kbd>Tab</kbd> leaves.
          </p>
        </section>
        <div className="body">
          <section className="card follows" aria-label="Picture">
            <h2>The cascade</h2>
            {now.value === undefined && (
              <p className="message">The picture shows the text as it was when it could last be read.</p>
            )}
            <CascadePicture
              definition={checked.shown}
              warnings={warned(checked)}
              errors={wrong(checked)}
              label="The cascade as it is written"
              chosen={nodeAt(now.root, cursor)}
              onNode={(id) => {
                const span = id === null ? null : spanOfNode(now.root, id);
                if (span !== null) goTo({ from: span.from, to: span.from });
              }}
            />
          </section>
          <section className="card" aria-label="Findings">
            <FindingsHead checked={checked} />
            <Findings findings={findings} text={now.text} onGo={goTo} />
            {checked.error !== null && <ErrorMessage error={checked.error} />}
            {now.value !== undefined && <CopyCurl request={validation(now.value, useCase)} />}
          </section>
        </div>
      </div>
      {isSaving && (
        <Save workflow={workflow} etag={etag} edited={edited} checked={checked} onClose={() => setIsSaving(false)} />
      )}
    </>
  );
}

const warned = ({ findings }: Checked): { readonly node_id: string }[] =>
  findings.flatMap(({ severity, nodeId }) => (severity === 'warning' && nodeId !== null ? [{ node_id: nodeId }] : []));
const wrong = ({ findings }: Checked): string[] =>
  findings.flatMap(({ severity, nodeId }) => (severity === 'error' && nodeId !== null ? [nodeId] : []));

const CHECKED_BY = {
  nobody: 'The rules are asked as soon as it is JSON.',
  here: 'Checked in the browser; the service has yet to say.',
  service: 'Checked by the service.',
} as const;

function FindingsHead({ checked: { findings, by } }: { readonly checked: Checked }) {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [...counted(errors, 'error'), ...counted(warnings, 'warning')];
  return (
    <>
      <h2>
        <span role="status">{parts.length === 0 ? 'Nothing is wrong' : parts.join(', ')}</span>
      </h2>
      <p className="soft small">{CHECKED_BY[by]}</p>
    </>
  );
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}

interface BehindProps {
  readonly workflow: WorkflowDetail;
  readonly from: number;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Somebody else saved meanwhile: their version is overwritten only on request. */
function Behind({ workflow: { id, version }, from, onMine, onTheirs }: BehindProps) {
  return (
    <div className="message bad" role="alert">
      <p>
        Somebody else changed this workflow since you began: it was version {from}, and{' '}
        {version === from ? 'something else of it is another now' : `is version ${version} now`}. Your text is still
        here.
      </p>
      <p className="buttons">
        {version !== from && (
          <a
            className="button"
            href={`/console/workflows/${id}?version=${version}&with=${from}`}
            target="_blank"
            rel="noreferrer"
          >
            What they changed
          </a>
        )}
        <button type="button" onClick={onMine}>
          Keep mine, to save it over theirs
        </button>
        <button type="button" onClick={onTheirs}>
          Take theirs, and drop mine
        </button>
      </p>
    </div>
  );
}
