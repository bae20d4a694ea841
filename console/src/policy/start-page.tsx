import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/http.ts';
import type { Execution } from '../api/records.ts';
import { applicantName } from '../case/words.ts';
import { useMay, useMe } from '../session.tsx';
import '../style/policy.css';
import { ActForm } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { workflowQuery } from '../workflows/queries.ts';
import type { WorkflowDetail } from '../workflows/records.ts';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import { ApplicantForm } from './applicant-form.tsx';
import { applicantIn, NOBODY, type Applicant } from './fields.ts';
import { testCasesQuery } from './queries.ts';
import { startRequest } from './requests.ts';
import { testWords } from './test-words.ts';
import { useAsked } from './use-asked.ts';

/** Starts an execution of a workflow for one applicant. */
export function StartPage() {
  const { id } = useParams({ from: '/workflows/$id/start' });
  const mayStart = useMay('executions:write');
  const { data, error } = useQuery(workflowQuery(Number(id)));
  useEffect(() => {
    document.title = 'Start an execution – Cascade';
  }, []);
  if (!mayStart) {
    return (
      <Empty title="Your role starts no executions" isPage>
        <p>
          A program does, or an administrator (<a href="/docs/people">the scope executions:write</a>). You can{' '}
          <Link to="/workflows/$id/simulate" params={{ id }}>
            try the workflow
          </Link>
          , which stores nothing.
        </p>
      </Empty>
    );
  }
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  const { workflow } = data;
  if (workflow.definition.length === 0) {
    return (
      <Empty title="It has no steps yet" isPage>
        <p>
          There is nothing to run.{' '}
          <Link to="/workflows/$id" params={{ id }}>
            Write its definition
          </Link>
        </p>
      </Empty>
    );
  }
  return <Form key={id} workflow={workflow} />;
}

const MOST_OF_REFERENCE = 200;

function Form({ workflow }: { readonly workflow: WorkflowDetail }) {
  const { id, name, active, definition } = workflow;
  const { production_access: hasProduction } = useMe();
  const mayGoLive = active && hasProduction;
  const navigate = useNavigate();
  const [applicant, setApplicant] = useState(NOBODY);
  const [generation, setGeneration] = useState(0);
  const [mode, setMode] = useState<'test' | 'live'>('test');
  const [reference, setReference] = useState('');
  const [skipsWaits, setSkipsWaits] = useState(true);
  const asked = useAsked(definition);
  const request = startRequest({ workflowId: id, applicant, mode, reference, skipsWaits });
  const put = (next: Applicant): void => {
    setApplicant(next);
    setGeneration((before) => before + 1);
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Start an execution</h1>
          <p className="summary">
            <Link to="/workflows/$id" params={{ id: String(id) }}>
              <bdi>{name}</bdi>
            </Link>
          </p>
        </div>
      </div>
      <ActForm<Execution>
        look="start-form"
        label={mode === 'live' ? 'Start it live' : 'Start it in test mode'}
        sending="Starting …"
        requests={[request]}
        curl={[{ ...request, idempotencyKey: 'a-key-of-your-own' }]}
        changes={['executions']}
        onDone={async ([execution]) => {
          if (execution !== undefined) await navigate({ to: '/executions/$id', params: { id: String(execution.id) } });
        }}
      >
        <fieldset>
          <legend>How</legend>
          <label className="check">
            <input type="radio" name="mode" checked={mode === 'test'} onChange={() => setMode('test')} />
            <span>
              In test mode <span className="soft small">{testWords(hasProduction)}</span>
            </span>
          </label>
          <label className="check">
            <input
              type="radio"
              name="mode"
              disabled={!mayGoLive}
              checked={mode === 'live'}
              onChange={() => setMode('live')}
            />
            <span>
              Live{' '}
              <span className="soft small">
                {mayGoLive
                  ? 'Reports are pulled and cost money; letters go out.'
                  : hasProduction
                    ? 'The workflow is a draft: it runs in test mode until somebody activates it.'
                    : 'The account has no production access yet.'}
              </span>
            </span>
          </label>
          {mode === 'test' && (
            <label className="check">
              <input type="checkbox" checked={skipsWaits} onChange={({ target }) => setSkipsWaits(target.checked)} />
              <span>Waits and waiting periods pass at once</span>
            </label>
          )}
        </fieldset>
        {mode === 'test' && <Subjects workflowId={id} onTake={put} />}
        <ApplicantForm
          key={generation}
          asked={asked}
          applicant={applicant}
          onChange={setApplicant}
          hasReports={mode === 'test'}
        />
        <label className="field">
          Your reference <span className="soft">(not required; it comes back on every event)</span>
          <input
            type="text"
            maxLength={MOST_OF_REFERENCE}
            value={reference}
            autoComplete="off"
            onChange={({ target }) => setReference(target.value)}
          />
        </label>
      </ActForm>
    </>
  );
}

/** Synthetic people whose reports test mode knows. */
function Subjects({
  workflowId,
  onTake,
}: {
  readonly workflowId: number;
  readonly onTake: (applicant: Applicant) => void;
}) {
  const { data } = useQuery(testCasesQuery(workflowId));
  const cases = data?.test_cases ?? [];
  if (cases.length === 0) return null;
  return (
    <details className="subjects">
      <summary>Take a made-up applicant</summary>
      <ul>
        {cases.map(({ id, case_name: name, product_code: code, payload }) => (
          <li key={id}>
            <button type="button" className="quiet" onClick={() => onTake(applicantIn({ payload }))}>
              {applicantName(payload.applicant) ?? name}
            </button>{' '}
            <span className="soft small">
              {code.replaceAll('_', ' ')}: {name.replaceAll('_', ' ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
