import { identifierComparisons } from '../../../core/cascade/identifier-comparisons.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { dictionariesOf } from './definition.ts';

const MOST_DETAILS = 100;

/**
 * Throws `insufficient_scope` if the caller may not read identifiers and a new condition of the definition compares
 * one. The path of a run would reveal the number.
 */
export async function requireReadableIdentifiers(
  trx: Queryable,
  auth: Auth,
  definition: CascadeDefinition,
  before: CascadeDefinition = [],
): Promise<void> {
  if (auth.scopes.has('pii:read')) return;
  const dictionary = await dictionaryNow(trx, auth.accountId);
  const known = new Set(
    identifierComparisons(before, dictionariesOf(dictionary, before)).map(({ condition }) => JSON.stringify(condition)),
  );
  const details = identifierComparisons(definition, dictionariesOf(dictionary, definition))
    .filter(({ condition }) => !known.has(JSON.stringify(condition)))
    .map(({ nodeId, field }) => ({
      field: 'definition',
      message: `${nodeId} compares \`${field}\`, which is an identifier: that needs the scope pii:read`,
    }));
  if (details.length > 0) throw new AppError('insufficient_scope', { details: details.slice(0, MOST_DETAILS) });
}
