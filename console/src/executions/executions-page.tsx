import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api/lists.ts';
import type { Execution } from '../api/records.ts';
import { Empty, When } from '../ui/parts.tsx';
import { useMay } from '../session.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { ALL_WORKFLOWS } from '../workflows/filter.ts';
import { WorkflowName } from '../ui/workflow-name.tsx';
import { Failure } from './failure.tsx';
import { Filters } from './filters.tsx';
import { ALL_EXECUTIONS, executionParameters, SHOWN, type ExecutionFilter } from './filter.ts';
import { startOfDay } from './days.ts';
import { RunTheseAgain } from './run-again.tsx';
import { executionState } from './words.ts';

/** All executions, newest first, with every filter of the API. */
export function ExecutionsPage() {
  const filter = useSearch({ from: '/executions' });
  const navigate = useNavigate();
  const seesApplicants = useMay('executions:read:full');
  const list = useList<Execution>({
    key: ['executions'],
    path: '/executions',
    parameters: executionParameters(filter, startOfDay),
  });
  useEffect(() => {
    document.title = 'Executions – Cascade';
  }, []);
  const go = (more: Partial<ExecutionFilter>): void =>
    void navigate({ to: '/executions', search: { ...filter, ...more }, replace: true });
  return (
    <>
      <div className="page-head">
        <h1>Executions</h1>
      </div>
      <Filters filter={filter} onChange={go} />
      {filter.show === 'failed' && (
        <div className="run-again">
          <p className="soft small">Those that failed and were not evaluated again since.</p>
          <RunTheseAgain filter={filter} />
        </div>
      )}
      <ListTable
        of="executions"
        list={list}
        columns={seesApplicants ? WITH_APPLICANT : COLUMNS}
        keyOf={({ id }) => id}
        mark={({ status }) => (status === 'failed' ? 'bad' : undefined)}
        empty={<NoExecution filter={filter} />}
      />
    </>
  );
}

const EXECUTION: Column<Execution> = {
  name: 'Execution',
  cell: ({ id, execution_mode: mode, external_reference: reference }) => (
    <>
      <Link className="row-link" to="/executions/$id" params={{ id: String(id) }}>
        {id}
      </Link>
      {mode === 'test' && <span className="tag">test</span>}
      {reference !== null && (
        <div className="reference">
          <bdi>{reference}</bdi>
        </div>
      )}
    </>
  ),
};

const OTHERS: readonly Column<Execution>[] = [
  {
    name: 'Workflow',
    cell: ({ workflow_id: id, workflow_version: version }) => (
      <>
        <WorkflowName id={id} /> <span className="soft small">version {version}</span>
      </>
    ),
  },
  {
    name: 'Status',
    cell: (execution) => (
      <>
        {executionState(execution)} {execution.notices_due.length > 0 && <span className="tag fail">notice owed</span>}
        {execution.error_code !== null && (
          <div className="why">
            <Failure code={execution.error_code} words={execution.error} linked />
          </div>
        )}
      </>
    ),
  },
  {
    name: 'Outcome',
    cell: ({ outcome }) =>
      outcome === null ? <span className="soft">–</span> : <span className={`tag ${outcome}`}>{outcome}</span>,
  },
  { name: 'Accepted', cell: ({ created_at: at }) => <When at={at} /> },
  { name: 'Ended', cell: ({ completed_at: at }) => <When at={at} /> },
];

const APPLICANT: Column<Execution> = {
  name: 'Applicant',
  cell: ({ applicant_name: name }) => (name == null ? <span className="soft">–</span> : <bdi>{name}</bdi>),
};

const COLUMNS = [EXECUTION, ...OTHERS];
const WITH_APPLICANT = [EXECUTION, APPLICANT, ...OTHERS];

function NoExecution({ filter }: { readonly filter: ExecutionFilter }) {
  const isNarrowed = Object.entries(ALL_EXECUTIONS).some(
    ([name, value]) => filter[name as keyof ExecutionFilter] !== value,
  );
  if (isNarrowed) {
    return (
      <Empty title="Nothing here">
        <p>
          No execution is of this kind{filter.show === 'all' ? '' : ` (${SHOWN[filter.show].label.toLowerCase()})`}.{' '}
          <Link to="/executions" search={ALL_EXECUTIONS}>
            Show all
          </Link>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing has run yet">
      <p>An execution is one run of a workflow for one applicant. It comes here as soon as it is accepted.</p>
      <ol>
        <li>
          Open a{' '}
          <Link to="/workflows" search={ALL_WORKFLOWS}>
            workflow
          </Link>{' '}
          and start one in test mode, where no report costs anything; programs <a href="/docs">do it with the API</a>.
        </li>
        <li>
          <a href="/docs/batches">Batches</a> runs one for each row of a file.
        </li>
      </ol>
    </Empty>
  );
}
