import { sql, type RawBuilder } from 'kysely';
import { holderOf } from '../../../platform/identity/claims.ts';
import type { JsonSchema } from '../../../core/json.ts';

const MAX_VALUES = 50;

/**
 * Filters that compare for equality take several values, each by repeating the parameter: a record matches if it has one
 * of them. A comma separates nothing, because references and names may hold one.
 */
export function several<const S extends JsonSchema>({ description, ...item }: S) {
  const text = typeof description === 'string' ? description : 'Only records that have this value.';
  return {
    type: 'array' as const,
    items: item,
    maxItems: MAX_VALUES,
    description: `${text} Repeat the parameter to give several values.`,
  };
}

/** A single value is compared by `=`, which keeps the order of an index. */
export function isOneOf(column: string, values: readonly (string | number)[] | undefined): RawBuilder<boolean> {
  if (values === undefined) return sql<boolean>`true`;
  const [first, ...others] = values;
  return others.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${first}`
    : sql<boolean>`${sql.ref(column)} = any(${[...values]})`;
}

/** Reviewers by id; `me` for the calling user, `none` for unclaimed records. */
export const ASSIGNEES = several({
  type: 'string',
  pattern: '^(me|none|[1-9][0-9]{0,14})$',
  description: 'Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones.',
});

/** `alias` is that of the executions. The claim of a user who can no longer decide counts as none. */
export function isAssignedTo(alias: string, userId: number, asked: readonly string[] | undefined) {
  if (asked === undefined) return sql<boolean>`true`;
  const ids = asked.filter((assignee) => assignee !== 'none').map((id) => (id === 'me' ? userId : Number(id)));
  const holder = holderOf(alias);
  const conditions = [
    // Also compares the column itself, because it has the index.
    ...(ids.length > 0
      ? [sql<boolean>`(${isOneOf(`${alias}.assigned_to_user_id`, ids)} and ${holder} is not null)`]
      : []),
    ...(asked.includes('none') ? [sql<boolean>`${holder} is null`] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
