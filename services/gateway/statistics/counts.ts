import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { periodsOf, type Period } from '../../../core/statistics/periods.ts';
import { EXECUTION_MODES, OUTCOMES, type ExecutionStatus, type Outcome } from '../../../core/states.ts';
import { countedFacts } from '../../../platform/database/decision-facts.ts';
import type { Counted } from '../../../platform/database/entities/statistics.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOneOf, several } from '../http/filters.ts';
import { querySchema, type Accepted } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import type { Auth } from '../services.ts';

/*
 * Counts of the calling client, from the hours (`decision_hour`). Nothing else is read, so that the question costs the same
 * however many executions there have been. Only a batch is asked of its facts, which have lost their batch once they are
 * coarse.
 */

const DATE = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' } as const;

export const STATISTICS_QUERY = querySchema({
  from: { ...DATE, description: 'First day. Default: 29 days before `to`.' },
  to: { ...DATE, description: 'Last day. Default: today.' },
  by: {
    type: 'string',
    enum: ['day', 'week'],
    default: 'day',
    description: 'Length of a period; a week begins on Monday.',
  },
  time_zone: {
    type: 'string',
    maxLength: 64,
    default: 'UTC',
    description: 'Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.',
  },
  'filter[workflow_id]': several(ID),
  'filter[workflow_version]': several(ID),
  'filter[execution_mode]': {
    type: 'string',
    enum: EXECUTION_MODES,
    default: 'live',
    description: 'One mode: they are never counted together.',
  },
  'filter[outcome]': several({ type: 'string', enum: OUTCOMES }),
  'filter[batch_execution_id]': several(ID),
});
export type Asked = Accepted<typeof STATISTICS_QUERY>;

export function periodsAsked({ from, to, by, time_zone: timeZone }: Asked): readonly Period[] {
  const found = periodsOf({ from, to, by: by ?? 'day', timeZone: timeZone ?? 'UTC', now: Date.now() });
  if ('periods' in found) return found.periods;
  throw new AppError('validation_failed', { details: [found] });
}

export interface Count {
  /** Index of the period. */
  readonly period: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly is_again: boolean;
  readonly status: ExecutionStatus;
  readonly outcome: Outcome | '';
  readonly what: Counted;
  readonly key: string;
  readonly count: number;
}

/** `bounds`: where periods begin, and the end of the last. Of times nothing is told but how many were in each bin. */
export async function readCounts(
  db: Queryable,
  auth: Auth,
  asked: Asked,
  { bounds, whats }: { readonly bounds: readonly number[]; readonly whats: readonly Counted[] },
): Promise<readonly Count[]> {
  const times = bounds.map((bound) => new Date(bound).toISOString());
  const isTime = sql`h.what in ('time', 'review_time', 'pull_time')`;
  const { rows } = await sql<Count>`
    select width_bucket(h.hour::timestamptz, ${times.slice(0, -1)}::timestamptz[])::int - 1 as period,
      case when ${isTime} then 0 else h.workflow_id end as workflow_id, max(h.workflow_version) as workflow_version,
      h.is_again and not ${isTime} as is_again, case when ${isTime} then '' else h.status end as status,
      case when ${isTime} then '' else h.outcome end as outcome, h.what, h.key, sum(h.count)::int as count
    from ${hoursOf(asked['filter[batch_execution_id]'])} h
    where h.api_client_id = ${auth.apiClientId} and h.what = any (${whats}::text[])
      and h.hour >= ${times[0]}::timestamptz and h.hour < ${times.at(-1)}::timestamptz
      and h.execution_mode = ${asked['filter[execution_mode]'] ?? 'live'}
      and ${isOneOf('h.workflow_id', asked['filter[workflow_id]'])}
      and ${isOneOf('h.workflow_version', asked['filter[workflow_version]'])}
      and ${isOneOf('h.outcome', asked['filter[outcome]'])}
    group by 1, 2, 4, 5, 6, 7, 8 having sum(h.count) > 0`.execute(db);
  return rows;
}

/** Ids were checked to be numbers. */
function hoursOf(batches: readonly number[] | undefined): RawBuilder<unknown> {
  if (batches === undefined) return sql`decision_hour`;
  const facts = `select f.* from decision_fact f where f.id in (
    select id from execution where batch_id = any ('{${batches.map(Number).join()}}'::bigint[]))`;
  return sql`(${sql.raw(countedFacts(facts))})`;
}
