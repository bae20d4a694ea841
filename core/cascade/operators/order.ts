import type { Json } from '../../json.ts';
import { isBlank } from '../../scalars.ts';
import type { Operator, Scalar } from './contract.ts';
import { above, below, from, upTo } from './range.ts';
import { compareValues, orderedKindOf } from './values.ts';

const ORDER = {
  asks: 'order',
  takesValue: true,
  fits: ['number', 'integer', 'date'],
  comparesWhole: true,
  expects: (value: Scalar) => orderedKindOf(value) ?? 'number_or_date',
} as const;

export const GREATER_THAN: Operator = {
  ...ORDER,
  holds: ordered((order) => order > 0),
  opposite: 'less_than_or_equal',
  mirrored: 'less_than',
  range: above,
  nearest: (value) => beside(value, 1),
  ofDates: 'after',
  otherNames: ['>', 'gt'],
};

export const GREATER_THAN_OR_EQUAL: Operator = {
  ...ORDER,
  holds: ordered((order) => order >= 0),
  opposite: 'less_than',
  mirrored: 'less_than_or_equal',
  range: from,
  nearest: (value) => beside(value, 0),
  ofDates: 'on_or_after',
  otherNames: ['>=', 'gte', 'at_least'],
};

export const LESS_THAN: Operator = {
  ...ORDER,
  holds: ordered((order) => order < 0),
  opposite: 'greater_than_or_equal',
  mirrored: 'greater_than',
  range: below,
  nearest: (value) => beside(value, -1),
  ofDates: 'before',
  otherNames: ['<', 'lt'],
};

export const LESS_THAN_OR_EQUAL: Operator = {
  ...ORDER,
  holds: ordered((order) => order <= 0),
  opposite: 'greater_than',
  mirrored: 'greater_than_or_equal',
  range: upTo,
  nearest: (value) => beside(value, 0),
  ofDates: 'on_or_before',
  otherNames: ['<=', 'lte', 'at_most'],
};

function ordered(test: (order: number) => boolean): Operator['holds'] {
  return (actual, value) => {
    const order = compareValues(actual, value);
    if (order !== undefined) return test(order);
    return isBlank(actual) || isBlank(value) ? false : null;
  };
}

function beside(value: Scalar, by: number): Json | undefined {
  const number = typeof value === 'boolean' || value === null || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? (by === 0 ? value : undefined) : number + by;
}
