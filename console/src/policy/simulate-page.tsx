import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import { asJsonList } from '../../../core/json.ts';
import { ApiError } from '../api/http.ts';
import { ChangeExample } from '../examples/change.tsx';
import { exampleQuery, type KeptExample } from '../examples/queries.ts';
import { KeepExample } from '../examples/keep.tsx';
import '../style/execution.css';
import '../style/policy.css';
import '../style/workflows.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import {
  activationQuery,
  proposedReadingQuery,
  readingQuery,
  versionQuery,
  workflowQuery,
} from '../workflows/queries.ts';
import type { ActivationDetail, Reading } from '../workflows/records.ts';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import { ExampleTables } from './examples.tsx';
import { applicantIn } from './fields.ts';
import { nodesOf } from './graph.ts';
import type { Decisions } from './simulated.ts';
import { Result } from './result.tsx';
import type { Tried } from './requests.ts';
import { StartLink } from './start-link.tsx';
import { TryCard } from './try-card.tsx';
import { useAsked } from './use-asked.ts';
import { useTry } from './use-try.ts';
import { WayPicture } from './way-picture.tsx';

/**
 * Tries a version of a workflow, or an activation request, with an applicant: nobody has to approve a request untried.
 */
export function SimulatePage() {
  const id = Number(useParams({ from: '/workflows/$id/simulate' }).id);
  const { version: asked, request: requestId, example: exampleId } = useSearch({ from: '/workflows/$id/simulate' });
  const workflow = useQuery(workflowQuery(id));
  const version = asked ?? workflow.data?.workflow.version;
  const read = useQuery({
    ...versionQuery(id, version ?? 1),
    enabled: requestId === undefined && version !== undefined,
  });
  const request = useQuery({ ...activationQuery(id, requestId ?? 0), enabled: requestId !== undefined });
  const example = useQuery({ ...exampleQuery(id, exampleId ?? 0), enabled: exampleId !== undefined });
  const error = workflow.error ?? read.error ?? request.error ?? example.error;
  const name = workflow.data?.workflow.name ?? `Workflow ${id}`;
  useEffect(() => {
    document.title = `Try ${name} – Cascade`;
  }, [name]);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (requestId !== undefined) {
    if (request.data === undefined || workflow.data === undefined) return <Loading />;
    return <Proposal key={`request ${requestId}`} name={name} workflowId={id} request={request.data} />;
  }
  if (read.data === undefined || version === undefined) return <Loading />;
  if (exampleId !== undefined && example.data === undefined) return <Loading />;
  return (
    <SavedVersion
      key={`${version} ${exampleId ?? ''}`}
      name={name}
      workflowId={id}
      version={version}
      definition={read.data.definition}
      example={example.data}
    />
  );
}

interface OfWorkflow {
  readonly name: string;
  readonly workflowId: number;
}

interface VersionProps extends OfWorkflow {
  readonly version: number;
  readonly definition: readonly object[];
  readonly example: KeptExample | undefined;
}

function SavedVersion({ name, workflowId, version, definition, example }: VersionProps) {
  return (
    <Shown
      name={name}
      workflowId={workflowId}
      definition={definition}
      tried={{ workflowId, version }}
      reading={useQuery({ ...readingQuery(workflowId, version), enabled: definition.length > 0 })}
      canStart
      example={example}
    >
      <Link to="/workflows/$id" params={{ id: String(workflowId) }} search={{ version }}>
        Version {version}
      </Link>
    </Shown>
  );
}

/** A request's proposal is no version, so no execution can be started with it. */
function Proposal({ name, workflowId, request }: OfWorkflow & { readonly request: ActivationDetail }) {
  const { id, definition, use_case: useCase } = request;
  const proposed = { definition: asJsonList(definition), useCase };
  return (
    <Shown
      name={request.name ?? name}
      workflowId={workflowId}
      definition={definition}
      tried={{ definition, useCase }}
      reading={useQuery({ ...proposedReadingQuery(workflowId, proposed), enabled: definition.length > 0 })}
      canStart={false}
    >
      <Link to="/workflows/$id" params={{ id: String(workflowId) }} search={{ request: id }}>
        Request {id}
      </Link>
    </Shown>
  );
}

interface Props extends OfWorkflow {
  readonly definition: readonly object[];
  readonly tried: Tried;
  readonly reading: UseQueryResult<Reading>;
  readonly canStart: boolean;
  /** The example to change. */
  readonly example?: KeptExample | undefined;
  /** The origin of what is tried. */
  readonly children: ReactNode;
}

function Shown({ name, workflowId, definition, tried, reading, canStart, example, children }: Props) {
  const attempt = useTry(
    tried,
    example === undefined
      ? undefined
      : { applicant: applicantIn({ ...example }), decisions: example.decisions as Decisions },
  );
  const nodes = useMemo(() => nodesOf(definition), [definition]);
  const asked = useAsked(definition);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            Try <bdi>{name}</bdi>
          </h1>
          <p className="summary">{children}</p>
        </div>
        {canStart && (
          <nav className="ways" aria-label="This workflow">
            <StartLink workflowId={workflowId} />
          </nav>
        )}
      </div>
      {definition.length === 0 ? (
        <Empty title="It has no steps yet">
          <p>
            There is nothing to try.{' '}
            <Link to="/workflows/$id" params={{ id: String(workflowId) }}>
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
              {reading.data !== undefined && (
                <ExampleTables
                  examples={reading.data.examples}
                  onTry={attempt.put}
                  workflowId={canStart && example === undefined ? workflowId : undefined}
                />
              )}
            </section>
          </div>
          <div className="side">
            <Result nodes={nodes} attempt={attempt} />
            {example !== undefined && attempt.done !== null && !attempt.isStale && (
              <ChangeExample example={example} applicant={attempt.done.applicant} decisions={attempt.done.decisions} />
            )}
            {canStart && example === undefined && attempt.done !== null && !attempt.isStale && (
              <KeepExample
                workflowId={workflowId}
                applicant={attempt.done.applicant}
                decisions={attempt.done.decisions}
              />
            )}
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
