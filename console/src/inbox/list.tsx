import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useRef, useState } from 'react';
import type { Review } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { dueWords } from '../times.ts';
import { useNow } from '../ui/now.ts';
import { When } from '../ui/parts.tsx';
import { RuleLine } from '../case/deciding-rules.tsx';
import { nextRow, type Current } from './rows.ts';
import { useCommands } from '../use-commands.ts';
import { BulkBar } from './bulk.tsx';
import { Holder } from './holder.tsx';

/** The rows, one of which the keys are at. */
export function List({ reviews }: { readonly reviews: readonly Review[] }) {
  const now = useNow();
  const navigate = useNavigate();
  const mayDecide = useMay('reviews:decide');
  const rows = useRef<HTMLTableSectionElement>(null);
  // Which row, by what is in it: rows above it come and go while one looks. The index is where it stood.
  const current = useRef<Current | null>(null);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = reviews.filter(({ id }) => chosenIds.has(id));
  const here = (): Review | undefined => reviews.find(({ id }) => id === current.current?.id);
  const move = (by: 1 | -1): void => {
    const next = nextRow(reviews, current.current, by);
    if (next !== null) rows.current?.rows[next]?.querySelector('a')?.focus();
  };
  const open = (): void => {
    const review = current.current === null ? reviews[0] : here();
    if (review !== undefined) void navigate({ to: '/cases/$id', params: { id: String(review.execution_id) } });
  };
  const choose = useCallback((id: number): void => {
    setChosenIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const focused = useCallback((id: number, index: number): void => {
    current.current = { id, index };
  }, []);
  const chooseCurrent = (): void => {
    const review = here();
    if (review !== undefined && mayDecide) choose(review.id);
  };
  useCommands({ next: () => move(1), previous: () => move(-1), open, choose: chooseCurrent });
  const isAll = reviews.length > 0 && chosen.length === reviews.length;
  return (
    <>
      {mayDecide && <BulkBar chosen={chosen} onClear={() => setChosenIds(new Set())} />}
      <div className="wide" tabIndex={-1}>
        <table className="list inbox">
          <thead>
            <tr>
              {mayDecide && (
                <th scope="col" className="choose">
                  <input
                    type="checkbox"
                    aria-label="Choose all that are shown"
                    checked={isAll}
                    onChange={() => setChosenIds(new Set(isAll ? [] : reviews.map(({ id }) => id)))}
                  />
                </th>
              )}
              <th scope="col">Due</th>
              <th scope="col">Applicant</th>
              <th scope="col">Why, and what to do</th>
              <th scope="col">Claimed by</th>
              <th scope="col">Waits since</th>
            </tr>
          </thead>
          <tbody ref={rows}>
            {reviews.map((review, index) => (
              <Row
                key={review.id}
                review={review}
                index={index}
                dueText={dueWords(review.due_at, now)}
                isLate={review.overdue || (review.due_at !== null && Date.parse(review.due_at) <= now)}
                isChosen={mayDecide ? chosenIds.has(review.id) : null}
                onChoose={choose}
                onFocus={focused}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  readonly review: Review;
  readonly index: number;
  readonly dueText: string;
  readonly isLate: boolean;
  /** Null: one may not choose. */
  readonly isChosen: boolean | null;
  readonly onChoose: (id: number) => void;
  readonly onFocus: (id: number, index: number) => void;
}

/** Drawn anew only if something of it has changed: there may be hundreds. */
const Row = memo(function Row({ review, index, dueText, isLate, isChosen, onChoose, onFocus }: RowProps) {
  const { id, execution_id: execution, applicant_name: name, external_reference: reference, queue } = review;
  const workflow = `${review.workflow_name ?? `Workflow ${review.workflow_id}`} #${execution}`;
  const isPutOff = review.snoozed_until !== null && Date.parse(review.snoozed_until) > Date.now();
  return (
    <tr className={`${isLate ? 'late' : ''} ${isChosen === true ? 'chosen' : ''}`}>
      {isChosen !== null && (
        <td className="choose">
          <input
            type="checkbox"
            aria-label={`Choose ${name ?? workflow}`}
            checked={isChosen}
            onChange={() => onChoose(id)}
          />
        </td>
      )}
      <td className="due" data-label="Due" title={review.due_at ?? undefined}>
        {dueText}
      </td>
      <td className="who-case">
        <Link
          className="who-link"
          to="/cases/$id"
          params={{ id: String(execution) }}
          onFocus={() => onFocus(id, index)}
        >
          <bdi>{name ?? workflow}</bdi>
        </Link>
        {review.execution_mode === 'test' && <span className="tag">test</span>}
        {queue !== null && <span className="tag queue">{queue}</span>}
        <div className="soft reference">
          {name === null || name === undefined ? '' : workflow}
          {reference !== null && (
            <>
              {name === null || name === undefined ? '' : ' · '}
              <bdi>{reference}</bdi>
            </>
          )}
        </div>
      </td>
      <td className="why-case">
        <Why review={review} />
        {review.approvals !== null && (
          <div className="soft small">
            {review.approvals.given} of {review.approvals.required} approvals
          </div>
        )}
        {isPutOff && (
          <div className="soft small">
            put off, back <When at={review.snoozed_until} />
          </div>
        )}
      </td>
      <td data-label="Claimed by">
        <Holder userId={review.assigned_to_user_id} />
        {review.assigned_at !== null && (
          <span className="soft small">
            {' '}
            since <When at={review.assigned_at} />
          </span>
        )}
      </td>
      <td data-label="Waits since">
        <When at={review.opened_at} />
      </td>
    </tr>
  );
});

const MOST_RULES = 2;

/** The rules by which it came, in place of what is so of every decision. */
function Why({ review }: { readonly review: Review }) {
  const rules = review.rules ?? [];
  return (
    <>
      {rules.slice(0, MOST_RULES).map((rule) => (
        <div key={`${rule.number ?? ''} ${rule.id ?? ''}`} className="rule-line">
          <RuleLine rule={rule} />
        </div>
      ))}
      {rules.length > MOST_RULES && <div className="soft small">and {rules.length - MOST_RULES} more</div>}
      {(rules.length === 0 || review.kind !== 'decision') && <div>{toDo(review)}</div>}
    </>
  );
}

function toDo({ kind, needs, delivery }: Pick<Review, 'kind' | 'needs' | 'delivery'>): string {
  if (kind === 'decision') return 'Decide about the applicant';
  if (delivery === 'post') return 'Post a letter';
  if (needs === 'reasons') return 'Give a letter its reasons';
  if (needs === 'variables') return 'Give a letter its values';
  return needs === null ? 'Approve or discard a letter' : `Give a letter its ${needs}`;
}
