import { Link, useSearch } from '@tanstack/react-router';
import { EXECUTION_STATUSES } from '../../../core/states.ts';
import { useList } from '../api/lists.ts';
import type { BatchRow, BatchSummary } from '../api/records.ts';
import { Failure } from '../executions/failure.tsx';
import { statusWords } from '../executions/words.ts';
import { useMay } from '../session.tsx';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';

interface Props {
  readonly batchId: number;
  readonly summary: BatchSummary | undefined;
  readonly isLive: boolean;
}

/** The rows of a batch in order, with their results. */
export function Rows({ batchId, summary, isLive }: Props) {
  const { status } = useSearch({ from: '/batches/$id' });
  const hasFull = useMay('executions:read:full');
  const list = useList<BatchRow>({
    key: ['batches', 'rows', batchId],
    path: `/batches/${batchId}/executions`,
    parameters: { 'filter[status]': status },
    everyMs: isLive ? 15_000 : 60_000,
  });
  const by = summary?.by_status ?? {};
  const shown = EXECUTION_STATUSES.filter((one) => (by[one] ?? 0) > 0 || one === status);
  return (
    <section aria-label="Rows">
      <h2>Rows</h2>
      <div className="filters">
        <ul aria-label="Show">
          <li>
            <Link
              to="/batches/$id"
              params={{ id: String(batchId) }}
              search={{ status: null }}
              {...current(status === null)}
            >
              All <span className="count">{summary?.total_count ?? ''}</span>
            </Link>
          </li>
          {shown.map((one) => (
            <li key={one}>
              <Link
                to="/batches/$id"
                params={{ id: String(batchId) }}
                search={{ status: one }}
                {...current(status === one)}
              >
                {statusWords(one)} <span className="count">{by[one] ?? 0}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <ListTable
        of="rows"
        list={list}
        columns={hasFull ? FULL_COLUMNS : COLUMNS}
        keyOf={({ id }) => id}
        mark={({ status: of }) => (of === 'failed' ? 'bad' : undefined)}
        empty={
          <Empty title="No row is in this state">
            <p>Rows move on while the batch runs.</p>
          </Empty>
        }
      />
      <p className="soft small">Rows are counted from 0, as in the results and in the API.</p>
    </section>
  );
}

const current = (isCurrent: boolean) => ({ 'aria-current': isCurrent ? ('true' as const) : undefined });

const ROW: Column<BatchRow> = {
  name: 'Row',
  cell: ({ row_index: index, id, external_reference: reference }) => (
    <>
      <Link className="row-link" to="/executions/$id" params={{ id: String(id) }}>
        {index} <span className="soft small">execution {id}</span>
      </Link>
      {reference !== null && (
        <div className="reference">
          <bdi>{reference}</bdi>
        </div>
      )}
    </>
  ),
};

const APPLICANT: Column<BatchRow> = {
  name: 'Applicant',
  cell: ({ applicant_name: name, applicant_email: email }) => (
    <>
      <bdi>{name ?? ''}</bdi>
      {email !== null && email !== undefined && (
        <div className="soft small">
          <bdi>{email}</bdi>
        </div>
      )}
    </>
  ),
};

const STATE: readonly Column<BatchRow>[] = [
  {
    name: 'Status',
    cell: ({ status, retry_count: retries }) => (
      <>
        {statusWords(status)}
        {retries > 0 && <span className="tag">tried {retries + 1} times</span>}
      </>
    ),
  },
  {
    name: 'Outcome',
    cell: ({ outcome }) =>
      outcome === null ? <span className="soft">–</span> : <span className={`tag ${outcome}`}>{outcome}</span>,
  },
  {
    name: 'Error',
    cell: ({ error_code: code, error }) => code !== null && <Failure code={code} words={error} />,
  },
  { name: 'Ended', cell: ({ completed_at: at }) => <When at={at} /> },
];

const COLUMNS: readonly Column<BatchRow>[] = [ROW, ...STATE];
const FULL_COLUMNS: readonly Column<BatchRow>[] = [ROW, APPLICANT, ...STATE];
