import type { ConditionOperator } from './index.ts';

/**
 * How a cell of a rules table may write an operator with a value. If several signs mean the same, cells are written
 * with the first.
 */
export const CELL_SIGNS: readonly (readonly [string, ConditionOperator])[] = [
  ['>=', 'greater_than_or_equal'],
  ['<=', 'less_than_or_equal'],
  ['!=', 'not_equals'],
  ['<>', 'not_equals'],
  ['≥', 'greater_than_or_equal'],
  ['≤', 'less_than_or_equal'],
  ['≠', 'not_equals'],
  ['>', 'greater_than'],
  ['<', 'less_than'],
  ['=', 'equals'],
  ['not contains ', 'not_contains'],
  ['contains ', 'contains'],
  ['starts with ', 'starts_with'],
  ['ends with ', 'ends_with'],
];

/** How a cell may write an operator without a value. */
export const CELL_WORDS: readonly (readonly [string, ConditionOperator])[] = [
  ['yes', 'is_true'],
  ['no', 'is_false'],
  ['missing', 'is_empty'],
  ['known', 'is_not_empty'],
];
