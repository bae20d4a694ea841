import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/http.ts';
import { caseQuery } from '../api/queries.ts';
import type { ReviewCase } from '../api/records.ts';
import { useHeld } from '../held.ts';
import { useNow } from '../ui/now.ts';
import { NextCase } from '../inbox/next-case.tsx';
import { useMay, useMe } from '../session.tsx';
import { dueWords } from '../times.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { BackToInbox } from '../ui/back.tsx';
import { Owed } from '../letters/owed.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { WorkflowName } from '../ui/workflow-name.tsx';
import { useSwitch } from '../use-switch.ts';
import { Facts } from './applicant.tsx';
import { Decision, type Asked } from './decision.tsx';
import { HeldCard } from './held-card.tsx';
import { Earlier, History } from './history.tsx';
import { LeftNote } from './left-note.tsx';
import { Letter } from './letter.tsx';
import { Letters } from './letters.tsx';
import { useLiveCase, useNews } from './live.ts';
import { LookedOn } from './looked-on.tsx';
import { News } from './news.tsx';
import { wasDeclined } from '../executions/words.ts';
import { Otherwise } from './otherwise.tsx';
import { CorrectedInCase } from '../execution/corrected.tsx';
import { Reports } from './reports.tsx';
import { useNeighbours } from './neighbours.ts';
import { conditionsOf, Why } from './why.tsx';
import { applicantName, decidedWords, type OpenReview } from './words.ts';

/** Everything about one case on one page, with the actions on it. */
export function CasePage({ executionId }: { readonly executionId: number }) {
  const seesApplicants = useMay('executions:read:full');
  const { data, error } = useQuery({ ...caseQuery(executionId), enabled: seesApplicants });
  useEffect(() => {
    document.title = `Case ${executionId} – Cascade`;
  }, [executionId]);
  useNeighbours(executionId);
  useLiveCase(executionId, data);
  if (!seesApplicants) return <LookedOn executionId={executionId} />;
  if (error !== null && data === undefined) {
    const isUnknown = error instanceof ApiError && error.code === 'not_found';
    if (!isUnknown) return <ErrorMessage error={error} />;
    return (
      <Empty title="There is no such case" isPage>
        <p>
          No execution of yours has this number. <BackToInbox />
        </p>
      </Empty>
    );
  }
  return data === undefined ? <Loading /> : <Case key={executionId} found={data} />;
}

function Case({ found }: { readonly found: ReviewCase }) {
  const { execution, applicant, property, review, reports, history } = found;
  const name = applicantName(applicant);
  const isDeclined = wasDeclined(execution.outcome) || found.notice !== null;
  const me = useMe();
  const news = useNews(history, me.user.id);
  // While a confirmation is open, the case below it is not updated: the confirmation itself lists what has changed.
  const [asking, setAsking] = useState<Asked | null>(null);
  const asked = asking ?? (review === null ? null : { found, review });
  const left = useLeft(asked?.review.id ?? null);
  const waiting = useHeld().find(({ reviewId, state }) => reviewId === asked?.review.id && state.is !== 'refused');
  const [goesOn] = useSwitch('next-case');
  const [presses, setPresses] = useState(0);
  const conditions = [...conditionsOf(review?.choices ?? []), ...found.rules.flatMap((rule) => rule.conditions)];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            <bdi>{name ?? `Case ${execution.id}`}</bdi>
          </h1>
          <Summary found={found} />
        </div>
        <Onwards isDone={review === null} presses={presses} />
      </div>
      <div className="case">
        <div className="side">
          <News events={news} />
          {left.map((id) => (
            <LeftNote key={id} executionId={execution.id} reviewId={id} />
          ))}
          {asked === null && <Decided found={found} />}
          {waiting !== undefined && <HeldCard one={waiting} />}
          {asked !== null && waiting === undefined && (
            <Decision
              key={asked.review.id}
              {...asked}
              now={found}
              news={news}
              onAsking={setAsking}
              onHeld={() => {
                if (goesOn) setPresses(presses + 1);
              }}
            />
          )}
        </div>
        <div className="body">
          {review !== null && review.kind === 'decision' && <Why rules={found.rules} choices={review.choices} />}
          {found.notice !== null && review !== null && review.needs === null && (
            <Letter notice={found.notice} executionId={execution.id} artifactId={review.artifact_id} />
          )}
          <Reports reports={reports} conditions={conditions} />
          <Facts title="Applicant" value={applicant} executionId={execution.id} under="applicant" />
          {property !== null && <Facts title="Property" value={property} executionId={execution.id} under="property" />}
          <CorrectedInCase executionId={execution.id} isLive={execution.execution_mode === 'live'} />
          <Letters executionId={execution.id} status={execution.status} areLikely={isDeclined} />
          {isDeclined && <Otherwise executionId={execution.id} isOwed={execution.notices_due.length > 0} />}
          <Earlier execution={execution} />
          <History events={history} />
        </div>
      </div>
    </>
  );
}

/** Ids of the reviews shown here before this one. There may be no review for a while between two of them. */
function useLeft(reviewId: number | null): readonly number[] {
  const [{ current, before }, set] = useState<{ current: number | null; before: readonly number[] }>({
    current: reviewId,
    before: [],
  });
  if (current !== reviewId) set({ current: reviewId, before: current === null ? before : [...before, current] });
  return before.filter((id) => id !== reviewId);
}

function Summary({ found: { execution, review } }: { readonly found: ReviewCase }) {
  return (
    <p className="summary">
      {review !== null && <Due review={review} />}
      <span>
        <Link to="/executions/$id" params={{ id: String(execution.id) }}>
          Execution {execution.id}
        </Link>{' '}
        of <WorkflowName id={execution.workflow_id} />, version {execution.workflow_version}
      </span>
      {execution.external_reference !== null && (
        <span>
          Reference <bdi>{execution.external_reference}</bdi>
        </span>
      )}
      <span className={`tag ${execution.execution_mode}`}>{execution.execution_mode}</span>
    </p>
  );
}

function Due({ review }: { readonly review: OpenReview }) {
  const now = useNow();
  const isLate = review.due_at !== null && Date.parse(review.due_at) <= now;
  return (
    <strong className={isLate ? 'late' : ''} title={review.due_at ?? undefined}>
      {review.due_at === null ? 'No time limit' : isLate ? '' : 'Due '}
      {review.due_at !== null && dueWords(review.due_at, now)}
    </strong>
  );
}

/** Shown on an open case too, for the user who has snoozed or reassigned it. */
function Onwards({ isDone, presses }: { readonly isDone: boolean; readonly presses: number }) {
  const mayDecide = useMay('reviews:decide');
  return mayDecide ? <NextCase isMain={isDone} presses={presses} /> : null;
}

function Decided({ found: { execution, history } }: { readonly found: ReviewCase }) {
  const { outcome, status, review_status: decided, notices_due: owed } = execution;
  return (
    <section className="card decision" aria-label="Decision">
      <h2>No review is open</h2>
      <p role="status">
        {decidedWords(decided, history)} The execution{' '}
        {status === 'failed' ? 'has failed' : `is ${status.replaceAll('_', ' ')}`}
        {outcome === null ? '' : `, its outcome ${outcome}`}.
        {status === 'failed' && (
          <>
            {' '}
            <Link to="/executions/$id" params={{ id: String(execution.id) }}>
              See why
            </Link>
          </>
        )}
      </p>
      <Owed notices={owed} />
      <BackToInbox />
    </section>
  );
}
