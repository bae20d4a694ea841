import { queryOptions } from '@tanstack/react-query';
import { call, type ApiRequest } from '../api/http.ts';
import { isUnderWay, type Backtest } from './records.ts';

/** The tested side: a version, or a definition that is not saved. */
export type Tried =
  { readonly version: number } | { readonly definition: readonly object[]; readonly use_case: string | null };

const DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Tests on applicants of the last 90 days, against the live version, or against the recorded outcomes if none is live.
 */
export function backtestRequest(workflowId: number, tried: Tried, against: number | null, now: number): ApiRequest {
  const after = new Date(now - DAYS * DAY_MS).toISOString();
  return {
    method: 'POST',
    path: `/workflows/${workflowId}/backtests`,
    body: {
      ...tried,
      ...(against === null ? {} : { against_version: against }),
      sample: { filter: { created_after: after } },
    },
  };
}

const EVERY_MS = 1_000;

/** Polled until the backtest has ended. */
export function backtestQuery(workflowId: number, id: number) {
  return queryOptions({
    queryKey: ['backtests', workflowId, id],
    queryFn: ({ signal }) =>
      call<Backtest>({ method: 'GET', path: `/workflows/${workflowId}/backtests/${id}` }, signal).then(
        ({ data }) => data,
      ),
    refetchInterval: ({ state }) => (state.data !== undefined && !isUnderWay(state.data) ? false : EVERY_MS),
  });
}
