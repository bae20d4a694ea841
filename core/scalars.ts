import type { Json } from './json.ts';

/** How conditions read single values. Source: semantics 4.4. */

/** An empty text is a value that was left out, and not one that cannot be read. */
export function isBlank(value: Json): boolean {
  return value === '';
}

const NUMERIC = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** A numeric text is a number. */
export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  // No number is written that long, and a list may be compared with the text item by item.
  if (typeof value !== 'string' || value.length > 400) return undefined;
  const text = value.trim();
  return NUMERIC.test(text) ? Number(text) : undefined;
}

/** The words `true` and `false` are yes and no. */
export function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
