import { sql } from 'kysely';
import calendar from '../../data/notices/calendar.json' with { type: 'json' };
import type { ArtifactKind } from '../../core/states.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import type { Queryable } from '../database/index.ts';

const CHUNK = 100;

/** At the same time of day, by the dates of the place where letters are written: what the law has kept for days. */
function daysAgo(days: number) {
  const zone = calendar.time_zone;
  return sql`(now() at time zone ${zone}::text - ${days}::int * interval '1 day') at time zone ${zone}::text`;
}

/** Letters and their enclosures of ended executions, and the bytes and addresses of the e-mails that carried them. */
export async function removeLetters(trx: Queryable, store: ArtifactStore, days: number) {
  const files = await expiredFiles(trx, ['notice', 'enclosure'], days);
  await removeFiles(
    trx,
    store,
    files.map(({ id }) => id),
  );
  const executionIds = [...new Set(files.map(({ execution_id }) => execution_id))];
  await emptyMails(trx, executionIds, sql`f.kind = 'notice' and m.created_at < ${daysAgo(days)}`);
  return { of: files.map(({ execution_id: id }) => id), isLast: files.length < CHUNK };
}

/** PDFs of reports of ended executions. */
export async function removeReports(trx: Queryable, store: ArtifactStore, days: number) {
  const files = await expiredFiles(trx, ['report'], days);
  await removeFiles(
    trx,
    store,
    files.map(({ id }) => id),
  );
  return { of: files.map(({ execution_id: id }) => id), isLast: files.length < CHUNK };
}

/**
 * The files first: if the transaction is lost after them, the next run finds the rows again, and to remove nothing is no
 * error. A file that was not made yet will not be made.
 */
export async function removeFiles(trx: Queryable, store: ArtifactStore, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) await store.delete(id);
  await sql`
    update artifact
    set removed_at = now(), document = null, lease_until = null,
      status = case when status = 'pending' then 'failed' else status end,
      error_message = case when status = 'pending' then 'Retention came before the file was made.' end
    where id = any (${[...ids]}::bigint[])`.execute(trx);
}

/** The bytes, the recipient and the mail server's words go; that and when a letter was accepted stays. */
export async function emptyMails(
  trx: Queryable,
  executionIds: readonly number[],
  which: ReturnType<typeof sql>,
): Promise<void> {
  if (executionIds.length === 0) return;
  await sql`
    update mail_message m set raw = '', recipient = '', response = null
    from effect f
    where m.execution_id = any (${[...executionIds]}::bigint[]) and f.execution_id = any (${[...executionIds]}::bigint[])
      and f.execution_id = m.execution_id and f.id = m.effect_id and ${which}`.execute(trx);
}

/** SQL: a legal hold is on the person of execution `e`. */
export const IS_HELD = sql<boolean>`exists (select from legal_hold h where h.applicant_id = e.applicant_id)`;

async function expiredFiles(trx: Queryable, kinds: readonly ArtifactKind[], days: number) {
  const { rows } = await sql<{ id: number; execution_id: number }>`
    select a.id, a.execution_id
    from artifact a join execution e on e.id = a.execution_id
    where a.removed_at is null and a.kind = any (${[...kinds]}::text[])
      and a.created_at < ${daysAgo(days)} and e.completed_at is not null and not ${IS_HELD}
    order by a.created_at
    limit ${CHUNK}
    for update of a skip locked`.execute(trx);
  return rows;
}
