import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useRef, useState } from 'react';
import type { Review } from '../api/records.ts';
import { useHeld } from '../held.ts';
import { useMay } from '../session.tsx';
import { dueWords } from '../times.ts';
import { useNow } from '../ui/now.ts';
import { When } from '../ui/parts.tsx';
import { RuleLine } from '../case/deciding-rules.tsx';
import { columnsOf, constantOf, constantWords, foundIn, type Column, type Constant, type Sort } from './columns.ts';
import { nextRow, type Current } from './rows.ts';
import { SortHead } from './sort-head.tsx';
import { useCommands } from '../use-commands.ts';
import { BulkBar } from './bulk.tsx';
import { Holder } from './holder.tsx';

interface ListProps {
  readonly reviews: readonly Review[];
  readonly sort: Sort;
  /** Null if more rows exist than are shown. */
  readonly onSort: ((sort: Sort) => void) | null;
}

/** The rows, one of which is current for the keyboard. */
export function List({ reviews, sort, onSort }: ListProps) {
  const now = useNow();
  const navigate = useNavigate();
  const mayDecide = useMay('reviews:decide');
  const rows = useRef<HTMLTableSectionElement>(null);
  // The current row is identified by its review, because rows above it come and go. The index is its last position.
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
  const decided = useHeld();
  const columns = useSame(columnsOf(reviews));
  const constant = useSame(constantOf(reviews));
  const same = constantWords(reviews);
  const head = { sort, onSort };
  const isAll = reviews.length > 0 && chosen.length === reviews.length;
  return (
    <>
      {mayDecide && <BulkBar chosen={chosen} onClear={() => setChosenIds(new Set())} />}
      {same !== '' && <p className="soft">{same}</p>}
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
              {!constant.hasNoDue && <SortHead {...head} by="due" label="Due" />}
              <th scope="col">Applicant</th>
              <th scope="col">Why, and what to do</th>
              {columns.map((column) => (
                <SortHead key={column.key} {...head} by={column} label={column.label} />
              ))}
              {!constant.isUnclaimed && <th scope="col">Claimed by</th>}
              <SortHead {...head} by="waits" label="Waits since" />
            </tr>
          </thead>
          <tbody ref={rows}>
            {reviews.map((review, index) => (
              <Row
                key={review.id}
                review={review}
                index={index}
                columns={columns}
                constant={constant}
                heldWords={
                  decided.find(({ reviewId, state }) => reviewId === review.id && state.is !== 'refused')?.words ?? null
                }
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

/** Returns the same object while its content is equal, so that rows are not rendered again. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}

interface RowProps {
  readonly review: Review;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly constant: Constant;
  /** The held decision in words. */
  readonly heldWords: string | null;
  readonly dueText: string;
  readonly isLate: boolean;
  /** Null if the reviewer may not select rows. */
  readonly isChosen: boolean | null;
  readonly onChoose: (id: number) => void;
  readonly onFocus: (id: number, index: number) => void;
}

/** Rendered again only if the row changed: there may be hundreds. */
const Row = memo(function Row(props: RowProps) {
  const { review, index, columns, constant, heldWords, dueText, isLate, isChosen, onChoose, onFocus } = props;
  const { id, execution_id: execution, applicant_name: name } = review;
  return (
    <tr className={`${isLate ? 'late' : ''} ${isChosen === true ? 'chosen' : ''}`}>
      {isChosen !== null && (
        <td className="choose">
          <input
            type="checkbox"
            aria-label={`Choose ${name ?? workflowOf(review)}`}
            checked={isChosen}
            onChange={() => onChoose(id)}
          />
        </td>
      )}
      {!constant.hasNoDue && (
        <td className="due" data-label="Due" title={review.due_at ?? undefined}>
          {dueText}
        </td>
      )}
      <td className="who-case">
        <Link
          className="who-link"
          to="/cases/$id"
          params={{ id: String(execution) }}
          onFocus={() => onFocus(id, index)}
        >
          <bdi>{name ?? workflowOf(review)}</bdi>
        </Link>
        {review.execution_mode === 'test' && constant.mode === null && <span className="tag">test</span>}
        {review.queue !== null && <span className="tag queue">{review.queue}</span>}
        {heldWords !== null && <span className="tag">{heldWords}, not sent yet</span>}
        <Reference review={review} isOneWorkflow={constant.workflowId !== null} />
      </td>
      <td className="why-case">
        <Why review={review} columns={columns} />
        <Waiting review={review} />
      </td>
      {columns.map((column) => (
        <Found key={column.key} label={column.label} found={foundIn(review, column)} />
      ))}
      {!constant.isUnclaimed && (
        <td data-label="Claimed by">
          <Holder userId={review.assigned_to_user_id} />
          {review.assigned_at !== null && (
            <span className="soft small">
              {' '}
              since <When at={review.assigned_at} />
            </span>
          )}
        </td>
      )}
      <td data-label="Waits since">
        <When at={review.opened_at} />
      </td>
    </tr>
  );
});

const workflowOf = ({ workflow_name: name, workflow_id: id, execution_id: execution }: Review): string =>
  `${name ?? `Workflow ${id}`} #${execution}`;

interface ReferenceProps {
  readonly review: Review;
  /** True if all rows belong to one workflow, which is named above them. */
  readonly isOneWorkflow: boolean;
}

function Reference({ review, isOneWorkflow }: ReferenceProps) {
  const { applicant_name: name = null, external_reference: reference } = review;
  const where = isOneWorkflow ? `#${review.execution_id}` : workflowOf(review);
  return (
    <div className="soft reference">
      {name === null ? '' : where}
      {reference !== null && (
        <>
          {name === null ? '' : ' · '}
          <bdi>{reference}</bdi>
        </>
      )}
    </div>
  );
}

function Found({ label, found }: { readonly label: string; readonly found: string | null }) {
  return (
    <td className={found === null ? 'found none' : 'found'} data-label={label}>
      <bdi>{found ?? '–'}</bdi>
    </td>
  );
}

function Waiting({ review: { approvals, snoozed_until: until } }: { readonly review: Review }) {
  const isSnoozed = until !== null && Date.parse(until) > Date.now();
  return (
    <>
      {approvals !== null && (
        <div className="soft small">
          {approvals.given} of {approvals.required} approvals
        </div>
      )}
      {isSnoozed && (
        <div className="soft small">
          snoozed, back <When at={until} />
        </div>
      )}
    </>
  );
}

const MOST_RULES = 2;

/** The rules that sent the review here, in place of text that every decision has. */
function Why({ review, columns }: { readonly review: Review; readonly columns: readonly Column[] }) {
  const rules = review.rules ?? [];
  // A value that has a column is not repeated.
  const isApart = columns.some((column) => foundIn(review, column) !== null);
  return (
    <>
      {rules.slice(0, MOST_RULES).map((rule) => (
        <div key={`${rule.number ?? ''} ${rule.id ?? ''}`} className="rule-line">
          <RuleLine rule={rule} isFoundApart={isApart} />
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
