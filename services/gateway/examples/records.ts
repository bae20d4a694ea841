import type { Selectable } from 'kysely';
import type { Example } from '../../../core/examples/example.ts';
import { asJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { AppError } from '../../../core/errors.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { asJson, type DB, type Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { forgetChanges, noteChanges } from './changes.ts';

/** Examples belong to their workflow, and so to the account: every client of it sees them. */
export type ExampleRow = Selectable<DB['workflow_example']>;

/** Limits the examples of a workflow, because all are tried at each save. */
const MOST_KEPT = 200;
/** Limits an example, as JSON. */
const MOST_CHARACTERS = 65_536;

export function presentExample(row: ExampleRow): JsonObject {
  return {
    object: 'workflow_example',
    id: row.id,
    workflow_id: row.workflow_id,
    name: row.name,
    payload: row.payload,
    reports: { ...row.reports },
    decisions: { ...row.decisions },
    as_of: row.as_of,
    expected: asJsonObject(row.expected),
    expected_by_user_id: row.expected_by_user_id,
    expected_at: row.expected_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function selectExamples(db: Queryable, auth: Pick<Auth, 'accountId'>, workflowId: number) {
  return db
    .selectFrom('workflow_example')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', auth.accountId);
}

/** The examples of a workflow, the oldest first. */
export function readExamples(db: Queryable, auth: Pick<Auth, 'accountId'>, workflowId: number): Promise<ExampleRow[]> {
  return selectExamples(db, auth, workflowId).selectAll().orderBy('id').execute();
}

export interface ExampleOf {
  readonly workflowId: number;
  readonly exampleId: number;
}

/** The example of the workflow, or `not_found`. */
export async function readExample(
  db: Queryable,
  auth: Auth,
  { workflowId, exampleId }: ExampleOf,
): Promise<ExampleRow> {
  const row = await selectExamples(db, auth, workflowId).selectAll().where('id', '=', exampleId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export type KeptExample = Example & { readonly as_of: string };

const columnsOf = ({ name, payload, reports, decisions, as_of, expected }: KeptExample) => ({
  ...{ name, as_of },
  payload: asJson(payload),
  reports: asJson(reports),
  decisions: asJson(decisions),
  expected: asJson(expected),
  applicant_sha256: sha256Hex(canonicalJson(asJsonObject({ payload, reports, decisions }))),
});

/**
 * Stores examples of a workflow that the transaction has locked. Throws `validation_failed` if there would be too many,
 * if one is too large, or if a name is taken.
 */
export async function insertExamples(
  trx: Queryable,
  auth: Auth,
  workflowId: number,
  examples: readonly KeptExample[],
): Promise<ExampleRow[]> {
  if (examples.length === 0) return [];
  const kept = await selectExamples(trx, auth, workflowId).select('name').execute();
  if (kept.length + examples.length > MOST_KEPT)
    throw refused('name', `would be one of more than ${MOST_KEPT} examples of the cascade; delete some first`);
  const names = new Set(kept.map(({ name }) => name));
  for (const example of examples) {
    requireSmall(example);
    if (names.has(example.name))
      throw refused('name', `is the name of another example: ${JSON.stringify(example.name)}`);
    names.add(example.name);
  }
  const of = { account_id: auth.accountId, workflow_id: workflowId, expected_by_user_id: auth.userId };
  const rows = examples.map((example) => ({ ...of, ...columnsOf(example) }));
  const inserted = await trx.insertInto('workflow_example').values(rows).returningAll().execute();
  const added = inserted.map(({ id }) => ({ exampleId: id, was: null }));
  await noteChanges(trx, auth, workflowId, added);
  return inserted;
}

/** Changes an example of a workflow that the transaction has locked. */
export async function updateExample(
  trx: Queryable,
  auth: Auth,
  row: ExampleRow,
  example: KeptExample,
): Promise<ExampleRow> {
  requireSmall(example);
  if (example.name !== row.name) {
    const same = selectExamples(trx, auth, row.workflow_id).select('id').where('name', '=', example.name);
    if ((await same.executeTakeFirst()) !== undefined) throw refused('name', 'is the name of another example');
  }
  const now = new Date(Math.max(Date.now(), row.updated_at.getTime() + 1));
  const isOther = JSON.stringify(example.expected) !== JSON.stringify(row.expected);
  await noteChanges(trx, auth, row.workflow_id, [{ exampleId: row.id, was: row }]);
  return trx
    .updateTable('workflow_example')
    .set({
      ...columnsOf(example),
      ...(isOther ? { expected_by_user_id: auth.userId, expected_at: now } : {}),
      updated_at: now,
    })
    .where('id', '=', row.id)
    .where('account_id', '=', auth.accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteExample(trx: Queryable, auth: Auth, row: ExampleRow): Promise<void> {
  const { id } = row;
  await noteChanges(trx, auth, row.workflow_id, [{ exampleId: id, was: row }]);
  await trx.deleteFrom('workflow_example').where('id', '=', id).where('account_id', '=', auth.accountId).execute();
}

/** Deletes the examples of a deleted workflow, because nobody could reach them any more. */
export async function deleteExamples(trx: Queryable, auth: Auth, workflowId: number): Promise<void> {
  await trx
    .deleteFrom('workflow_example')
    .where('workflow_id', '=', workflowId)
    .where('account_id', '=', auth.accountId)
    .execute();
  await forgetChanges(trx, auth, workflowId);
}

function requireSmall(example: Example): void {
  if (JSON.stringify(example).length > MOST_CHARACTERS)
    throw refused('payload', `must be at most ${MOST_CHARACTERS} characters with \`reports\` and all else, as JSON`);
}

function refused(field: string, message: string): AppError {
  return new AppError('validation_failed', { details: [{ field, message }] });
}

/** Changes with each example of the workflow. */
export function markOf(rows: readonly Pick<ExampleRow, 'id' | 'updated_at'>[]): Json {
  return rows.map(({ id, updated_at: at }) => [id, at.getTime()]);
}

/** The present mark of a workflow's examples. */
export async function readMark(db: Queryable, auth: Pick<Auth, 'accountId'>, workflowId: number): Promise<string> {
  const rows = await selectExamples(db, auth, workflowId).select(['id', 'updated_at']).orderBy('id').execute();
  return sha256Hex(canonicalJson(markOf(rows))).slice(0, 32);
}
