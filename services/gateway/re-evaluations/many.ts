import { sql, type RawBuilder } from 'kysely';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { copyWords } from '../../../platform/database/applicants.ts';
import { newestDictionary } from '../../../platform/database/fields.ts';
import { settingsNow } from '../../../platform/database/pinned-settings.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { matchesFilters, type EXECUTION_QUERY } from '../executions/filters.ts';
import { COUNT } from '../http/paging.ts';
import type { Accepted } from '../http/route.ts';
import type { Auth } from '../services.ts';
import { isWithinDay } from './of-day.ts';
import { pulledReports, storeReports } from './reports.ts';

/**
 * Evaluates failed executions again together: those that match a filter, oldest first, in one transaction. Executions
 * that were evaluated again no longer match. So a caller continues by repeating the request with another key, even
 * after a crash.
 */
export interface ManyReEvaluations {
  /** Filters of the list of executions, by its parameters. */
  readonly filters: Accepted<typeof EXECUTION_QUERY>;
  /** The count that the caller has seen. */
  readonly expectedCount: number;
  /** Namespaced. */
  readonly key: string;
  readonly reuseReports: boolean;
  readonly requestId: string;
}

/** Limits the time of the transaction. */
export const MOST_TOGETHER = 500;

interface ReEvaluated {
  readonly id: number;
  readonly from: number;
}

export async function reEvaluateMany(
  trx: Queryable,
  auth: Auth,
  request: ManyReEvaluations,
): Promise<JsonObject & { executions: { id: number; re_evaluated_from: number }[] }> {
  const matching = matchesFilters(auth, { ...request.filters, 'filter[unresolved]': true });
  const { total } = await trx.selectFrom('execution as m').where(matching).select(COUNT).executeTakeFirstOrThrow();
  if (total !== request.expectedCount) throw new AppError('count_changed', { message: changedMessage(total) });
  // Locked first, because re-evaluating one of them locks it too, and the next statement sees the result.
  const locked = await trx
    .selectFrom('execution as m')
    .select('m.id')
    .where(matching)
    .where(isRunnable(auth))
    .orderBy('m.id')
    .limit(MOST_TOGETHER + 1)
    .forUpdate()
    .execute();
  const ids = locked.slice(0, MOST_TOGETHER).map(({ id }) => id);
  const accepted = ids.length === 0 ? [] : await insertExecutions(trx, auth, request, ids);
  await copyWords(trx, accepted);
  if (request.reuseReports) await reuseReports(trx, accepted);
  await recordAccepted(trx, auth, request, accepted);
  const more = locked.length > MOST_TOGETHER ? await countRunnable(trx, auth, matching) : 0;
  return {
    object: 're_evaluations',
    matched_count: total,
    accepted_count: accepted.length,
    remaining_count: more,
    skipped_count: total - accepted.length - more,
    executions: accepted.map(({ id, from }) => ({ id, re_evaluated_from: from })),
  };
}

const changedMessage = (total: number) =>
  `${total} executions match the filter now, and \`expected_count\` says another number. Nothing was done.`;

/**
 * The conditions of a single re-evaluation (`records.ts`). Besides, none of its pulls may be unknown: it would be
 * ordered again, so a person checks each of those.
 */
function isRunnable({ accountId, apiClientId, productionAccess }: Auth): RawBuilder<boolean> {
  return sql<boolean>`m.redacted_at is null and ${isWithinDay('m.id')}
    and m.id not in (select u.execution_id from unknown_pulls(${apiClientId}) u) and exists (
    select from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.version
    where w.id = m.workflow_id and w.account_id = ${accountId} and w.deleted_at is null
      and json_array_length(v.definition) > 0
      and (m.execution_mode = 'test' or (w.active and ${productionAccess}::boolean)))`;
}

async function countRunnable(trx: Queryable, auth: Auth, matching: RawBuilder<boolean>): Promise<number> {
  const rows = trx.selectFrom('execution as m').where(matching).where(isRunnable(auth));
  return (await rows.select(COUNT).executeTakeFirstOrThrow()).total;
}

/** Copies inside the database, because payloads can be large. */
async function insertExecutions(
  trx: Queryable,
  auth: Auth,
  { key, reuseReports: reuses, requestId }: ManyReEvaluations,
  ids: readonly number[],
): Promise<readonly ReEvaluated[]> {
  const { rows } = await sql<ReEvaluated>`
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
      external_reference, execution_mode, re_evaluated_from, reuse_reports, submitted_by_user_id, payload, corrections,
      allow_inactive, sandbox_replay, skip_waits, run_key, created_at, traceparent, request_id, dictionary_version, settings,
      applicant_id)
    select e.account_id, e.api_client_id, w.id, w.version, 'pending', ${key}::text || ':' || e.id,
      e.external_reference, e.execution_mode, e.id, ${reuses}::boolean, ${auth.userId}::bigint, e.payload,
      case when ${reuses}::boolean then e.corrections
        else (select jsonb_agg(c) from jsonb_array_elements(e.corrections) c where c ->> 'product_code' is null) end,
      not w.active, e.sandbox_replay, e.skip_waits, gen_random_uuid(), clock_timestamp()::timestamptz(3),
      ${currentTraceparent()}::text, ${requestId}::text, ${newestDictionary(auth.accountId)}, ${settingsNow(auth.accountId)},
      e.applicant_id
    from execution e join workflow w on w.id = e.workflow_id
    where e.id = any (${[...ids]}::bigint[])
      and not exists (select from execution later where later.re_evaluated_from = e.id)
    order by e.id
    returning id, re_evaluated_from as "from"`.execute(trx);
  return rows;
}

/** One after the other, because a report can have half a megabyte. */
async function reuseReports(trx: Queryable, accepted: readonly ReEvaluated[]): Promise<void> {
  if (accepted.length === 0) return;
  const read = (ids: readonly number[]) =>
    trx
      .selectFrom('execution')
      .select(['id', 'workflow_id', 'workflow_version', 'reuse_reports'])
      .where('id', 'in', ids)
      .execute();
  const olds = await read(accepted.map(({ from }) => from));
  const byId = new Map((await read(accepted.map(({ id }) => id))).map((made) => [made.id, made]));
  const definitions = new Map<string, CascadeDefinition>();
  const newOf = new Map(accepted.map(({ id, from }) => [from, id]));
  for (const old of olds) {
    const by = byId.get(newOf.get(old.id) ?? 0);
    if (by === undefined) throw new Error(`execution ${old.id} is evaluated again by none`);
    const { reports } = await pulledReports(trx, old, by, definitions);
    await storeReports(trx, { from: old.id, to: by.id }, reports);
  }
}

/** Their starts wait behind single triggers. */
async function recordAccepted(
  trx: Queryable,
  auth: Auth,
  { reuseReports: reuses }: ManyReEvaluations,
  accepted: readonly ReEvaluated[],
): Promise<void> {
  const [ids, from] = [accepted.map(({ id }) => id), accepted.map((each) => each.from)];
  await sql`
    insert into review_event (execution_id, event_type, actor_user_id, metadata, created_at)
    select old, 're_evaluated', ${auth.userId}::bigint,
      jsonb_build_object('re_evaluated_as', id, 'reuse_reports', ${reuses}::boolean), clock_timestamp()
    from unnest(${ids}::bigint[], ${from}::bigint[]) as one (id, old)`.execute(trx);
  await sql`
    insert into command (kind, execution_id, lane)
    select 'start', id, 'recovery' from unnest(${ids}::bigint[]) as id order by id`.execute(trx);
}
