import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../api/http.ts';
import { useList } from '../api/lists.ts';
import { Holder } from '../inbox/holder.tsx';
import '../style/backtests.css';
import { Download } from '../ui/download.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { sidesOf } from './backtests-page.tsx';
import { backtestQuery } from './queries.ts';
import { isUnderWay, type BacktestChange, type BacktestResult, type DecidedSide } from './records.ts';
import { Outcome } from './try-past.tsx';
import { FATE_WORDS, fateOf, reasonWords } from './words.ts';

/** One backtest: its result, and the applicants whose outcome or letter changes. */
export function BacktestPage() {
  const params = useParams({ from: '/workflows/$id/backtests/$backtest' });
  const [workflowId, id] = [Number(params.id), Number(params.backtest)];
  const { data, error } = useQuery(backtestQuery(workflowId, id));
  useEffect(() => {
    document.title = `Backtest ${id} – Cascade`;
  }, [id]);
  if (error instanceof ApiError && error.code === 'not_found')
    return (
      <Empty title="There is no such backtest" isPage>
        <p>
          <Link to="/workflows/$id/backtests" params={{ id: String(workflowId) }}>
            All of this workflow
          </Link>
        </p>
      </Empty>
    );
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{sidesOf(data)}</h1>
          <p className="summary">
            <span>
              <Link to="/workflows/$id/backtests" params={{ id: String(workflowId) }}>
                Backtests
              </Link>
            </span>
            <span>
              {data.created_by_user_id !== null && (
                <>
                  by <Holder userId={data.created_by_user_id} />
                </>
              )}
            </span>
            <span>
              <When at={data.created_at} />
            </span>
          </p>
        </div>
      </div>
      <section className="card" aria-label="Result">
        <h2>Past applicants under these rules</h2>
        <Outcome backtest={data} />
      </section>
      {!isUnderWay(data) && data.result !== null && <Changes workflowId={workflowId} id={id} result={data.result} />}
    </>
  );
}

interface ChangesProps {
  readonly workflowId: number;
  readonly id: number;
  readonly result: BacktestResult;
}

function Changes({ workflowId, id, result }: ChangesProps) {
  const columns = useMemo(() => columnsOf(result), [result]);
  const path = `/workflows/${workflowId}/backtests/${id}/changes`;
  // The backtest has ended, so its rows cannot change, and each read of them is recorded in the audit log.
  const list = useList<BacktestChange>({ key: ['backtest changes', id], path, everyMs: HOUR_MS });
  return (
    <section className="card" aria-label="Applicants">
      <h2>Applicants who would be treated differently</h2>
      <ListTable of="applicants" list={list} columns={columns} keyOf={({ id: row }) => row} empty={<p>Nobody.</p>} />
      {list.rows !== undefined && list.rows.length > 0 && (
        <Download path={`${path}.csv`} filename={`backtest-${id}.csv`} label="Download as CSV" />
      )}
    </section>
  );
}

const HOUR_MS = 3_600_000;

const sideWords = ({ outcome, asked }: DecidedSide): string => FATE_WORDS[fateOf(outcome, asked)];

const reasonsOf = ({ letters }: DecidedSide): string =>
  [...new Set(letters.flatMap((letter) => reasonWords(letter)))].join('; ') || 'none';

const columnsOf = ({ parted }: BacktestResult): readonly Column<BacktestChange>[] => [
  {
    name: 'Execution',
    cell: ({ execution_id: id }) => (
      <Link className="row-link" to="/executions/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { name: 'Was', cell: ({ old }) => sideWords(old) },
  { name: 'Would be', cell: ({ new: now }) => sideWords(now) },
  {
    name: 'First rule at which they part',
    cell: ({ rule }) => <bdi>{parted.find((each) => each.rule === rule)?.sentence ?? rule ?? '–'}</bdi>,
  },
  {
    name: 'Reasons of letters',
    cell: ({ kinds, old, new: now }) =>
      kinds.includes('letter') ? `${reasonsOf(old)} → ${reasonsOf(now)}` : 'the same',
  },
];
