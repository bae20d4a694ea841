import { sql, type RawBuilder } from 'kysely';

/** A character that no SQL text here contains. */
const PLACE = '?';

/** SQL text with expressions in it, for a built query, so that the text is written once for both kinds of query. */
export function builtSql<T>(
  write: (...expressions: string[]) => string,
  ...expressions: readonly RawBuilder<unknown>[]
): RawBuilder<T> {
  const parts = write(...expressions.map(() => PLACE)).split(PLACE);
  const joined = parts.flatMap((part, index) => [sql.raw(part), ...expressions.slice(index, index + 1)]);
  return sql<T>`${sql.join(joined, sql``)}`;
}
