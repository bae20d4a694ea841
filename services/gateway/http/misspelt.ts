import type { ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';

/** A body has few keys of its own. Comparing thousands of unknown ones would hold up every other request. */
const MOST_COMPARED = 20;

/** Unknown keys are ignored, but a row without its input would be worse than a refusal. */
export function misspelt(value: JsonObject, known: readonly string[], prefix: string): ErrorDetail[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.slice(0, MOST_COMPARED).flatMap((key) => {
    const hint = didYouMean(key, known);
    return hint === '' ? [] : [{ field: `${prefix}${key}`, message: `is unknown${hint}` }];
  });
}
