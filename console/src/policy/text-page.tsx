import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RowList } from '../../../core/rows/row.ts';
import { asJsonList } from '../../../core/json.ts';
import { ApiError } from '../api/http.ts';
import { ownDraftKey } from '../drafts.ts';
import { rulesQuery } from '../rules/queries.ts';
import { savedWords } from '../rules/words.ts';
import { useMe } from '../session.tsx';
import '../style/execution.css';
import '../style/workflows.css';
import '../style/policy.css';
import { ActForm } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { savingOf, type Saving } from '../workflows/access.ts';
import { WORKFLOW_CHANGES } from '../workflows/act.tsx';
import { ProposedInEnglish } from '../workflows/in-english.tsx';
import { workflowQuery } from '../workflows/queries.ts';
import type { WorkflowDetail } from '../workflows/records.ts';
import { savingRequest, whatSavingDoes } from '../workflows/saving.ts';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import { PolicyText, type Made } from './policy-text.tsx';

/** The policy of a workflow in plain words, for rewriting. */
export function PolicyTextPage() {
  const { id } = useParams({ from: '/workflows/$id/policy' });
  const workflow = useQuery(workflowQuery(Number(id)));
  const rules = useQuery(rulesQuery(Number(id)));
  const error = workflow.error ?? rules.error;
  useEffect(() => {
    document.title = 'Text of the policy – Cascade';
  }, []);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (workflow.data === undefined || rules.data === undefined) return <Loading />;
  return <Text workflow={workflow.data.workflow} etag={workflow.data.etag} list={rules.data.list} />;
}

interface TextProps {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly list: RowList;
}

function Text({ workflow, etag, list }: TextProps) {
  const { id, name, use_case: useCase } = workflow;
  const me = useMe();
  // The text is kept when another user saves another version.
  const [begun] = useState({ text: policyOf(list), etag });
  return (
    <>
      <div className="page-head">
        <h1>
          Text of <bdi>{name}</bdi>
        </h1>
        <nav className="ways" aria-label="This workflow">
          <Link className="button" to="/workflows/$id" params={{ id: String(id) }}>
            Back to its rules
          </Link>
        </nav>
      </div>
      {list.no_rules !== null && (
        <p className="message">
          What is no rule stands in no sentence: saving this text takes those steps out. <bdi>{list.no_rules.text}</bdi>
        </p>
      )}
      <PolicyText
        draftKey={ownDraftKey(me.user.id, `policy:${id}:${workflow.version}`)}
        initial={begun.text}
        {...(useCase === null ? {} : { useCase })}
        finish={(made) => <SaveText workflow={workflow} etag={begun.etag} isBehind={begun.etag !== etag} made={made} />}
      />
    </>
  );
}

/** The current sentences of its rules. */
function policyOf({ rules, everyone_else: rest }: RowList): string {
  const texts = [...rules.map(({ text }) => text), ...(rest === null ? [] : [rest.text])];
  return texts.map((text) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)).join('\n');
}

interface SaveProps {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly isBehind: boolean;
  readonly made: Made;
}

/** Saves what was read as a version of the workflow. */
function SaveText({ workflow, etag, isBehind, made: { definition, note, useCase, isStale, done } }: SaveProps) {
  const me = useMe();
  const navigate = useNavigate();
  const saving = savingOf(workflow, me);
  const { id } = workflow;
  const value = asJsonList(definition);
  const content = { definition: value, ...(useCase === workflow.use_case ? {} : { use_case: useCase }) };
  return (
    <section className="card" id="create" aria-label="Save it">
      <h2>Save it as a version of this workflow</h2>
      <ProposedInEnglish workflowId={id} definition={value} useCase={useCase} version={workflow.version} />
      <ActForm<{ readonly version?: number }>
        label={LABELS[saving]}
        isReady={!isStale && !isBehind && saving !== 'no'}
        requests={[savingRequest(workflow, saving, { content, note, etag })]}
        changes={WORKFLOW_CHANGES}
        onDone={([made]) => {
          done();
          // A proposal does not change the version.
          const version = saving === 'ask' ? workflow.version : (made?.version ?? workflow.version);
          const saved = saving === 'ask' ? 'proposal' : 'version';
          const said = { text: savedWords({ saved, version }, saving === 'live'), version };
          void navigate({ to: '/workflows/$id', params: { id: String(id) }, state: { said } });
        }}
      >
        <p>{whatSavingDoes(workflow, saving)} Steps that the text does not name are taken out.</p>
        {isStale && <p className="message">The text has changed since. Read it again first.</p>}
        {isBehind && (
          <p className="message bad" role="alert">
            Somebody else changed this workflow since you began. Copy your text, and open the page again.
          </p>
        )}
      </ActForm>
    </section>
  );
}

const LABELS: Readonly<Record<Saving, string>> = {
  live: 'Save, live at once',
  draft: 'Save',
  ask: 'Ask for it',
  no: 'Save',
};
