import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { readSchema } from '../../../core/fields/schema.ts';
import { call, type ApiRequest } from '../api/http.ts';

export type Proposals = Schemas['FieldProposals'];
export type FieldChanges = Schemas['FieldChanges'];

/** First member of the keys of all that a change of the dictionary changes. */
export const FIELDS = 'fields';

/** The dictionary of the account, with the tag that a change of it names. */
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

export const FIELD_REQUESTS = '/field_requests';

/** A request to declare fields otherwise, with what it changes. */
export interface FieldRequest extends Pick<FieldChanges, 'changes' | 'rewritten' | 'shown'> {
  readonly id: number;
  readonly note: string | null;
  /** Null: an operator at the command line. */
  readonly requested_by_user_id: number | null;
  readonly created_at: string;
}

/** The request that waits for an approval; null if none does. */
export const pendingRequestQuery = queryOptions({
  queryKey: [FIELDS, 'pending'],
  queryFn: async ({ signal }): Promise<FieldRequest | null> => {
    const path = `${FIELD_REQUESTS}?filter[status]=pending`;
    const { data: pending } = await call<readonly { readonly id: number }[]>({ method: 'GET', path }, signal);
    const id = pending[0]?.id;
    if (id === undefined) return null;
    const { data } = await call<FieldRequest>({ method: 'GET', path: `${FIELD_REQUESTS}/${id}` }, signal);
    return data;
  },
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
