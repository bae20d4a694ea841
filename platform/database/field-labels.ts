import { sql, type RawBuilder } from 'kysely';
import {
  MAX_LABELS,
  saysNothing,
  type FieldLabel,
  type FieldLabels,
  type LabelsJson,
} from '../../core/field-labels.ts';
import type { Queryable } from './index.ts';

/*
 * What accounts call the fields of their payloads. Source: semantics 10.23.18.
 *
 * Invariant: labels of one account are written one after the other, each under a lock of the account. So whoever sees one
 * sees all that have a smaller id, and an execution keeps its labels by the largest id that there was when it was
 * accepted: no clock, and no label that was committed later, can change what its letter says.
 */

/** What is said of a field now. */
export interface StoredLabel extends Required<FieldLabel> {
  readonly id: number;
  readonly path: string;
  readonly created_at: Date;
}

/** Columns, and that they say anything. */
const SAID = 'label, unit, of_person, is_score, is_personal';
const SAYS_ANYTHING = 'num_nonnulls(label, unit, of_person, is_score, is_personal) > 0';

/** The labels of an account that are set now. */
export function selectLabels(db: Queryable, accountId: number) {
  const set = sql<StoredLabel>`(
    select id, path, ${sql.raw(SAID)}, created_at from (
      select distinct on (path) id, path, ${sql.raw(SAID)}, created_at from field_label
      where account_id = ${accountId} order by path, id desc
    ) latest where ${sql.raw(SAYS_ANYTHING)}
  )`;
  return db.selectFrom(set.as('field_label_set'));
}

/** The same, by path. */
export async function currentLabels(db: Queryable, accountId: number): Promise<StoredLabel[]> {
  return selectLabels(db, accountId).selectAll().orderBy('path').execute();
}

export async function labelsNow(db: Queryable, accountId: number): Promise<FieldLabels> {
  return new Map(Object.entries(await labelsAsJson(db, accountId)));
}

export async function labelsAsJson(db: Queryable, accountId: number): Promise<LabelsJson> {
  return Object.fromEntries((await currentLabels(db, accountId)).map((row) => [row.path, saidIn(row)]));
}

/** Without its number and time. */
export function saidIn({ label, unit, of_person, is_score, is_personal }: StoredLabel): Required<FieldLabel> {
  return { label, unit, of_person, is_score, is_personal };
}

export async function findLabel(db: Queryable, accountId: number, path: string): Promise<StoredLabel | undefined> {
  return selectLabels(db, accountId).selectAll().where('path', '=', path).executeTakeFirst();
}

export interface LabelChange {
  readonly before: StoredLabel | undefined;
  /** Undefined if the account has as many labels as it may have. */
  readonly after: StoredLabel | undefined;
  /** False: it was called so already, and nothing was written. */
  readonly isNew: boolean;
}

/** Sets what a field is called; what was set before is replaced. */
export async function setLabel(
  trx: Queryable,
  accountId: number,
  { path, label, unit, of_person = null, is_score = null, is_personal = null }: FieldLabel & Pick<StoredLabel, 'path'>,
): Promise<LabelChange> {
  const said = { label, unit, of_person, is_score, is_personal };
  if (saysNothing(said)) throw new Error('to say nothing of a field is to remove what was said');
  await lockLabels(trx, accountId);
  const known = await currentLabels(trx, accountId);
  const before = known.find((each) => each.path === path);
  if (before !== undefined && isSaidAlready(before, said)) return { before, after: before, isNew: false };
  if (before === undefined && known.length >= MAX_LABELS) return { before, after: undefined, isNew: false };
  const row = await trx
    .insertInto('field_label')
    .values({ account_id: accountId, path, ...said })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  return { before, after: { ...row, path, ...said }, isNew: true };
}

function isSaidAlready(before: StoredLabel, said: Required<FieldLabel>): boolean {
  return (
    before.label === said.label &&
    before.unit === said.unit &&
    before.of_person === said.of_person &&
    before.is_score === said.is_score &&
    before.is_personal === said.is_personal
  );
}

/** What it was called; undefined if it had no label. */
export async function removeLabel(trx: Queryable, accountId: number, path: string): Promise<StoredLabel | undefined> {
  await lockLabels(trx, accountId);
  const before = await findLabel(trx, accountId, path);
  if (before !== undefined) {
    await trx.insertInto('field_label').values({ account_id: accountId, path, label: null, unit: null }).execute();
  }
  return before;
}

/** Until the transaction ends: others of the account wait, and then see what it wrote. */
async function lockLabels(trx: Queryable, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`field_label ${accountId}`}, 0))`.execute(trx);
}

/** SQL: the value of `execution.labels_up_to` for an execution that an account gets now. */
export function labelsUpTo(account: string): string {
  return `(select max(l.id) from field_label l where l.account_id = ${account})`;
}

/** The same for a query that is built. */
export function newestLabel(accountId: number): RawBuilder<number | null> {
  return sql`(select max(l.id) from field_label l where l.account_id = ${accountId})`;
}

/** The labels that there were when an execution `e` was accepted, as JSON by path; null if there were none. */
export const LABELS_OF_EXECUTION = `(
  select jsonb_object_agg(
    l.path,
    jsonb_build_object(
      'label', l.label, 'unit', l.unit, 'of_person', l.of_person, 'is_score', l.is_score, 'is_personal', l.is_personal
    )
  ) from (
    select distinct on (path) path, ${SAID} from field_label
    where account_id = e.account_id and id <= e.labels_up_to
    order by path, id desc
  ) l where ${SAYS_ANYTHING})`;

/** The same for a query that is built. */
export function labelsOfExecution(): RawBuilder<LabelsJson | null> {
  return sql.raw(LABELS_OF_EXECUTION);
}
