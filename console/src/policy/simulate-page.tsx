import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../api/http.ts';
import '../style/execution.css';
import '../style/policy.css';
import '../style/workflows.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { readingQuery, versionQuery, workflowQuery } from '../workflows/queries.ts';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import { ExampleTables } from './examples.tsx';
import { askedBy } from './fields.ts';
import { nodesOf } from './graph.ts';
import { Result } from './result.tsx';
import { StartLink } from './start-link.tsx';
import { TryCard } from './try-card.tsx';
import { useTry } from './use-try.ts';
import { WayPicture } from './way-picture.tsx';

/** Tries a version of a workflow with an applicant; four eyes need not approve unseen. */
export function SimulatePage() {
  const { id } = useParams({ from: '/workflows/$id/simulate' });
  const { version: asked } = useSearch({ from: '/workflows/$id/simulate' });
  const workflow = useQuery(workflowQuery(Number(id)));
  const version = asked ?? workflow.data?.workflow.version;
  const read = useQuery({ ...versionQuery(Number(id), version ?? 1), enabled: version !== undefined });
  const error = workflow.error ?? read.error;
  const name = workflow.data?.workflow.name ?? `Workflow ${id}`;
  useEffect(() => {
    document.title = `Try ${name} – Cascade`;
  }, [name]);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (read.data === undefined || version === undefined) return <Loading />;
  return (
    <Shown key={version} name={name} workflowId={Number(id)} version={version} definition={read.data.definition} />
  );
}

interface Props {
  readonly name: string;
  readonly workflowId: number;
  readonly version: number;
  readonly definition: readonly object[];
}

function Shown({ name, workflowId, version, definition }: Props) {
  const reading = useQuery({ ...readingQuery(workflowId, version), enabled: definition.length > 0 });
  const attempt = useTry({ workflowId, version });
  const nodes = useMemo(() => nodesOf(definition), [definition]);
  const asked = useMemo(() => askedBy(definition), [definition]);
  const workflow = { id: String(workflowId) };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            Try <bdi>{name}</bdi>
          </h1>
          <p className="summary">
            <Link to="/workflows/$id" params={workflow} search={{ version }}>
              Version {version}
            </Link>
          </p>
        </div>
        <nav className="ways" aria-label="This workflow">
          <StartLink workflowId={workflowId} />
        </nav>
      </div>
      {definition.length === 0 ? (
        <Empty title="It has no steps yet">
          <p>
            There is nothing to try.{' '}
            <Link to="/workflows/$id" params={workflow}>
              Write its definition
            </Link>
          </p>
        </Empty>
      ) : (
        <div className="policy-preview">
          <div className="body">
            <TryCard asked={asked} attempt={attempt} />
            <section className="card" aria-label="Applicants to check">
              <h2>Example applicants</h2>
              {reading.error !== null && <ErrorMessage error={reading.error} />}
              {reading.error === null && reading.data === undefined && <Loading />}
              {reading.data !== undefined && <ExampleTables examples={reading.data.examples} onTry={attempt.put} />}
            </section>
          </div>
          <div className="side">
            <Result nodes={nodes} attempt={attempt} />
            <section className="card" aria-label="Picture">
              <h2>The workflow</h2>
              <WayPicture nodes={nodes} attempt={attempt} />
            </section>
          </div>
        </div>
      )}
    </>
  );
}
