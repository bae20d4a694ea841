import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isBatchTerminal } from '../../../core/states.ts';
import { listPath } from '../api/list-path.ts';
import { ApiError } from '../api/http.ts';
import type { Batch, BatchSummary } from '../api/records.ts';
import { statusWords } from '../executions/words.ts';
import { useMay } from '../session.tsx';
import '../style/batches.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { useWhileInUse } from '../ui/in-use.ts';
import { Download } from '../ui/download.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { WorkflowName } from '../ui/workflow-name.tsx';
import { BatchActs } from './acts.tsx';
import { ALL_BATCHES } from './filter.ts';
import { batchQuery, summaryQuery } from './queries.ts';
import { Rows } from './rows.tsx';
import { batchWords, interruptionWords, leftWords, progressOf, secondsWords } from './words.ts';

/** Progress of a batch, the results of its rows, and the actions on it. */
export function BatchPage() {
  const { id } = useParams({ from: '/batches/$id' });
  const batchId = Number(id);
  const client = useQueryClient();
  const live = useWhileInUse(SELDOM_MS);
  const batch = useQuery({
    ...batchQuery(batchId),
    refetchInterval: ({ state: { data, dataUpdateCount: looks } }) =>
      data !== undefined && isBatchTerminal(data.status) ? false : pause(live, looks),
  });
  const hasEnded = batch.data !== undefined && isBatchTerminal(batch.data.status);
  const summary = useQuery({
    ...summaryQuery(batchId),
    refetchInterval: ({ state: { dataUpdateCount: looks } }) => (hasEnded ? false : pause(live, looks)),
  });
  // Nothing is polled once the batch has ended, so everything shown is read again at that moment.
  const was = useRef(batch.data?.status);
  const now = batch.data?.status;
  useEffect(() => {
    if (was.current !== undefined && was.current !== now) void client.invalidateQueries({ queryKey: ['batches'] });
    was.current = now;
  }, [client, now]);
  useEffect(() => {
    document.title = `Batch ${batchId} – Cascade`;
  }, [batchId]);
  if (batch.error instanceof ApiError && batch.error.code === 'not_found') {
    return (
      <Empty title="There is no such batch" isPage>
        <p>
          No batch of yours has this number. The address may be misspelt.{' '}
          <Link to="/batches" search={ALL_BATCHES}>
            All batches
          </Link>
        </p>
      </Empty>
    );
  }
  if (batch.data === undefined) return batch.error === null ? <Loading /> : <ErrorMessage error={batch.error} />;
  return (
    <>
      <Head batch={batch.data} summary={summary.data} />
      {(batch.error ?? summary.error) !== null && <ErrorMessage error={batch.error ?? summary.error} />}
      {batch.data.interruption !== null && (
        <p className="message bad">
          {interruptionWords(batch.data.interruption)} Rows that have begun go on and end. Resume it to start the
          others.
        </p>
      )}
      {summary.data !== undefined && <Numbers batch={batch.data} summary={summary.data} />}
      <Downloads id={batchId} />
      <Rows batchId={batchId} summary={summary.data} isLive={!hasEnded} />
    </>
  );
}

/**
 * A small batch can end while somebody is watching. A large one is polled less often: everyone behind one address
 * shares 60 requests a minute.
 */
const OFTEN_MS = 2_500;
const SELDOM_MS = 10_000;
const LOOKS_OFTEN = 8;

function pause(live: number | false, looks: number): number | false {
  return live !== false && looks < LOOKS_OFTEN ? OFTEN_MS : live;
}

interface HeadProps {
  readonly batch: Batch;
  readonly summary: BatchSummary | undefined;
}

function Head({ batch, summary }: HeadProps) {
  const { id, status, execution_mode: mode, external_reference: reference, workflow_id: workflow } = batch;
  const mayAct = useMay('executions:write');
  return (
    <div className="page-head">
      <div>
        <h1>
          Batch {id} <span className={`tag ${status === 'interrupted' ? 'fail' : ''}`}>{batchWords(status)}</span>
          <span className="tag">{mode}</span>
        </h1>
        <p className="summary">
          <span>
            <WorkflowName id={workflow} />, version {batch.workflow_version}
          </span>
          <span>
            Accepted <When at={batch.created_at} />
          </span>
          {batch.completed_at !== null && (
            <span>
              Ended <When at={batch.completed_at} />
            </span>
          )}
          {reference !== null && (
            <span>
              Reference <bdi>{reference}</bdi>
            </span>
          )}
        </p>
      </div>
      {mayAct && summary !== undefined && <BatchActs batch={batch} progress={progressOf(summary)} />}
    </div>
  );
}

function Numbers({ batch, summary }: { readonly batch: Batch; readonly summary: BatchSummary }) {
  const progress = progressOf(summary);
  const outcomes = summary.by_outcome;
  const errors = Object.entries(summary.by_error_code);
  const left = leftWords(progress);
  return (
    <section className="card" aria-label="Progress">
      <div className="progress large">
        <progress max={progress.total} value={progress.ended} aria-label="Rows that have ended" />
        <strong>
          {progress.ended.toLocaleString('en')} of {progress.total.toLocaleString('en')} ended
        </strong>
      </div>
      {left !== '' && !isBatchTerminal(batch.status) && <p role="status">{left}.</p>}
      <dl className="counts" aria-label="Outcomes">
        {OUTCOMES.map((outcome) => (
          <div key={outcome}>
            <dt>{outcome}</dt>
            <dd>{(outcomes[outcome] ?? 0).toLocaleString('en')}</dd>
          </div>
        ))}
        <div>
          <dt>no outcome</dt>
          <dd>{(outcomes.none ?? 0).toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>time of a row, in the middle</dt>
          <dd>{secondsWords(summary.median_seconds)}</dd>
        </div>
        <div>
          <dt>95 of 100 within</dt>
          <dd>{secondsWords(summary.p95_seconds)}</dd>
        </div>
      </dl>
      {errors.length > 0 && (
        <dl className="counts" aria-label="Failed rows by what failed first">
          {errors.map(([code, count]) => (
            <div key={code}>
              <dt>
                <a href="/docs/errors#try-again">
                  <code>{code}</code>
                </a>
              </dt>
              <dd className="late">{count.toLocaleString('en')} failed</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const OUTCOMES = ['approved', 'conditional', 'denied'] as const;

function Downloads({ id }: { readonly id: number }) {
  const hasFull = useMay('executions:read:full');
  const { status } = useSearch({ from: '/batches/$id' });
  // The download has the same filters as the rows shown below.
  const of = (file: string): string => listPath(`/batches/${id}/${file}`, { 'filter[status]': status });
  return (
    <section className="card" aria-label="Downloads">
      <h2>Results</h2>
      <div className="downloads">
        <Download path={of('exports.csv')} filename={`batch-${id}-results.csv`} label="Results as a table (CSV)" />
        <Download path={of('exports.zip')} filename={`batch-${id}.zip`} label="A file for each row (ZIP)" />
        {hasFull && (
          <Download
            path={of('adverse_action_notices.zip')}
            filename={`batch-${id}-adverse-action-notices.zip`}
            label="Letters that were sent (ZIP)"
          />
        )}
      </div>
      <p className="soft small">
        {status === null ? 'All rows' : `The rows that are shown alone (${statusWords(status)})`}, each as it is now,
        also while the batch runs.
        {!hasFull && ' Your role sees neither the applicants nor their reports in them.'}
      </p>
    </section>
  );
}
