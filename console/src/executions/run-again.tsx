import { useState } from 'react';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { Dialog } from '../ui/parts.tsx';
import { useTotal } from '../ui/total.ts';
import { startOfDay } from './days.ts';
import { executionParameters, type ExecutionFilter } from './filter.ts';

interface Made {
  readonly accepted_count: number;
  readonly remaining_count: number;
  readonly skipped_count: number;
}

/** Reruns the failed executions of the list, after a fix of their workflow. */
export function RunTheseAgain({ filter }: { readonly filter: ExecutionFilter }) {
  const mayAct = useMay('executions:write');
  const parameters = executionParameters(filter, startOfDay);
  const total = useTotal('executions', '/executions', parameters);
  const [isFresh, setIsFresh] = useState(false);
  // The operation does not support these filters.
  const isOther = filter.status !== null || filter.outcome !== null;
  if (!mayAct || filter.show !== 'failed' || isOther || total === undefined || total === 0) return null;
  const these = total === 1 ? 'this one' : `these ${total.toLocaleString('en')}`;
  return (
    <Act<Made>
      label={`Run ${these} again`}
      changes={['execution', 'executions']}
      request={{
        method: 'POST',
        path: '/executions/re_evaluations',
        body: { filter: bodyFilter(parameters), expected_count: total, reuse_reports: !isFresh },
      }}
      result={(made, close) => (
        <Dialog title="They run again" onClose={close}>
          <p>
            {made.accepted_count.toLocaleString('en')} run again.
            {made.skipped_count > 0 &&
              ` ${made.skipped_count.toLocaleString('en')} cannot: their workflow does not run, or their input is redacted.`}
            {made.remaining_count > 0 && ` ${made.remaining_count.toLocaleString('en')} more remain: run them next.`}
          </p>
          <div className="buttons">
            <button type="button" className="primary" autoFocus onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    >
      <ul>
        <li>Each runs on the same applicant, by its workflow as it is now, and begins anew.</li>
        <li>E-mails and letters go out again, from the beginning.</li>
        <li>If another number has failed by then, nothing is done.</li>
      </ul>
      <label className="check">
        <input type="checkbox" checked={isFresh} onChange={({ target }) => setIsFresh(target.checked)} />
        <span>
          Pull every report afresh, which is billed in live mode. Otherwise those that are there are used again.
        </span>
      </label>
    </Act>
  );
}

const LISTS = ['error_code', 'workflow_id', 'batch_execution_id', 'external_reference', 'execution_mode'];
const TIMES = ['created_after', 'created_before'];

function bodyFilter(parameters: ReturnType<typeof executionParameters>) {
  const given = (name: string) => parameters[`filter[${name}]`] ?? null;
  return Object.fromEntries([
    ...LISTS.flatMap((name) => (given(name) === null ? [] : [[name, [given(name)].flat()] as const])),
    ...TIMES.flatMap((name) => (given(name) === null ? [] : [[name, given(name)] as const])),
  ]);
}
