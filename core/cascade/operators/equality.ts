import type { Json } from '../../json.ts';
import type { Operator } from './contract.ts';
import { exactly } from './range.ts';
import { isoTime, toTime } from '../../time.ts';
import { isEqual, kindOf } from './values.ts';

const FITS = ['number', 'integer', 'boolean', 'string', 'date'] as const;

export const EQUALS: Operator = {
  asks: 'equality',
  takesValue: true,
  holds: isEqual,
  expects: kindOf,
  opposite: 'not_equals',
  range: exactly,
  fits: FITS,
  comparesWhole: true,
  nearest: (value) => value,
  otherNames: ['=', '==', '===', 'eq', 'is'],
};

export const NOT_EQUALS: Operator = {
  asks: 'equality',
  takesValue: true,
  holds(actual, value) {
    const equal = isEqual(actual, value);
    return equal === null ? null : !equal;
  },
  expects: kindOf,
  opposite: 'equals',
  fits: FITS,
  comparesWhole: true,
  nearest: another,
  otherNames: ['!=', '<>', 'ne', 'neq'],
};

const DAY_MS = 86_400_000;

function another(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  const time = toTime(value);
  if (time !== undefined) return isoTime(time + DAY_MS).slice(0, 'YYYY-MM-DD'.length);
  return typeof value === 'number' ? value + 1 : `other than ${String(value)}`;
}
