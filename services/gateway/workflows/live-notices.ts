import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { ErrorDetail } from '../../../core/errors.ts';
import { missingForLive, type MissingForLive } from '../../../core/notices/live.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readAgencies, readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { Auth } from '../services.ts';

/** What the notices of a cascade lack before it can run live, for the account of the caller. */
export async function readMissingForLive(
  db: Queryable,
  auth: Auth,
  cascade: { readonly definition: CascadeDefinition; readonly useCase: string | null },
): Promise<readonly MissingForLive[]> {
  if (!cascade.definition.some((node) => node.type === 'Action' && node.action_type === 'AdverseAction')) return [];
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
