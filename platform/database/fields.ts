import { sql, type RawBuilder } from 'kysely';
import type { Dictionary } from '../../core/fields/dictionary.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
import { effectiveChanges, type FieldChanges } from '../../core/fields/change.ts';
import { EACH_ITEM, type FieldSpec, type FieldSpecs, type FieldSpecsJson } from '../../core/fields/spec.ts';
import { builtSql } from './built-sql.ts';
import { asJson, type Queryable } from './index.ts';

/*
 * The data dictionary of an account: its declarations of payload fields, in numbered versions. Rows are only added.
 * Source: semantics 20.7.
 *
 * Invariant: versions of one account are written one after the other, under a lock of the account. So a transaction
 * that sees one sees all earlier ones, and an execution keeps its dictionary by the largest number at its acceptance.
 * No clock, and no version that was committed later, can change its letter.
 */

/** A field's present declaration. */
export interface DeclaredField {
  readonly id: number;
  readonly path: string;
  readonly spec: FieldSpec;
  /** The version with this declaration. */
  readonly version: number;
  readonly created_at: Date;
}

export interface StoredDictionary {
  /** 0 if nothing was ever declared. */
  readonly version: number;
  readonly fields: FieldSpecsJson;
}

/** Fields that are declared now. */
export function selectFields(db: Queryable, accountId: number) {
  const declared = sql<DeclaredField>`(
    select l.id, l.path, l.spec, l.version, v.created_at from (
      select distinct on (path) id, path, version, spec from field where account_id = ${accountId} order by path, version desc
    ) l join dictionary_version v on v.account_id = ${accountId} and v.version = l.version
    where l.spec is not null
  )`;
  return db.selectFrom(declared.as('declared_field'));
}

export async function currentFields(db: Queryable, accountId: number): Promise<DeclaredField[]> {
  return selectFields(db, accountId).selectAll().orderBy('path').execute();
}

export async function findField(db: Queryable, accountId: number, path: string): Promise<DeclaredField | undefined> {
  return selectFields(db, accountId).selectAll().where('path', '=', path).executeTakeFirst();
}

/** The dictionary as it is now, in one statement. */
export async function readDictionary(db: Queryable, accountId: number): Promise<StoredDictionary> {
  const { rows } = await sql<{ version: number; fields: FieldSpecsJson | null }>`
    select coalesce(max(v.version), 0) as version, ${fieldsUpTo(sql`${accountId}`, sql`max(v.version)`)} as fields
    from dictionary_version v where v.account_id = ${accountId}`.execute(db);
  const { version = 0, fields = null } = rows[0] ?? {};
  return { version, fields: fields ?? {} };
}

export async function fieldsAsJson(db: Queryable, accountId: number): Promise<FieldSpecsJson> {
  return (await readDictionary(db, accountId)).fields;
}

/** The present dictionary, as letters read it. */
export async function dictionaryNow(db: Queryable, accountId: number): Promise<Dictionary> {
  return dictionaryIn(await fieldsAsJson(db, accountId)).dictionary;
}

interface DictionariesRead {
  /** The present declarations; null if there never were any. */
  readonly now: FieldSpecsJson | null;
  /** The declarations of a version; null for none. */
  of(version: number | null): FieldSpecsJson | null;
}

/** The dictionaries of these versions and the present one, in one statement. */
export async function readDictionaries(
  db: Queryable,
  accountId: number,
  versions: Iterable<number | null>,
): Promise<DictionariesRead> {
  const asked = [...new Set(versions)].filter((version) => version !== null);
  const account = sql`${accountId}::bigint`;
  const { rows } = await sql<{ version: number; fields: FieldSpecsJson | null }>`
    select w.version, ${fieldsUpTo(account, sql`w.version`)} as fields from (
      select unnest(${asked}::int[]) as version
      union select max(version) from dictionary_version where account_id = ${account}
    ) w where w.version is not null order by w.version`.execute(db);
  const found = new Map(rows.map(({ version, fields }) => [version, fields]));
  return {
    now: rows.at(-1)?.fields ?? null,
    of: (version) => (version === null ? null : (found.get(version) ?? null)),
  };
}

/** Held until the transaction ends: others who change the dictionary wait, and then see the result. */
export async function lockDictionary(trx: Queryable, accountId: number): Promise<StoredDictionary> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dictionary ${accountId}`}, 0))`.execute(trx);
  return readDictionary(trx, accountId);
}

export interface DictionaryAuthor {
  /** Null for an operator at the command line. */
  readonly userId: number | null;
  readonly note?: string | null;
}

/**
 * Writes the next version of a dictionary that `lockDictionary` has locked, and returns its number. Changes without
 * effect make no version.
 */
export async function writeDictionary(
  trx: Queryable,
  accountId: number,
  locked: StoredDictionary,
  { changes, author }: { readonly changes: FieldChanges; readonly author: DictionaryAuthor },
): Promise<number> {
  const effective = effectiveChanges(locked.fields, changes);
  if (effective.size === 0) return locked.version;
  const version = locked.version + 1;
  const { userId, note = null } = author;
  await trx
    .insertInto('dictionary_version')
    .values({ account_id: accountId, version, created_by_user_id: userId, note })
    .execute();
  await trx
    .insertInto('field')
    .values(
      [...effective].map(([path, spec]) => ({
        ...{ account_id: accountId, path, version },
        spec: spec === null ? null : asJson(spec),
      })),
    )
    .execute();
  return version;
}

/** The last declaration of each path with a kind or as a person, even if it is not declared now. */
export async function lastWithKinds(db: Queryable, accountId: number, paths: readonly string[]): Promise<FieldSpecs> {
  const { rows } = await sql<{ path: string; spec: FieldSpec }>`
    select distinct on (path) path, spec from field
    where account_id = ${accountId} and path = any (${[...paths]}::text[])
      and (spec ->> 'kind' is not null or spec ->> 'type' = 'person' or spec ->> 'of_person' = ${EACH_ITEM})
    order by path, version desc`.execute(db);
  return new Map(rows.map(({ path, spec }) => [path, spec]));
}

/** SQL: the newest version of an account's dictionary; null if nothing was ever declared. */
export function dictionaryVersion(account: string): string {
  return `(select max(v.version) from dictionary_version v where v.account_id = ${account})`;
}

/** `dictionaryVersion` for a built query. */
export function newestDictionary(accountId: number): RawBuilder<number | null> {
  return builtSql(dictionaryVersion, sql`${accountId}`);
}

/** SQL: what is declared in a version of an account's dictionary, as JSON by path; null if nothing is. */
export function fieldsIn(account: string, version: string): string {
  return `(
  select jsonb_object_agg(l.path, l.spec) from (
    select distinct on (path) path, spec from field
    where account_id = ${account} and version <= ${version}
    order by path, version desc
  ) l where l.spec is not null)`;
}

/** `fieldsIn` for a built query. */
export function fieldsUpTo(
  account: RawBuilder<unknown>,
  version: RawBuilder<unknown>,
): RawBuilder<FieldSpecsJson | null> {
  return builtSql(fieldsIn, account, version);
}

/** The declarations when an execution `e` was accepted. */
export const FIELDS_OF_EXECUTION = fieldsIn('e.account_id', 'e.dictionary_version');

/** `FIELDS_OF_EXECUTION` for a built query. */
export function fieldsOfExecution(): RawBuilder<FieldSpecsJson | null> {
  return sql.raw(FIELDS_OF_EXECUTION);
}
