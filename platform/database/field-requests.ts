import { sql, type Selectable } from 'kysely';
import type { FieldChanges } from '../../core/fields/change.ts';
import type { ActivationStatus } from '../../core/states.ts';
import { asJson, type DB, type Queryable } from './index.ts';

/*
 * Requests to change the dictionary of an account. Each row is written under the lock of the dictionary. So if two
 * people decide or change at once, the second sees the result of the first. Source: semantics 20.12.
 */

export type FieldRequestRow = Selectable<DB['dictionary_request']>;

export function selectFieldRequests(db: Queryable, accountId: number) {
  return db.selectFrom('dictionary_request').where('account_id', '=', accountId);
}

export async function findPendingFieldRequest(db: Queryable, accountId: number): Promise<FieldRequestRow | undefined> {
  return selectFieldRequests(db, accountId).selectAll().where('status', '=', 'pending').executeTakeFirst();
}

export interface AskedFields {
  /** The version to which the changes apply. */
  readonly version: number;
  readonly changes: FieldChanges;
  readonly note: string | null;
  /** Null for an operator at the command line. */
  readonly userId: number | null;
}

/** An account has at most one pending request: check for it first. */
export async function insertFieldRequest(
  trx: Queryable,
  accountId: number,
  { version, changes, note, userId }: AskedFields,
): Promise<FieldRequestRow> {
  return trx
    .insertInto('dictionary_request')
    .values({
      ...{ account_id: accountId, version, note, status: 'pending', requested_by_user_id: userId },
      changes: asJson(Object.fromEntries(changes)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface SettledFields {
  readonly status: Exclude<ActivationStatus, 'pending' | 'approved'>;
  readonly by: number | null;
  readonly note: string | null;
}

/** Ends a pending request without an approval. */
export async function settleFieldRequest(
  trx: Queryable,
  { id }: FieldRequestRow,
  { status, by, note }: SettledFields,
): Promise<FieldRequestRow> {
  return trx
    .updateTable('dictionary_request')
    .set({ status, decided_by_user_id: by, decision_note: note, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a pending request after its dictionary has changed. Undefined if none was pending. */
export async function supersedeFieldRequest(trx: Queryable, accountId: number): Promise<FieldRequestRow | undefined> {
  const pending = await findPendingFieldRequest(trx, accountId);
  if (pending === undefined) return undefined;
  return settleFieldRequest(trx, pending, { status: 'superseded', by: null, note: null });
}
