import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  findPendingFieldRequest,
  insertFieldRequest,
  selectFieldRequests,
  type FieldRequestRow,
} from '../../../platform/database/field-requests.ts';
import { lockDictionary, readDictionaries, type StoredDictionary } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { refusedApproval, type Approver } from '../activations/records.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';
import { consequences, presentConsequences, type JudgedChange } from './change.ts';

export function presentRequest(row: FieldRequestRow): JsonObject {
  return {
    id: row.id,
    object: 'field_request',
    version: row.version,
    fields: Object.keys(row.changes).toSorted(),
    status: row.status,
    note: row.note,
    requested_by_user_id: row.requested_by_user_id,
    decided_by_user_id: row.decided_by_user_id,
    decision_note: row.decision_note,
    decided_at: timeText(row.decided_at),
    activated_version: row.activated_version,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * The request with its changes to the version from which it was made, and the letters and cascades that they change.
 */
export async function presentRequestDetail(db: Queryable, row: FieldRequestRow): Promise<JsonObject> {
  const auth = { accountId: row.account_id };
  const dictionaries = await readDictionaries(db, row.account_id, [row.version]);
  const then = { version: row.version, fields: dictionaries.of(row.version) ?? {} };
  const asked = changesOf(row, then);
  return { ...presentRequest(row), ...presentConsequences(asked, await consequences(db, auth, asked)) };
}

export function changesOf(row: FieldRequestRow, now: StoredDictionary): JudgedChange {
  return { now, changes: new Map(Object.entries(row.changes)) };
}

/** The request of the account, or `not_found`. */
export async function readRequest(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  requestId: number,
): Promise<FieldRequestRow> {
  const row = await selectFieldRequests(db, accountId).selectAll().where('id', '=', requestId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * Reads the request under the lock of the dictionary, so that nobody else decides it or changes the dictionary
 * meanwhile.
 */
export async function lockRequest(trx: Queryable, auth: Auth, requestId: number) {
  const now = await lockDictionary(trx, auth.accountId);
  return { now, row: await readRequest(trx, auth, requestId) };
}

/** Throws `activation_already_requested`, which names the request. */
export async function askForFields(
  trx: Queryable,
  { accountId, userId }: Auth,
  { now, changes }: JudgedChange,
  note: string | null,
): Promise<FieldRequestRow> {
  const pending = await findPendingFieldRequest(trx, accountId);
  if (pending !== undefined) {
    throw new AppError('activation_already_requested', {
      message: `Request ${pending.id} to change the dictionary is pending. Withdraw or decide it first.`,
    });
  }
  return insertFieldRequest(trx, accountId, { version: now.version, changes, note, userId });
}

/** The dictionary that the request would change. Throws `activation_not_pending` if it has changed since. */
export function requireSameVersion({ id, version }: FieldRequestRow, now: StoredDictionary): void {
  if (version === now.version) return;
  const message = `The dictionary is no longer at version ${version}, of which request ${id} was made. Ask again.`;
  throw new AppError('activation_not_pending', { message });
}

/** Throws `activation_not_pending`. */
export function requirePending(row: FieldRequestRow): void {
  if (row.status === 'pending') return;
  throw new AppError('activation_not_pending', { message: `Request ${row.id} is ${row.status}.` });
}

/**
 * Approves it as the user of the token or session. PostgreSQL looks that user up itself, refuses the user who made the
 * request, and records the act. Throws as the approval of a cascade does.
 */
export async function approveInDatabase(
  trx: Queryable,
  row: FieldRequestRow,
  { actor, proof }: Approver,
  note: string | null,
): Promise<FieldRequestRow> {
  requirePending(row);
  const { rows } = await sql<{ result: string }>`
    select dictionary_approve(${row.id}, ${actor.kind}, ${actor.id}, ${proof}, ${note}, ${actor.address},
      ${actor.requestId}) as result`.execute(trx);
  const result = rows[0]?.result ?? '';
  const refused = refusedApproval(result, row.requested_by_user_id === null ? [] : [row.requested_by_user_id]);
  if (refused !== null) throw refused;
  if (result !== 'approved') throw new Error(`request ${row.id} was changed under the lock of its dictionary`);
  return trx.selectFrom('dictionary_request').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
}
