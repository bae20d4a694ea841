import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { JsonObject } from '../../core/json.ts';
import type { ArtifactKind } from '../../core/states.ts';
import type { ArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';

/** An artifact row that is asked for, claimed by this process until `leaseUntil`. */
export interface RenderJob {
  readonly id: number;
  readonly kind: ArtifactKind;
  readonly executionId: number;
  readonly nodeId: string;
  readonly visit: number;
  /** Renders that failed before. */
  readonly attempts: number;
  readonly document: JsonObject | null;
  readonly leaseUntil: Date;
}

/** Longer than the longest render: who still holds a row after it is dead or cut off. */
export const LEASE_SECONDS = 150;
/** Wait after each failed render; after the last of them the artifact is failed. */
export const BACK_OFF_SECONDS = [1, 5, 30, 120] as const;

/**
 * Claims up to `limit` due rows, oldest first, that nobody else holds. A row whose holder died is due again when its
 * lease has run out. The rows are picked in a step of their own: as a subquery of the update they could be picked once
 * for each row that the update looks at, and more than `limit` would be taken.
 */
export async function claimJobs(db: Queryable, limit: number): Promise<readonly RenderJob[]> {
  const { rows } = await sql<RenderJob>`
    with due as materialized (
      select id from artifact
      where status = 'pending' and due_at <= now() and (lease_until is null or lease_until <= now())
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update artifact a set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due
    where a.id = due.id
    returning a.id, a.kind, a.execution_id as "executionId", a.node_id as "nodeId", a.visit, a.attempts, a.document,
      a.lease_until as "leaseUntil"`.execute(db);
  return rows;
}

/**
 * Stores the file and marks the artifact as ready, once: whoever comes second, with a lease that ran out meanwhile,
 * stores nothing. Answers whether it was us. The row stays locked until the file is stored, whatever the store is.
 */
export async function storeRendered(
  db: Database,
  storeIn: (queryable: Queryable) => ArtifactStore,
  job: RenderJob,
  pdf: Uint8Array,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const pending = await trx
      .selectFrom('artifact')
      .select('id')
      .where('id', '=', job.id)
      .where('status', '=', 'pending')
      .forUpdate()
      .executeTakeFirst();
    if (pending === undefined) return false;
    await storeIn(trx).put(job.id, pdf);
    await trx
      .updateTable('artifact')
      .set({
        status: 'ready',
        byte_size: pdf.byteLength,
        sha256: createHash('sha256').update(pdf).digest('hex'),
        generated_at: sql<Date>`now()`,
        lease_until: null,
        error_message: null,
      })
      .where('id', '=', job.id)
      .execute();
    return true;
  });
}

/**
 * Records a render that failed; `message` is public. It is tried again after a while, unless it never can succeed or
 * was tried often enough. Answers what became of the row, or null where it is not ours any more.
 */
export async function recordFailure(
  db: Queryable,
  job: RenderJob,
  message: string,
  isFinal: boolean,
): Promise<'pending' | 'failed' | null> {
  const delay = isFinal ? undefined : BACK_OFF_SECONDS[job.attempts];
  const row = await db
    .updateTable('artifact')
    .set({
      status: delay === undefined ? 'failed' : 'pending',
      attempts: job.attempts + 1,
      due_at: sql<Date>`now() + make_interval(secs => ${delay ?? 0})`,
      lease_until: null,
      error_message: message,
    })
    .where('id', '=', job.id)
    .where('status', '=', 'pending')
    .where('lease_until', '=', job.leaseUntil)
    .returning('status')
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.status === 'failed' ? 'failed' : 'pending';
}
