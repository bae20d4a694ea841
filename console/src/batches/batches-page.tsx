import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api/lists.ts';
import type { Batch } from '../api/records.ts';
import { useMay } from '../session.tsx';
import '../style/batches.css';
import { Choice } from '../ui/choice.tsx';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { WorkflowChoice, WorkflowName } from '../ui/workflow-name.tsx';
import { ALL_BATCHES, ALL_ROWS, LISTED_STATUSES, type BatchFilter } from './filter.ts';
import { batchWords } from './words.ts';

/** Batches, newest first, with their progress. */
export function BatchesPage() {
  const filter = useSearch({ from: '/batches' });
  const navigate = useNavigate();
  const mayUpload = useMay('executions:write');
  const list = useList<Batch>({
    key: ['batches'],
    path: '/batches',
    parameters: { 'filter[status]': filter.status, 'filter[workflow_id]': filter.workflow },
    everyMs: 10_000,
  });
  useEffect(() => {
    document.title = 'Batches – Cascade';
  }, []);
  const go = (more: Partial<BatchFilter>): void =>
    void navigate({ to: '/batches', search: { ...filter, ...more }, replace: true });
  return (
    <>
      <div className="page-head">
        <h1>Batches</h1>
        {mayUpload && (
          <Link className="button primary" to="/batches/new">
            Upload a file
          </Link>
        )}
      </div>
      <div className="narrow">
        <Choice
          label="Status"
          value={filter.status}
          options={LISTED_STATUSES.map((status) => [status, batchWords(status)])}
          onChange={(status) => go({ status })}
        />
        <WorkflowChoice value={filter.workflow} onChange={(workflow) => go({ workflow })} />
      </div>
      <ListTable
        of="batches"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        mark={({ status }) => (status === 'interrupted' ? 'bad' : undefined)}
        empty={<NoBatch isNarrowed={filter.status !== null || filter.workflow !== null} mayUpload={mayUpload} />}
      />
    </>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  {
    name: 'Batch',
    cell: ({ id, execution_mode: mode, external_reference: reference }) => (
      <>
        <Link className="row-link" to="/batches/$id" params={{ id: String(id) }} search={ALL_ROWS}>
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
  },
  { name: 'Workflow', cell: ({ workflow_id: id }) => <WorkflowName id={id} /> },
  { name: 'Status', cell: ({ status }) => batchWords(status) },
  {
    name: 'Completed or failed',
    cell: ({ completed_count: completed, failed_count: failed, total_count: total }) => (
      <span className="progress">
        <progress max={total} value={completed + failed} aria-hidden="true" /> {completed + failed} of {total}
      </span>
    ),
  },
  {
    name: 'Failed',
    isNumber: true,
    cell: ({ failed_count: failed }) => (failed === 0 ? '0' : <strong className="late">{failed}</strong>),
  },
  { name: 'Accepted', cell: ({ created_at: at }) => <When at={at} /> },
  { name: 'Ended', cell: ({ completed_at: at }) => <When at={at} /> },
];

function NoBatch({ isNarrowed, mayUpload }: { readonly isNarrowed: boolean; readonly mayUpload: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="Nothing here">
        <p>
          No batch is of this kind.{' '}
          <Link to="/batches" search={ALL_BATCHES}>
            Show all
          </Link>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No batch yet">
      <p>
        A batch runs one workflow for many applicants: a row of a file is an applicant, and each gets an execution of
        their own, with its decision and its letters.
      </p>
      {mayUpload ? (
        <ol>
          <li>
            Save a spreadsheet as &quot;CSV UTF-8&quot;, with columns such as <code>applicant.first_name</code>.
          </li>
          <li>
            <Link to="/batches/new">Upload it</Link>: every row is checked before anything runs.
          </li>
          <li>Follow its rows here, and download the results.</li>
        </ol>
      ) : (
        <p>
          Your role starts none. Somebody whose role does can upload a file here, use{' '}
          <a href="/docs/batches">the API</a> or run <code>cascade batches run FILE.csv</code>.
        </p>
      )}
    </Empty>
  );
}
