import { writeFile } from 'node:fs/promises';
import {
  changedFields,
  changesTo,
  consequencesOf,
  describeChanges,
  effectiveChanges,
  faultsOfChange,
  normalSpec,
  pathsOfKinds,
  STANDARD_SCOPE,
  type FieldChanges,
} from '../core/fields/change.ts';
import { answerFault, MAX_ANSWER_LENGTH, type QuestionKey } from '../core/fields/answers.ts';
import { fieldPath } from '../core/fields/path.ts';
import { readSchema, schemaOf } from '../core/fields/schema.ts';
import { specsIn, type FieldBasis, type FieldKind, type FieldSpec, type FieldType } from '../core/fields/spec.ts';
import { asJsonObject, type JsonObject } from '../core/json.ts';
import { unsaidLabels } from '../core/policies/field-nouns.ts';
import { activeCascades } from '../platform/database/active-cascades.ts';
import { writeAnswer } from '../platform/database/field-answers.ts';
import { readProposals } from '../platform/database/field-proposals.ts';
import {
  findPendingFieldRequest,
  insertFieldRequest,
  supersedeFieldRequest,
  type FieldRequestRow,
} from '../platform/database/field-requests.ts';
import {
  currentFields,
  lastWithKinds,
  lockDictionary,
  readDictionary,
  writeDictionary,
  type StoredDictionary,
} from '../platform/database/fields.ts';
import type { Queryable } from '../platform/database/index.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { CliAct } from './action.ts';
import { readJsonFile } from './json-file.ts';

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

/** The output of a command, and its record in the audit log. */
interface Changed {
  readonly answer: JsonObject;
  readonly acts: readonly CliAct[];
}

/*
 * Where the account asks for four eyes, each change that needs them is asked for in place of being made, and answers with the
 * request.
 */

/** Declares a field; all that was declared of it before is replaced. Throws a SetupError for what cannot be declared. */
export async function setField(trx: Queryable, path: string, { account, ...flags }: FieldInput): Promise<Changed> {
  const [own, spec] = [fieldPath(path), normalSpec(specOf(flags))];
  const changed = await changeFields(trx, account, () => new Map([[own, spec]]));
  if (isRequest(changed)) return changed;
  return { ...changed, answer: { object: 'field', account_id: account, path: own, ...asJsonObject(spec) } };
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
  const changed = await changeFields(trx, account, (now) => {
    if (!now.has(own)) throw new SetupError(`${own} is not declared in account ${account}.`);
    return new Map([[own, null]]);
  });
  if (isRequest(changed)) return changed;
  return { ...changed, answer: { object: 'field', account_id: account, path: own, removed: true } };
}

export interface ImportInput {
  readonly account: number;
  readonly note?: string | null;
}
/** As the API has it. */
const MOST_OF_NOTE = 2_000;

/**
 * Makes the dictionary of a file, a JSON Schema, that of the account. Throws a SetupError that names the place of each fault.
 */
export async function importFields(
  trx: Queryable,
  file: string,
  { account, note = null }: ImportInput,
): Promise<Changed> {
  if (note !== null && Array.from(note).length > MOST_OF_NOTE)
    throw new SetupError(`--note: must have at most ${MOST_OF_NOTE} characters.`);
  const { specs, faults } = readSchema(await readJsonFile(file), STANDARD_SCOPE);
  if (faults.length > 0) {
    throw new SetupError(faults.map(({ pointer, message }) => `${file}: ${pointer || '/'} ${message}.`).join('\n'));
  }
  const wanted = new Map([...specs].map(([path, spec]) => [path, normalSpec(spec)]));
  return changeFields(trx, account, (now) => changesTo(Object.fromEntries(now), wanted), note);
}

/** Writes the dictionary of the account as `importFields` reads it. */
export async function exportFields(db: Queryable, file: string, account: number): Promise<JsonObject> {
  await requireAccount(db, account);
  const { version, fields } = await readDictionary(db, account);
  await writeFile(file, `${JSON.stringify(schemaOf(specsIn(fields)), null, 2)}\n`).catch((error: unknown) => {
    throw new SetupError(`${file} cannot be written: ${messageOf(error)}`);
  });
  return { object: 'field_dictionary', account_id: account, version, fields: Object.keys(fields).length, file };
}

/** Fields that cascades read or that arrived, and that nobody declared. */
export async function proposeFields(db: Queryable, account: number) {
  await requireAccount(db, account);
  const { proposals } = await readProposals(db, { accountId: account });
  return {
    rows: proposals.map((proposal) => ({ object: 'field_proposal', ...proposal })),
    columns: ['path', 'label', 'is_read', 'types'],
  };
}

export interface AnswerInput {
  readonly account: number;
  readonly question: QuestionKey['code'];
  readonly reason?: string;
  readonly withdraw?: boolean;
}

/** Answers a question about a field, or withdraws the answer. Throws a SetupError for what nobody asks. */
export async function answerQuestion(
  trx: Queryable,
  field: string,
  { account, question: code, reason: given, withdraw = false }: AnswerInput,
): Promise<{ readonly answer: JsonObject; readonly act: CliAct | null }> {
  await requireAccount(trx, account);
  if ((given === undefined) !== withdraw) throw new SetupError('Give --reason, or --withdraw.');
  const reason = given?.trim() ?? null;
  if (reason !== null && Array.from(reason).length > MAX_ANSWER_LENGTH)
    throw new SetupError(`--reason: must have at most ${MAX_ANSWER_LENGTH} characters.`);
  const path = fieldPath(field);
  const fault = answerFault(path, code);
  if (fault !== null) throw new SetupError(`${fault.field === 'code' ? '--question' : path}: ${fault.message}.`);
  const { isNew } = await writeAnswer(trx, account, { path, code, reason, userId: null });
  return {
    answer: { object: 'field_answer', account_id: account, path, code, reason },
    act: isNew
      ? {
          action: 'field.answered',
          accountId: account,
          subject: { type: 'field_answer', id: path },
          detail: { code, answered: reason !== null },
        }
      : null,
  };
}

function isRequest({ answer }: Changed): boolean {
  return answer.object === FIELD_REQUEST;
}
const FIELD_REQUEST = 'field_request';

async function changeFields(
  trx: Queryable,
  account: number,
  made: (now: ReadonlyMap<string, FieldSpec>) => FieldChanges,
  note: string | null = null,
): Promise<Changed> {
  const { four_eyes: fourEyes } = await requireAccount(trx, account);
  const now = await lockDictionary(trx, account);
  const changes = effectiveChanges(now.fields, made(specsIn(now.fields)));
  const faults = faultsOfChange(now.fields, changes);
  if (faults.length > 0) {
    throw new SetupError(faults.map(({ path, field, message }) => `${path}: ${field} ${message}.`).join('\n'));
  }
  const cascades = await activeCascades(trx, account);
  const earlier = await lastWithKinds(trx, account, pathsOfKinds(changes));
  const { inUse, rewritten, shown } = consequencesOf(now.fields, changes, { cascades, earlier });
  if (inUse.size > 0) {
    const read = [...inUse].map(([path, by]) => `${path} is read by ${by.map(({ id }) => `cascade ${id}`).join(', ')}`);
    throw new SetupError(`What an active cascade reads stays declared: ${read.join('; ')}.`);
  }
  const judged = { now, changes, note };
  const needsApproval = fourEyes && (rewritten.length > 0 || shown.length > 0);
  return needsApproval ? askForFields(trx, account, judged) : writeFields(trx, account, judged);
}

interface Judged {
  readonly now: StoredDictionary;
  readonly changes: FieldChanges;
  /** Why; kept with the request or the version. */
  readonly note: string | null;
}

async function askForFields(trx: Queryable, account: number, { now, changes, note }: Judged): Promise<Changed> {
  const pending = await findPendingFieldRequest(trx, account);
  if (pending !== undefined) {
    throw new SetupError(`Request ${pending.id} to change the dictionary is pending. A user decides it first.`);
  }
  const asked = { version: now.version, changes, note, userId: null };
  const { id, version, status } = await insertFieldRequest(trx, account, asked);
  return {
    answer: {
      ...{ object: FIELD_REQUEST, account_id: account, id, version, status, fields: [...changes.keys()] },
      approve: `The account asks for four eyes: POST /field_requests/${id}/approve`,
    },
    acts: [{ ...actOn(account, version), action: 'activation.requested', detail: { request_id: id } }],
  };
}

async function writeFields(trx: Queryable, account: number, { now, changes, note }: Judged): Promise<Changed> {
  const superseded = changes.size === 0 ? undefined : await supersedeFieldRequest(trx, account);
  const version = await writeDictionary(trx, account, now, { changes, author: { userId: null, note } });
  const after = changedFields(now.fields, changes);
  const unsaid = unsaidLabels(after).filter(({ path }) => changes.has(path));
  return {
    answer: {
      ...{ object: 'field_dictionary', account_id: account, version },
      fields: after.size,
      changed: [...changes.keys()],
      ...(unsaid.length === 0 ? {} : { unsaid_labels: unsaid.map((each) => ({ ...each })) }),
    },
    acts: [
      ...(superseded === undefined ? [] : [endOf(account, superseded)]),
      {
        ...actOn(account, version),
        action: 'fields.changed',
        detail: { fields: describeChanges(now.fields, changes) },
      },
    ],
  };
}

function endOf(account: number, { id, version }: FieldRequestRow): CliAct {
  return { ...actOn(account, version), action: 'activation.superseded', detail: { request_id: id } };
}

const actOn = (accountId: number, version: number) => ({
  accountId,
  subject: { type: 'field_dictionary', id: version },
});

export async function requireAccount(db: Queryable, id: number): Promise<{ readonly four_eyes: boolean }> {
  const account = await db.selectFrom('account').select('four_eyes').where('id', '=', id).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${id}.`);
  return account;
}
