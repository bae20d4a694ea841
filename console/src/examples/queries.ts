import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/http.ts';
import type { Company } from '../settings/queries.ts';

/** The records of the API, as the pages read them. */
interface Expected {
  readonly outcome: 'approved' | 'denied' | 'conditional' | 'review' | 'undecided' | 'failed';
  readonly rule?: string;
  readonly reasons?: readonly string[];
}

export interface ExampleResult {
  readonly example_id: number;
  readonly name: string;
  readonly passes: boolean;
  readonly expected: Expected;
  readonly got: Expected | null;
  readonly differences: readonly string[];
}

interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly results: readonly ExampleResult[];
}

/** In the answer to a save, or to a preview of one. */
export interface SavedExamples {
  readonly examples?: { readonly passed: number; readonly failed: number; readonly failing: readonly ExampleResult[] };
}

/** What is asked: the current version unless it says another one. */
export interface Asked {
  readonly version?: number;
  readonly activation_request?: number;
}

/** Whatever changes the workflow or an example has them asked again. */
export function examplesQuery(workflowId: number, asked: Asked = {}) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'examples', asked],
    queryFn: ({ signal }) =>
      call<Results>({ method: 'POST', path: `/workflows/${workflowId}/examples/run`, body: asked }, signal).then(
        ({ data }) => data,
      ),
  });
}

export type Gate = 'off' | 'shown' | 'required';

export const gateOf = (company: Company | undefined): Gate =>
  (company as { readonly examples_gate?: Gate } | undefined)?.examples_gate ?? 'shown';
