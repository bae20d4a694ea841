import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call } from '../api/http.ts';

/** First member of the keys of all that a change of the dictionary changes. */
export const FIELDS = 'fields';

export const FIELD_REQUESTS = '/field_requests';

/** A request to declare fields otherwise, with what it changes. */
export interface FieldRequest extends Pick<Schemas['FieldChanges'], 'changes' | 'rewritten' | 'shown'> {
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
