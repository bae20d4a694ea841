import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { questionsOf } from '../../../core/fields/questions.ts';
import { EACH_ITEM, FIELD_UNITS, MAX_FIELD_PATH_LENGTH, NOBODY, type FieldSpecs } from '../../../core/fields/spec.ts';
import { unsaidLabels } from '../../../core/policies/field-nouns.ts';
import { useMay } from '../session.tsx';
import '../style/fields.css';
import '../style/list.css';
import '../style/table.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { useKept } from '../use-kept.ts';
import { Declared } from './declared.tsx';
import { FieldRow } from './field-row.tsx';
import { faultsOfForms, formOfProposal, readForms, wantedSpecs, type FieldForm, type FieldForms } from './forms.ts';
import { dictionaryQuery, proposalsQuery, type Proposals } from './queries.ts';
import { Save } from './save.tsx';
import { WaitingChange } from './waiting.tsx';
import { Answers } from './why-not.tsx';

/** The payload fields that the account declares, and those that it does not declare yet. */
export function FieldsPage() {
  const declared = useQuery(dictionaryQuery);
  const proposed = useQuery(proposalsQuery);
  useEffect(() => {
    document.title = 'Fields – Cascade';
  }, []);
  const error = declared.error ?? proposed.error;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Fields</h1>
          <p className="soft">
            What letters call a field, and who sees its value, is what is declared here. A name says nothing.{' '}
            <a href="/docs/describe-your-data">How to describe your data</a>
          </p>
        </div>
      </div>
      {error !== null && <ErrorMessage error={error} />}
      <WaitingChange />
      {error === null && (declared.data === undefined || proposed.data === undefined) && <Loading />}
      {declared.data !== undefined && proposed.data !== undefined && (
        <Dictionary {...declared.data} proposed={proposed.data} />
      )}
    </>
  );
}

interface Props {
  readonly specs: FieldSpecs;
  readonly etag: string;
  readonly proposed: Proposals;
}

const WRITTEN = {
  read: readForms,
  write: (forms: FieldForms): string => (Object.keys(forms).length === 0 ? '' : JSON.stringify(forms)),
};

function Dictionary({ specs, etag, proposed }: Props) {
  const mayWrite = useMay('workflows:write');
  const [forms, setForms] = useKept('fields', WRITTEN);
  const [isSaving, setIsSaving] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const faults = useMemo(() => faultsOfForms(specs, forms), [specs, forms]);
  const wanted = useMemo(() => wantedSpecs(specs, forms), [specs, forms]);
  const unsaid = useMemo(() => new Map(unsaidLabels(wanted).map(({ path, message }) => [path, message])), [wanted]);
  const change = (path: string, form: FieldForm): void => setForms({ ...forms, [path]: form });
  const undo = (path: string) => (): void => {
    const { [path]: _own, ...others } = forms;
    setForms(others);
  };
  const isProposed = (path: string): boolean => proposed.proposals.some((each) => each.path === path);
  // The service asks no questions about a field that is not saved yet.
  const isAnswered = (path: string, code: string): boolean =>
    proposed.answers.some((answer) => answer.path === path && answer.code === code);
  const added = Object.keys(forms).filter((path) => !specs.has(path) && !isProposed(path));
  const touched = Object.entries(forms).filter(([path, { isDeclared }]) => isDeclared || specs.has(path)).length;
  const save = (): void => {
    if (faults.size === 0) setIsSaving(true);
    else body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <div ref={body}>
      <Choices specs={wanted} />
      <section aria-label="Not declared">
        <h2>Not declared ({proposed.proposals.length})</h2>
        <p className="soft small">
          Read by the {proposed.cascades} newest cascades, or sent with the {proposed.executions} newest executions. No
          value was looked at but for its type. Without a kind a value stays hidden.
        </p>
        {proposed.proposals.length === 0 && (
          <Empty title="Everything is declared">
            <p>What a cascade reads, or what arrives and is declared nowhere, is listed here.</p>
          </Empty>
        )}
        {mayWrite && (
          <AddField isKnown={(path) => specs.has(path) || isProposed(path)} onAdd={(path) => change(path, NEW_FIELD)} />
        )}
        {mayWrite &&
          added.map((path) => (
            <FieldRow
              key={path}
              path={path}
              form={forms[path] ?? NEW_FIELD}
              onChange={(form) => change(path, form)}
              faults={faults.get(path) ?? []}
              questions={questionsOf(path).filter(({ code }) => !isAnswered(path, code))}
              unsaid={unsaid.get(path)}
              about="It has not come yet."
              declares="Declare it"
              onUndo={undo(path)}
            />
          ))}
        {proposed.proposals.map(({ path, label, types, is_read: isRead, questions }) =>
          mayWrite ? (
            <FieldRow
              key={path}
              path={path}
              form={forms[path] ?? formOfProposal({ types, label })}
              onChange={(form) => change(path, form)}
              faults={faults.get(path) ?? []}
              questions={questions}
              unsaid={unsaid.get(path)}
              about={aboutProposal(isRead, types)}
              declares="Declare it"
              onUndo={forms[path] === undefined ? undefined : undo(path)}
            />
          ) : (
            <p key={path}>
              <code>{path}</code> <span className="soft small">{aboutProposal(isRead, types)}</span>
            </p>
          ),
        )}
      </section>
      <Declared
        specs={specs}
        forms={forms}
        faults={faults}
        questions={proposed.questions}
        unsaid={unsaid}
        mayWrite={mayWrite}
        onChange={change}
        onUndo={undo}
      />
      <Answers answers={proposed.answers} mayWrite={mayWrite} />
      {mayWrite && touched > 0 && (
        <p className="save-bar">
          <button type="button" className="primary" onClick={save}>
            Save {touched === 1 ? '1 field' : `${touched} fields`} …
          </button>
          <span role="status" className={faults.size > 0 ? 'count bad' : 'soft'}>
            {faults.size > 0 && `Something is wrong with ${faults.size === 1 ? '1 field' : `${faults.size} fields`}.`}
          </span>
        </p>
      )}
      {isSaving && (
        <Save
          wanted={wanted}
          etag={etag}
          onClose={() => setIsSaving(false)}
          onDone={() => {
            setIsSaving(false);
            setForms({});
          }}
        />
      )}
    </div>
  );
}

const NEW_FIELD = { ...formOfProposal({ types: [], label: '' }), isDeclared: true };

interface AddProps {
  readonly isKnown: (path: string) => boolean;
  readonly onAdd: (path: string) => void;
}

/** Adds a field that no cascade reads and that was never received. */
function AddField({ isKnown, onAdd }: AddProps) {
  const [path, setPath] = useState('');
  const plain = path.trim();
  const isThere = isKnown(plain);
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (plain === '' || isThere) return;
        onAdd(plain);
        setPath('');
      }}
    >
      <label>
        A field that you will send
        <input
          type="text"
          value={path}
          placeholder="applicant.monthly_net_pay"
          maxLength={MAX_FIELD_PATH_LENGTH}
          onChange={({ target }) => setPath(target.value)}
        />
      </label>
      <button type="submit" disabled={plain === '' || isThere}>
        Add it
      </button>
      {isThere && <span className="soft small">It is listed below.</span>}
    </form>
  );
}

/** Suggestions for the inputs of units and people. */
function Choices({ specs }: { readonly specs: FieldSpecs }) {
  const people = [...specs].flatMap(([path, { type }]) => (type === 'person' ? [path] : []));
  return (
    <>
      <datalist id="field-units">
        {FIELD_UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
      <datalist id="field-people">
        {[NOBODY, EACH_ITEM, 'applicant', 'co_applicant', ...people].map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}

function aboutProposal(isRead: boolean, types: readonly string[]): string {
  const came =
    types.length === 0 ? 'never came' : `came as ${types.map((type) => type.replaceAll('_', ' ')).join(', ')}`;
  return `${isRead ? 'A cascade reads it' : 'No cascade reads it'}; it ${came}.`;
}
