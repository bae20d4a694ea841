import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { inboxQuery } from '../api/queries.ts';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { ALL_WORKFLOWS } from '../workflows/filter.ts';
import { YoursToApprove } from '../workflows/waiting.tsx';
import { BY_DUE, sorted, type Sort } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { EVERYTHING, type InboxFilter } from './filters.ts';
import { keepView, lastSort } from './last.ts';
import { List } from './list.tsx';
import { NextCase } from './next-case.tsx';

/** Open reviews, earliest due first. */
export function InboxPage() {
  const filter = useSearch({ from: '/' });
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxQuery(filter),
  );
  const [chosen, setSort] = useState<Sort>(lastSort);
  // Rows can be sorted differently only if all of them are loaded: otherwise the first ones are unknown.
  const sort = hasNextPage ? BY_DUE : chosen;
  const reviews = sorted(data?.pages.flatMap((page) => page.data) ?? [], sort);
  const meta = data?.pages[0]?.meta;
  const mayDecide = useMay('reviews:decide');
  const mayApprove = useMay('workflows:activate');
  useEffect(() => keepView(filter, sort), [filter, sort]);
  useEffect(() => {
    document.title = `${meta === undefined ? '' : `(${meta.counts.total}) `}Inbox – Cascade`;
  }, [meta]);
  return (
    <>
      <div className="page-head">
        <h1>Inbox</h1>
        {mayDecide && <NextCase />}
      </div>
      {mayApprove && <YoursToApprove />}
      {meta !== undefined && <FilterBar filter={filter} meta={meta} reviews={reviews} />}
      {error !== null && <ErrorMessage error={error} />}
      {isPending && error === null && <Loading />}
      {meta !== undefined && reviews.length === 0 && (
        <NothingToDo filter={filter} total={meta.counts.total + meta.counts.snoozed} />
      )}
      {reviews.length > 0 && <List reviews={reviews} sort={sort} onSort={hasNextPage ? null : setSort} />}
      {hasNextPage && (
        <More
          isFetching={isFetchingNextPage}
          label={`Show more (${reviews.length} of ${meta?.total_count ?? '?'})`}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

interface MoreProps {
  readonly isFetching: boolean;
  readonly label: string;
  readonly onMore: () => void;
}

/** Loads further rows before the end is reached. The button is for keyboard users, and for retries. */
function More({ isFetching, label, onMore }: MoreProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isFetching || place.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isFetching, onMore]);
  return (
    <p ref={place}>
      <button type="button" disabled={isFetching} onClick={onMore}>
        {isFetching ? 'Loading …' : label}
      </button>
    </p>
  );
}
/** Distance below the visible area at which loading begins. */
const AHEAD = '1500px';

function NothingToDo({ filter, total }: { readonly filter: InboxFilter; readonly total: number }) {
  const isNarrowed = filter.show !== 'all' || filter.workflow !== null || filter.queue !== null;
  if (total > 0) {
    return (
      <Empty title={isNarrowed ? 'Nothing here' : 'Everything is snoozed'}>
        <p>
          {isNarrowed
            ? `Of ${total} open reviews none is of this kind. `
            : `All ${total} open reviews come back when their time has come. `}
          <Link to="/" search={isNarrowed ? EVERYTHING : { ...EVERYTHING, show: 'snoozed' }}>
            {isNarrowed ? 'Show all' : 'Show them'}
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
      <FirstCase />
    </Empty>
  );
}

/** The action to start with, for those who may decide. */
function FirstCase() {
  const [mayWrite, mayStart, mayDecide] = [
    useMay('workflows:write'),
    useMay('executions:write'),
    useMay('reviews:decide'),
  ];
  if (!mayWrite) {
    return (
      <p>
        An author makes such a workflow, and a program starts it. <a href="/docs/reviews">Reviews</a> shows what{' '}
        {mayDecide ? 'you' : 'a reviewer'} can do then; press <kbd>?</kbd> for the keys.
      </p>
    );
  }
  return (
    <ol>
      <li>
        <Link to="/workflows/new">Make a workflow</Link> of a policy in plain words, such as “Approve scores of 700 or
        more. Review the rest.”
      </li>
      <li>
        {mayStart ? (
          <>
            Start an execution of it in test mode, from its page among the{' '}
            <Link to="/workflows" search={ALL_WORKFLOWS}>
              workflows
            </Link>
            .
          </>
        ) : (
          'A program, or an administrator, starts an execution of it.'
        )}
      </li>
      <li>
        Then its case is the first row of this list.{' '}
        {mayDecide ? (
          <>
            Press <kbd>n</kbd> to claim it, <kbd>?</kbd> for all keys.
          </>
        ) : (
          'A reviewer claims and decides it.'
        )}
      </li>
    </ol>
  );
}
