import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { readSchema } from '../../../core/fields/schema.ts';
import { call, type ApiRequest } from '../api/http.ts';
import { FIELDS } from './pending.ts';

export type Proposals = Schemas['FieldProposals'];
export type FieldChanges = Schemas['FieldChanges'];

/** The account's dictionary, with the tag that a change to it must name. */
export const dictionaryQuery = queryOptions({
  queryKey: [FIELDS, 'declared'],
  queryFn: async ({ signal }) => {
    const { data, etag } = await call<object>({ method: 'GET', path: '/fields/schema?of=account' }, signal);
    return { specs: readSchema(data).specs, etag: etag ?? '' };
  },
});

export const proposalsQuery = queryOptions({
  queryKey: [FIELDS, 'proposals'],
  queryFn: ({ signal }) =>
    call<Proposals>({ method: 'GET', path: '/fields/proposals' }, signal).then(({ data }) => data),
});

export function changesQuery(body: object, etag: string) {
  const request: ApiRequest = { method: 'POST', path: '/fields/changes', body };
  return queryOptions({
    queryKey: [FIELDS, 'changes', etag, body],
    queryFn: ({ signal }) => call<FieldChanges>(request, signal).then(({ data }) => data),
    staleTime: 0,
    retry: false,
  });
}
