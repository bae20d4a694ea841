import type { ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';

/** A body has few keys of its own. Comparing thousands of unknown ones would hold up every other request. */
const MOST_COMPARED = 20;

/**
 * An error for each member of a request's body that nobody would read. Its message names the known member that is
 * probably meant, else all that are known.
 */
export function unknownMembers(value: JsonObject, known: readonly string[], prefix: string): ErrorDetail[] {
  return unknownKeys(value, known).map((key) => {
    const hint = didYouMean(key, known) || `; known are: ${known.join(', ')}`;
    return { field: `${prefix}${key}`, message: `is not known here${hint}` };
  });
}

/** Of an object that may hold anything else: members that are hardly meant as they are written. */
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
