import {
  changedFields,
  consequencesOf,
  describeChanges,
  effectiveChanges,
  faultsOfChange,
  type Consequences,
  type FieldChanges,
  type ReadingCascade,
} from '../../../core/fields/change.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { activeCascades } from '../../../platform/database/active-cascades.ts';
import {
  lastKinds,
  lockDictionary,
  readDictionary,
  writeDictionary,
  type StoredDictionary,
} from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Audit } from '../http/audit.ts';
import { namesTag } from '../http/etag.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';
import { asksForFourEyes } from '../workflows/change.ts';

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
  await requireAllowed({ trx, auth, audit }, now, changes);
  const version = await writeDictionary(trx, auth.accountId, now, { changes, author: { userId: auth.userId, note } });
  await audit(trx, { id: version, detail: { fields: describeChanges(now.fields, changes) } });
  return { version, fields: Object.fromEntries(changedFields(now.fields, changes)) };
}
const MAX_FAULTS = 100;

/** What a change would change, and what would keep it from being saved. Throws `validation_failed` as the change does. */
export async function previewChange(
  db: Queryable,
  auth: Auth,
  { changes: made, detailOf }: Pick<DictionaryChange, 'changes' | 'detailOf'>,
): Promise<JsonObject> {
  const now = await readDictionary(db, auth.accountId);
  const changes = effectiveChanges(now.fields, made(now.fields));
  const faults = faultsOfChange(now.fields, changes);
  if (faults.length > 0)
    throw new AppError('validation_failed', { details: faults.slice(0, MAX_FAULTS).map(detailOf) });
  const { inUse, shown, rewritten } = await consequences(db, auth, now, changes);
  return {
    object: 'field_changes',
    version: now.version,
    changes: describeChanges(now.fields, changes),
    in_use: [...inUse].map(([path, readers]) => ({ path, cascades: readers.map(reference) })),
    rewritten: rewritten.map(reference),
    shown: [...shown],
    needs_pii_read: shown.length > 0 && !auth.scopes.has('pii:read'),
    needs_approval: rewritten.length > 0 && (await asksForFourEyes(db, auth)),
  };
}

const reference = ({ id, name }: ReadingCascade): JsonObject => ({ id, name });

async function consequences(
  db: Queryable,
  { accountId }: Auth,
  now: StoredDictionary,
  changes: FieldChanges,
): Promise<Consequences> {
  const cascades = await activeCascades(db, accountId);
  const kinds = await lastKinds(db, accountId, [...changes.keys()]);
  return consequencesOf(now.fields, changes, { cascades, lastKinds: kinds });
}

/** Throws `field_in_use`, `insufficient_scope` and `activation_needs_approval`. */
async function requireAllowed({ trx, auth }: Changing, now: StoredDictionary, changes: FieldChanges): Promise<void> {
  const { inUse, shown, rewritten } = await consequences(trx, auth, now, changes);
  if (inUse.size > 0) {
    const details = [...inUse].map(([path, readers]) => ({ field: path, message: `is read by ${named(readers)}` }));
    throw new AppError('field_in_use', { details: details.slice(0, MAX_FAULTS) });
  }
  // What is hidden today is shown to reviewers tomorrow: that is for callers who see it.
  if (shown.length > 0) requireEach(auth, 'pii:read');
  if (rewritten.length > 0 && (await asksForFourEyes(trx, auth))) {
    throw new AppError('activation_needs_approval', { details: rewritten.slice(0, MAX_FAULTS).map(approvalOf) });
  }
}

/** A draft goes live again by a request, which another person approves with the dictionary as it is then. */
function approvalOf({ id, name }: ReadingCascade): ErrorDetail {
  const path = `/workflows/${id}`;
  return {
    field: 'fields',
    message:
      `would change what the letters of the active cascade ${id} (${name}) say: make it a draft first ` +
      `(PATCH ${path}), and ask that it goes live again with POST ${path}/activation_requests`,
  };
}

function named(cascades: readonly ReadingCascade[]): string {
  return cascades.map(({ id, name }) => `cascade ${id} (${name})`).join(', ');
}
