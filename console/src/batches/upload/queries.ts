import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { call } from '../../api/http.ts';

export function testCasesQuery(workflowId: number) {
  return queryOptions({
    queryKey: ['test cases', workflowId],
    queryFn: ({ signal }) =>
      call<Schemas['TestCaseList']>({ method: 'GET', path: `/workflows/${workflowId}/test_cases` }, signal).then(
        ({ data }) => data.test_cases,
      ),
    staleTime: 60_000,
  });
}
