import type { Json } from './json.ts';

/** Some letters and signs are invisible fillers; these are excluded. */
const SEEN = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** True if the value would leave a gap in a sentence: null, blanks, invisible characters, or a list of these. */
export function isWordless(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every(isWordless);
  return typeof value === 'string' && !SEEN.test(value);
}
