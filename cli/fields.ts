import {
  changedFields,
  effectiveChanges,
  faultsOfChange,
  normalSpec,
  type FieldChanges,
} from '../core/fields/change.ts';
import { fieldPath } from '../core/fields/path.ts';
import type { FieldBasis, FieldKind, FieldSpec, FieldType } from '../core/fields/spec.ts';
import type { JsonObject } from '../core/json.ts';
import { currentFields, lockDictionary, writeDictionary } from '../platform/database/fields.ts';
import type { Queryable } from '../platform/database/index.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { CliAct } from './action.ts';

/*
 * The data dictionary of an account.
 */

export interface FieldInput {
  readonly account: number;
  readonly type: FieldType;
  readonly label?: string;
  readonly unit?: string;
  readonly ofPerson?: string;
  readonly kind?: FieldKind;
  readonly basis?: FieldBasis;
  readonly above?: string;
  readonly below?: string;
  readonly is?: string;
  readonly missing?: string;
}

/** What a command answers, and leaves in the audit log. */
interface Changed {
  readonly answer: JsonObject;
  readonly act: CliAct;
}

/** Declares a field; all that was declared of it before is replaced. Throws a SetupError for what cannot be declared. */
export async function setField(trx: Queryable, path: string, { account, ...flags }: FieldInput): Promise<Changed> {
  const [own, spec] = [fieldPath(path), normalSpec(specOf(flags))];
  const { act } = await changeFields(trx, account, () => new Map([[own, spec]]));
  return { answer: { object: 'field', account_id: account, path: own, ...(spec as unknown as JsonObject) }, act };
}

function specOf({ type, ofPerson, above, below, is, missing, ...given }: Omit<FieldInput, 'account'>): FieldSpec {
  const reason = defined({ above, below, is, missing });
  return {
    type,
    ...defined({ ...given, of_person: ofPerson }),
    ...(Object.keys(reason).length === 0 ? {} : { reason }),
  };
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export async function listFields(db: Queryable, account: number) {
  await requireAccount(db, account);
  const rows = await currentFields(db, account);
  return {
    rows: rows.map(({ path, spec, version, created_at }) => ({ object: 'field', path, ...spec, version, created_at })),
    columns: ['path', 'type', 'label', 'unit', 'kind', 'of_person', 'version', 'created_at'],
  };
}

/** Throws a SetupError if the field is not declared. */
export async function removeField(trx: Queryable, path: string, account: number): Promise<Changed> {
  const own = fieldPath(path);
  const { act } = await changeFields(trx, account, (now) => {
    if (!now.has(own)) throw new SetupError(`${own} is not declared in account ${account}.`);
    return new Map([[own, null]]);
  });
  return { answer: { object: 'field', account_id: account, path: own, removed: true }, act };
}

async function changeFields(
  trx: Queryable,
  account: number,
  made: (now: ReadonlyMap<string, FieldSpec>) => FieldChanges,
): Promise<Changed> {
  await requireAccount(trx, account);
  const now = await lockDictionary(trx, account);
  const before = new Map(Object.entries(now.fields));
  const changes = effectiveChanges(now.fields, made(before));
  const faults = faultsOfChange(now.fields, changes);
  if (faults.length > 0) {
    throw new SetupError(faults.map(({ path, field, message }) => `${path}: ${field} ${message}.`).join('\n'));
  }
  const version = await writeDictionary(trx, account, now, { changes, author: { userId: null } });
  const said = [...changes].map(([path, spec]) => [path, { old: before.get(path) ?? null, new: spec }] as const);
  return {
    answer: {
      ...{ object: 'field_dictionary', account_id: account, version },
      fields: changedFields(now.fields, changes).size,
      changed: [...changes.keys()],
    },
    act: {
      action: 'fields.changed',
      accountId: account,
      subject: { type: 'field_dictionary', id: version },
      detail: { fields: Object.fromEntries(said) as unknown as JsonObject },
    },
  };
}

async function requireAccount(db: Queryable, id: number): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${id}.`);
}
