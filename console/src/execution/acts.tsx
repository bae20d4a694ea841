import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isTerminal } from '../../../core/states.ts';
import type { Execution, ExecutionDetail } from '../api/records.ts';
import { ALL_ROWS } from '../batches/filter.ts';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { CorrectAndRun } from './correct.tsx';
import { addressFaults, valueFaults } from './faults.ts';

/** The actions on an execution in its current state, except deciding its case. */
export function ExecutionActs({ execution }: { readonly execution: ExecutionDetail }) {
  const mayAct = useMay('executions:write');
  const mayRead = useMay('executions:read:full');
  const { id, status, redacted_at: redactedAt } = execution;
  const hasEnded = isTerminal(status);
  const isRepeatable = hasEnded && redactedAt === null;
  // The most likely action comes first.
  const isToCorrect = valueFaults(execution).length > 0 || addressFaults(execution).length > 0;
  const correct = mayRead && <CorrectAndRun execution={execution} />;
  if (!mayAct) return null;
  return (
    <>
      {!hasEnded && (
        <Act
          label="Cancel it"
          className="deny"
          changes={['execution', 'timeline', 'executions', 'batches', 'inbox', 'case']}
          request={{ method: 'POST', path: `/executions/${id}/cancel` }}
        >
          <ul>
            <li>No step begins after this; a step that is under way ends. It cannot go on later.</li>
            {execution.needs_human_review && <li>Its case leaves the inbox undecided.</li>}
            <li>Drafts of letters stay drafts. An applicant who was denied by now is still owed the notice.</li>
            <li>No event is sent.</li>
          </ul>
        </Act>
      )}
      {isRepeatable && isToCorrect && correct}
      {isRepeatable && <EvaluateAgain execution={execution} />}
      {isRepeatable && !isToCorrect && correct}
    </>
  );
}

/** Also the way to retry a single failed run: there is no other. */
function EvaluateAgain({ execution }: { readonly execution: ExecutionDetail }) {
  const { id, execution_mode: mode, workflow_version: version, batch_execution_id: batchId, status } = execution;
  const navigate = useNavigate();
  const [isFresh, setIsFresh] = useState(false);
  return (
    <Act<Execution>
      label="Evaluate again"
      confirm={`Evaluate in ${mode} mode`}
      changes={['execution', 'executions']}
      request={{ method: 'POST', path: `/executions/${id}/re_evaluations`, body: { reuse_reports: !isFresh } }}
      onDone={({ id: made }) => void navigate({ to: '/executions/$id', params: { id: String(made) } })}
    >
      <ul>
        <li>
          A new execution runs the workflow as it is now (this one ran version {version}) on the same applicant. This
          one stays as it is.
        </li>
        <li>E-mails and letters go out again, from the beginning.</li>
      </ul>
      <label className="check">
        <input type="checkbox" checked={isFresh} onChange={({ target }) => setIsFresh(target.checked)} />
        <span>
          Pull every report afresh{mode === 'live' ? ', which is billed' : ''}. Otherwise those that are there are used
          again.
        </span>
      </label>
      {batchId !== null && (status === 'failed' || status === 'skipped') && (
        <p className="soft small">
          To go on where it failed, without a second e-mail, try the failed rows of{' '}
          <Link to="/batches/$id" params={{ id: String(batchId) }} search={ALL_ROWS}>
            batch {batchId}
          </Link>{' '}
          again.
        </p>
      )}
    </Act>
  );
}
