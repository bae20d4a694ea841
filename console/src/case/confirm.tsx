import { useQueryClient } from '@tanstack/react-query';
import type { ApiRequest } from '../api/http.ts';
import type { ReviewCase } from '../api/records.ts';
import { draftKey, EMPTY_DRAFT, keepDraft, type Draft } from '../drafts.ts';
import { held } from '../held.ts';
import { useMe } from '../session.tsx';
import { QuestionOf } from '../ui/act.tsx';
import { denialOf } from './allowed.ts';
import { CASE_CHANGES } from './changes.ts';
import { GoesTo } from './goes-to.tsx';
import type { CaseEvent } from './happened.ts';
import { News } from './news.tsx';
import { Outcome } from './outcome.tsx';
import { reasonsOf } from './given-reasons.ts';
import { valuesOf } from './variables.tsx';
import { actName, applicantName, approvalWords, doneName, type OpenReview, type Verdict } from './words.ts';

interface Props {
  readonly found: ReviewCase;
  readonly review: OpenReview;
  readonly verdict: Verdict;
  readonly draft: Draft;
  /** Actions of other people since the page was opened. */
  readonly news: readonly CaseEvent[];
  /** True if these actions left nothing to decide here. */
  readonly isMoot: boolean;
  readonly onClose: () => void;
  /** Called when the decision is confirmed and held. */
  readonly onHeld: () => void;
}

/**
 * No decision is made with a single key press: the confirmation names the person, the consequences and the letter's
 * text.
 */
export function Confirm({ found, review, verdict, draft, news, isMoot, onClose, onHeld }: Props) {
  const client = useQueryClient();
  const me = useMe();
  const { execution, applicant } = found;
  const usesReasons =
    (review.kind === 'decision' && verdict === 'denied') || (review.needs === 'reasons' && verdict === 'approved');
  const reasons = usesReasons ? reasonsOf(draft) : [];
  const asksValues = review.needs !== null && verdict === 'approved' ? (review.variables ?? []) : [];
  const variables = valuesOf(draft, asksValues);
  const lacksValues = Object.keys(variables).length < asksValues.length;
  const note = draft.note.trim();
  const request: ApiRequest = {
    method: 'POST',
    path: `/executions/${execution.id}/review_decisions`,
    body: {
      decision: verdict,
      node_id: review.node_id,
      review_id: review.id,
      ...(note === '' ? {} : { note }),
      ...(reasons.length === 0 ? {} : { reasons }),
      ...(asksValues.length === 0 ? {} : { variables }),
    },
  };
  const ahead = verdict === 'approved' ? found.on_approved : denialOf(found, draft);
  const needsReasons = review.needs === 'reasons' && verdict === 'approved' && reasons.length === 0;
  const name = applicantName(applicant);
  const to = found.notice?.goes_to ?? null;
  const act = actName(review, verdict, to);
  const changed = (names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((queryKey) => client.invalidateQueries({ queryKey: [queryKey] })));
  const hold = (): void => {
    held.hold({
      ...{ executionId: execution.id, reviewId: review.id },
      words: doneName(review, verdict, to),
      name: name ?? `Execution ${execution.id}`,
      request,
      onTaken: () => {
        // The typed text is kept until the service has accepted it.
        keepDraft(sessionStorage, draftKey(me.user.id, review.id), EMPTY_DRAFT);
        return changed(CASE_CHANGES);
      },
      onRefused: () => void changed(['inbox', 'case']),
    });
    onClose();
    onHeld();
  };
  return (
    <QuestionOf
      title={`${act}?`}
      label={act}
      className={verdict === 'approved' ? 'approve' : 'deny'}
      isFirst
      isReady={!needsReasons && !lacksValues}
      requests={[request]}
      act={{ send: hold, isPending: false, error: null }}
      isMoot={isMoot}
      ifMoot="Show the case"
      onClose={(isNothingLeft) => {
        onClose();
        if (isNothingLeft) void client.invalidateQueries({ queryKey: ['case', execution.id] });
      }}
    >
      <News events={news} />
      <p>
        {name === null ? `Execution ${execution.id}` : <bdi className="who">{name}</bdi>}
        {execution.execution_mode === 'test' && <span className="tag">test</span>}
      </p>
      {isMoot ? null : (
        <>
          <Outcome
            title="What happens"
            className={verdict === 'approved' ? 'pass' : 'fail'}
            first={verdict === 'approved' ? approvalWords(review.approvals) : null}
            ahead={withGiven(ahead, reasons, review)}
          />
          {to !== null && verdict === 'approved' && <GoesTo to={to} />}
          {review.kind === 'notice' && verdict === 'denied' && <p className="message">{DISCARDED}</p>}
          {note !== '' && (
            <blockquote>
              <bdi>{note}</bdi>
            </blockquote>
          )}
          {lacksValues && <p className="message">The letter lacks something: write it first.</p>}
          {needsReasons && <p className="message">The letter needs a reason: choose or write one first.</p>}
        </>
      )}
    </QuestionOf>
  );
}

const DISCARDED =
  'The letter is not sent, and what was decided about the applicant stands. If the law asks for a letter, it is owed from then on.';

/** The forecast has one placeholder for the reviewer's reasons; here it is replaced by them. */
function withGiven(
  ahead: ReviewCase['on_denied'],
  given: readonly string[],
  review: OpenReview,
): ReviewCase['on_denied'] {
  if (ahead === null || given.length === 0) return ahead;
  const texts = new Map(review.true_reasons.map(({ code, text }) => [code, text]));
  const words = given.map((reason) => texts.get(reason) ?? reason);
  const letters = ahead.letters.map((letter) => ({
    ...letter,
    reasons:
      letter.reasons?.flatMap((reason) => (reason === REASON_TO_COME ? words : [reason])).slice(0, MOST_REASONS) ??
      null,
  }));
  return { ...ahead, letters };
}

/** The placeholder as the API writes it. */
const REASON_TO_COME = '(the reason that you give)';
/** The most reasons on a letter. */
const MOST_REASONS = 4;
