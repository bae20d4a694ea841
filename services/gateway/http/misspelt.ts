import type { ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';

/** Unknown keys are ignored, but a row without its input would be worse than a refusal. */
export function misspelt(value: JsonObject, known: readonly string[], prefix: string): ErrorDetail[] {
  return Object.keys(value).flatMap((key) => {
    const hint = known.includes(key) ? '' : didYouMean(key, known);
    return hint === '' ? [] : [{ field: `${prefix}${key}`, message: `is unknown${hint}` }];
  });
}
