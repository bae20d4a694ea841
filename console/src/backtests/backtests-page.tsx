import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/http.ts';
import { useList } from '../api/lists.ts';
import { Holder } from '../inbox/holder.tsx';
import { useMay } from '../session.tsx';
import '../style/backtests.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { workflowQuery } from '../workflows/queries.ts';
import { NoWorkflow } from '../workflows/workflow-page.tsx';
import type { Backtest } from './records.ts';
import { NotForAuthors, TryPast } from './try-past.tsx';

/** The backtests of a workflow, newest first, and a form to start one of its current version. */
export function BacktestsPage() {
  const id = Number(useParams({ from: '/workflows/$id/backtests' }).id);
  const { data, error } = useQuery(workflowQuery(id));
  const mayRead = useMay('executions:read:full');
  const name = data?.workflow.name ?? `Workflow ${id}`;
  useEffect(() => {
    document.title = `Backtests of ${name} – Cascade`;
  }, [name]);
  if (error instanceof ApiError && error.code === 'not_found') return <NoWorkflow />;
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            Backtests of <bdi>{name}</bdi>
          </h1>
          <p className="soft">Past applicants, decided once more. Nothing is pulled, sent or billed.</p>
        </div>
        <nav className="ways" aria-label="This workflow">
          <Link className="button" to="/workflows/$id" params={{ id: String(id) }}>
            The workflow
          </Link>
        </nav>
      </div>
      {!mayRead && <NotForAuthors />}
      {mayRead && (
        <>
          {data.workflow.definition.length > 0 && (
            <section className="card" aria-label="A new one">
              <h2>Version {data.workflow.version} on past applicants</h2>
              <p className="soft small">Compared with what was decided about them.</p>
              <TryPast workflowId={id} tried={{ version: data.workflow.version }} against={null} />
            </section>
          )}
          <List workflowId={id} />
        </>
      )}
    </>
  );
}

function List({ workflowId }: { readonly workflowId: number }) {
  const list = useList<Backtest>({ key: ['backtests', workflowId], path: `/workflows/${workflowId}/backtests` });
  return (
    <ListTable
      of="backtests"
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      mark={({ status }) => (status === 'failed' ? 'bad' : undefined)}
      empty={
        <Empty title="None yet">
          <p>Nobody has tried this workflow on past applicants.</p>
        </Empty>
      }
    />
  );
}

const STATUSES: Readonly<Record<Backtest['status'], string>> = {
  queued: 'waits for its turn',
  running: 'is under way',
  completed: 'completed',
  cancelled: 'was stopped',
  failed: 'failed',
};

export const sidesOf = ({ version, against_version: against }: Pick<Backtest, 'version' | 'against_version'>): string =>
  `${version === null ? 'Rules that are not saved' : `Version ${version}`} against ${
    against === null ? 'what was recorded' : `version ${against}`
  }`;

const COLUMNS: readonly Column<Backtest>[] = [
  {
    name: 'What',
    cell: (backtest) => (
      <Link
        className="row-link"
        to="/workflows/$id/backtests/$backtest"
        params={{ id: String(backtest.workflow_id), backtest: String(backtest.id) }}
      >
        {sidesOf(backtest)}
      </Link>
    ),
  },
  { name: 'Status', cell: ({ status }) => STATUSES[status] },
  { name: 'Applicants', isNumber: true, cell: ({ progress: { total } }) => total.toLocaleString('en') },
  { name: 'By', cell: ({ created_by_user_id: by }) => (by === null ? '–' : <Holder userId={by} />) },
  { name: 'When', cell: ({ created_at: at }) => <When at={at} /> },
];
