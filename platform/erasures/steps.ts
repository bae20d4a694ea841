import { sql } from 'kysely';
import type { ErasureReason, ErasureStatus } from '../../core/erasures/states.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import { asJson, STORED_NOW, type Database, type Queryable } from '../database/index.ts';
import { eraseExecutions } from './empty.ts';
import { standingOf, type Standing } from './keep.ts';
import type { ErasureLog } from './log.ts';

/*
 * Works off requests to forget a person, step by step. If a process dies, another one takes the request up when its
 * lease has ended, and repeats the steps that were not committed:
 *
 * 1. `logged_at`: the request stands in the log of erasures, with the executions that it names.
 * 2. Each execution is held against the letters that are owed and the duties to keep; the row says what it waits for.
 * 3. `begun_at`: those that may go are named, committed, then written to the log. From here on there is no way back.
 * 4. `erased_at`: they are emptied, in the transaction that says so. Files go first within it: to remove none is no error.
 *
 * A database that was restored to a time between two steps goes on by itself; one that is older than the log is refused
 * (`replay.ts`).
 */

/** Renewed with each chunk. If two processes work on one request, nothing happens twice. */
const LEASE_SECONDS = 30;
/** Executions that are emptied in one transaction. */
const CHUNK = 10;
/** How long until what waits for a letter or the end of a run is looked at again. */
const WAITS_SECONDS = 60;
const COUNTED_SECONDS = 2;

export interface ErasureWork {
  readonly db: Database;
  readonly storeOn: (trx: Queryable) => ArtifactStore;
  readonly erasureLog: ErasureLog;
}

export interface ErasureRow {
  readonly id: number;
  readonly account_id: number;
  readonly api_client_id: number;
  readonly applicant_id: number;
  readonly reason: ErasureReason;
  readonly cancels: boolean;
  readonly created_at: Date;
  readonly logged_at: Date | null;
}

/** Takes up the next request that is due. Returns whether there was one. */
export async function eraseNext(work: ErasureWork): Promise<boolean> {
  const erasure = await claimNext(work.db);
  if (erasure === undefined) return false;
  await workOff(work, erasure);
  return true;
}

async function claimNext(db: Database): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    with due as materialized (
      select id from erasure
      where completed_at is null and due_at <= ${sql.raw(STORED_NOW)} and (lease_until is null or lease_until <= now())
      order by due_at, id limit 1
      for update skip locked
    )
    update erasure r set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where r.id = due.id
    returning r.id, r.account_id, r.api_client_id, r.applicant_id, r.reason, r.cancels, r.created_at, r.logged_at`.execute(
    db.kysely,
  );
  return rows[0];
}

/** All that can be done of a request now. May be repeated at any point. */
async function workOff(work: ErasureWork, erasure: ErasureRow): Promise<void> {
  const { db } = work;
  await includeRepeats(db.kysely, erasure);
  await part(db.kysely, erasure);
  if (erasure.logged_at === null) await writeDown(work, erasure);
  await emptyBegun(work, erasure);
  const seen = new Set<number>();
  for (let left = await unseenIn(db.kysely, erasure, seen); left.length > 0;) {
    for (const chunk of chunksOf(left)) {
      await renew(db.kysely, erasure.id);
      const standings = await standingOf(db.kysely, chunk);
      const going = await begin(db, erasure.id, standings);
      if (going.length > 0) await empty(work, erasure, going);
    }
    // One that was evaluated again just before it was emptied has left a copy.
    await includeRepeats(db.kysely, erasure);
    left = await unseenIn(db.kysely, erasure, seen);
  }
  await settle(db, erasure.id);
}

/** Executions of the request that were neither begun nor looked at: these are seen from now on. */
async function unseenIn(db: Queryable, { id }: ErasureRow, seen: Set<number>): Promise<readonly number[]> {
  const named = await namedIn(db, id, sql`begun_at is null`);
  const unseen = named.filter((of) => !seen.has(of));
  for (const of of unseen) seen.add(of);
  return unseen;
}

/**
 * Empties executions that are begun, and so cannot be kept any more. The process that began them may have died before
 * it wrote the line.
 */
export async function emptyBegun(work: ErasureWork, erasure: Pick<ErasureRow, 'id'>): Promise<void> {
  const begun = await namedIn(work.db.kysely, erasure.id, sql`begun_at is not null`);
  for (const chunk of chunksOf(begun)) {
    await renew(work.db.kysely, erasure.id);
    await empty(work, erasure, chunk);
  }
}

async function renew(db: Queryable, id: number): Promise<void> {
  await sql`
    update erasure set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id}`.execute(db);
}

/**
 * Adds evaluations of these executions that were made since, because they hold the same person. Removes executions that
 * were separated from the person by hand.
 */
async function includeRepeats(db: Queryable, { id, applicant_id: applicantId }: ErasureRow): Promise<void> {
  await sql`
    delete from erasure_execution r using execution e
    where r.erasure_id = ${id} and r.begun_at is null and e.id = r.execution_id
      and e.applicant_id is distinct from ${applicantId}::bigint`.execute(db);
  await sql`
    with recursive whole (id) as (
      select execution_id from erasure_execution where erasure_id = ${id}
      union
      select e.id from whole w join execution e on e.re_evaluated_from = w.id
      where e.applicant_id = ${applicantId}::bigint
    )
    insert into erasure_execution (erasure_id, execution_id) select ${id}, id from whole
    on conflict do nothing`.execute(db);
}

/**
 * Nothing that comes from now on is joined to the person. A later application is that of a new applicant, even while
 * data of the old one is kept.
 */
async function part(db: Queryable, { id }: ErasureRow): Promise<void> {
  await sql`select erasure_part(${id})`.execute(db);
}

async function writeDown({ db, erasureLog }: ErasureWork, erasure: ErasureRow): Promise<void> {
  const { created_at: requestedAt, logged_at: _, ...ids } = erasure;
  const { id, ...request } = ids;
  const executions = await namedIn(db.kysely, id, sql`true`);
  const { created_at: clientSince } = await db.kysely
    .selectFrom('api_client')
    .select('created_at')
    .where('id', '=', erasure.api_client_id)
    .executeTakeFirstOrThrow();
  await erasureLog.append({
    ...{ is: 'requested', erasure_id: id, ...request, client_since: clientSince.toISOString() },
    ...{ requested_at: requestedAt.toISOString(), execution_ids: executions },
  });
  await db.kysely
    .updateTable('erasure')
    .set({ logged_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Executions of the request that are not erased. */
async function namedIn(db: Queryable, id: number, which: ReturnType<typeof sql>): Promise<readonly number[]> {
  const { rows } = await sql<{ execution_id: number }>`
    select execution_id from erasure_execution
    where erasure_id = ${id} and erased_at is null and ${which} order by execution_id`.execute(db);
  return rows.map(({ execution_id: of }) => of);
}

/** Records what keeps each execution, and begins those that may be erased. */
async function begin(db: Database, id: number, standings: readonly Standing[]): Promise<readonly number[]> {
  const known = standings.map(({ id: of, waitsFor, keptFor }) => ({
    execution_id: of,
    waits_for: waitsFor,
    kept_for: keptFor,
    kept_until: keptFor[0]?.until ?? null,
  }));
  const { rows } = await sql<{ execution_id: number; begun: boolean }>`
    update erasure_execution r
    set waits_for = k.waits_for, kept_for = k.kept_for, kept_until = k.kept_until,
      -- A hold may have been put on since it was looked at.
      begun_at = case when k.waits_for is null
        and not exists (select from legal_hold h where h.applicant_id = e.applicant_id) and (k.kept_until is null or k.kept_until <= now()) then now() end
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as k (execution_id bigint, waits_for text, kept_for jsonb, kept_until timestamptz)
    join execution e on e.id = k.execution_id join erasure o on o.applicant_id = e.applicant_id and o.id = ${id}
    where r.erasure_id = ${id} and r.execution_id = k.execution_id and r.begun_at is null
    returning r.execution_id, r.begun_at is not null as begun`.execute(db.kysely);
  return rows.flatMap(({ execution_id: of, begun }) => (begun ? [of] : []));
}

/** Empties begun executions after the log names them. */
async function empty(
  { db, storeOn, erasureLog }: ErasureWork,
  { id }: Pick<ErasureRow, 'id'>,
  ids: readonly number[],
): Promise<void> {
  const at = new Date().toISOString();
  await erasureLog.append({ is: 'erased', erasure_id: id, execution_ids: ids, at });
  await db.transaction(async (trx) => {
    const emptied = await eraseExecutions(trx, storeOn(trx), { erasureId: id, executionIds: ids });
    for (const executionId of ids) {
      await trx
        .updateTable('erasure_execution')
        .set({ erased_at: sql<Date>`now()`, waits_for: null, emptied: asJson(emptied.get(executionId) ?? null) })
        .where('erasure_id', '=', id)
        .where('execution_id', '=', executionId)
        .execute();
    }
  });
}

/** Records the status of the request, and when it is due again. */
async function settle(db: Database, id: number): Promise<void> {
  const { rows } = await sql<{
    readonly open: number;
    readonly waits: number;
    readonly counts: number;
    readonly held: number;
    readonly next: Date | null;
  }>`
    select count(*) filter (where erased_at is null) as open,
      count(*) filter (where erased_at is null and waits_for in ('letter', 'run')) as waits,
      count(*) filter (where erased_at is null and waits_for = 'count') as counts,
      count(*) filter (where erased_at is null and waits_for = 'hold') as held,
      min(kept_until) filter (where erased_at is null and waits_for is null) as next
    from erasure_execution where erasure_id = ${id}`.execute(db.kysely);
  const [{ open, waits, counts, held, next } = { open: 0, waits: 0, counts: 0, held: 0, next: null }] = rows;
  const status: ErasureStatus =
    open === 0 ? 'completed' : counts > 0 ? 'accepted' : waits > 0 ? 'waiting' : held > 0 ? 'on_hold' : 'kept';
  const seconds = counts > 0 ? COUNTED_SECONDS : WAITS_SECONDS;
  const soon = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const isEmptied = status !== 'accepted' && status !== 'waiting';
  await db.kysely
    .updateTable('erasure')
    .set({
      status,
      lease_until: null,
      due_at: counts + waits + held > 0 || next === null ? soon : next,
      ...(isEmptied ? { emptied_at: sql<Date>`coalesce(emptied_at, now())` } : {}),
      ...(status === 'completed' ? { completed_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

function chunksOf(ids: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) =>
    ids.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
