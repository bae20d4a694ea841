import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import type { FoundPeople, Person } from './records.ts';

/** Fetched once for each text, because every search and every opened person is recorded. */
const KEPT = { staleTime: Infinity, gcTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false } as const;

export function searchQuery(text: string) {
  return queryOptions({
    ...KEPT,
    queryKey: ['applicants_found', text],
    queryFn: ({ signal }) =>
      call<FoundPeople>({ method: 'POST', path: '/applicants/searches', body: { q: text } }, signal).then(
        ({ data }) => data,
      ),
    enabled: text !== '',
  });
}

export function personQuery(id: number) {
  return queryOptions({
    ...KEPT,
    queryKey: ['applicant', id],
    queryFn: ({ signal }) =>
      call<Person>({ method: 'GET', path: `/applicants/${id}` }, signal).then(({ data }) => data),
  });
}
