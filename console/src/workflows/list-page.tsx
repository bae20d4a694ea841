import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api/lists.ts';
import { useMay } from '../session.tsx';
import '../style/workflows.css';
import { AskedText } from '../ui/asked-text.tsx';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { ALL_WORKFLOWS, WORKFLOW_SHOWS, workflowParameters, type WorkflowFilter, type WorkflowShow } from './filter.ts';
import type { Workflow } from './records.ts';
import { WaitingForApproval } from './waiting.tsx';

const SHOW_NAMES: Readonly<Record<WorkflowShow, string>> = { all: 'All', live: 'Live', drafts: 'Drafts' };

/** The account's workflows, newest first, with the live version of each. */
export function WorkflowsPage() {
  const filter = useSearch({ from: '/workflows' });
  const navigate = useNavigate();
  const list = useList<Workflow>({
    key: ['workflows'],
    path: '/workflows',
    parameters: workflowParameters(filter),
    perPage: 25,
    everyMs: 60_000,
  });
  const mayWrite = useMay('workflows:write');
  useEffect(() => {
    document.title = 'Workflows – Cascade';
  }, []);
  const go = (more: Partial<WorkflowFilter>): void =>
    void navigate({ to: '/workflows', search: { ...filter, ...more }, replace: true });
  return (
    <>
      <div className="page-head">
        <h1>Workflows</h1>
        {mayWrite && <NewWorkflow />}
      </div>
      <WaitingForApproval />
      <div className="filters">
        <ul aria-label="Show">
          {WORKFLOW_SHOWS.map((show) => (
            <li key={show}>
              <Link to="/workflows" search={{ ...filter, show }} activeOptions={{ exact: true }}>
                {SHOW_NAMES[show]}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="narrow">
        <AskedText
          key={`name ${filter.name}`}
          label="Name"
          placeholder="begins with"
          maxLength={200}
          value={filter.name}
          onChange={(name) => go({ name })}
        />
        <AskedText
          key={`use ${filter.use}`}
          label="Use case"
          placeholder="exactly"
          maxLength={100}
          value={filter.use}
          onChange={(use) => go({ use })}
        />
      </div>
      <ListTable
        of="workflows"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<NoWorkflows filter={filter} />}
      />
    </>
  );
}

const COLUMNS: readonly Column<Workflow>[] = [
  {
    name: 'Workflow',
    cell: ({ id, name, code }) => (
      <>
        <Link className="row-link" to="/workflows/$id" params={{ id: String(id) }}>
          <bdi className="workflow-name">{name}</bdi>
        </Link>
        {code !== null && (
          <div className="reference">
            <code>{code}</code>
          </div>
        )}
      </>
    ),
  },
  {
    name: 'Use case',
    cell: ({ use_case: useCase }) =>
      useCase === null ? <span className="soft">–</span> : <bdi>{useCase.replaceAll('_', ' ')}</bdi>,
  },
  {
    name: 'Live',
    cell: ({ active, version }) =>
      active ? (
        <>
          <span className="tag live state-tag">live</span> version {version}
        </>
      ) : (
        <>
          <span className="tag draft state-tag">draft</span> <span className="soft">version {version}</span>
        </>
      ),
  },
  { name: 'Last changed', cell: ({ updated_at: at }) => <When at={at} /> },
];

function NoWorkflows({ filter }: { readonly filter: WorkflowFilter }) {
  const isNarrowed = filter.show !== 'all' || filter.name !== null || filter.use !== null;
  if (isNarrowed) {
    return (
      <Empty title="Nothing here">
        <p>
          No workflow is of this kind. A name is looked for from its beginning, with capitals as they are.{' '}
          <Link to="/workflows" search={ALL_WORKFLOWS}>
            Show all
          </Link>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="There is no workflow yet">
      <p>
        A workflow says which reports are pulled on an applicant, how it is decided, and when a person is asked. It
        begins as a draft, which runs in test mode, and goes live when you say so.
      </p>
      <FirstWorkflow />
    </Empty>
  );
}

function NewWorkflow() {
  return (
    <Link className="button primary" to="/workflows/new">
      New workflow
    </Link>
  );
}

function FirstWorkflow() {
  const mayWrite = useMay('workflows:write');
  if (!mayWrite) return <p>An author or an administrator makes the first one. Then you can read it here and try it.</p>;
  return (
    <>
      <ol>
        <li>Write down your policy as you would tell it to a colleague, or take a template.</li>
        <li>Check what it was read as, and try it with a few applicants.</li>
        <li>Create it, and start an execution in test mode.</li>
      </ol>
      <NewWorkflow />
    </>
  );
}
