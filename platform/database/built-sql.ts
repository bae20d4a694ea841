import { sql, type RawBuilder } from 'kysely';

/** No SQL that is written here has it. */
const PLACE = '?';

/** SQL that is written as text around expressions, for a query that is built: the text stands once for both. */
export function builtSql<T>(
  write: (...expressions: string[]) => string,
  ...expressions: readonly RawBuilder<unknown>[]
): RawBuilder<T> {
  const parts = write(...expressions.map(() => PLACE)).split(PLACE);
  const joined = parts.flatMap((part, index) => [sql.raw(part), ...expressions.slice(index, index + 1)]);
  return sql<T>`${sql.join(joined, sql``)}`;
}
