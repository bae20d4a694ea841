import type { Json } from '../../json.ts';
import { composed } from '../../same-text.ts';
import { holdsText } from '../../text-search.ts';
import type { Held, Operator, Present, Scalar } from './contract.ts';
import { isEqual } from './values.ts';

/** A list is asked for an item, a text for a part of it. */
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

/** One equal item is enough; without one, an item that cannot be compared may be the one that is asked for. */
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

/** Of an object or a list within the list nothing can be said, as of one in place of it. */
function isItem(item: Json, value: Scalar): Held {
  if (item === null) return false;
  return typeof item === 'object' ? null : isEqual(item, value);
}

/** The item of a list that keeps `contains` from an answer. */
export function unlikeItem(items: readonly Json[], value: Scalar): number {
  return items.findIndex((item) => isItem(item, value) === null);
}

/** A number is read as its text. */
function ofText(actual: Present, test: (text: string) => boolean): Held {
  if (typeof actual === 'number') return test(String(actual));
  return typeof actual === 'string' ? test(composed(actual)) : null;
}
