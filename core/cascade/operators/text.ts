import { holdsText } from '../../text-search.ts';
import type { Operator, Present, Scalar } from './contract.ts';
import { isEqual } from './values.ts';

/** A list is asked for an item, a text for a part of it. */
const PART = { asks: 'part', takesValue: true, fits: ['string', 'date', 'array'], comparesWhole: true } as const;

export const CONTAINS: Operator = {
  ...PART,
  holds: contains,
  opposite: 'not_contains',
  nearest: (value, actual) => (Array.isArray(actual) ? [...actual, value] : value),
  otherNames: [],
};

export const NOT_CONTAINS: Operator = {
  ...PART,
  holds: (actual, value) => !contains(actual, value),
  opposite: 'contains',
  nearest: (_value, actual) => (Array.isArray(actual) ? [] : ''),
  otherNames: [],
};

export const STARTS_WITH: Operator = {
  asks: 'beginning',
  takesValue: true,
  holds: (actual, value) => typeof actual === 'string' && value !== null && actual.startsWith(String(value)),
  opposite: null,
  fits: ['string', 'date'],
  comparesWhole: false,
  nearest: (value) => value,
  otherNames: [],
};

export const ENDS_WITH: Operator = {
  ...STARTS_WITH,
  asks: 'ending',
  holds: (actual, value) => typeof actual === 'string' && value !== null && actual.endsWith(String(value)),
};

function contains(actual: Present, value: Scalar): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isEqual(item, value));
  return typeof actual === 'string' && value !== null && holdsText(actual, String(value));
}
