import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMay } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { Progress } from './progress.tsx';
import { backtestQuery, backtestRequest, type Tried } from './queries.ts';
import { isUnderWay, type Backtest } from './records.ts';
import { Result } from './result.tsx';
import '../style/backtests.css';

interface Props {
  readonly workflowId: number;
  readonly tried: Tried;
  /** The live version; null if none is live, so that recorded outcomes are compared. */
  readonly against: number | null;
}

/** Tries a version on the applicants of the last 90 days before it is saved or goes live. */
export function TryPast(props: Props) {
  const mayTry = useMay('workflows:write');
  const mayRead = useMay('executions:read:full');
  if (!mayTry) return null;
  if (!mayRead) return <NotForAuthors />;
  // A new key for each definition: results for other rules must not be shown for this one.
  return <Tries key={JSON.stringify(props.tried)} {...props} />;
}

/** Tells an author whom to ask for a backtest, and why. */
export const NotForAuthors = () => (
  <p className="soft small">
    To try these rules on past applicants, ask an administrator, or somebody who is author and reviewer: what rules
    would decide about a person can tell what is in the application, so it takes a role that may read applications.
  </p>
);

function Tries({ workflowId, tried, against }: Props) {
  const [started, setStarted] = useState<number | null>(null);
  const [now] = useState(() => Date.now());
  return (
    <div className="try-past" role="group" aria-label="Past applicants">
      {started === null ? (
        <ActNow<Backtest>
          label="Try on past applicants"
          look="backtest-start"
          aside="Those of the last 90 days. Nothing is pulled, sent or billed."
          request={backtestRequest(workflowId, tried, against, now)}
          changes={['backtests']}
          onDone={([backtest]) => setStarted(backtest?.id ?? null)}
        />
      ) : (
        <Running workflowId={workflowId} id={started} />
      )}
    </div>
  );
}

function Running({ workflowId, id }: { readonly workflowId: number; readonly id: number }) {
  const client = useQueryClient();
  const { data, error } = useQuery(backtestQuery(workflowId, id));
  const hasEnded = data !== undefined && !isUnderWay(data);
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: ['backtests', workflowId, 'list'] });
  }, [client, workflowId, hasEnded]);
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return (
    <>
      <Outcome backtest={data} />
      {!isUnderWay(data) && (
        <p className="small">
          <Link to="/workflows/$id/backtests/$backtest" params={{ id: String(workflowId), backtest: String(id) }}>
            The page of this backtest
          </Link>
        </p>
      )}
    </>
  );
}

/** Progress of a backtest, or its result. */
export function Outcome({ backtest }: { readonly backtest: Backtest }) {
  const { status, result, sample, error_code: code } = backtest;
  if (isUnderWay(backtest)) return <Progress backtest={backtest} />;
  return (
    <>
      {status === 'cancelled' && (
        <p className="message">It was stopped: this is of those that were tried until then.</p>
      )}
      {status === 'failed' && (
        <p className="message bad">
          {code === 'too_much_work'
            ? 'It took more work than a backtest may and was ended: this is of those that were tried until then.'
            : 'It failed for a reason of ours: this is of those that were tried until then.'}
        </p>
      )}
      <div role="status">{result !== null && <Result result={result} sample={sample} />}</div>
    </>
  );
}
