import english from '../../../data/notices/statements.en-US.json' with { type: 'json' };
import type { ConditionOperator } from '../../cascade/definition.ts';
import type { Json } from '../../json.ts';
import type { Comparison } from './types.ts';

export interface StatementParts {
  readonly label: string;
  readonly unit: string | null;
  readonly value: string | number | boolean | null;
  /** There is a value, an object, which a statement cannot print: it only says so. */
  readonly is_object?: true;
  readonly comparison: Comparison;
}

export const STATEMENT_PARTS = [
  'fact',
  'required',
  'decided_on',
  'no_value',
  'yes',
  'no',
  'usd',
  'percent',
  'month',
  'months',
  'year',
  'years',
  'day',
  'days',
] as const;

/** The words of neutral statements, with {{placeholders}}. Those of letters are data (`data/notices/`). */
export interface StatementWords {
  readonly parts: Readonly<Record<(typeof STATEMENT_PARTS)[number], string>>;
  readonly operators: Readonly<Record<ConditionOperator, string>>;
  readonly thousands_separator: string;
  readonly decimal_separator: string;
}

/** English, as the API says it too. This file is data, so that a compliance officer has one place to change it. */
const ENGLISH: StatementWords = english;

/**
 * A neutral statement, such as "Income to rent ratio: 1.4 (required: at least 3)". `withThresholds` false leaves the
 * comparison out: an account may keep its limits to itself.
 */
export function statementText(parts: StatementParts, withThresholds = true, words = ENGLISH): string {
  const { label, unit, value, comparison } = parts;
  const given = parts.is_object === true ? words.operators.is_not_empty : words.parts.no_value;
  const said = value === null ? given : valueText(value, unit, words);
  const fact = filled(words.parts.fact, { label, value: said });
  if (!withThresholds) return fact;
  return filled(comparison.is === 'required' ? words.parts.required : words.parts.decided_on, {
    fact,
    comparison: comparisonText(comparison, unit, words),
  });
}

/** What a condition asks for, without the value that there was: "Score: at least 580". */
export function neededText(
  { label, unit, comparison }: Pick<StatementParts, 'label' | 'unit' | 'comparison'>,
  words = ENGLISH,
): string {
  return filled(words.parts.fact, { label, value: comparisonText(comparison, unit, words) });
}

function comparisonText({ operator, value }: Comparison, unit: string | null, words: StatementWords): string {
  const limit = value === null ? '' : valueText(value, unit, words);
  return filled(words.operators[operator], { limit });
}

const MAX_VALUE_CHARACTERS = 80;
const LIST_COMMA = ', ';

/**
 * A value as a statement gives it: of a list the number of its items, or its texts if the condition looked for one of
 * them; what is empty is no value.
 */
export function statedValue(value: Json, operator?: ConditionOperator): Pick<StatementParts, 'value' | 'is_object'> {
  if (Array.isArray(value)) {
    const looksInside = operator === 'contains' || operator === 'not_contains';
    const texts = looksInside ? [...new Set(value)].filter((item) => typeof item === 'string' && item !== '') : [];
    return texts.length === 0
      ? { value: value.length }
      : { value: texts.join(LIST_COMMA).slice(0, MAX_VALUE_CHARACTERS) };
  }
  if (typeof value === 'string') return { value: value === '' ? null : value.slice(0, MAX_VALUE_CHARACTERS) };
  if (typeof value !== 'object' || value === null) return { value };
  return Object.keys(value).length === 0 ? { value: null } : { value: null, is_object: true };
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Values of enumerations are written as words: `not_verified` as "not verified". */
function valueText(value: string | number | boolean, unit: string | null, words: StatementWords): string {
  const { parts } = words;
  if (typeof value === 'boolean') return value ? parts.yes : parts.no;
  if (typeof value === 'string') return value.split(LIST_COMMA).map(plainWords).join(LIST_COMMA);
  const number = numberText(value, words, unit === 'USD');
  switch (unit) {
    case 'USD':
      return filled(parts.usd, { number });
    case 'percent':
      return filled(parts.percent, { number });
    case 'months':
      return filled(value === 1 ? parts.month : parts.months, { number });
    case 'years':
      return filled(value === 1 ? parts.year : parts.years, { number });
    case 'days':
      return filled(value === 1 ? parts.day : parts.days, { number });
    default:
      return number;
  }
}

function plainWords(text: string): string {
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}

function numberText(value: number, words: StatementWords, isMoney: boolean): string {
  const [whole = '', fraction] = String(value).split('.');
  const digits = isMoney ? whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, words.thousands_separator) : whole;
  if (fraction === undefined) return digits;
  return `${digits}${words.decimal_separator}${isMoney ? fraction.padEnd(CENT_DIGITS, '0') : fraction}`;
}
const CENT_DIGITS = 2;
