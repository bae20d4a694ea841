import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call } from '../api/http.ts';

/** First element of the query keys that a change to the dictionary invalidates. */
export const FIELDS = 'fields';

export const FIELD_REQUESTS = '/field_requests';

/** A request to change declarations, with its effects. */
export interface FieldRequest extends Pick<Schemas['FieldChanges'], 'changes' | 'rewritten' | 'shown'> {
  readonly id: number;
  readonly note: string | null;
  /** Null if an operator made it on the command line. */
  readonly requested_by_user_id: number | null;
  readonly created_at: string;
}

/** The request that waits for approval; null if there is none. */
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
