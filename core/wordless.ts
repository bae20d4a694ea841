import type { Json } from './json.ts';

const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a sentence would have a gap where the value goes: null, blanks, what has no shape, or a list of such values. */
export function isWordless(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every(isWordless);
  return typeof value === 'string' && !SEEN.test(value);
}
