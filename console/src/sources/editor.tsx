import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { ApiError } from '../api/http.ts';
import { dictionaryQuery } from '../fields/queries.ts';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { useKept } from '../use-kept.ts';
import { AnswersPart } from './answers-part.tsx';
import { Faults, Line } from './controls.tsx';
import { codeFor, draftIn, hasReferences, savingOf, type Draft } from './draft.ts';
import { faultsOfDraft, placed, type Fault } from './faults.ts';
import { FieldsPart } from './fields-part.tsx';
import { JsonPart } from './json-part.tsx';
import { SOURCE_CHANGES, type PullingWorkflow, type SourceDetail } from './queries.ts';
import { RequestPart } from './request-part.tsx';
import { PulledBy } from './sources-page.tsx';
import { TryPart } from './try-part.tsx';

interface Props {
  /** The saved source, or the draft with which a new one begins. */
  readonly before: Draft;
  /** Null for a new source. */
  readonly etag: string | null;
  readonly workflows: readonly PullingWorkflow[];
}

/** Describes a source, as a form or as JSON, and saves it as its next version. */
export function Editor(props: Props) {
  const { data, error } = useQuery(dictionaryQuery);
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return <Form {...props} declared={data.specs} />;
}

/** Null is the source as it is saved, even if that changes. */
const WRITTEN = {
  read: (text: string): Draft | null => draftIn(text) ?? null,
  write: (draft: Draft | null): string => (draft === null ? '' : JSON.stringify(draft)),
};

function Form({ before, etag, workflows, declared }: Props & { readonly declared: FieldSpecs }) {
  const [changed, setDraft] = useKept(`source ${etag === null ? 'new' : etag}`, WRITTEN);
  const draft = changed ?? before;
  const [isJson, setIsJson] = useState(hasReferences(before));
  // A new source is empty, so its faults are shown only after the first attempt to save it.
  const [isTried, setIsTried] = useState(etag !== null);
  const [refused, setRefused] = useState<{ readonly of: Draft; readonly faults: readonly Fault[] } | null>(null);
  const found = faultsOfDraft(draft, declared);
  const faults = !isTried ? [] : found.length === 0 && refused?.of === draft ? refused.faults : found;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  const isHttp = draft.request.kind === 'http';
  return (
    <>
      <div className="view-choice" role="group" aria-label="View">
        <button type="button" aria-pressed={!isJson} disabled={hasReferences(draft)} onClick={() => setIsJson(false)}>
          Form
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setIsJson(true)}>
          JSON
        </button>
        {hasReferences(draft) && <span className="soft small">It names definitions ($ref): change it as JSON.</span>}
      </div>
      {isJson ? (
        <JsonPart draft={draft} onChange={setDraft} />
      ) : (
        <>
          <About draft={draft} isNew={etag === null} onChange={setDraft} />
          <RequestPart draft={draft} declared={declared} faults={faults} onChange={setDraft} />
          {isHttp && <AnswersPart draft={draft} faults={faults} onChange={setDraft} />}
        </>
      )}
      <TryPart draft={draft} onChange={setDraft} />
      {!isJson && <FieldsPart draft={draft} faults={faults} onChange={setDraft} />}
      <section className="save-bar" aria-label="Save">
        <Faults faults={isJson ? faults : faults.filter(({ of }) => of === null)} />
        {faults.length > 0 && (
          <p className="soft" role="status">
            {faults.length === 1 ? 'One thing is' : `${faults.length} things are`} to be mended before it is saved.
          </p>
        )}
        <div className="buttons">
          {isTried && found.length === 0 ? (
            <Save
              {...{ draft, etag, workflows, isChanged }}
              onSaved={() => setDraft(null)}
              onRefused={(error) => {
                if (error instanceof ApiError) setRefused({ of: draft, faults: placed(error.details, draft) });
              }}
            />
          ) : (
            <button type="button" className="primary" disabled={isTried} onClick={() => setIsTried(true)}>
              {etag === null ? 'Check it' : 'Save …'}
            </button>
          )}
          {isChanged && (
            <button type="button" onClick={() => setDraft(null)}>
              Drop the changes
            </button>
          )}
        </div>
      </section>
    </>
  );
}

interface AboutProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly onChange: (draft: Draft) => void;
}

function About({ draft, isNew, onChange }: AboutProps) {
  const { code, name, description = '' } = draft;
  return (
    <section className="card" aria-label="Name">
      <h2>Name</h2>
      <div className="field-controls source-field">
        <Line
          label="Name"
          className="wide-control"
          value={name}
          maxLength={100}
          placeholder="Fraud score"
          hint="As people and letters call the report"
          onChange={(text) =>
            // The code follows the name until the user gives it another one.
            onChange({ ...draft, name: text, ...(isNew && code === codeFor(name) ? { code: codeFor(text) } : {}) })
          }
        />
        <Line
          label="Code"
          value={code}
          maxLength={60}
          isDisabled={!isNew}
          hint={isNew ? 'As workflows name it. It never changes' : 'It never changes'}
          onChange={(text) => onChange({ ...draft, code: text })}
        />
        <Line
          label="What it reports"
          className="wide-control"
          value={description}
          maxLength={500}
          onChange={(text) => {
            const { description: _before, ...others } = draft;
            onChange(text === '' ? others : { ...others, description: text });
          }}
        />
      </div>
    </section>
  );
}

interface SaveProps {
  readonly draft: Draft;
  readonly etag: string | null;
  readonly workflows: readonly PullingWorkflow[];
  readonly isChanged: boolean;
  readonly onSaved: () => void;
  readonly onRefused: (error: Error) => void;
}

function Save({ draft, etag, workflows, isChanged, onSaved, onRefused }: SaveProps) {
  const navigate = useNavigate();
  return (
    <Act<SourceDetail>
      label="Save"
      isMain
      title={etag === null ? `Save ${draft.name}?` : 'Save as a new version?'}
      confirm="Save"
      disabled={!isChanged}
      request={savingOf(draft, etag)}
      changes={SOURCE_CHANGES}
      onRefused={onRefused}
      onDone={({ code }) => {
        onSaved();
        void navigate({ to: '/settings/sources/$code', params: { code }, search: {} });
      }}
    >
      {etag === null ? (
        <p>Workflows can pull it from now on. In live mode they can once you have connected its vendor.</p>
      ) : workflows.length === 0 ? (
        <p>No workflow pulls it yet.</p>
      ) : (
        <p>
          These go on with the version that they were saved with, and take this one when they are saved again:{' '}
          <PulledBy workflows={workflows} />.
        </p>
      )}
    </Act>
  );
}
