import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call } from '../api/http.ts';

export type KeptExample = Schemas['WorkflowExample'];
export type ExampleResult = Schemas['ExampleResult'];

/** Selects the version whose examples are run: the current one unless a member names another. */
export interface Asked {
  readonly version?: number;
  readonly activation_request?: number;
}

export function exampleQuery(workflowId: number, id: number) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'example', id],
    queryFn: ({ signal }) =>
      call<KeptExample>({ method: 'GET', path: `/workflows/${workflowId}/examples/${id}` }, signal).then(
        ({ data }) => data,
      ),
  });
}

/** Refetched after every change to the workflow or an example. */
export function examplesQuery(workflowId: number, asked: Asked = {}) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'examples', asked],
    queryFn: ({ signal }) =>
      call<Schemas['ExampleResults']>(
        { method: 'POST', path: `/workflows/${workflowId}/examples/run`, body: asked },
        signal,
      ).then(({ data }) => data),
  });
}
