import { sql } from 'kysely';
import { isBatchTerminal } from '../../../core/states.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import type { Activities } from '../activities.ts';

/** Rows in a row that fail with a vendor's outage before dispatch stops (semantics 17.3.1). */
const OUTAGE_ROWS = 5;

/**
 * Advances a batch in one transaction that locks its row. It begins the batch, writes start commands for rows without
 * one, interrupts it on an outage, and ends it after its last row. Safe to repeat: it only writes what is missing.
 *
 * Lock order: batch, then commands; rows are only read.
 */
export function createAdvanceBatch(dependencies: {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Logger;
}): Activities['advanceBatch'] {
  const { db, bus, log } = dependencies;
  return async (batchId, runKey) => {
    const { done, started, isInterrupted, requestId } = await db.transaction((trx) => advance(trx, batchId, runKey));
    if (isInterrupted)
      log.warn({ batch_id: batchId }, 'a batch was interrupted: its rows fail with the outage of a vendor');
    if (started > 0) bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return { done };
  };
}

const ENDED = { done: true, started: 0, isInterrupted: false, requestId: null };

async function advance(trx: Queryable, batchId: number, runKey: string) {
  const batch = await trx
    .selectFrom('batch')
    .select(['status', 'run_key', 'request_id'])
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (batch === undefined || batch.run_key !== runKey || isBatchTerminal(batch.status)) return ENDED;
  if (batch.status === 'pending') {
    await trx
      .updateTable('batch')
      .set({ status: 'running', started_at: sql`coalesce(started_at, now())`, updated_at: sql`now()` })
      .where('id', '=', batchId)
      .execute();
  }
  const started = await startRows(trx, batchId);
  if (await hasEnded(trx, batchId)) {
    await trx
      .updateTable('batch')
      .set({ status: 'completed', completed_at: sql`now()`, interrupted_code: null, updated_at: sql`now()` })
      .where('id', '=', batchId)
      .execute();
    return ENDED;
  }
  const isInterrupted = batch.status === 'running' && (await isOutage(trx, batchId));
  if (isInterrupted) await interrupt(trx, batchId);
  return { done: false, started, isInterrupted, requestId: batch.request_id };
}

/** Start commands for queued rows that have none. They wait while the batch is not `running`. */
async function startRows(trx: Queryable, batchId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into command (kind, execution_id, batch_id, lane)
    select 'start', e.id, e.batch_id, 'batch'
    from execution e
    where e.batch_id = ${batchId} and e.status = 'queued'
      and not exists (select from command c where c.execution_id = e.id)
    order by e.row_index`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function hasEnded(trx: Queryable, batchId: number): Promise<boolean> {
  const live = await trx
    .selectFrom('execution')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('status', 'not in', ['completed', 'failed', 'cancelled', 'skipped'])
    .limit(1)
    .executeTakeFirst();
  return live === undefined;
}

/** True if the last rows that ended, since the batch was begun or resumed, all failed with the outage of one vendor. */
async function isOutage(trx: Queryable, batchId: number): Promise<boolean> {
  const { rows } = await sql<{ node_id: string | null }>`
    select (
      select s.node_id from step s
      where s.execution_id = e.id and s.status = 'failed' and s.error_code = 'vendor_unavailable'
      order by s.sequence limit 1
    ) as node_id
    from execution e join batch b on b.id = e.batch_id
    where e.batch_id = ${batchId} and e.status in ('completed', 'failed')
      and e.completed_at > coalesce(b.resumed_at, b.started_at)
    order by e.completed_at desc, e.id desc
    limit ${OUTAGE_ROWS}`.execute(trx);
  const [first] = rows;
  return (
    rows.length === OUTAGE_ROWS && first?.node_id != null && rows.every(({ node_id }) => node_id === first.node_id)
  );
}

async function interrupt(trx: Queryable, batchId: number): Promise<void> {
  await trx
    .updateTable('batch')
    .set({ status: 'interrupted', interrupted_code: 'vendor_outage', updated_at: sql`now()` })
    .where('id', '=', batchId)
    .where('status', '=', 'running')
    .execute();
}
