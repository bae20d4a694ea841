import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { inboxQuery, usersQuery } from '../api/queries.ts';
import type { InboxMeta, Review } from '../api/records.ts';
import { useMay, useMe } from '../session.tsx';
import { dueWords } from '../times.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { useNow } from '../ui/now.ts';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
import { EVERYTHING, SHOWN, stepped, type InboxFilter, type Show } from './filters.ts';
import { NextCase } from './next-case.tsx';

/** Open reviews, the first due first. */
export function InboxPage() {
  const filter = useSearch({ from: '/' });
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxQuery(filter),
  );
  const reviews = data?.pages.flatMap((page) => page.data) ?? [];
  const meta = data?.pages[0]?.meta;
  const mayDecide = useMay('reviews:decide');
  useEffect(() => {
    document.title = `${meta === undefined ? '' : `(${meta.counts.total}) `}Inbox – Cascade`;
  }, [meta]);
  return (
    <>
      <div className="page-head">
        <h1>Inbox</h1>
        {mayDecide && <NextCase />}
      </div>
      {meta !== undefined && <Filters filter={filter} meta={meta} reviews={reviews} />}
      {error !== null && <ErrorMessage error={error} />}
      {isPending && error === null && <Loading />}
      {meta !== undefined && reviews.length === 0 && <NothingToDo filter={filter} total={meta.counts.total} />}
      {reviews.length > 0 && <List reviews={reviews} />}
      {hasNextPage && (
        <p>
          <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading …' : `Show more (${reviews.length} of ${meta?.total_count ?? '?'})`}
          </button>
        </p>
      )}
    </>
  );
}

const LABELS: Readonly<Record<Show, string>> = {
  all: 'All',
  overdue: 'Overdue',
  mine: 'Mine',
  unclaimed: 'Unclaimed',
  decisions: 'Decisions',
  letters: 'Letters',
};

function Filters(props: {
  readonly filter: InboxFilter;
  readonly meta: InboxMeta;
  readonly reviews: readonly Review[];
}) {
  const { filter, meta, reviews } = props;
  const navigate = useNavigate();
  const { counts } = meta;
  const countOf: Readonly<Record<Show, number>> = {
    all: counts.total,
    overdue: counts.overdue,
    mine: counts.assigned_to_me,
    unclaimed: counts.unassigned,
    decisions: counts.decision,
    letters: counts.notice,
  };
  const names = new Map(reviews.map((review) => [review.workflow_id, review.workflow_name]));
  return (
    <div className="filters">
      <ul aria-label="Show">
        {SHOWN.map((show) => (
          <li key={show}>
            <Link
              to="/"
              search={{ ...filter, show }}
              aria-current={show === filter.show ? 'true' : undefined}
              className={show === 'overdue' && counts.overdue > 0 ? 'late' : ''}
            >
              {LABELS[show]} <span className="count">{countOf[show]}</span>
            </Link>
          </li>
        ))}
      </ul>
      {(counts.by_workflow.length > 1 || filter.workflow !== null) && (
        <label>
          Workflow{' '}
          <select
            value={filter.workflow ?? ''}
            onChange={({ target }) => {
              const workflow = target.value === '' ? null : Number(target.value);
              void navigate({ to: '/', search: { ...filter, workflow } });
            }}
          >
            <option value="">All ({counts.total})</option>
            {counts.by_workflow.map(({ workflow_id: id, total }) => (
              <option key={id} value={id}>
                {names.get(id) ?? `Workflow ${id}`} ({total})
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function NothingToDo({ filter, total }: { readonly filter: InboxFilter; readonly total: number }) {
  if (total > 0 && (filter.show !== 'all' || filter.workflow !== null)) {
    return (
      <Empty title="Nothing here">
        <p>
          Of {total} open reviews none is of this kind.{' '}
          <Link to="/" search={EVERYTHING}>
            Show all
          </Link>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="Nobody waits for a decision">
      <p>
        A case comes here when a workflow asks a person: by a branch <code>human_review</code>, or by a letter that is
        drafted first. The list shows new ones by itself.
      </p>
      <p>
        <a href="/docs">Start here</a> runs a first workflow; <a href="/docs/reviews">Reviews</a> makes one that asks
        you.
      </p>
    </Empty>
  );
}

function List({ reviews }: { readonly reviews: readonly Review[] }) {
  const now = useNow();
  const navigate = useNavigate();
  const rows = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const move = (by: 1 | -1): void => {
    const next = stepped(current, by, reviews.length);
    setCurrent(next);
    if (next !== null) rows.current?.rows[next]?.querySelector('a')?.focus();
  };
  const open = (): void => {
    const review = reviews[current ?? 0];
    if (review !== undefined) void navigate({ to: '/cases/$id', params: { id: String(review.execution_id) } });
  };
  useCommands({ next: () => move(1), previous: () => move(-1), open });
  return (
    <div className="wide" tabIndex={-1}>
      <table className="list inbox">
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">Case</th>
            <th scope="col">To do</th>
            <th scope="col">Claimed by</th>
            <th scope="col">Waits since</th>
          </tr>
        </thead>
        <tbody ref={rows}>
          {reviews.map((review, index) => (
            <Row key={review.id} review={review} now={now} onFocus={() => setCurrent(index)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  review,
  now,
  onFocus,
}: {
  readonly review: Review;
  readonly now: number;
  readonly onFocus: () => void;
}) {
  const isLate = review.overdue || (review.due_at !== null && Date.parse(review.due_at) <= now);
  return (
    <tr className={isLate ? 'late' : ''}>
      <td className="due" title={review.due_at ?? undefined}>
        {dueWords(review.due_at, now)}
      </td>
      <td>
        <Link to="/cases/$id" params={{ id: String(review.execution_id) }} onFocus={onFocus}>
          {review.workflow_name ?? `Workflow ${review.workflow_id}`} #{review.execution_id}
        </Link>
        {review.execution_mode === 'test' && <span className="tag">test</span>}
        {review.external_reference !== null && <div className="soft reference">{review.external_reference}</div>}
      </td>
      <td>{toDo(review)}</td>
      <td>
        <Holder userId={review.assigned_to_user_id} />
      </td>
      <td>
        <When at={review.opened_at} />
      </td>
    </tr>
  );
}

function toDo({ kind, needs, delivery }: Pick<Review, 'kind' | 'needs' | 'delivery'>): string {
  if (kind === 'decision') return 'Decide about the applicant';
  if (delivery === 'post') return 'Post a letter';
  if (needs === 'reasons') return 'Give a letter its reasons';
  return needs === 'variables' ? 'Give a letter its values' : 'Send or discard a letter';
}

/** The name of whoever holds a case. */
export function Holder({ userId }: { readonly userId: number | null }) {
  const me = useMe();
  const { data: users } = useQuery({ ...usersQuery, enabled: userId !== null && userId !== me.user.id });
  if (userId === null) return <span className="soft">nobody</span>;
  if (userId === me.user.id) return <strong>you</strong>;
  return <>{users?.find(({ id }) => id === userId)?.name ?? `user ${userId}`}</>;
}
