import { sql, type RawBuilder } from 'kysely';
import { MAX_LABELS, type FieldUnit, type LabelsJson } from '../../core/field-labels.ts';
import type { Queryable } from './index.ts';

/*
 * What accounts call the fields of their payloads. Source: semantics 10.
 *
 * Invariant: labels of one account are written one after the other, each under a lock of the account. So whoever sees one
 * sees all that have a smaller id, and an execution keeps its labels by the largest id that there was when it was
 * accepted: no clock, and no label that was committed later, can change what its letter says.
 */

/** A label as it is set now. */
export interface StoredLabel {
  readonly id: number;
  readonly path: string;
  readonly label: string;
  readonly unit: FieldUnit | null;
  readonly created_at: Date;
}

/** The labels of an account that are set now. */
export function selectLabels(db: Queryable, accountId: number) {
  const set = sql<StoredLabel>`(
    select id, path, label, unit, created_at from (
      select distinct on (path) id, path, label, unit, created_at from field_label
      where account_id = ${accountId} order by path, id desc
    ) latest where label is not null
  )`;
  return db.selectFrom(set.as('field_label_set'));
}

/** The same, by path. */
export async function currentLabels(db: Queryable, accountId: number): Promise<StoredLabel[]> {
  return selectLabels(db, accountId).selectAll().orderBy('path').execute();
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
  { path, label, unit }: Pick<StoredLabel, 'path' | 'label' | 'unit'>,
): Promise<LabelChange> {
  await lockLabels(trx, accountId);
  const known = await currentLabels(trx, accountId);
  const before = known.find((each) => each.path === path);
  if (before?.label === label && before.unit === unit) return { before, after: before, isNew: false };
  if (before === undefined && known.length >= MAX_LABELS) return { before, after: undefined, isNew: false };
  const row = await trx
    .insertInto('field_label')
    .values({ account_id: accountId, path, label, unit })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  return { before, after: { ...row, path, label, unit }, isNew: true };
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
  select jsonb_object_agg(l.path, jsonb_build_object('label', l.label, 'unit', l.unit)) from (
    select distinct on (path) path, label, unit from field_label
    where account_id = e.account_id and id <= e.labels_up_to
    order by path, id desc
  ) l where l.label is not null)`;

/** The same for a query that is built. */
export function labelsOfExecution(): RawBuilder<LabelsJson | null> {
  return sql.raw(LABELS_OF_EXECUTION);
}
