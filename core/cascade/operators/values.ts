import type { Json } from '../../json.ts';
import { compareDecimals } from '../../decimal.ts';
import { isBlank, toBoolean, toNumber } from '../../scalars.ts';
import { composed } from '../../same-text.ts';
import { toTime } from '../../time.ts';
import type { ComparableKind, Held, Scalar } from './contract.ts';

/** How values compare. Source: semantics 4.4. */

/**
 * Equality by the kind of `value`:
 * - A number equals a number or a numeric string.
 * - A boolean equals a boolean or the words `true` and `false`.
 * - ISO dates are equal as points in time.
 * - Other texts are equal only if their composed forms have the same characters, so the postal codes `02134` and `2134`
 *   differ.
 *
 * Null if `actual` cannot be read as the kind of `value`; but an empty text is simply not equal. Anything can be
 * compared with a text.
 */
export function isEqual(actual: Json, value: Scalar): Held {
  if (actual === value) return true;
  const kind = kindOf(value);
  if (kind !== null) {
    const read = READERS[kind];
    const own = read(actual);
    if (own === undefined) return isBlank(actual) ? false : null;
    return kind === 'number' ? orderOfNumbers(actual, value) === 0 : own === read(value);
  }
  if (typeof actual === 'string' && typeof value === 'string') return composed(actual) === composed(value);
  // The text may spell the value: "700" equals 700.
  if (typeof actual === 'number') return orderOfNumbers(actual, value) === 0;
  return typeof actual === 'boolean' && actual === toBoolean(value);
}

type EqualityKind = Extract<ComparableKind, 'number' | 'date' | 'yes_or_no'>;

/** The kind that a value needs on the other side; null for a text, which can be compared with anything. */
export function kindOf(value: Scalar): EqualityKind | null {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes_or_no';
  return toTime(value) === undefined ? null : 'date';
}

/**
 * The kind that the other side needs to be ordered against this value; undefined if it has no order. A numeric text is
 * a number.
 */
export function orderedKindOf(value: Json): 'number' | 'date' | undefined {
  if (toNumber(value) !== undefined) return 'number';
  return toTime(value) === undefined ? undefined : 'date';
}

/**
 * Orders numbers (including numeric strings) and ISO dates: positive if `actual` is greater, undefined if they have no
 * order.
 */
export function compareValues(actual: Json, value: Scalar): number | undefined {
  const order = orderOfNumbers(actual, value);
  if (order !== undefined) return order;
  const [left, right] = [toTime(actual), toTime(value)];
  return left === undefined || right === undefined ? undefined : left - right;
}

/**
 * Positive if `actual` is the greater number. Texts that give the same double are compared by all their digits. A JSON
 * integer beyond 2^53 was rounded on parsing, so a text is rounded too before it is compared with it.
 */
function orderOfNumbers(actual: Json, value: Scalar): number | undefined {
  const [left, right] = [toNumber(actual), toNumber(value)];
  if (left === undefined || right === undefined) return undefined;
  if (left !== right) return left - right;
  const isExact = [actual, value].some((each) => typeof each === 'string') && ![actual, value].some(isRounded);
  return isExact ? compareDecimals(String(actual).trim(), String(value).trim()) : 0;
}

function isRounded(value: Json): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const READERS: Readonly<Record<EqualityKind, (value: Json) => number | boolean | undefined>> = {
  number: toNumber,
  date: toTime,
  yes_or_no: toBoolean,
};
