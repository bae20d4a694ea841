import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PrintNeed } from '../../core/cascade/notice-request.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ArtifactKind } from '../../core/states.ts';
import { STORE_RETRY_SECONDS, type ArtifactStore } from '../../platform/artifact-store/index.ts';
import { finishEffectOf } from '../../platform/database/effects.ts';
import { STORED_NOW, type Database, type Queryable } from '../../platform/database/index.ts';

/** A requested artifact row, claimed by this process until `leaseUntil`. */
export interface RenderJob {
  readonly id: number;
  readonly kind: ArtifactKind;
  readonly apiClientId: number;
  readonly executionId: number;
  readonly nodeId: string;
  readonly visit: number;
  /** Includes this one. */
  readonly attempts: number;
  readonly document: JsonObject | null;
  readonly leaseUntil: Date;
  /** The id of the request that made the execution. */
  readonly requestId: string | null;
}

/** Longer than the longest render, so an expired lease means a dead worker. */
export const LEASE_SECONDS = 150;
/** Wait after each failed render; the failure after the last one is final. */
export const BACK_OFF_SECONDS = [1, 5, 30, 120] as const;
/** Attempts at one render, including those that a crash ended. */
export const MOST_ATTEMPTS = BACK_OFF_SECONDS.length + 1;

/** Notices first, then reports that somebody waits for. A report that nobody asked for is no job: nothing renders it. */
export const PRIORITIES = [0, 1] as const;
const OF_REPORTS = 1;

/**
 * The clients that were served last, by priority, the most recent at the end. A claim is for one row or two, so turns
 * must outlast it: otherwise the oldest row comes first, and everyone waits behind a backlog. Each worker has its own.
 */
export class Turns {
  readonly #clients = new Map<number, Set<number>>();

  served(priority: number): readonly number[] {
    return [...(this.#clients.get(priority) ?? [])];
  }

  note(priority: number, clientId: number): void {
    const clients = this.#clients.get(priority) ?? new Set<number>();
    this.#clients.set(priority, clients);
    clients.delete(clientId);
    clients.add(clientId);
    const [oldest] = clients;
    if (clients.size > MOST_REMEMBERED && oldest !== undefined) clients.delete(oldest);
  }
}

/** So that workers that claim at the same moment do not all find the same rows, which only one of them gets. */
const SPARE_CANDIDATES = 8;
/** Clients that are forgotten count as never served, like new ones. */
const MOST_REMEMBERED = 500;

/**
 * Claims up to `limit` due rows that nobody else holds, by priority. Within a priority the accounts are served
 * round-robin, in each account its clients, and each client gets its oldest first. At most `reports` of them are
 * reports. The claim counts the attempt: a render that takes its process down is given up as well.
 */
export async function claimJobs(
  db: Queryable,
  limit: number,
  { reports = limit, turns = new Turns() }: { readonly reports?: number; readonly turns?: Turns } = {},
): Promise<readonly RenderJob[]> {
  const claimed: RenderJob[] = [];
  for (const priority of PRIORITIES) {
    const left = limit - claimed.length;
    const most = priority === OF_REPORTS ? Math.min(left, reports) : left;
    if (most <= 0) continue;
    const jobs = await claimOf(db, priority, most, turns.served(priority));
    for (const { apiClientId } of jobs) turns.note(priority, apiClientId);
    claimed.push(...jobs);
  }
  return claimed;
}

/**
 * `priority < 2` is the condition of the index. The recursion jumps from client to client over it, so a backlog of one
 * client costs the others nothing. The rows are locked in a step of their own. As a subquery of the update they could
 * be chosen again for each row that the update visits, and more than `limit` would be taken.
 */
async function claimOf(
  db: Queryable,
  priority: number,
  limit: number,
  served: readonly number[],
): Promise<readonly RenderJob[]> {
  const { rows } = await sql<RenderJob>`
    with recursive client as (
      (select api_client_id as id from artifact where status = 'pending' and priority < 2 and priority = ${priority}
        order by api_client_id limit 1)
      union all
      select (select a.api_client_id from artifact a
        where a.status = 'pending' and a.priority < 2 and a.priority = ${priority} and a.api_client_id > client.id
        order by a.api_client_id limit 1)
      from client where client.id is not null
    ),
    served as (
      select s.id, s.at, c.account_id
      from unnest(${served}::bigint[]) with ordinality as s (id, at) left join api_client c on c.id = s.id
    ),
    served_account as (select account_id, max(at) as at from served group by account_id),
    candidate as materialized (
      select next.id, next.due_at, c.account_id, s.at as served_at,
        row_number() over (partition by client.id order by next.due_at, next.id) as turn
      from client
      left join api_client c on c.id = client.id
      left join served s on s.id = client.id
      cross join lateral (
        select a.id, a.due_at from artifact a
        where a.status = 'pending' and a.priority < 2 and a.priority = ${priority} and a.api_client_id = client.id
          and a.due_at <= ${sql.raw(STORED_NOW)} and (a.lease_until is null or a.lease_until <= now())
        order by a.due_at, a.id
        limit ${limit + SPARE_CANDIDATES}
      ) next
    ),
    place as materialized (
      select candidate.id, candidate.due_at, served_account.at as served_at,
        row_number() over (partition by candidate.account_id
          order by candidate.turn, candidate.served_at nulls first, candidate.due_at, candidate.id) as turn
      from candidate
      left join served_account on served_account.account_id is not distinct from candidate.account_id
    ),
    due as materialized (
      select a.id from artifact a join place on place.id = a.id
      where a.status = 'pending' and (a.lease_until is null or a.lease_until <= now())
      order by place.turn, place.served_at nulls first, place.due_at, a.id
      limit ${limit}
      for update of a skip locked
    )
    update artifact a
    set attempts = a.attempts + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due
    where a.id = due.id
    returning a.id, a.kind, a.api_client_id as "apiClientId", a.execution_id as "executionId", a.node_id as "nodeId",
      a.visit, a.attempts, a.document, a.lease_until as "leaseUntil",
      (select e.request_id from execution e where e.id = a.execution_id) as "requestId"`.execute(db);
  return rows;
}

/**
 * Stores the file and marks the artifact as ready, once: a second worker, whose lease expired meanwhile,
 * stores nothing. Returns whether this call stored it. The row stays locked until the file is stored, whatever the
 * store is.
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
        needs: null,
      })
      .where('id', '=', job.id)
      .execute();
    await finishEffectOf(trx, job.id);
    return true;
  });
}

/** The fields that a letter lacks, and when it is tried again. */
export interface Lack {
  readonly needs: PrintNeed;
  readonly why: string;
  readonly seconds: number;
}

/**
 * The file is made later, and the attempt does not count: the letter lacks something, or the renderer or the artifact
 * store did not respond. In that case an earlier lack may still exist.
 */
export async function giveBack(db: Database, job: RenderJob, lack?: Lack): Promise<void> {
  await db.kysely
    .updateTable('artifact')
    .set({
      attempts: job.attempts - 1,
      due_at: sql<Date>`now() + make_interval(secs => ${lack?.seconds ?? STORE_RETRY_SECONDS})`,
      lease_until: null,
      ...(lack === undefined ? {} : { needs: lack.needs, error_message: lack.why }),
    })
    .where('id', '=', job.id)
    .where('status', '=', 'pending')
    .where('lease_until', '=', job.leaseUntil)
    .execute();
}

/**
 * Records a render that failed; `message` is public. It is tried again after a while, unless it never can succeed or
 * was tried often enough. Returns the new state of the row, or null if the lease was lost.
 */
export async function recordFailure(
  db: Database,
  job: RenderJob,
  message: string,
  isFinal: boolean,
): Promise<'pending' | 'failed' | null> {
  return db.transaction(async (trx) => {
    const status = await recordAttempt(trx, job, message, isFinal);
    if (status === 'failed') await finishEffectOf(trx, job.id);
    return status;
  });
}

async function recordAttempt(
  trx: Queryable,
  job: RenderJob,
  message: string,
  isFinal: boolean,
): Promise<'pending' | 'failed' | null> {
  const delay = isFinal ? undefined : BACK_OFF_SECONDS[job.attempts - 1];
  const row = await trx
    .updateTable('artifact')
    .set({
      status: delay === undefined ? 'failed' : 'pending',
      due_at: sql<Date>`now() + make_interval(secs => ${delay ?? 0})`,
      lease_until: null,
      error_message: message,
      needs: null,
    })
    .where('id', '=', job.id)
    .where('status', '=', 'pending')
    .where('lease_until', '=', job.leaseUntil)
    .returning('status')
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.status === 'failed' ? 'failed' : 'pending';
}
