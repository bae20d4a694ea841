import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import type { Batch, BatchSummary } from '../api/records.ts';

export function batchQuery(id: number) {
  return queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => call<Batch>({ method: 'GET', path: `/batches/${id}` }, signal).then(({ data }) => data),
  });
}

export function summaryQuery(id: number) {
  return queryOptions({
    queryKey: ['batches', 'summary', id],
    queryFn: ({ signal }) =>
      call<BatchSummary>({ method: 'GET', path: `/batches/${id}/summary` }, signal).then(({ data }) => data),
  });
}
