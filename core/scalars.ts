import type { Json } from './json.ts';

/** How conditions read single values. Source: semantics 4.4. */

/** True for an empty text, which counts as left out and not as unreadable. */
export function isBlank(value: Json): boolean {
  return value === '';
}

const NUMERIC = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The number of a value; a numeric text counts. */
export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  // Nobody writes a number that long, and a list may be compared with the text item by item.
  if (typeof value !== 'string' || value.length > 400) return undefined;
  const text = value.trim();
  return NUMERIC.test(text) ? Number(text) : undefined;
}

/** The boolean of a value; the words `true` and `false` count. */
export function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
