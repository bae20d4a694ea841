import type { Json } from '../../json.ts';
import { composed } from '../../same-text.ts';
import { holdsText } from '../../text-search.ts';
import type { Held, Operator, Present, Scalar } from './contract.ts';
import { isEqual } from './values.ts';

/** For a list the question is an item; for a text, a part of it. */
const PART = {
  asks: 'part',
  takesValue: true,
  fits: ['string', 'date', 'array'],
  comparesWhole: true,
  expects: () => 'text_or_list' as const,
} as const;

export const CONTAINS: Operator = {
  ...PART,
  holds: contains,
  opposite: 'not_contains',
  nearest: (value, actual) => (Array.isArray(actual) ? [...actual, value] : value),
  otherNames: [],
};

export const NOT_CONTAINS: Operator = {
  ...PART,
  holds(actual, value) {
    const found = contains(actual, value);
    return found === null ? null : !found;
  },
  opposite: 'contains',
  nearest: (_value, actual) => (Array.isArray(actual) ? [] : ''),
  otherNames: [],
};

export const STARTS_WITH: Operator = {
  asks: 'beginning',
  takesValue: true,
  holds: (actual, value) => ofText(actual, (text) => value !== null && text.startsWith(composed(String(value)))),
  expects: () => 'text',
  opposite: null,
  fits: ['string', 'date'],
  comparesWhole: false,
  nearest: (value) => value,
  otherNames: [],
};

export const ENDS_WITH: Operator = {
  ...STARTS_WITH,
  asks: 'ending',
  holds: (actual, value) => ofText(actual, (text) => value !== null && text.endsWith(composed(String(value)))),
};

/** One equal item is enough. Without one, an item that cannot be compared leaves the result open. */
function contains(actual: Present, value: Scalar): Held {
  if (!Array.isArray(actual))
    return ofText(actual, (text) => value !== null && holdsText(text, composed(String(value))));
  let isUnknown = false;
  for (const item of actual) {
    const equal = isItem(item, value);
    if (equal === true) return true;
    isUnknown ||= equal === null;
  }
  return isUnknown ? null : false;
}

/** Null for an object or a list within the list: it cannot be compared. */
function isItem(item: Json, value: Scalar): Held {
  if (item === null) return false;
  return typeof item === 'object' ? null : isEqual(item, value);
}

/** The index of the first item that leaves `contains` open. */
export function unlikeItem(items: readonly Json[], value: Scalar): number {
  return items.findIndex((item) => isItem(item, value) === null);
}

/** A number counts as its text. */
function ofText(actual: Present, test: (text: string) => boolean): Held {
  if (typeof actual === 'number') return test(String(actual));
  return typeof actual === 'string' ? test(composed(actual)) : null;
}
