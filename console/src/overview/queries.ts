import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call } from '../api/http.ts';
import { listPath } from '../api/list-path.ts';
import type { BranchCount } from './branch-counts.ts';
import type { Days, OverviewSearch } from './search.ts';

export interface Statistics {
  readonly decisions: Schemas['DecisionStatistics'];
  readonly rules: Omit<Schemas['RuleStatistics'], 'rules'> & {
    readonly rules: readonly Rule[];
    readonly branches: readonly BranchCount[];
  };
  readonly reasons: Omit<Schemas['ReasonStatistics'], 'reasons'> & { readonly reasons: readonly Reason[] };
  readonly reviews: Schemas['ReviewStatistics'];
  readonly vendors: Schemas['VendorStatistics'];
}
type Rule = Schemas['RuleStatistics']['rules'][number] & { readonly row_id: string | null };
type Reason = Schemas['ReasonStatistics']['reasons'][number] & { readonly text: string | null };
export type Decisions = Statistics['decisions']['total'];

const EVERY_MS = 60_000;

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's time zone if its offset is in whole hours, because counts are kept per UTC hour. */
export const TIME_ZONE = new Date().getTimezoneOffset() % 60 === 0 ? ZONE : 'UTC';

/** Today's date in the zone, as `2026-11-25`. */
export const todayIn = (zone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);

/** Drifts of live decisions, refreshed regularly. */
export function useDrifts(isAsked: boolean) {
  return useQuery({
    queryKey: ['statistics', 'drifts'],
    queryFn: ({ signal }) =>
      call<Schemas['DriftStatistics']>({ method: 'GET', path: '/statistics/drifts' }, signal).then(
        ({ data }) => data.drifts,
      ),
    enabled: isAsked,
    refetchInterval: EVERY_MS,
  }).data;
}

/** Statistics, refreshed regularly. Another period replaces the figures without a loading page. */
export function useStatistics<Name extends keyof Statistics>(
  name: Name,
  { workflow, mode }: Pick<OverviewSearch, 'workflow' | 'mode'>,
  { from, to }: Days,
  { by = 'day', isAsked = true }: { readonly by?: 'day' | 'week'; readonly isAsked?: boolean } = {},
) {
  const path = listPath(`/statistics/${name}`, {
    ...{ from, to, by, time_zone: TIME_ZONE },
    ...{ 'filter[workflow_id]': workflow, 'filter[execution_mode]': mode },
  });
  return useQuery<Statistics[Name]>({
    queryKey: ['statistics', path],
    queryFn: ({ signal }) => call<Statistics[Name]>({ method: 'GET', path }, signal).then(({ data }) => data),
    enabled: isAsked,
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
}
