import { sql, type RawBuilder } from 'kysely';
import { SetupError } from '../platform/setup-error.ts';
import type { Queryable } from '../platform/database/index.ts';
import { NOUNS, type Filter, type Noun, type NounName } from './nouns.ts';
import type { Row } from './print.ts';

export interface ListFlags extends Partial<Record<Filter, number | string>> {
  readonly limit: number;
  readonly before?: number;
}

/** The newest first. */
export async function listRecords(
  db: Queryable,
  name: NounName,
  { limit, before, ...flags }: ListFlags,
): Promise<readonly Row[]> {
  const definition: Noun = NOUNS[name];
  const conditions = Object.entries(definition.filters).flatMap(([flag, column]) => {
    const wanted = flags[flag as Filter];
    return wanted === undefined ? [] : [sql`${sql.ref(column)} = ${wanted}`];
  });
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  return select(db, definition, conditions, limit);
}

export async function showRecord(db: Queryable, name: NounName, id: number): Promise<Row> {
  const definition: Noun = NOUNS[name];
  const [record] = await select(db, definition, [sql`id = ${id}`], 1);
  if (record === undefined) {
    throw new SetupError(`There is no ${definition.label} ${id}; "${name} list" shows those that there are.`);
  }
  return record;
}

async function select(
  db: Queryable,
  { table, object, columns, without, shortened = {} }: Noun,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Row[]> {
  const all = without === undefined ? conditions : [...conditions, sql`${sql.ref(without)} is null`];
  const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} ${where}
    order by id desc limit ${limit}`.execute(db);
  return rows.map((row) => {
    const short = Object.entries(shortened).map(([column, shorten]) => [column, shorten(String(row[column]))]);
    return { object, ...row, ...Object.fromEntries(short) };
  });
}
