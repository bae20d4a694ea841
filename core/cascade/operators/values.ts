import type { Json } from '../../json.ts';
import { compareDecimals } from '../../decimal.ts';
import { isBlank, toBoolean, toNumber } from '../../scalars.ts';
import { composed } from '../../same-text.ts';
import { toTime } from '../../time.ts';
import type { ComparableKind, Held, Scalar } from './contract.ts';

/** How values compare. Source: semantics 4.4. */

/**
 * A number equals a number or a numeric string, a boolean equals a boolean or the words `true` and `false`, two ISO
 * dates are equal as points in time; two other texts are equal only character by character in their composed forms, so
 * that the postal codes `02134` and `2134` differ. Null if `value` is a number, a date, yes or no, and `actual` cannot be
 * read as one; an empty text equals none of them. With a text everything can be compared.
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
  // The text may say what the value is: "700" equals 700.
  if (typeof actual === 'number') return orderOfNumbers(actual, value) === 0;
  return typeof actual === 'boolean' && actual === toBoolean(value);
}

type EqualityKind = Extract<ComparableKind, 'number' | 'date' | 'yes_or_no'>;

/** What a value that is compared with asks of the other side; null of a text, with which everything can be compared. */
export function kindOf(value: Scalar): EqualityKind | null {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes_or_no';
  return toTime(value) === undefined ? null : 'date';
}

/** What the other side has to be to have an order with this value; undefined if nothing has. A numeric text is a number. */
export function orderedKindOf(value: Json): 'number' | 'date' | undefined {
  if (toNumber(value) !== undefined) return 'number';
  return toTime(value) === undefined ? undefined : 'date';
}

/**
 * Orders numbers (numeric strings included) and ISO dates: above zero if `actual` is the greater one; undefined if the
 * two have no order.
 */
export function compareValues(actual: Json, value: Scalar): number | undefined {
  const order = orderOfNumbers(actual, value);
  if (order !== undefined) return order;
  const [left, right] = [toTime(actual), toTime(value)];
  return left === undefined || right === undefined ? undefined : left - right;
}

/**
 * Above zero if `actual` is the greater number. Texts whose doubles are equal compare by all their digits. A whole number
 * of JSON beyond 2^53 was rounded when it was read, so a text compares with it as rounded too.
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
