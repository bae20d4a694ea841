import { fieldPath, labelFault, MAX_LABELS, pathFault, type FieldUnit } from '../core/field-labels.ts';
import { addLabel, currentLabels, removeLabel, type StoredLabel } from '../platform/database/field-labels.ts';
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
  const known = await ofAccount(trx, account);
  const before = known.find((each) => each.path === own);
  if (known.length >= MAX_LABELS && before === undefined) {
    throw new SetupError(`An account has at most ${MAX_LABELS} labels; remove one first (cascade fields remove).`);
  }
  const row = await addLabel(trx, account, { path: own, label: label.trim(), unit: unit ?? null });
  return {
    answer: { object: 'field_label', account_id: account, ...row },
    before: labelOf(before),
    after: labelOf(row),
  };
}

export async function listFields(db: Queryable, account: number) {
  const rows = await ofAccount(db, account);
  return {
    rows: rows.map((row) => ({ object: 'field_label', ...row })),
    columns: ['path', 'label', 'unit', 'created_at'],
  };
}

/** Throws a SetupError if the field has no label. */
export async function removeField(trx: Queryable, path: string, account: number) {
  const own = fieldPath(path);
  const before = (await ofAccount(trx, account)).find((each) => each.path === own);
  if (before === undefined) throw new SetupError(`${own} has no label in account ${account}.`);
  await removeLabel(trx, account, own);
  return { answer: { object: 'field_label', account_id: account, path: own, removed: true }, before: labelOf(before) };
}

async function ofAccount(db: Queryable, id: number) {
  const account = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${id}.`);
  return currentLabels(db, id);
}

/** As the audit log has it. */
function labelOf(row: StoredLabel | undefined) {
  return row === undefined ? null : { label: row.label, unit: row.unit };
}
