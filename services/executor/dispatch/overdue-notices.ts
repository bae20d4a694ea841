import { CompiledQuery, sql } from 'kysely';
import type { NoticePurpose } from '../../../core/cascade/notice-request.ts';
import type { NoticeDue, WhyOverdue } from '../../../core/notices/due.ts';
import { RUN_APPLICANT } from '../../../core/notices/notice-person.ts';
import type { Database } from '../../../platform/database/index.ts';
import { emittingCtes, eventRow, type EventOrigin, type EventRow } from '../../../platform/database/events.ts';

/*
 * Emits `adverse_action.overdue` once for each overdue notice: those that an ended execution owes, and those of a live
 * one that cannot be printed. Any number of replicas may do it concurrently. The mark and the event are written in one
 * transaction. A process that dies before the commit has emitted nothing, and after it the event is not emitted again.
 */

const CHUNK = 100;

interface Overdue {
  readonly id: number;
  readonly api_client_id: number;
  readonly workflow_id: number;
  readonly external_reference: string | null;
  readonly run_key: string;
  readonly now: Date;
}
interface Owing extends Overdue {
  readonly notices_due: readonly NoticeDue[] | null;
}
interface Unprinted extends Overdue {
  readonly artifact_id: number;
  readonly visit: number;
  readonly stage: string;
  readonly node_id: string;
  readonly applicant: string;
  readonly kind: NoticePurpose;
  readonly due_at: Date;
}

const EMIT = `with source as (select $1::bigint as api_client_id, $2::bigint as execution_id),
  ${emittingCtes('source', '$3::jsonb')} select count(*)::int as deliveries from new_delivery`;

/** Returns the number of executions and letters for which an event was emitted. */
export async function announceOverdueNotices(db: Database): Promise<number> {
  return (await announceOwed(db)) + (await announceUnprinted(db));
}

async function announceOwed(db: Database): Promise<number> {
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

/** A letter is announced once, whether it lacks the font itself or an enclosure does. */
async function announceUnprinted(db: Database): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await sql<Unprinted>`
      with lacking as materialized (
        select distinct n.execution_id, n.id
        from artifact a
        join artifact n on n.execution_id = a.execution_id and n.kind = 'notice' and n.node_id = a.node_id
          and n.visit = a.visit and (n.id = a.id or (a.kind = 'enclosure' and n.stage = 'pre_adverse'))
        where a.needs is not null and n.notice_due_at <= now() and not n.said_overdue
      )
      select e.id, e.api_client_id, e.workflow_id, e.external_reference, e.run_key, now() as now, n.id as artifact_id,
        n.visit, n.stage, n.node_id, coalesce(f.request -> 'notice' ->> 'applicant', ${RUN_APPLICANT}) as applicant,
        n.document ->> 'purpose' as kind, n.notice_due_at as due_at
      from lacking l
      join artifact n on n.execution_id = l.execution_id and n.id = l.id and not n.said_overdue
      join execution e on e.id = n.execution_id and e.completed_at is null
      left join effect f on f.execution_id = n.execution_id and f.id = n.effect_id
      order by n.notice_due_at limit ${CHUNK}
      for update of n skip locked`.execute(trx);
    for (const letter of rows) {
      const { id, api_client_id: client, artifact_id: artifactId } = letter;
      await trx.updateTable('artifact').set({ said_overdue: true }).where('id', '=', artifactId).execute();
      await trx.executeQuery(CompiledQuery.raw(EMIT, [client, id, JSON.stringify([unprintedEvent(letter)])]));
    }
    return rows.length;
  });
}

function unprintedEvent(letter: Unprinted): EventRow {
  const { applicant, kind, node_id: node, visit, stage } = letter;
  const data = { applicant, kind, due_at: letter.due_at.toISOString(), why: 'no_font', node_id: node } as const;
  return overdueEvent(letter, data, { visit, key: `unprinted:${stage}` });
}

function overdueEvent(
  { id, run_key: runKey, now, workflow_id: workflow, external_reference: reference }: Overdue,
  notice: Omit<NoticeDue, 'why'> & { readonly why: WhyOverdue },
  origin: Pick<EventOrigin, 'visit' | 'key'> = { visit: null, key: `overdue:${notice.applicant}` },
): EventRow {
  return eventRow(
    { executionId: id, runKey, name: 'adverse_action.overdue', nodeId: notice.node_id, ...origin },
    { workflow_execution_id: id, workflow_id: workflow, external_reference: reference, ...notice },
    now,
  );
}
