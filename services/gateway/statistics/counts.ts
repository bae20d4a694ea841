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
 * Counts of the calling client, from the hours and days (`decision_hour`, `decision_day`). Nothing else is read, so the
 * cost does not depend on the number of executions. Only a batch is counted from facts, which lose their batch once
 * they are made coarse.
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
  'filter[workflow_version]': { ...several(ID), description: 'Versions of the workflow of `filter[workflow_id]`.' },
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

export function periodsAsked({ from, to, by, time_zone: timeZone }: Asked, now: number): readonly Period[] {
  const found = periodsOf({ from, to, by: by ?? 'day', timeZone: timeZone ?? 'UTC', now });
  if ('periods' in found) return found.periods;
  throw new AppError('validation_failed', { details: [found] });
}

export interface Count {
  /** Index of the period. */
  readonly period: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
  readonly is_again: boolean;
  readonly status: ExecutionStatus | '';
  readonly outcome: Outcome | '';
  readonly what: Counted;
  readonly key: string;
  /** The bin of the histogram; null for counts that are not times. */
  readonly bin: number | null;
  readonly count: number;
}

/** Kinds that are counted for one workflow only. */
const OF_ONE: readonly Counted[] = ['rule', 'held', 'branch'];

const TIMES: readonly Counted[] = ['time', 'review_time', 'pull_time'];
const isTime = (what: Counted): boolean => TIMES.includes(what);

/**
 * `bounds` are the starts of the periods and the end of the last one. For times it returns only how many were in each
 * bin.
 */
export async function readCounts(
  db: Queryable,
  auth: Auth,
  asked: Asked,
  { bounds, whats }: { readonly bounds: readonly number[]; readonly whats: readonly Counted[] },
): Promise<readonly Count[]> {
  const { 'filter[workflow_id]': workflows, 'filter[workflow_version]': versions } = asked;
  const isOfEach = workflows !== undefined || versions !== undefined || whats.some((what) => OF_ONE.includes(what));
  const ofWorkflow =
    workflows === undefined
      ? sql`select id from workflow where account_id = ${auth.accountId}`
      : sql`select unnest(${workflows}::bigint[])`;
  const batches = asked['filter[batch_execution_id]'];
  const spans = batches === undefined ? spansOf(bounds) : { hours: rangesOf(bounds), days: [] };
  const read = (table: RawBuilder<unknown>, span: 'hour' | 'day', ranges: readonly Range[]) => {
    // Each range is a walk along the index and sorted by itself, because all together would not fit into memory.
    const from = (of: readonly Counted[]) => sql`${table} c
      where c.api_client_id = ${auth.apiClientId} and c.execution_mode = ${asked['filter[execution_mode]'] ?? 'live'}
        and c.what = any (${of}::text[]) and c.workflow_id ${isOfEach ? sql`= any (array(${ofWorkflow}))` : sql`= 0`}
        and c.${sql.ref(span)} >= r.begins and c.${sql.ref(span)} < r.ends
        and ${isOneOf('c.workflow_version', versions)} and ${isOneOf('c.outcome', asked['filter[outcome]'])}`;
    return sql`
      select r.period, c.*
      from unnest(${ranges.map(({ period }) => period)}::int[], ${ranges.map(({ begins }) => timeText(begins))}::timestamptz[],
        ${ranges.map(({ ends }) => timeText(ends))}::timestamptz[]) as r (period, begins, ends)
      cross join lateral (
        select c.workflow_id, c.workflow_version, c.is_again, c.status, c.outcome, c.what, c.key, null::smallint as bin,
          sum(c.count) as n
        from ${from(whats.filter((what) => !isTime(what)))} group by 1, 2, 3, 4, 5, 6, 7
        union all
        select 0, 0, false, '', '', t.what, t.key, b.bin, sum(b.n)
        from (select * from ${from(whats.filter(isTime))} offset 0) t, unnest(t.bins, t.bin_counts) as b (bin, n)
        group by t.what, t.key, b.bin
      ) c`;
  };
  const { rows } = await sql<Count>`
    ${batches === undefined ? sql`` : sql`with of_batch as materialized (${hoursOf(batches)})`}
    select period, workflow_id, workflow_version, is_again, status, outcome, what, key, bin, sum(n)::int as count
    from (
      ${read(batches === undefined ? sql`decision_hour` : sql`of_batch`, 'hour', spans.hours)}
      union all
      ${read(sql`decision_day`, 'day', spans.days)}
    ) c
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(n) > 0`.execute(db);
  return rows;
}

interface Range {
  readonly period: number;
  readonly begins: number;
  readonly ends: number;
}

const DAY_MS = 86_400_000;

function rangesOf(bounds: readonly number[]): readonly Range[] {
  return bounds.slice(0, -1).map((begins, period) => ({ period, begins, ends: bounds[period + 1] ?? begins }));
}

/** Splits each period into whole days in UTC, and the hours before and after them. */
function spansOf(bounds: readonly number[]): { readonly hours: readonly Range[]; readonly days: readonly Range[] } {
  const hours: Range[] = [];
  const days: Range[] = [];
  for (const { period, begins, ends } of rangesOf(bounds)) {
    const [first, end] = [Math.ceil(begins / DAY_MS) * DAY_MS, Math.floor(ends / DAY_MS) * DAY_MS];
    if (first >= end) hours.push({ period, begins, ends });
    else {
      if (begins < first) hours.push({ period, begins, ends: first });
      days.push({ period, begins: first, ends: end });
      if (end < ends) hours.push({ period, begins: end, ends });
    }
  }
  return { hours, days };
}

const timeText = (at: number): string => new Date(at).toISOString();

/** The hours of the facts of batches. Ids are known to be numbers. */
function hoursOf(batches: readonly number[]): RawBuilder<unknown> {
  const facts = `select f.* from decision_fact f where f.id in (
    select id from execution where batch_id = any ('{${batches.map(Number).join()}}'::bigint[]))`;
  return sql`select *, span as hour from (${sql.raw(countedFacts(facts, 'decision_hour'))}) of_batch`;
}
