import {
  changedFields,
  consequencesOf,
  describeChanges,
  effectiveChanges,
  faultsOfChange,
  pathsOfKinds,
  type Consequences,
  type FieldChanges,
  type ReadingCascade,
} from '../../../core/fields/change.ts';
import type { DictionaryFault } from '../../../core/fields/faults.ts';
import type { FieldSpecs, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { nounFaults, unsaidLabels } from '../../../core/policies/field-nouns.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { activeCascades } from '../../../platform/database/active-cascades.ts';
import { findPendingFieldRequest, supersedeFieldRequest } from '../../../platform/database/field-requests.ts';
import {
  lastWithKinds,
  lockDictionary,
  readDictionary,
  writeDictionary,
  type DictionaryAuthor,
  type StoredDictionary,
} from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Audit } from '../http/audit.ts';
import { namesTag } from '../http/etag.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';
import { asksForFourEyes } from '../workflows/change.ts';

/** Who makes the change, its transaction, and its record in the audit log. */
export interface Changing {
  readonly trx: Queryable;
  readonly auth: Auth;
  readonly audit: Audit;
}

/** A change that was checked against the present dictionary. */
export interface JudgedChange {
  readonly now: StoredDictionary;
  /** Those that change anything. */
  readonly changes: FieldChanges;
}

export interface DictionaryChange {
  /** Made from the dictionary under the lock. */
  readonly changes: (now: FieldSpecsJson) => FieldChanges;
  /** Place of a fault in the request. */
  readonly detailOf: (fault: DictionaryFault) => ErrorDetail;
  readonly ifMatch: string;
}

/** Changes with every change of the dictionary. */
export function dictionaryEtag({ version }: Pick<StoredDictionary, 'version'>): string {
  return `"fields.${version}"`;
}

/**
 * Changes the dictionary under the lock of the account, and returns the result. A change without effect makes no
 * version and no act. Throws `activation_needs_approval` for a change that needs a second person, and the errors of
 * `judgeUnderLock`.
 */
export async function changeDictionary(changing: Changing, change: DictionaryChange): Promise<StoredDictionary> {
  const { trx, auth, audit } = changing;
  const judged = await judgeUnderLock(changing, change);
  if (judged.changes.size === 0) return judged.now;
  const consequences = await requireAllowed(changing, judged);
  if (needsApproval(consequences) && (await asksForFourEyes(trx, auth))) {
    throw await approvalNeeded(trx, auth, consequences);
  }
  const superseded = await supersedeFieldRequest(trx, auth.accountId);
  if (superseded !== undefined) {
    const { id, version } = superseded;
    await audit(trx, { action: 'activation.superseded', id: version, detail: { request_id: id } });
  }
  return saveChange(changing, judged, { userId: auth.userId });
}

/** Throws `precondition_failed`, and `validation_failed` for every fault of the resulting dictionary. */
export async function judgeUnderLock(
  { trx, auth }: Changing,
  { ifMatch, ...change }: DictionaryChange,
): Promise<JudgedChange> {
  const now = await lockDictionary(trx, auth.accountId);
  if (ifMatch !== '' && !namesTag(ifMatch, dictionaryEtag(now), { weak: false })) {
    throw new AppError('precondition_failed');
  }
  return judge(now, change);
}

function judge(
  now: StoredDictionary,
  { changes: made, detailOf }: Pick<DictionaryChange, 'changes' | 'detailOf'>,
): JudgedChange {
  const changes = effectiveChanges(now.fields, made(now.fields));
  const faults = faultsOfChange(now.fields, changes, nounFaults);
  if (faults.length > 0)
    throw new AppError('validation_failed', { details: faults.slice(0, MAX_FAULTS).map(detailOf) });
  return { now, changes };
}
const MAX_FAULTS = 100;

/** Saves the next version, with its act. */
export async function saveChange(
  { trx, auth, audit }: Changing,
  { now, changes }: JudgedChange,
  author: DictionaryAuthor,
): Promise<StoredDictionary> {
  const version = await writeDictionary(trx, auth.accountId, now, { changes, author });
  const detail = { fields: describeChanges(now.fields, changes) };
  await audit(trx, { action: 'fields.changed', id: version, detail });
  return { version, fields: Object.fromEntries(changedFields(now.fields, changes)) };
}

/**
 * The effects of a change, and the reasons why it could not be saved. Throws `validation_failed` like the change
 * itself.
 */
export async function previewChange(
  db: Queryable,
  auth: Auth,
  change: Pick<DictionaryChange, 'changes' | 'detailOf'>,
): Promise<JsonObject> {
  const judged = judge(await readDictionary(db, auth.accountId), change);
  const found = await consequences(db, auth, judged);
  return {
    object: 'field_changes',
    version: judged.now.version,
    ...presentConsequences(judged, found),
    unsaid_labels: presentUnsaid(changedFields(judged.now.fields, judged.changes)),
    in_use: [...found.inUse].map(([path, readers]) => ({ path, cascades: readers.map(reference) })),
    needs_pii_read: found.shown.length > 0 && !auth.scopes.has('pii:read'),
    needs_approval: needsApproval(found) && (await asksForFourEyes(db, auth)),
  };
}

export const presentUnsaid = (specs: FieldSpecs): JsonObject[] =>
  unsaidLabels(specs)
    .slice(0, MAX_FAULTS)
    .map((each) => ({ ...each }));

/**
 * The changed declarations, the letters that change, and the fields that become visible. No applicant's values are in
 * it.
 */
export function presentConsequences(
  { now, changes }: JudgedChange,
  { rewritten, shown }: Pick<Consequences, 'rewritten' | 'shown'>,
): JsonObject {
  return {
    changes: describeChanges(now.fields, changes),
    rewritten: rewritten.map(reference),
    shown: [...shown],
  };
}

const reference = ({ id, name }: ReadingCascade): JsonObject => ({ id, name });

export async function consequences(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  { now, changes }: JudgedChange,
): Promise<Consequences> {
  const cascades = await activeCascades(db, accountId);
  const earlier = await lastWithKinds(db, accountId, pathsOfKinds(changes));
  return consequencesOf(now.fields, changes, { cascades, earlier });
}

/** Throws `field_in_use`, and `insufficient_scope` for a change that shows more. */
export async function requireAllowed(changing: Changing, judged: JudgedChange): Promise<Consequences> {
  const found = await requireUnused(changing, judged);
  // Values that are hidden today would be shown to reviewers, so the caller has to be allowed to see them.
  if (found.shown.length > 0) requireEach(changing.auth, 'pii:read');
  return found;
}

/** Throws `field_in_use`. */
export async function requireUnused({ trx, auth }: Changing, judged: JudgedChange): Promise<Consequences> {
  const found = await consequences(trx, auth, judged);
  if (found.inUse.size === 0) return found;
  const details = [...found.inUse].map(([path, readers]) => ({ field: path, message: `is read by ${named(readers)}` }));
  throw new AppError('field_in_use', { details: details.slice(0, MAX_FAULTS) });
}

function needsApproval({ rewritten, shown }: Pick<Consequences, 'rewritten' | 'shown'>): boolean {
  return rewritten.length > 0 || shown.length > 0;
}

/** Names each letter and field that needs a second person, and the pending request or how to make one. */
async function approvalNeeded(
  trx: Queryable,
  { accountId }: Auth,
  { rewritten, shown }: Pick<Consequences, 'rewritten' | 'shown'>,
): Promise<AppError> {
  const pending = await findPendingFieldRequest(trx, accountId);
  const path = '/field_requests';
  const how =
    pending === undefined
      ? `ask for it with POST ${path}`
      : `request ${pending.id} is pending: another user approves it with POST ${path}/${pending.id}/approve`;
  const details: readonly ErrorDetail[] = [
    ...rewritten.map(({ id, name }) => ({
      field: 'fields',
      message: `would change what the letters of the active cascade ${id} (${name}) say: ${how}`,
    })),
    ...shown.map((field) => ({ field, message: `would be shown to callers who do not see it now: ${how}` })),
  ];
  return new AppError('activation_needs_approval', { details: details.slice(0, MAX_FAULTS) });
}

function named(cascades: readonly ReadingCascade[]): string {
  return cascades.map(({ id, name }) => `cascade ${id} (${name})`).join(', ');
}
