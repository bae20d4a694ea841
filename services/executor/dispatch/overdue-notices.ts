import { CompiledQuery, sql } from 'kysely';
import type { NoticeDue } from '../../../core/notices/due.ts';
import type { Database } from '../../../platform/database/index.ts';
import { emittingCtes, eventRow, type EventRow } from '../../../platform/database/events.ts';

/*
 * Emits `adverse_action.overdue` once for each notice that an execution owes and that is overdue. Any number of
 * replicas may do it at once. The row's time and the event are written in one transaction, so a process that dies
 * before the commit has emitted nothing, and after it the event is not emitted again.
 */

const CHUNK = 100;

interface Owing {
  readonly id: number;
  readonly api_client_id: number;
  readonly workflow_id: number;
  readonly external_reference: string | null;
  readonly run_key: string;
  readonly notices_due: readonly NoticeDue[] | null;
  readonly now: Date;
}

const EMIT = `with source as (select $1::bigint as api_client_id, $2::bigint as execution_id),
  ${emittingCtes('source', '$3::jsonb')} select count(*)::int as deliveries from new_delivery`;

/** Returns for how many executions an event was emitted. */
export async function announceOverdueNotices(db: Database): Promise<number> {
  return db.transaction(async (trx) => {
    const owing: readonly Owing[] = await trx
      .selectFrom('execution')
      .select(['id', 'api_client_id', 'workflow_id', 'external_reference', 'run_key', 'notices_due'])
      .select(sql<Date>`now()`.as('now'))
      .where('notices_overdue_at', '<=', sql<Date>`now()`)
      .orderBy('notices_overdue_at')
      .limit(CHUNK)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const execution of owing) {
      const { id, api_client_id: client, notices_due: due, now } = execution;
      const overdue = (due ?? []).filter((notice) => Date.parse(notice.due_at) <= now.getTime());
      const events = overdue.map((notice) => overdueEvent(execution, notice));
      const [next] = (due ?? [])
        .map(({ due_at: at }) => at)
        .filter((at) => Date.parse(at) > now.getTime())
        .toSorted();
      await trx
        .updateTable('execution')
        .set({ notices_overdue_at: next === undefined ? null : new Date(next) })
        .where('id', '=', id)
        .execute();
      await trx.executeQuery(CompiledQuery.raw(EMIT, [client, id, JSON.stringify(events)]));
    }
    return owing.length;
  });
}

function overdueEvent({ id, run_key: runKey, now, ...execution }: Owing, notice: NoticeDue): EventRow {
  const key = `overdue:${notice.applicant}`;
  return eventRow(
    { executionId: id, runKey, name: 'adverse_action.overdue', nodeId: notice.node_id, visit: null, key },
    {
      workflow_execution_id: id,
      workflow_id: execution.workflow_id,
      external_reference: execution.external_reference,
      ...notice,
    },
    now,
  );
}
