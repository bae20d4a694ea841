import type { Json } from '../../json.ts';
import { toTime } from '../../time.ts';
import type { Scalar } from './contract.ts';

/** How values compare. Source: semantics 4. */

/**
 * A number equals a number or a numeric string, a boolean equals a boolean or the words `true` and `false`, two ISO
 * dates are equal as points in time; two other texts are equal only character by character, so that the postal codes
 * `02134` and `2134` differ.
 */
export function isEqual(actual: Json, value: Scalar): boolean {
  if (actual === value) return true;
  if (typeof actual === 'number' || typeof value === 'number') {
    const [left, right] = [toNumber(actual), toNumber(value)];
    return left !== undefined && left === right;
  }
  if (typeof actual === 'boolean' || typeof value === 'boolean') {
    const [left, right] = [toBoolean(actual), toBoolean(value)];
    return left !== undefined && left === right;
  }
  const [left, right] = [toTime(actual), toTime(value)];
  return left !== undefined && left === right;
}

/**
 * Orders numbers (numeric strings included) and ISO dates: above zero if `actual` is the greater one; undefined if the
 * two have no order.
 */
export function compareValues(actual: Json, value: Scalar): number | undefined {
  for (const read of [toNumber, toTime]) {
    const [left, right] = [read(actual), read(value)];
    if (left !== undefined && right !== undefined) return left - right;
  }
  return undefined;
}

const NUMERIC = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

export function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  // No number is written that long, and a list may be compared with the text item by item.
  if (typeof value !== 'string' || value.length > 400) return undefined;
  const text = value.trim();
  return NUMERIC.test(text) ? Number(text) : undefined;
}

function toBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
