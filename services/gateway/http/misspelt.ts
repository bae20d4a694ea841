import type { ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';

/**
 * Limits the comparisons: a body has few keys of its own. Comparing thousands of unknown keys would hold up every other
 * request.
 */
const MOST_COMPARED = 20;

/**
 * An error for each member of a request's body that would be ignored. Its message names the known member that is
 * probably meant, or else all known members.
 */
export function unknownMembers(value: JsonObject, known: readonly string[], prefix: string): ErrorDetail[] {
  return unknownKeys(value, known).map((key) => {
    const hint = didYouMean(key, known) || `; known are: ${known.join(', ')}`;
    return { field: `${prefix}${key}`, message: `is not known here${hint}` };
  });
}

/** Errors for members that are probably misspelt, in an object that may hold any others. */
export function misspelt(value: JsonObject, known: readonly string[], prefix: string): ErrorDetail[] {
  return unknownKeys(value, known).flatMap((key) => {
    const hint = didYouMean(key, known);
    return hint === '' ? [] : [{ field: `${prefix}${key}`, message: `is not known here${hint}` }];
  });
}

function unknownKeys(value: JsonObject, known: readonly string[]): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .slice(0, MOST_COMPARED);
}
