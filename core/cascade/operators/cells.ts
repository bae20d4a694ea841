import type { ConditionOperator } from './index.ts';

/** How a cell of a table of rules writes a comparison with a value; of several for one operator the first. */
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

/** And one that takes no value. */
export const CELL_WORDS: readonly (readonly [string, ConditionOperator])[] = [
  ['yes', 'is_true'],
  ['no', 'is_false'],
  ['missing', 'is_empty'],
  ['known', 'is_not_empty'],
];
