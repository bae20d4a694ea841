import type { Json } from '../../json.ts';
import { FIELD_KINDS, type Operator } from './contract.ts';
import { isEqual } from './values.ts';

/** Operators that take no value. */

const ABSENCE = {
  asks: 'absence',
  takesValue: false,
  fits: FIELD_KINDS,
  comparesWhole: false,
  expects: () => null,
} as const;

export const IS_EMPTY: Operator = {
  ...ABSENCE,
  holds: isEmpty,
  holdsOfNothing: true,
  opposite: 'is_not_empty',
  nearest: () => null,
  otherNames: ['is_null'],
};

export const IS_NOT_EMPTY: Operator = {
  ...ABSENCE,
  holds: (actual) => !isEmpty(actual),
  opposite: 'is_empty',
  nearest: () => 'a value',
  otherNames: ['exists'],
};

const YES_OR_NO = {
  asks: 'yes_or_no',
  takesValue: false,
  fits: ['boolean'],
  comparesWhole: false,
  expects: () => 'yes_or_no' as const,
} as const;

export const IS_TRUE: Operator = {
  ...YES_OR_NO,
  holds: (actual) => isEqual(actual, true),
  opposite: 'is_false',
  nearest: () => true,
  otherNames: [],
};

export const IS_FALSE: Operator = {
  ...YES_OR_NO,
  holds: (actual) => isEqual(actual, false),
  opposite: 'is_true',
  nearest: () => false,
  otherNames: [],
};

/**
 * True for no value, an empty text, an empty list and an object without members. Numbers and booleans are never empty.
 */
function isEmpty(actual: Json): boolean {
  if (actual === null || actual === '') return true;
  if (Array.isArray(actual)) return actual.length === 0;
  return typeof actual === 'object' && Object.keys(actual).length === 0;
}
