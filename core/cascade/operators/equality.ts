import type { Json } from '../../json.ts';
import type { Operator } from './contract.ts';
import { exactly } from './range.ts';
import { isEqual } from './values.ts';

const FITS = ['number', 'integer', 'boolean', 'string', 'date'] as const;

export const EQUALS: Operator = {
  asks: 'equality',
  takesValue: true,
  holds: isEqual,
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
  holds: (actual, value) => !isEqual(actual, value),
  opposite: 'equals',
  fits: FITS,
  comparesWhole: true,
  nearest: another,
  otherNames: ['!=', '<>', 'ne', 'neq'],
};

function another(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `other than ${String(value)}`;
}
