import { sql } from 'kysely';
import { openArtifactStores, type ArtifactStores } from '../platform/artifact-store/index.ts';
import { loadConfig } from '../platform/config/index.ts';
import type { Queryable } from '../platform/database/index.ts';
import { TABLE_RECORDS } from '../platform/database/tables.ts';
import { ERASURE_LOG_VARIABLES, openErasureLog, type ErasureLog } from '../platform/erasures/log.ts';
import { replayErasures } from '../platform/erasures/replay.ts';
import { eraseNext } from '../platform/erasures/steps.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Change, Work } from './action.ts';
import type { Row } from './print.ts';

/* Commands of operators for people who asked to be forgotten. Source: semantics 23.4. */

export { ERASURE_LOG_VARIABLES, openErasureLog } from '../platform/erasures/log.ts';

/** A backup brings back people who were erased after it. */
export async function eraseAgain(
  { db, audit }: Pick<Work, 'db' | 'audit'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const config = loadConfig(ERASURE_LOG_VARIABLES, env);
  const erasureLog = await openErasureLog(config);
  if (erasureLog === undefined) {
    await requireNoErasures(db.kysely);
    return 0;
  }
  const files = await openArtifactStores(config);
  try {
    const erased = await replayErasures({ db, erasureLog, storeOn: (trx) => files.on(trx) });
    const subject = { type: 'installation', id: 'erasures' };
    if (erased > 0) await audit(db.kysely, { action: 'erasures.replayed', subject, detail: { executions: erased } });
    return erased;
  } finally {
    files.close();
    erasureLog.close();
  }
}

async function requireNoErasures(db: Queryable): Promise<void> {
  const { rows } = await sql<{ is_any: boolean }>`select exists (select from erasure) as is_any`.execute(db);
  if (rows[0]?.is_any !== true) return;
  throw new SetupError('People were erased here: set ERASURE_LOG as the services have it, and run this again.');
}

/** Works off the due requests to forget a person. Does nothing without ERASURE_LOG. */
export async function eraseDue(
  { db }: Pick<Work, 'db'>,
  files: ArtifactStores,
  erasureLog: ErasureLog | undefined,
): Promise<void> {
  if (erasureLog === undefined) return;
  while (await eraseNext({ db, erasureLog, storeOn: (trx) => files.on(trx) }));
}

/**
 * Takes what was emptied out of the tables: dead rows, and what PostgreSQL gathered of values for its plans. Its files hold the
 * bytes until later rows overwrite them; `rewrites` writes each table anew, which locks it meanwhile. Each by itself, because a
 * vacuum is no transaction. Returns how many tables; none if nobody was erased for three days.
 */
export async function scrubTables(
  { db }: Pick<Work, 'db'>,
  { rewrites }: { readonly rewrites: boolean },
): Promise<number> {
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select from erasure_execution where erased_at > now() - interval '3 days') as is_due`.execute(
    db.kysely,
  );
  if (rows[0]?.is_due !== true && !rewrites) return 0;
  // A table that is empty by now keeps what was gathered of it before.
  await sql`
    select pg_clear_attribute_stats(s.schemaname, s.tablename, s.attname, s.inherited) from pg_stats s
    where s.schemaname = 'public'
      and regexp_replace(s.tablename, '_p[0-9]+$', '') = any (${[...ERASED_TABLES]}::text[])`.execute(db.kysely);
  const how = sql.raw(rewrites ? '(full, analyze)' : '(analyze)');
  for (const table of [...ERASED_TABLES, 'pg_statistic'])
    await sql`vacuum ${how} ${sql.table(table)}`.execute(db.kysely);
  return ERASED_TABLES.length;
}

const ERASED_TABLES = [
  ...TABLE_RECORDS.filter(({ applicant, erased }) => applicant !== undefined || erased !== undefined),
  ...TABLE_RECORDS.filter(({ table }) => table === 'idempotency_key'),
].map(({ table }) => table);

/** Puts a legal hold on a person: nothing of them is erased or redacted until it is lifted. */
export async function holdApplicant(
  { trx, audit }: Change,
  id: number,
  { matter }: { readonly matter: string },
): Promise<Row> {
  const applicant = await requireApplicant(trx, id);
  const { account_id: accountId, api_client_id: apiClientId } = applicant;
  const held = await trx
    .insertInto('legal_hold')
    .values({ applicant_id: id, account_id: accountId, api_client_id: apiClientId, matter })
    .onConflict((conflict) => conflict.column('applicant_id').doUpdateSet({ matter }))
    .returning(['applicant_id', 'matter', 'held_at'])
    .executeTakeFirstOrThrow();
  // The matter may name people, and the audit log is never emptied.
  await audit({ action: 'applicant.held', accountId, subject: { type: 'applicant', id }, detail: {} });
  return { object: 'legal_hold', ...held };
}

/** Lifts a hold. A request to forget the person that waited for it is due at once. */
export async function releaseApplicant({ trx, audit }: Change, id: number): Promise<Row> {
  const { account_id: accountId } = await requireApplicant(trx, id);
  const { numDeletedRows } = await trx.deleteFrom('legal_hold').where('applicant_id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new SetupError(`There is no legal hold on applicant ${id}.`);
  const { numUpdatedRows: due } = await trx
    .updateTable('erasure')
    .set({ due_at: sql<Date>`now()` })
    .where('applicant_id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  await audit({ action: 'applicant.released', accountId, subject: { type: 'applicant', id }, detail: {} });
  return { object: 'applicant', id, is_held: false, waiting_erasures: Number(due) };
}

async function requireApplicant(trx: Queryable, id: number) {
  const row = await trx
    .selectFrom('applicant')
    .select(['account_id', 'api_client_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`There is no applicant ${id}.`);
  return row;
}
