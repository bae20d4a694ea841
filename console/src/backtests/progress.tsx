import { useMay } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';
import type { Backtest } from './records.ts';

/** Progress of a backtest, with a button to stop it. */
export function Progress({
  backtest: { id, workflow_id: workflowId, status, progress },
}: {
  readonly backtest: Backtest;
}) {
  const mayStop = useMay('workflows:write');
  const { done, total } = progress;
  return (
    <div className="backtest-progress">
      <label>
        {status === 'queued'
          ? 'It waits for its turn'
          : `${done.toLocaleString('en')} of ${total.toLocaleString('en')} applicants`}
        <progress value={total === 0 ? 0 : done} max={Math.max(1, total)} />
      </label>
      {mayStop && (
        <ActNow
          label="Stop"
          look="backtest-stop"
          request={{ method: 'POST', path: `/workflows/${workflowId}/backtests/${id}/cancel` }}
          changes={['backtests']}
        />
      )}
    </div>
  );
}
