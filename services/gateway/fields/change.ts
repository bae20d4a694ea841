import { changedFields, effectiveChanges, faultsOfChange, type FieldChanges } from '../../../core/fields/change.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { lockDictionary, writeDictionary, type StoredDictionary } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Audit } from '../http/audit.ts';
import { namesTag } from '../http/etag.ts';
import type { Auth } from '../services.ts';

/** Who changes the dictionary, in which transaction, and what the audit log says of it. */
export interface Changing {
  readonly trx: Queryable;
  readonly auth: Auth;
  readonly audit: Audit;
}

export interface DictionaryChange {
  /** Made of the dictionary as it is under the lock. */
  readonly changes: (now: FieldSpecsJson) => FieldChanges;
  /** Where a fault stands in the request. */
  readonly detailOf: (fault: DictionaryFault) => ErrorDetail;
  readonly ifMatch: string;
  readonly note?: string | null;
}

/** Changes with every change of the dictionary. */
export function dictionaryEtag({ version }: Pick<StoredDictionary, 'version'>): string {
  return `"fields.${version}"`;
}

/**
 * Changes the dictionary under the lock of the account, and returns it as it is then. What changes nothing makes no version
 * and no act. Throws `precondition_failed`, and `validation_failed` for whatever would be wrong with it.
 */
export async function changeDictionary(
  { trx, auth, audit }: Changing,
  { changes: made, detailOf, ifMatch, note = null }: DictionaryChange,
): Promise<StoredDictionary> {
  const now = await lockDictionary(trx, auth.accountId);
  if (ifMatch !== '' && !namesTag(ifMatch, dictionaryEtag(now), { weak: false })) {
    throw new AppError('precondition_failed');
  }
  const changes = effectiveChanges(now.fields, made(now.fields));
  if (changes.size === 0) return now;
  const faults = faultsOfChange(now.fields, changes);
  if (faults.length > 0)
    throw new AppError('validation_failed', { details: faults.slice(0, MAX_FAULTS).map(detailOf) });
  const version = await writeDictionary(trx, auth.accountId, now, { changes, author: { userId: auth.userId, note } });
  await audit(trx, { id: version, detail: auditedChanges(now, changes) });
  return { version, fields: Object.fromEntries(changedFields(now.fields, changes)) };
}
const MAX_FAULTS = 100;

function auditedChanges({ fields }: StoredDictionary, changes: FieldChanges): JsonObject {
  const before = (path: string) => (Object.hasOwn(fields, path) ? (fields[path] ?? null) : null);
  const said = [...changes].map(([path, spec]) => [path, { old: before(path), new: spec }] as const);
  return { fields: Object.fromEntries(said) as unknown as JsonObject };
}
