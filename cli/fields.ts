import {
  fieldPath,
  labelFault,
  MAX_LABELS,
  pathFault,
  personFault,
  saysNothing,
  type FieldUnit,
} from '../core/field-labels.ts';
import { currentLabels, removeLabel, saidIn, setLabel, type StoredLabel } from '../platform/database/field-labels.ts';
import type { Queryable } from '../platform/database/index.ts';
import { SetupError } from '../platform/setup-error.ts';

/*
 * What an account says of the fields of its payloads.
 */

export interface FieldInput {
  readonly account: number;
  readonly label?: string;
  readonly unit?: FieldUnit;
  readonly ofPerson?: string;
  readonly isScore?: 'yes' | 'no';
  readonly isPersonal?: 'yes' | 'no';
}

function yesOrNo(flag: 'yes' | 'no' | undefined): boolean | null {
  return flag === undefined ? null : flag === 'yes';
}

/** Says what a field is; all that was said before is replaced. Throws a SetupError for what cannot be printed. */
export async function setField(trx: Queryable, path: string, { account, ...flags }: FieldInput) {
  const own = fieldPath(path);
  const said = {
    label: flags.label?.trim() ?? null,
    unit: flags.unit ?? null,
    of_person: flags.ofPerson === undefined ? null : fieldPath(flags.ofPerson),
    is_score: yesOrNo(flags.isScore),
    is_personal: yesOrNo(flags.isPersonal),
  };
  const faults = [
    [own, pathFault(own, said)],
    ['--label', said.label === null ? null : labelFault(said.label)],
    ['--of-person', said.of_person === null ? null : personFault(said.of_person)],
    [own, saysNothing(said) ? 'needs --label, --unit, --of-person, --is-score or --is-personal' : null],
  ] as const;
  for (const [what, fault] of faults) if (fault !== null) throw new SetupError(`${what}: ${fault}.`);
  await requireAccount(trx, account);
  const { before, after } = await setLabel(trx, account, { path: own, ...said });
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
    columns: ['path', 'label', 'unit', 'of_person', 'is_score', 'is_personal', 'created_at'],
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
  return row === undefined ? null : saidIn(row);
}
