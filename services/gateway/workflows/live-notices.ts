import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { hiddenFromReviewers } from '../../../core/cascade/hidden-from-reviewers.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { describeUndeclared, undeclaredForLive } from '../../../core/cascade/undeclared.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneLetterNotices } from '../../../core/notices/employment.ts';
import { missingForLive, type MissingForLive } from '../../../core/notices/live.ts';
import { MAX_WORK_OF_LINT, within, Work } from '../../../core/work.ts';
import { fieldsAsJson, lockDictionary } from '../../../platform/database/fields.ts';
import { unknownPlaces } from '../../../core/notices/places.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readUnitFaults } from './unit-faults.ts';
import { readAgencies, readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { Auth } from '../services.ts';

interface Cascade {
  readonly definition: CascadeDefinition;
  readonly useCase: string | null;
}

interface Asked {
  /** The member of the request that holds the definition. If none does, the one to change. */
  readonly field?: 'definition' | 'use_case';
  /** The definition that is saved at present. */
  readonly before?: CascadeDefinition;
}

/**
 * Reasons why a cascade cannot be saved for this account: comparisons of two units, unknown jurisdictions, and one
 * employment letter where the law wants two.
 */
export async function readUnlawful(
  db: Queryable,
  auth: Auth,
  cascade: Cascade,
  { field = 'definition', before = [] }: Asked = {},
): Promise<ErrorDetail[]> {
  const units = field === 'definition' ? await readUnitFaults(db, auth, cascade.definition) : [];
  if (!hasNotices(cascade.definition)) return units;
  const unknown = field === 'definition' ? unknownPlaces(cascade.definition, before) : [];
  const { default_purpose: defaultPurpose } = await readNoticeSettings(db, auth.accountId);
  const oneLetter = oneLetterNotices(cascade, defaultPurpose).map(({ member, message }) => ({
    field: field === 'definition' ? `definition${member}` : field,
    message: field === 'definition' ? message : `with it, definition${member}, ${message}`,
  }));
  return [...units, ...unknown, ...oneLetter];
}

/** Throws the result of `readUnlawful` as `validation_failed`. */
export async function refuseUnlawful(db: Queryable, auth: Auth, cascade: Cascade, asked: Asked = {}): Promise<void> {
  const details = await readUnlawful(db, auth, cascade, asked);
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

function hasNotices(definition: CascadeDefinition): boolean {
  return definition.some((node) => node.type === 'Action' && node.action_type === 'AdverseAction');
}

/**
 * Requirements that a cascade of the caller's account lacks to run live. Locks the dictionary until the transaction
 * ends, so that the cascade goes live with the version that was checked.
 */
export async function missingUnderLock(
  trx: Queryable,
  auth: Auth,
  cascade: Cascade,
): Promise<readonly MissingForLive[]> {
  const { fields } = await lockDictionary(trx, auth.accountId);
  return missingWith(trx, auth, cascade, dictionaryIn(fields, fieldsOfCascade(cascade.definition)).dictionary);
}

/** Requirements that the cascade lacks at present, as the API shows them. */
export async function missingOf(db: Queryable, account: AccountOf, cascade: Cascade): Promise<JsonObject[]> {
  const fields = await fieldsAsJson(db, account.accountId);
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(cascade.definition));
  const missing = await missingWith(db, account, cascade, dictionary);
  return missing.map(({ nodeId, lacks, what = null, message }) => ({ node_id: nodeId, lacks, what, message }));
}

type AccountOf = Pick<Auth, 'accountId'>;

async function missingWith(
  db: Queryable,
  account: AccountOf,
  cascade: Cascade,
  dictionary: Dictionary,
): Promise<readonly MissingForLive[]> {
  const { accountId: id } = account;
  const undeclared = await missingDeclarations(db, account, cascade.definition, dictionary);
  if (!hasNotices(cascade.definition)) return undeclared;
  const settings = await readNoticeSettings(db, id);
  const agencies = await readAgencies(db, id);
  return [...missingForLive({ ...cascade, dictionary }, { ...settings, id }, agencies), ...undeclared];
}

/** Fields that its choices read and that are hidden from reviewers without `pii:read`, as the API shows them. */
export async function hiddenFieldsOf(
  db: Queryable,
  { accountId }: AccountOf,
  definition: CascadeDefinition,
): Promise<JsonObject[]> {
  const { dictionary } = dictionaryIn(await fieldsAsJson(db, accountId), fieldsOfCascade(definition));
  const onNotComparable = onNotComparableOf(await reviewsNotComparable(db, accountId));
  const hidden = within(new Work(MAX_WORK_OF_LINT), MAX_WORK_OF_LINT, (work) =>
    hiddenFromReviewers(definition, dictionary, { onNotComparable, work }),
  );
  return (hidden ?? []).slice(0, MAX_NAMED).map(({ nodeId, field, why }) => ({ node_id: nodeId, field, why }));
}

async function missingDeclarations(
  trx: Queryable,
  { accountId }: AccountOf,
  definition: CascadeDefinition,
  dictionary: Dictionary,
): Promise<readonly MissingForLive[]> {
  const onNotComparable = onNotComparableOf(await reviewsNotComparable(trx, accountId));
  const undeclared = within(new Work(MAX_WORK_OF_LINT), MAX_WORK_OF_LINT, (work) =>
    undeclaredForLive(definition, dictionary, { onNotComparable, work }),
  );
  if (undeclared === undefined) return [{ nodeId: definition[0]?.id ?? '', lacks: 'definition', message: TOO_LARGE }];
  const named = undeclared.map((field) => ({
    ...{ nodeId: field.nodeId, lacks: 'declaration' as const, what: field.path },
    message: describeUndeclared(field),
  }));
  if (named.length <= MAX_NAMED) return named;
  const { nodeId } = named[MAX_NAMED] ?? { nodeId: '' };
  const more = `${named.length - MAX_NAMED} more declarations`;
  return [...named.slice(0, MAX_NAMED), { nodeId, lacks: 'declaration', message: more }];
}
/** More than this nobody reads. */
const MAX_NAMED = 100;
const TOO_LARGE = 'fewer nodes: which fields it reads is too much work to find out';

/** True if, by the account's default, a person decides where a choice reads a value that it cannot compare. */
export async function reviewsNotComparable(db: Queryable, accountId: number): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('reviews_not_comparable')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return account.reviews_not_comparable;
}

/** The missing requirements as a sentence for `note`. */
export function noteOfMissing(missing: readonly MissingForLive[]): string {
  const items = missing.map(({ nodeId, message }) => `${nodeId}: ${message}`);
  return `Saved as a draft: to go live it lacks ${items.join('; ')}.`;
}

/** The missing requirements as details of `validation_failed`, for a cascade that was to be active. */
export function detailsOfMissing(missing: readonly MissingForLive[]): ErrorDetail[] {
  return missing.map(({ nodeId, message }) => ({
    field: 'active',
    message: `cannot be true: to go live ${nodeId} lacks ${message}`,
  }));
}
