import { sql, type Selectable } from 'kysely';
import { canonicalJson } from '../../../core/canonical-json.ts';
import type { Expected } from '../../../core/examples/example.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { asJson, type DB, type Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/*
 * The differences between the examples of a workflow and those that it had when a version last went live. A second
 * person has to see them, because an author could remove an example that fails. There is one row for each example that
 * was added, changed or removed since. Source: semantics 2.13.16.
 */

/** An example without its applicant, whose hash tells whether the applicant changed. */
export interface ExampleBefore {
  readonly name: string;
  readonly as_of: string;
  readonly expected: Expected;
  readonly applicant_sha256: string;
}

type ExampleRow = Selectable<DB['workflow_example']>;

const MEMBERS = ['name', 'as_of', 'expected', 'applicant_sha256'] as const;

const beforeOf = ({ name, as_of, expected, applicant_sha256 }: Pick<ExampleRow, (typeof MEMBERS)[number]>) =>
  ({ name, as_of, expected, applicant_sha256 }) satisfies ExampleBefore;

interface Change {
  readonly exampleId: number;
  /** Null: it was added. */
  readonly was: ExampleRow | null;
}

/**
 * Records changes of the examples of a workflow that the transaction has locked. Each record keeps the first state of
 * the example.
 */
export async function noteChanges(
  trx: Queryable,
  { accountId, userId }: Pick<Auth, 'accountId' | 'userId'>,
  workflowId: number,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('workflow_example_change')
    .values(
      changes.map(({ exampleId, was }) => ({
        ...{ account_id: accountId, workflow_id: workflowId, example_id: exampleId },
        was: was === null ? null : asJson(asJsonObject(beforeOf(was))),
        changed_by_user_ids: sql<number[]>`array[${userId}]::bigint[]`,
        changed_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workflow_id', 'example_id']).doUpdateSet({
        changed_by_user_ids: sql<number[]>`(select array_agg(distinct u order by u)
          from unnest(workflow_example_change.changed_by_user_ids || excluded.changed_by_user_ids) u)`,
        changed_at: sql<Date>`excluded.changed_at`,
      }),
    )
    .execute();
}

/** Deletes the changes of a workflow, because a version goes live with the examples as they are. */
export async function forgetChanges(
  trx: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  workflowId: number,
): Promise<void> {
  await trx
    .deleteFrom('workflow_example_change')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', accountId)
    .execute();
}

interface ReadChange {
  readonly example_id: number;
  readonly was: ExampleBefore | null;
  readonly changed_by_user_ids: readonly number[];
  readonly changed_at: Date;
}

/**
 * The examples that differ, the last changed first. Examples that were changed back, or added and removed, are left
 * out.
 */
export async function presentChanges(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  workflowId: number,
): Promise<JsonObject[]> {
  const { rows } = await sql<ReadChange>`
    select example_id, was, to_jsonb(changed_by_user_ids) as changed_by_user_ids, changed_at from workflow_example_change
    where workflow_id = ${workflowId} and account_id = ${accountId}
    order by changed_at desc, example_id desc`.execute(db);
  if (rows.length === 0) return [];
  const kept = await db
    .selectFrom('workflow_example')
    .select(['id', ...MEMBERS])
    .where('account_id', '=', accountId)
    .where('workflow_id', '=', workflowId)
    .where('id', '=', sql<number>`any(${rows.map(({ example_id }) => example_id)}::bigint[])`)
    .execute();
  const now = new Map(kept.map((row) => [row.id, beforeOf(row)]));
  return rows.map((row) => presentChange(row, now.get(row.example_id) ?? null)).filter((each) => each !== null);
}

function presentChange({ example_id, was, ...made }: ReadChange, now: ExampleBefore | null): JsonObject | null {
  if (was === null && now === null) return null;
  if (was !== null && now !== null && canonicalJson(asJsonObject(was)) === canonicalJson(asJsonObject(now)))
    return null;
  return {
    example_id,
    change: was === null ? 'added' : now === null ? 'removed' : 'changed',
    before: presentSide(was),
    after: presentSide(now),
    applicant_changed: was !== null && now !== null && was.applicant_sha256 !== now.applicant_sha256,
    changed_by_user_ids: [...made.changed_by_user_ids],
    changed_at: made.changed_at.toISOString(),
  };
}

const presentSide = (side: ExampleBefore | null): JsonObject | null =>
  side === null ? null : { name: side.name, as_of: side.as_of, expected: asJsonObject(side.expected) };
