import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { oneLetterNotices } from '../../../core/notices/employment.ts';
import { missingForLive, type MissingForLive } from '../../../core/notices/live.ts';
import { unknownPlaces } from '../../../core/notices/places.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readAgencies, readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { Auth } from '../services.ts';

interface Cascade {
  readonly definition: CascadeDefinition;
  readonly useCase: string | null;
}

interface Asked {
  /** The member of the request that holds the definition, or, if none does, the one to change. */
  readonly field?: 'definition' | 'use_case';
  /** The definition that is saved now. */
  readonly before?: CascadeDefinition;
}

/**
 * Why a cascade cannot be saved for this account: notices of employment that would be one letter where the law asks for
 * two, and jurisdictions that are no places.
 */
export async function readUnlawful(
  db: Queryable,
  auth: Auth,
  cascade: Cascade,
  { field = 'definition', before = [] }: Asked = {},
): Promise<ErrorDetail[]> {
  if (!hasNotices(cascade.definition)) return [];
  const unknown = field === 'definition' ? unknownPlaces(cascade.definition, before) : [];
  const { default_purpose: defaultPurpose } = await readNoticeSettings(db, auth.accountId);
  const oneLetter = oneLetterNotices(cascade, defaultPurpose).map(({ member, message }) => ({
    field: field === 'definition' ? `definition${member}` : field,
    message: field === 'definition' ? message : `with it, definition${member}, ${message}`,
  }));
  return [...unknown, ...oneLetter];
}

/** The same, thrown as `validation_failed`. */
export async function refuseUnlawful(db: Queryable, auth: Auth, cascade: Cascade, asked: Asked = {}): Promise<void> {
  const details = await readUnlawful(db, auth, cascade, asked);
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

function hasNotices(definition: CascadeDefinition): boolean {
  return definition.some((node) => node.type === 'Action' && node.action_type === 'AdverseAction');
}

/** What the notices of a cascade lack before it can run live, for the account of the caller. */
export async function readMissingForLive(
  db: Queryable,
  auth: Auth,
  cascade: Cascade,
): Promise<readonly MissingForLive[]> {
  if (!hasNotices(cascade.definition)) return [];
  const settings = await readNoticeSettings(db, auth.accountId);
  return missingForLive(cascade, { ...settings, id: auth.accountId }, await readAgencies(db, auth.accountId));
}

/** The same as a sentence for `note`. */
export function noteOfMissing(missing: readonly MissingForLive[]): string {
  const items = missing.map(({ nodeId, message }) => `${nodeId}: ${message}`);
  return `Saved as a draft: its live notices lack ${items.join('; ')}.`;
}

/** The same as details of `validation_failed`, where the cascade was to be active. */
export function detailsOfMissing(missing: readonly MissingForLive[]): ErrorDetail[] {
  return missing.map(({ nodeId, message }) => ({
    field: 'active',
    message: `cannot be true: the live notices of ${nodeId} lack ${message}`,
  }));
}
