import { queryOptions, infiniteQueryOptions } from '@tanstack/react-query';
import { inboxPath, type InboxFilter } from '../inbox/filters.ts';
import { call } from './http.ts';
import type {
  Comparison,
  Execution,
  ExecutionDetail,
  Explanation,
  InboxMeta,
  Me,
  NoticeArtifact,
  PageMeta,
  Review,
  ReviewCase,
  Timeline,
  User,
  Workflow,
} from './records.ts';

const SOON_MS = 1_000;
const goesOn = ({ status }: Pick<Execution, 'status'>): boolean => status === 'pending' || status === 'running';

/** Data that can change while the page is open is refetched; other data is kept. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call<Me>({ method: 'GET', path: '/me' }, signal).then(({ data }) => data),
  staleTime: 5 * 60_000,
});

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) =>
    call<User[]>({ method: 'GET', path: '/users?per_page=100' }, signal).then(({ data }) => data),
  staleTime: 10 * 60_000,
});

/** Names and choices of workflows. Only the first hundred have names; others are shown by number. */
export const workflowsQuery = queryOptions({
  queryKey: ['workflows', 'names'],
  queryFn: ({ signal }) =>
    call<Workflow[]>({ method: 'GET', path: '/workflows?per_page=100' }, signal).then(({ data }) => data),
  staleTime: 60_000,
});

export function inboxQuery(filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: ['inbox', filter],
    queryFn: ({ pageParam, signal }) =>
      call<Review[], InboxMeta>({ method: 'GET', path: inboxPath(filter, pageParam) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Somebody who reads a case for long still continues in the list from which they came.
    gcTime: 60 * 60_000,
  });
}

export function caseQuery(executionId: number) {
  return queryOptions({
    queryKey: ['case', executionId],
    queryFn: ({ signal }) =>
      call<ReviewCase>({ method: 'GET', path: `/executions/${executionId}/review` }, signal).then(({ data }) => data),
    // After a decision the execution goes on: poll until it ends, so that the page shows the result.
    refetchInterval: ({ state: { data } }) => (data !== undefined && goesOn(data.execution) ? SOON_MS : false),
  });
}

/** The number of events so far by people and the service on the case. */
export function caseEventsQuery(executionId: number) {
  const path = `/executions/${executionId}/review_events?per_page=1`;
  return queryOptions({
    queryKey: ['case_events', executionId],
    queryFn: ({ signal }) =>
      call<unknown[], PageMeta>({ method: 'GET', path }, signal).then(({ meta }) => meta.total_count),
  });
}

/** Executions of the same applicant, found by the reference that the caller gave. */
export function earlierQuery(reference: string) {
  const path = `/executions?filter%5Bexternal_reference%5D=${encodeURIComponent(reference)}&per_page=20`;
  return queryOptions({
    queryKey: ['earlier', reference],
    queryFn: ({ signal }) => call<Execution[]>({ method: 'GET', path }, signal).then(({ data }) => data),
  });
}

export function executionQuery(executionId: number) {
  return queryOptions({
    queryKey: ['execution', executionId],
    queryFn: ({ signal }) =>
      call<ExecutionDetail>({ method: 'GET', path: `/executions/${executionId}` }, signal).then(({ data }) => data),
  });
}

export function timelineQuery(executionId: number) {
  return queryOptions({
    queryKey: ['timeline', executionId],
    queryFn: ({ signal }) =>
      call<Timeline>({ method: 'GET', path: `/executions/${executionId}/timeline` }, signal).then(({ data }) => data),
  });
}

export function comparisonQuery(executionId: number, otherId: number) {
  return queryOptions({
    queryKey: ['comparison', executionId, otherId],
    queryFn: ({ signal }) =>
      call<Comparison>({ method: 'GET', path: `/executions/${executionId}/comparison?with=${otherId}` }, signal).then(
        ({ data }) => data,
      ),
  });
}

export function explanationQuery(executionId: number) {
  return queryOptions({
    queryKey: ['explanation', executionId],
    queryFn: ({ signal }) =>
      call<Explanation>({ method: 'GET', path: `/executions/${executionId}/explanation` }, signal).then(
        ({ data }) => data,
      ),
  });
}

/** Refetched whenever the execution's status changes, because its letters may have changed too. */
export function lettersQuery(executionId: number, status: Execution['status']) {
  return queryOptions({
    queryKey: ['case', executionId, 'letters', status],
    queryFn: ({ signal }) =>
      call<NoticeArtifact[]>({ method: 'GET', path: `/executions/${executionId}/notice_artifacts` }, signal).then(
        ({ data }) => data,
      ),
  });
}
