import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type ApiRequest } from '../api/http.ts';
import type { Json } from '../../../core/json.ts';
import type { RequestExamples } from '../examples/changes.tsx';
import type { PageMeta } from '../api/records.ts';
import type { Activation, ActivationDetail, Reading, Version, VersionDetail, WorkflowDetail } from './records.ts';

/** The key of all queries about one workflow: an action on it invalidates them. */
function workflowKey(id: number): readonly ['workflow', number] {
  return ['workflow', id];
}

/** The workflow, with the tag that a change to it must name. */
export function workflowQuery(id: number) {
  return queryOptions({
    queryKey: [...workflowKey(id), 'now'],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call<WorkflowDetail>({ method: 'GET', path: `/workflows/${id}` }, signal);
      return { workflow: data, etag: etag ?? '' };
    },
  });
}

export function versionsQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...workflowKey(id), 'versions'],
    queryFn: ({ pageParam, signal }) => {
      const more = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return call<Version[], PageMeta>({ method: 'GET', path: `/workflows/${id}/versions?per_page=25${more}` }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
}

/** A version never changes. */
export function versionQuery(id: number, version: number) {
  return queryOptions({
    queryKey: ['workflow version', id, version],
    queryFn: ({ signal }) =>
      call<VersionDetail>({ method: 'GET', path: `/workflows/${id}/versions/${version}` }, signal).then(
        ({ data }) => data,
      ),
    staleTime: Infinity,
  });
}

/** The reading of a version, with its differences from `comparedTo` if that is given. */
export function readingQuery(id: number, version: number, comparedTo?: number) {
  const more = comparedTo === undefined ? '' : `&compare_to=${comparedTo}`;
  return queryOptions({
    queryKey: ['reading', id, version, comparedTo ?? null],
    queryFn: ({ signal }) =>
      call<Reading>({ method: 'GET', path: `/workflows/${id}/reading?version=${version}${more}` }, signal).then(
        ({ data }) => data,
      ),
    staleTime: Infinity,
  });
}

interface Proposed {
  readonly definition: Json;
  readonly useCase: string | null;
  /** The version to compare with; undefined for none. */
  readonly version?: number;
}

/** The reading of a definition that is no version yet. */
export function proposedReadingRequest(id: number, { definition, useCase, version }: Proposed) {
  return {
    method: 'POST',
    path: `/workflows/${id}/reading`,
    body: { definition, use_case: useCase, ...(version === undefined ? {} : { compare_to: version }) },
  } as const satisfies ApiRequest;
}

export function proposedReadingQuery(id: number, proposed: Proposed) {
  const { definition, useCase, version } = proposed;
  return queryOptions({
    queryKey: ['reading', id, 'proposed', version ?? null, useCase, JSON.stringify(definition)],
    queryFn: ({ signal }) => call<Reading>(proposedReadingRequest(id, proposed), signal).then(({ data }) => data),
    staleTime: Infinity,
  });
}

const MOST_WAITING = 100;

/** The account's pending approvals. Every action on a workflow invalidates them. */
export const waitingQuery = queryOptions({
  queryKey: ['workflows', 'waiting'],
  queryFn: ({ signal }) =>
    call<Activation[], PageMeta>(
      { method: 'GET', path: `/activation_requests?filter%5Bstatus%5D=pending&per_page=${MOST_WAITING}` },
      signal,
    ),
});

export function activationsQuery(id: number) {
  return queryOptions({
    queryKey: [...workflowKey(id), 'activations'],
    queryFn: ({ signal }) =>
      call<Activation[], PageMeta>({ method: 'GET', path: `/workflows/${id}/activation_requests?per_page=10` }, signal),
  });
}

/** A request with its proposal, and the tag that an approval must name. */
export function activationQuery(workflowId: number, requestId: number) {
  const path = `/workflows/${workflowId}/activation_requests/${requestId}`;
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'activation', requestId],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call<ActivationDetail & RequestExamples>({ method: 'GET', path }, signal);
      return { ...data, etag: etag ?? '' };
    },
  });
}
