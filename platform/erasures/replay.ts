import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ArtifactStoreUnavailable } from '../artifact-store/index.ts';
import type { Database, Queryable } from '../database/index.ts';
import { isUnavailable } from '../database/unavailable.ts';
import type { Logger } from '../log/index.ts';
import { SetupError } from '../setup-error.ts';
import { emptyBegun, type ErasureWork } from './steps.ts';
import type { ErasureLog, LogEntry } from './log.ts';

/*
 * A backup brings back people who were erased after it. The log of erasures is outside of the database and knows them.
 *
 * A service that is given the log does not start on a database that is older. Such a database lacks a request of the
 * log, or has not begun to erase an execution that the log calls erased. A process that died between two steps leaves
 * no such database, since the row is committed before the line.
 */

/**
 * Erases again what the log says was erased. Returns how many executions. May be interrupted and repeated. Requests
 * that are not done yet are left to the executor. A legal hold may have been lost with the time since the backup, and
 * is put on again first.
 */
export async function replayErasures(work: ErasureWork): Promise<number> {
  const { db, erasureLog } = work;
  const entries = await erasureLog.read();
  await requireOwn(db.kysely, entries);
  const lost = await missingIn(db.kysely, entries);
  await db.transaction(async (trx) => {
    for (const entry of lost.requests) await restoreRequest(trx, entry);
    await restoreErased(trx, lost.executions);
  });
  // Those too that an earlier replay has begun.
  const { rows: begun } = await sql<{ id: number }>`
    select distinct erasure_id as id from erasure_execution where begun_at is not null and erased_at is null`.execute(
    db.kysely,
  );
  for (const { id } of begun) await emptyBegun(work, { id });
  await sql`update erasure set lease_until = null where completed_at is null`.execute(db.kysely);
  return lost.executions.length;
}

/** Waits until PostgreSQL and the log can be read. Throws a SetupError if the database is older than the log. */
export async function requireReplayed(
  db: Database,
  erasureLog: ErasureLog | undefined,
  { log, stopping }: { readonly log: Pick<Logger, 'warn'>; readonly stopping: AbortSignal },
): Promise<void> {
  if (erasureLog === undefined) return;
  for (let said = false; !stopping.aborted; await sleep(RETRY_MS)) {
    try {
      const { requests, executions } = await missingIn(db.kysely, await erasureLog.read());
      if (requests.length === 0 && executions.length === 0) return;
      const message =
        `The database is older than ERASURE_LOG: it lacks ${requests.length} requests to erase a person, and ` +
        `${executions.length} executions came back. Run \`cascade recover --restored\` before any service starts.`;
      throw new SetupError(message);
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof ArtifactStoreUnavailable)) throw error;
      if (!said) log.warn({ err: error }, 'the log of erasures cannot be held against the database yet');
      said = true;
    }
  }
}

const RETRY_MS = 1_000;

type Request = Extract<LogEntry, { is: 'requested' }>;
interface ErasedOne {
  readonly erasure_id: number;
  readonly execution_id: number;
}

/**
 * A log of another installation names other people by equal ids, and one that lost lines brings people back. So it
 * throws a SetupError and erases nobody in three cases. The log has a client that was made at another time or an
 * erasure without a request. Or it lacks a line for an execution that was erased before the backup.
 */
async function requireOwn(db: Queryable, entries: readonly LogEntry[]): Promise<void> {
  const requests = entries.flatMap((entry) => (entry.is === 'requested' ? [entry] : []));
  const erased = entries.flatMap((entry) => (entry.is === 'erased' ? [...entry.execution_ids] : []));
  const own = requests.map(({ api_client_id: id, client_since: since }) => ({ id, since }));
  const { rows: others } = await sql`
    select from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as r (id bigint, since timestamptz)
    join api_client c on c.id = r.id where c.created_at <> r.since limit 1`.execute(db);
  if (others.length > 0) throw new SetupError('ERASURE_LOG is the log of another installation. Nobody was erased.');

  const asked = new Set(requests.map(({ erasure_id: id }) => id));
  const unasked = entries.flatMap(({ is, erasure_id: id }) => (is === 'erased' && !asked.has(id) ? [id] : []));
  const { rows: unknown } = await sql`
    select from unnest(${unasked}::bigint[]) as u (id) where not exists (select from erasure r where r.id = u.id) limit 1`.execute(
    db,
  );
  const { rows: unlogged } = await sql`
    select from erasure_execution x
    where x.erased_at is not null and not (x.execution_id = any (${erased}::bigint[])) limit 1`.execute(db);
  if (unknown.length === 0 && unlogged.length === 0) return;
  throw new SetupError(
    'ERASURE_LOG lacks lines: it is another file or bucket than the services write, or a part of it. Nobody was erased. ' +
      'Set it as they have it, or restore it from its latest copy.',
  );
}

async function missingIn(db: Queryable, entries: readonly LogEntry[]) {
  const requests = new Map(entries.flatMap((entry) => (entry.is === 'requested' ? [[entry.erasure_id, entry]] : [])));
  const erased = entries.flatMap((entry) =>
    entry.is === 'erased'
      ? entry.execution_ids.map((of): ErasedOne => ({ erasure_id: entry.erasure_id, execution_id: of }))
      : [],
  );
  const known = await sql<{ id: number }>`
    select id from erasure where id = any (${[...requests.keys()]}::bigint[])`.execute(db);
  for (const { id } of known.rows) requests.delete(id);
  const { rows } = await sql<ErasedOne>`
    select e.erasure_id, e.execution_id
    from unnest(${erased.map(({ erasure_id: id }) => id)}::bigint[], ${erased.map(({ execution_id: id }) => id)}::bigint[])
      as e (erasure_id, execution_id)
    left join erasure_execution r on r.erasure_id = e.erasure_id and r.execution_id = e.execution_id
    where r.begun_at is null
    group by 1, 2`.execute(db);
  return { requests: [...requests.values()], executions: rows };
}

async function restoreRequest(trx: Queryable, entry: Request): Promise<void> {
  await sql`
    insert into erasure (id, account_id, api_client_id, applicant_id, reason, cancels, logged_at, created_at)
    values (${entry.erasure_id}, ${entry.account_id}, ${entry.api_client_id}, ${entry.applicant_id}, ${entry.reason},
      ${entry.cancels}, now(), ${entry.requested_at}::timestamptz)
    on conflict do nothing`.execute(trx);
  await sql`
    insert into erasure_execution (erasure_id, execution_id)
    select ${entry.erasure_id}, id from execution where id = any (${[...entry.execution_ids]}::bigint[])
    on conflict do nothing`.execute(trx);
}

/** Erased executions are erased again without waiting: their conditions were met the first time. */
async function restoreErased(trx: Queryable, executions: readonly ErasedOne[]): Promise<void> {
  const ids = executions.map(({ execution_id: id }) => id);
  await sql`
    insert into erasure_execution (erasure_id, execution_id, begun_at)
    select r.erasure_id, r.execution_id, now()
    from unnest(${executions.map(({ erasure_id: id }) => id)}::bigint[], ${ids}::bigint[]) as r (erasure_id, execution_id)
    on conflict (erasure_id, execution_id) do update set begun_at = now(), erased_at = null`.execute(trx);
  await sql`
    update erasure set completed_at = null, due_at = now(), lease_until = null
    where id = any (${executions.map(({ erasure_id: id }) => id)}::bigint[])`.execute(trx);
}
