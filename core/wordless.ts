import type { Json } from './json.ts';

/** Of letters and signs some are made to fill a place unseen. */
const SEEN = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** Whether a sentence would have a gap where the value goes: null, blanks, what has no shape, or a list of such values. */
export function isWordless(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every(isWordless);
  return typeof value === 'string' && !SEEN.test(value);
}
