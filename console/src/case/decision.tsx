import { useState } from 'react';
import type { Execution, ReviewCase } from '../api/records.ts';
import { draftKey, keepDraft, readDraft, type Draft } from '../drafts.ts';
import { Holder } from '../inbox/holder.tsx';
import { useMay, useMe } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';
import { When } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
import { useSwitch } from '../use-switch.ts';
import { AddNote } from './add-note.tsx';
import { allowedOf, type Allowed } from './allowed.ts';
import { CASE_CHANGES } from './changes.ts';
import { Confirm } from './confirm.tsx';
import { GoesTo } from './goes-to.tsx';
import type { CaseEvent } from './happened.ts';
import { Outcome } from './outcome.tsx';
import { PassOn } from './pass-on.tsx';
import { Posted } from './posted.tsx';
import { Reasons } from './reasons.tsx';
import { TakeOver } from './take-over.tsx';
import { Variables } from './variables.tsx';
import { actName, approvalWords, type OpenReview, type Verdict } from './words.ts';

/** The data on which a decision is based. */
export interface Asked {
  readonly found: ReviewCase;
  readonly review: OpenReview;
}

interface Props extends Asked {
  /** The current case. */
  readonly now: ReviewCase;
  /** Actions of other people since the page was opened. */
  readonly news: readonly CaseEvent[];
  /** Called with the subject of the confirmation that opens; null when it closes. */
  readonly onAsking: (asked: Asked | null) => void;
  /** Called when a decision was confirmed and is held. */
  readonly onHeld: () => void;
}

/** The actions on the case, and the consequences of each. */
export function Decision({ found, review, now, news, onAsking, onHeld }: Props) {
  const me = useMe();
  const mayDecide = useMay('reviews:decide');
  const { execution } = found;
  const [draft, setDraft] = useDraft(draftKey(me.user.id, review.id));
  const [asked, setAsked] = useState<Verdict | null>(null);
  const reviewer = { userId: me.user.id, mayDecide, hasConfirmedAddress: me.user.address_confirmed_by !== null };
  const allowed = allowedOf(found, review, { draft, reviewer });
  const ask = (verdict: Verdict): void => {
    if (!(verdict === 'approved' ? allowed.mayApprove : allowed.mayDeny)) return;
    setAsked(verdict);
    onAsking({ found, review });
  };
  const close = (): void => {
    setAsked(null);
    onAsking(null);
  };
  useCommands({ approve: () => ask('approved'), deny: () => ask('denied') });
  if (!mayDecide) {
    return (
      <section className="card decision" aria-label="Decision">
        <h2>Decision</h2>
        <p className="soft">You can view this case. Reviewers decide.</p>
        <Outcomes found={found} review={review} />
      </section>
    );
  }
  return (
    <section className="card decision" aria-label="Decision">
      <h2>{review.kind === 'decision' ? 'Decide' : 'The letter'}</h2>
      <Handling found={found} review={review} allowed={allowed} />
      <Outcomes found={found} review={review} />
      {review.why !== null && <p className="message">{WHY[review.why]}</p>}
      <Given review={review} draft={draft} onChange={setDraft} />
      <AddNote executionId={execution.id} note={draft.note} onAdded={() => setDraft({ ...draft, note: '' })} />
      {review.delivery === 'post' && review.artifact_id !== null && (
        <Posted executionId={execution.id} artifactId={review.artifact_id} isFree={allowed.isFree} />
      )}
      <Acts found={found} review={review} allowed={allowed} onAsk={ask} />
      {asked !== null && (
        <Confirm
          found={found}
          review={review}
          verdict={asked}
          draft={draft}
          news={news}
          isMoot={news.length > 0 && isTaken(review, now, me.user.id)}
          onClose={close}
          onHeld={onHeld}
        />
      )}
    </section>
  );
}

interface PartProps extends Asked {
  readonly allowed: Allowed;
}

/** Who holds the case, who else has to decide, and where a letter goes. */
function Handling({ found, review, allowed: { isFree, hasApproved, isUnknown } }: PartProps) {
  const { execution } = found;
  const holder = execution.assigned_to_user_id;
  const to = found.notice?.goes_to ?? null;
  return (
    <>
      <Claim execution={execution} />
      {isFree && <PassOn execution={execution} review={review} />}
      {review.approvals !== null && (
        <Approvals approvals={review.approvals} isMine={hasApproved} isUnknown={isUnknown} />
      )}
      {holder !== null && !isFree && <TakeOver executionId={execution.id} holder={holder} />}
      {to !== null && <GoesTo to={to} />}
    </>
  );
}

interface GivenProps {
  readonly review: OpenReview;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** The reasons, values and note that the reviewer enters before deciding. */
function Given({ review, draft, onChange }: GivenProps) {
  const usesReasons = review.kind === 'decision' || review.needs === 'reasons';
  return (
    <>
      {review.needs !== null && review.variables !== null && (
        <Variables needs={review.needs} paths={review.variables} draft={draft} onChange={onChange} />
      )}
      {usesReasons && <Reasons reasons={review.true_reasons} draft={draft} onChange={onChange} />}
      <label className="field">
        Note for colleagues <span className="soft">(never on a letter)</span>
        <textarea
          rows={3}
          maxLength={2_000}
          value={draft.note}
          onChange={({ target }) => onChange({ ...draft, note: target.value })}
        />
      </label>
    </>
  );
}

/**
 * Always visible. Green and red are for decisions about a person; sending a letter has the page's color, and discarding
 * it has none.
 */
function Acts({ found, review, allowed, onAsk }: PartProps & { readonly onAsk: (verdict: Verdict) => void }) {
  const { isFree, isPosting, hasApproved, isUnknown, whyNoDenial } = allowed;
  const isDecision = review.kind === 'decision';
  const [goesOn, turnGoesOn] = useSwitch('next-case');
  return (
    <div className={isPosting ? 'acts still' : 'acts'}>
      {whyNoDenial !== null && (
        <p className="message" id="why-no-denial">
          <bdi>{whyNoDenial}</bdi>
        </p>
      )}
      <p className="buttons">
        {!isPosting && (
          <button
            type="button"
            className={isDecision ? 'approve' : 'primary'}
            disabled={!isFree || hasApproved || isUnknown}
            onClick={() => onAsk('approved')}
          >
            {actName(review, 'approved', found.notice?.goes_to)} <kbd>a</kbd>
          </button>
        )}
        <button
          type="button"
          className={isDecision ? 'deny' : ''}
          disabled={!isFree || whyNoDenial !== null}
          aria-describedby={whyNoDenial === null ? undefined : 'why-no-denial'}
          onClick={() => onAsk('denied')}
        >
          {actName(review, 'denied')} <kbd>d</kbd>
        </button>
      </p>
      <label className="check small">
        <input type="checkbox" checked={goesOn} onChange={({ target }) => turnGoesOn(target.checked)} />
        <span>Then the next case</span>
      </label>
    </div>
  );
}

/** True if another user has decided or claimed the review meanwhile. */
function isTaken(review: OpenReview, { review: open, execution }: ReviewCase, ownUserId: number): boolean {
  const holder = execution.assigned_to_user_id;
  return open?.id !== review.id || (holder !== null && holder !== ownUserId);
}

/** For a review that several people have to approve: how many have approved, and who. */
function Approvals({
  approvals,
  isMine,
  isUnknown,
}: {
  readonly approvals: NonNullable<OpenReview['approvals']>;
  readonly isMine: boolean;
  readonly isUnknown: boolean;
}) {
  const { required, given, by_user_ids: by, given_at: days } = approvals;
  return (
    <p role="status">
      {given} of {required} approvals
      {by.map((userId, index) => (
        <span key={userId}>
          {index === 0 ? ': ' : ', '}
          <Holder userId={userId} />, <When at={days[index] ?? null} />
        </span>
      ))}
      . {isMine ? 'Somebody else has to approve too; you may still deny.' : 'One denial denies.'}
      {isUnknown && ' You have no confirmed e-mail address, so your approval would count for nobody.'}
    </p>
  );
}

const WHY: Readonly<Record<NonNullable<OpenReview['why']>, string>> = {
  free_text_only: "Look twice: the letter's only reasons are a reviewer's own words, which no report bears out.",
  other_person: 'Look twice: the letter would go to the address of another person of the application.',
  report_corrected: 'Look twice: a report was corrected since the first letter, which this one repeats.',
};

function Outcomes({ found, review }: Asked) {
  const hasReasons = found.on_denied_with_reasons !== null;
  const isPosting = review.delivery === 'post' && approvalWords(review.approvals) === null;
  return (
    <div className="outcomes">
      <Outcome
        title={isPosting ? 'It was posted' : actName(review, 'approved', found.notice?.goes_to)}
        className="pass"
        first={approvalWords(review.approvals)}
        ahead={found.on_approved}
      />
      <Outcome
        title={actName(review, 'denied')}
        className="fail"
        ahead={found.on_denied}
        {...(hasReasons ? { without: true } : {})}
      />
    </div>
  );
}

/** A draft saved in this tab at every key press. */
function useDraft(key: string): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, key));
  const change = (next: Draft): void => {
    keepDraft(sessionStorage, key, next);
    setDraft(next);
  };
  return [draft, change];
}

/** Claiming shows colleagues that a reviewer is working on the case. */
function Claim({ execution }: { readonly execution: Execution }) {
  const me = useMe();
  const { id, assigned_to_user_id: holder } = execution;
  const isMine = holder === me.user.id;
  const isTaken = !isMine && holder !== null;
  const body = { assignee: isMine ? null : 'me' };
  return (
    <ActNow
      look="claim"
      label={isMine ? 'Give it back' : 'Claim it'}
      hotkey={{ key: 'c', command: 'claim' }}
      request={isTaken ? null : { method: 'POST', path: `/executions/${id}/review_assignment`, body }}
      changes={CASE_CHANGES}
    >
      <span>
        Claimed by <Holder userId={holder} />
      </span>
    </ActNow>
  );
}
