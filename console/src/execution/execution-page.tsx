import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pictureOf } from '../../../core/picture/index.ts';
import { isSettled, isTerminal } from '../../../core/states.ts';
import { ApiError } from '../api/http.ts';
import { executionQuery, explanationQuery, timelineQuery } from '../api/queries.ts';
import type { ExecutionDetail, Timeline } from '../api/records.ts';
import { DecidingRules } from '../case/deciding-rules.tsx';
import { Letters } from '../case/letters.tsx';
import { Otherwise } from '../case/otherwise.tsx';
import { applicantName } from '../case/words.ts';
import { Owed } from '../letters/owed.tsx';
import { Picture } from '../picture/picture.tsx';
import { useMay } from '../session.tsx';
import '../style/execution.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { useWhileInUse } from '../ui/in-use.ts';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { KeepAlike } from '../examples/keep-alike.tsx';
import { ExecutionActs } from './acts.tsx';
import { ALL_ROWS } from '../batches/filter.ts';
import { executionState, wasDeclined } from '../executions/words.ts';
import { Compare } from './compare.tsx';
import { NodePanel } from './node-panel.tsx';
import { notesOf } from './notes.ts';
import { PendingReports } from './pending-reports.tsx';
import { CorrectedReports } from './corrected.tsx';
import { TimelineList } from './timeline-list.tsx';
import { graphNodesOf, litOf } from './way.ts';

/** An execution: its path through the cascade, and everything that happened. */
export function ExecutionPage() {
  const { id } = useParams({ from: '/executions/$id' });
  const executionId = Number(id);
  const refetchInterval = useUnderWay(executionId);
  const execution = useQuery({ ...executionQuery(executionId), refetchInterval });
  const timeline = useQuery({ ...timelineQuery(executionId), refetchInterval });
  useEffect(() => {
    document.title = `Execution ${executionId} – Cascade`;
  }, [executionId]);
  const error = execution.error ?? timeline.error;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title="There is no such execution" isPage>
        <p>No execution of yours has this number. The address may be misspelt.</p>
      </Empty>
    );
  }
  if (execution.data === undefined || timeline.data === undefined) {
    return error === null ? <Loading /> : <ErrorMessage error={error} />;
  }
  return (
    <>
      {error !== null && <ErrorMessage error={error} />}
      <Shown key={id} execution={execution.data} timeline={timeline.data} />
    </>
  );
}

const UNDER_WAY_EVERY_MS = 2_000;
const WAITING_EVERY_MS = 10_000;

/**
 * The polling interval until the execution has ended; longer while it waits for a person or a vendor. Its end
 * invalidates the dependent queries.
 */
function useUnderWay(executionId: number): number | false {
  const client = useQueryClient();
  const [often, seldom] = [useWhileInUse(UNDER_WAY_EVERY_MS), useWhileInUse(WAITING_EVERY_MS)];
  const { status, pending_reports: reports = [] } =
    useQuery({ ...executionQuery(executionId), enabled: false }).data ?? {};
  const before = useRef(status);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== status;
    before.current = status;
    if (!hasChanged) return;
    for (const key of ['timeline', 'case', 'explanation'])
      void client.invalidateQueries({ queryKey: [key, executionId] });
  }, [client, executionId, status]);
  if (status === undefined || isTerminal(status)) return false;
  return isSettled(status) || reports.length > 0 ? seldom : often;
}

interface Props {
  readonly execution: ExecutionDetail;
  readonly timeline: Timeline;
}

function Shown({ execution, timeline }: Props) {
  const { with: otherId } = useSearch({ from: '/executions/$id' });
  return (
    <>
      <Head execution={execution} timeline={timeline} />
      {otherId === undefined ? (
        <Alone execution={execution} timeline={timeline} />
      ) : (
        <Compare key={otherId} timeline={timeline} otherId={otherId} />
      )}
    </>
  );
}

function Head({ execution, timeline }: Props) {
  const {
    id,
    external_reference: reference,
    execution_mode: mode,
    outcome,
    status,
    batch_execution_id: batchId,
    input_context: { applicant },
  } = execution;
  const name = applicantName(applicant);
  const seesApplicant = useMay('executions:read:full');
  return (
    <div className="page-head">
      <div>
        <h1>
          Execution {id} {outcome !== null && <span className={`tag ${outcome}`}>{outcome}</span>}
          {/* A denied execution that has not ended may also have a letter that waits for somebody. */}
          <span className={`tag ${status}`}>{executionState(execution)}</span>
          <span className={`tag ${mode}`}>{mode}</span>
        </h1>
        <p className="summary">
          {seesApplicant && name !== null && (
            <span>
              <bdi>{name}</bdi>
            </span>
          )}
          <span>
            <bdi>{timeline.workflow_name ?? `Workflow ${timeline.workflow_id}`}</bdi>, version{' '}
            {timeline.workflow_version}
          </span>
          <span>
            Accepted <When at={timeline.accepted_at} />
          </span>
          {reference !== null && (
            <span>
              Reference <bdi>{reference}</bdi>
            </span>
          )}
          {batchId !== null && (
            <Link to="/batches/$id" params={{ id: String(batchId) }} search={ALL_ROWS}>
              Batch {batchId}
            </Link>
          )}
        </p>
        <WhyFailed execution={execution} />
        <Owed notices={execution.notices_due} />
        <PendingReports reports={execution.pending_reports} />
      </div>
      <nav className="ways" aria-label="This execution">
        <Link className="button" to="/cases/$id" params={{ id: String(id) }}>
          Open the case
        </Link>
        <ExecutionActs execution={execution} />
        <KeepAlike execution={execution} />
      </nav>
    </div>
  );
}

/** The first step that failed permanently. Its message is shown only to those who may read the applicant. */
function WhyFailed({ execution }: { readonly execution: ExecutionDetail }) {
  const { error_code: code, failed_steps: steps, re_evaluated_as: as } = execution;
  const maySettle = useMay('connections:write');
  if (code === null) return null;
  const [first] = steps ?? [];
  return (
    <p className="message bad">
      <code>{code}</code>
      {first !== undefined && (
        <>
          {' '}
          at <bdi>{first.node_id}</bdi>: <bdi>{first.message}</bdi>
        </>
      )}{' '}
      {code === 'vendor_unknown' && maySettle && (
        <>
          <Link to="/settings/unknown-pulls">Say whether the vendor has the order</Link>.{' '}
        </>
      )}
      {as.length === 0 ? (
        <a href="/docs/errors#when-a-step-fails">What to do</a>
      ) : (
        <>
          It was evaluated again:{' '}
          {as.map((id, index) => (
            <span key={id}>
              {index === 0 ? '' : ', '}
              <Link to="/executions/$id" params={{ id: String(id) }}>
                execution {id}
              </Link>
            </span>
          ))}
          .
        </>
      )}
    </p>
  );
}

function Alone({ execution, timeline }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const seesApplicants = useMay('executions:read:full');
  const isDeclined = wasDeclined(execution.outcome);
  const outputs = execution.step_outputs;
  const picture = useMemo(() => pictureOf(graphNodesOf(timeline), notesOf(timeline, outputs)), [timeline, outputs]);
  const lit = useMemo(() => litOf(timeline), [timeline]);
  return (
    <div className="execution">
      <section className="card" aria-label="Way">
        <h2>The way that it took</h2>
        <Picture
          picture={picture}
          lit={lit}
          label="The cascade with the way taken"
          chosen={chosen}
          onNode={(node) => setChosen(node === chosen ? null : node)}
        />
        <p className="soft small">
          Thick: what ran. Dashed: what did not. Press a node to see what it did.
          {outputs === undefined && ' Your role does not show the values.'}
        </p>
      </section>
      <div className="body">
        {chosen !== null && (
          <NodePanel nodeId={chosen} timeline={timeline} output={outputs?.[chosen]} onClose={() => setChosen(null)} />
        )}
        <CorrectedReports timeline={timeline} executionId={execution.id} />
        {seesApplicants && <Reason execution={execution} />}
        <Letters executionId={execution.id} status={execution.status} areLikely={isDeclined} />
        {seesApplicants && isDeclined && (
          <Otherwise executionId={execution.id} isOwed={execution.notices_due.length > 0} />
        )}
        <OtherExecutions execution={execution} />
        <TimelineList timeline={timeline} nodeId={chosen} />
      </div>
    </div>
  );
}

/** The rules that decided, or that sent the execution to a person. */
function Reason({ execution: { id, outcome, status } }: { readonly execution: ExecutionDetail }) {
  const isSaid = outcome !== null || status === 'awaiting_review';
  const { data } = useQuery({ ...explanationQuery(id), enabled: isSaid });
  if (!isSaid || data === undefined || data.rules.length === 0) return null;
  return (
    <section className="card" aria-label="The rule that decided">
      <h2>{outcome === null ? 'Why a person is asked' : 'The rule that decided'}</h2>
      <DecidingRules rules={data.rules} />
    </section>
  );
}

/** Links to other executions to compare with. */
function OtherExecutions({ execution }: { readonly execution: ExecutionDetail }) {
  const { id, re_evaluated_from: from, re_evaluated_as: as } = execution;
  const others = [...(from === null ? [] : [from]), ...as];
  return (
    <section className="card" aria-label="Compare">
      <h2>Compare with another execution</h2>
      {others.length > 0 && (
        <ul className="plain">
          {others.map((other) => (
            <li key={other}>
              <Link to="/executions/$id" params={{ id: String(id) }} search={{ with: other }}>
                Execution {other}
              </Link>{' '}
              <span className="soft small">
                {other === from ? 'from which it was evaluated again' : 'a re-evaluation'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ChooseOther id={id} />
    </section>
  );
}

function ChooseOther({ id }: { readonly id: number }) {
  const [other, setOther] = useState('');
  const isNumber = /^[1-9]\d{0,14}$/.test(other.trim()) && Number(other) !== id;
  return (
    <div className="choose-other">
      <label>
        Its number{' '}
        <input type="text" inputMode="numeric" value={other} onChange={({ target }) => setOther(target.value)} />
      </label>
      {isNumber ? (
        <Link className="button" to="/executions/$id" params={{ id: String(id) }} search={{ with: Number(other) }}>
          Compare
        </Link>
      ) : (
        <span className="soft small">{other.trim() === String(id) ? 'This is the same execution.' : ''}</span>
      )}
    </div>
  );
}
