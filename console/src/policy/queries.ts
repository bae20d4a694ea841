import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import type { Template, TemplateDetail, TestCases } from './records.ts';

/** This data changes only with a release. */
const STALE_MS = 10 * 60_000;

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) =>
    call<Template[]>({ method: 'GET', path: '/workflow_templates?per_page=100' }, signal).then(({ data }) => data),
  staleTime: STALE_MS,
});

export function templateQuery(id: number) {
  return queryOptions({
    queryKey: ['templates', id],
    queryFn: ({ signal }) =>
      call<TemplateDetail>({ method: 'GET', path: `/workflow_templates/${id}` }, signal).then(({ data }) => data),
    staleTime: STALE_MS,
  });
}

/** Synthetic applicants whose reports test mode knows. */
export function testCasesQuery(workflowId: number) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'test cases'],
    queryFn: ({ signal }) =>
      call<TestCases>({ method: 'GET', path: `/workflows/${workflowId}/test_cases` }, signal).then(({ data }) => data),
    staleTime: STALE_MS,
  });
}
