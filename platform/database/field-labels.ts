import { sql, type RawBuilder } from 'kysely';
import type { FieldUnit, LabelsJson } from '../../core/field-labels.ts';
import type { Queryable } from './index.ts';

/*
 * What accounts call the fields of their payloads. Source: semantics 10.
 */

/** A label as it is set now. */
export interface StoredLabel {
  readonly path: string;
  readonly label: string;
  readonly unit: FieldUnit | null;
  readonly created_at: Date;
}

/** The labels of an account, by path. */
export async function currentLabels(db: Queryable, accountId: number): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select path, label, unit, created_at from (
      select distinct on (path) path, label, unit, created_at from field_label
      where account_id = ${accountId} order by path, id desc
    ) latest where label is not null order by path`.execute(db);
  return rows;
}

/** Replaces what was set before. */
export async function addLabel(
  trx: Queryable,
  accountId: number,
  { path, label, unit }: Pick<StoredLabel, 'path' | 'label' | 'unit'>,
): Promise<StoredLabel> {
  const row = await trx
    .insertInto('field_label')
    .values({ account_id: accountId, path, label, unit })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return { path, label, unit, created_at: row.created_at };
}

export async function removeLabel(trx: Queryable, accountId: number, path: string): Promise<void> {
  await trx.insertInto('field_label').values({ account_id: accountId, path, label: null, unit: null }).execute();
}

/** The labels that there were when an execution `e` was accepted, as JSON by path; null if there were none. */
export const LABELS_OF_EXECUTION = `(
  select jsonb_object_agg(l.path, jsonb_build_object('label', l.label, 'unit', l.unit)) from (
    select distinct on (path) path, label, unit from field_label
    where account_id = e.account_id and created_at <= e.created_at
    order by path, id desc
  ) l where l.label is not null)`;

/** The same for a query that is built. */
export function labelsOfExecution(): RawBuilder<LabelsJson | null> {
  return sql.raw(LABELS_OF_EXECUTION);
}
