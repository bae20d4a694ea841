import { sql, type RawBuilder } from 'kysely';
import { numberPaths } from '../../../core/applicants/identity.ts';
import { askedWords } from '../../../core/applicants/words.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { searchedMarks } from '../../../platform/applicant-marks.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/*
 * Finds people by the beginnings of words of their names and references, and by the id of an execution. Callers who see
 * numbers can also search by a whole number, telephone number or e-mail address. Every read begins with the API client.
 *
 * Invariant: no search reads more than MOST_READ entries of the index for a word, however common the word is.
 */

/** Beyond it only "and more" is told. */
export const MOST_COUNTED = 1_000;
/** A word that fewer entries begin with is looked up, and the others are asked of each person whom it finds. */
const RARE = 2_000;
/**
 * Entries that are read for a common word, the first by the alphabet. A search of common words alone may lack people.
 */
const MOST_READ = 150_000;

export interface Asked {
  readonly text: string;
  readonly modes: readonly ExecutionMode[];
  readonly limit: number;
}

export interface Found {
  /** The newest first. */
  readonly ids: readonly number[];
  readonly total: number;
}

export async function searchApplicants(
  db: Queryable,
  auth: Auth,
  searchKeys: readonly EncryptionKey[],
  { text, modes, limit }: Asked,
): Promise<Found> {
  const sources = [
    ...(await wordSources(db, auth, askedWords(text), modes)),
    ...(await markSources(db, auth, searchKeys, { text, modes })),
    ...executionSource(auth, text, modes),
  ];
  if (sources.length === 0) return { ids: [], total: 0 };
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${sql.join(sources, sql` union `)})
    select (select count(*) from found)::int as total,
      array(select applicant_id from found order by applicant_id desc limit ${limit}) as ids`.execute(db);
  const [row] = rows;
  return { ids: (row?.ids ?? []).map(Number), total: row?.total ?? 0 };
}

/** Rows of `applicant_word as w` with a word that begins so: a range of the primary key. */
function beginsWith(alias: string, { apiClientId }: Auth, modes: readonly ExecutionMode[], word: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${column('api_client_id')} = ${apiClientId}::bigint
    and ${column('execution_mode')} = any (${[...modes]}::text[])
    and ${column('word')} >= ${word} and ${column('word')} < ${`${word}\u{10ffff}`}`;
}

async function wordSources(
  db: Queryable,
  auth: Auth,
  lists: readonly (readonly string[])[],
  modes: readonly ExecutionMode[],
): Promise<readonly RawBuilder<unknown>[]> {
  const words = [...new Set(lists.flat())];
  if (words.length === 0) return [];
  const counted = words.map(
    (word) => sql`select ${word}::text as word, count(*)::int as entries from (
      select from applicant_word w where ${beginsWith('w', auth, modes, word)} limit ${RARE + 1}) as few`,
  );
  const { rows } = await sql<{ word: string; entries: number }>`${sql.join(counted, sql` union all `)}`.execute(db);
  const entries = new Map(rows.map((row) => [row.word, row.entries]));
  return lists.flatMap((list) => {
    const byRarity = list.toSorted((a, b) => (entries.get(a) ?? 0) - (entries.get(b) ?? 0));
    const [rarest, ...others] = byRarity;
    if (rarest === undefined || entries.get(rarest) === 0) return [];
    return (entries.get(rarest) ?? 0) <= RARE
      ? [withRare(auth, modes, rarest, others)]
      : [
          sql`(${sql.join(
            byRarity.map((word) => common(auth, modes, word)),
            sql` intersect `,
          )})`,
        ];
  });
}

function withRare(auth: Auth, modes: readonly ExecutionMode[], rarest: string, others: readonly string[]) {
  const has = others.map(
    (word) => sql`exists (
      select from execution e join applicant_word o on o.execution_id = e.id
      where e.applicant_id = w.applicant_id and ${beginsWith('o', auth, modes, word)})`,
  );
  const all = [beginsWith('w', auth, modes, rarest), ...has];
  return sql`(select distinct w.applicant_id from applicant_word w where ${sql.join(all, sql` and `)})`;
}

function common(auth: Auth, modes: readonly ExecutionMode[], word: string) {
  return sql`(select applicant_id from (
    select w.applicant_id from applicant_word w where ${beginsWith('w', auth, modes, word)} limit ${MOST_READ}) as of_word)`;
}

async function markSources(
  db: Queryable,
  auth: Auth,
  searchKeys: readonly EncryptionKey[],
  { text, modes }: Pick<Asked, 'text' | 'modes'>,
): Promise<readonly RawBuilder<unknown>[]> {
  if (auth.view !== 'whole' || searchKeys.length === 0) return [];
  const paths = numberPaths(await dictionaryNow(db, auth.accountId));
  const marks = modes.flatMap((executionMode) =>
    searchedMarks(searchKeys, { apiClientId: auth.apiClientId, executionMode }, { text, numberPaths: paths }),
  );
  if (marks.length === 0) return [];
  return [
    sql`(select distinct w.applicant_id from applicant_word w
      where w.api_client_id = ${auth.apiClientId}::bigint and w.execution_mode = any (${[...modes]}::text[])
        and w.word = any (${[...marks]}::text[]))`,
  ];
}

function executionSource({ apiClientId }: Auth, text: string, modes: readonly ExecutionMode[]) {
  const [, digits] = /^\s*#?(\d{1,15})\s*$/.exec(text) ?? [];
  if (digits === undefined) return [];
  return [
    sql`(select e.applicant_id from execution e
      where e.id = ${Number(digits)}::bigint and e.api_client_id = ${apiClientId}::bigint
        and e.execution_mode = any (${[...modes]}::text[]) and e.applicant_id is not null)`,
  ];
}
