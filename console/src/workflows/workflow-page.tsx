import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/http.ts';
import { ExamplesCard } from '../examples/examples-card.tsx';
import { RulesCard } from '../rules/rules-card.tsx';
import { StartLink } from '../policy/start-link.tsx';
import { useMay } from '../session.tsx';
import '../style/execution.css';
import '../style/workflows.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { ActivationCard } from './activation.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { CompareRequest } from './compare-request.tsx';
import { ALL_WORKFLOWS } from './filter.ts';
import { LastChange } from './last-change.tsx';
import { activationsQuery, workflowQuery } from './queries.ts';
import type { WorkflowDetail } from './records.ts';
import { ShownVersion } from './shown-version.tsx';
import { VersionList } from './version-list.tsx';

/** A workflow: its rules, its problems, its history, and whether it is live. */
export function WorkflowPage() {
  const { id } = useParams({ from: '/workflows/$id' });
  const { data, error } = useQuery(workflowQuery(Number(id)));
  const name = data?.workflow.name ?? `Workflow ${id}`;
  useEffect(() => {
    document.title = `${name} – Cascade`;
  }, [name]);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return <Shown key={id} workflow={data.workflow} etag={data.etag} />;
}

export function NoWorkflow() {
  return (
    <Empty title="There is no such workflow" isPage>
      <p>
        No workflow of yours has this number. It may have been deleted, or the address is misspelt.{' '}
        <Link to="/workflows" search={ALL_WORKFLOWS}>
          All workflows
        </Link>
      </p>
    </Empty>
  );
}

function Shown({ workflow, etag }: { readonly workflow: WorkflowDetail; readonly etag: string }) {
  const { version, with: other, request } = useSearch({ from: '/workflows/$id' });
  const { id } = workflow;
  const requests = useQuery(activationsQuery(id)).data?.data ?? [];
  const isAsked = requests.some(({ status }) => status === 'pending');
  return (
    <>
      <Head workflow={workflow} />
      {/* An approver comes to this page for the request. */}
      {isAsked && <ActivationCard workflow={workflow} etag={etag} />}
      {request !== undefined ? (
        <CompareRequest key={request} workflow={workflow} requestId={request} />
      ) : other !== undefined ? (
        <CompareVersions
          key={`${version ?? ''} ${other}`}
          workflowId={id}
          version={version ?? workflow.version}
          other={other}
        />
      ) : (
        <>
          {(version ?? workflow.version) === workflow.version && (
            <>
              <LastChange workflow={workflow} />
              <RulesCard workflow={workflow} />
            </>
          )}
          <ShownVersion key={version} workflow={workflow} etag={etag} version={version ?? workflow.version} />
        </>
      )}
      <div className="two-columns">
        {!isAsked && <ActivationCard workflow={workflow} etag={etag} />}
        <VersionList workflow={workflow} shown={version ?? workflow.version} />
      </div>
      {workflow.definition.length > 0 && <ExamplesCard workflowId={id} />}
    </>
  );
}

function Head({ workflow }: { readonly workflow: WorkflowDetail }) {
  const { id, name, code, active, version, use_case: useCase, updated_at: changed } = workflow;
  const mayWrite = useMay('workflows:write');
  const mayRead = useMay('executions:read:full');
  const { version: shown } = useSearch({ from: '/workflows/$id' });
  return (
    <div className="page-head">
      <div>
        <h1>
          <bdi>{name}</bdi> <span className={`tag ${active ? 'live' : 'draft'}`}>{active ? 'live' : 'draft'}</span>
        </h1>
        <p className="summary">
          <span>
            <Link to="/workflows/$id" params={{ id: String(id) }}>
              Version {version}
            </Link>
          </span>
          {code !== null && <code>{code}</code>}
          {useCase !== null && (
            <span>
              For <bdi>{useCase.replaceAll('_', ' ')}</bdi>
            </span>
          )}
          <span>
            Changed <When at={changed} />
          </span>
        </p>
      </div>
      <nav className="ways" aria-label="This workflow">
        <Link
          className="button"
          to="/workflows/$id/simulate"
          params={{ id: String(id) }}
          search={shown === undefined ? {} : { version: shown }}
        >
          Try it
        </Link>
        <StartLink workflowId={id} />
        {mayRead && (
          <Link className="button" to="/workflows/$id/backtests" params={{ id: String(id) }}>
            Backtests
          </Link>
        )}
        {mayWrite && (
          <Link className="button" to="/workflows/$id/edit" params={{ id: String(id) }}>
            Edit as JSON
          </Link>
        )}
      </nav>
    </div>
  );
}
