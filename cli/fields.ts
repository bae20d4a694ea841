import { fieldPath, labelFault, MAX_LABELS, pathFault, type FieldUnit } from '../core/field-labels.ts';
import { currentLabels, removeLabel, setLabel, type StoredLabel } from '../platform/database/field-labels.ts';
import type { Queryable } from '../platform/database/index.ts';
import { SetupError } from '../platform/setup-error.ts';

/*
 * What an account calls the fields of its payloads.
 */

export interface FieldInput {
  readonly account: number;
  readonly label: string;
  readonly unit?: FieldUnit;
}

/** Sets what a field is called; what was set before is replaced. Throws a SetupError for what cannot be printed. */
export async function setField(trx: Queryable, path: string, { account, label, unit }: FieldInput) {
  const own = fieldPath(path);
  const [ofPath, ofLabel] = [pathFault(own), labelFault(label)];
  if (ofPath !== null) throw new SetupError(`${own}: ${ofPath}.`);
  if (ofLabel !== null) throw new SetupError(`--label: ${ofLabel}.`);
  await requireAccount(trx, account);
  const { before, after } = await setLabel(trx, account, { path: own, label: label.trim(), unit: unit ?? null });
  if (after === undefined) {
    throw new SetupError(`An account has at most ${MAX_LABELS} labels; remove one first (cascade fields remove).`);
  }
  return {
    answer: { object: 'field_label', account_id: account, ...after },
    before: labelOf(before),
    after: labelOf(after),
  };
}

export async function listFields(db: Queryable, account: number) {
  await requireAccount(db, account);
  const rows = await currentLabels(db, account);
  return {
    rows: rows.map((row) => ({ object: 'field_label', ...row })),
    columns: ['path', 'label', 'unit', 'created_at'],
  };
}

/** Throws a SetupError if the field has no label. */
export async function removeField(trx: Queryable, path: string, account: number) {
  const own = fieldPath(path);
  await requireAccount(trx, account);
  const before = await removeLabel(trx, account, own);
  if (before === undefined) throw new SetupError(`${own} has no label in account ${account}.`);
  return { answer: { object: 'field_label', account_id: account, path: own, removed: true }, before: labelOf(before) };
}

async function requireAccount(db: Queryable, id: number): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${id}.`);
}

/** As the audit log has it. */
function labelOf(row: StoredLabel | undefined) {
  return row === undefined ? null : { label: row.label, unit: row.unit };
}
