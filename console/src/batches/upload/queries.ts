import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { specIn, type FieldSpec } from '../../../../core/fields/spec.ts';
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

/** The payload fields that the account declares, by path. */
export function declaredFieldsQuery() {
  return queryOptions({
    queryKey: ['declared fields'],
    queryFn: async ({ signal }) => {
      const fields: Record<string, FieldSpec> = {};
      for (let page = 1; ; page += 1) {
        const path = `/fields?page=${page}&per_page=${FIELDS_OF_PAGE}`;
        const { data } = await call<Schemas['Field'][]>({ method: 'GET', path }, signal);
        for (const field of data) fields[field.path] = specIn(field);
        if (data.length < FIELDS_OF_PAGE) return fields;
      }
    },
  });
}
const FIELDS_OF_PAGE = 100;
