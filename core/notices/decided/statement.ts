import type { ConditionOperator } from '../../cascade/definition.ts';
import type { Comparison } from './types.ts';

export interface StatementParts {
  readonly label: string;
  readonly unit: string | null;
  readonly value: string | number | boolean | null;
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

/** What the API says of a condition. */
export const ENGLISH_STATEMENTS: StatementWords = {
  parts: {
    fact: '{{label}}: {{value}}',
    required: '{{fact}} (required: {{comparison}})',
    decided_on: '{{fact}} (decided on: {{comparison}})',
    no_value: 'no value',
    yes: 'yes',
    no: 'no',
    usd: '${{number}}',
    percent: '{{number}}%',
    month: '{{number}} month',
    months: '{{number}} months',
    year: '{{number}} year',
    years: '{{number}} years',
    day: '{{number}} day',
    days: '{{number}} days',
  },
  operators: {
    equals: '{{limit}}',
    not_equals: 'not {{limit}}',
    greater_than: 'more than {{limit}}',
    greater_than_or_equal: 'at least {{limit}}',
    less_than: 'less than {{limit}}',
    less_than_or_equal: 'at most {{limit}}',
    contains: 'contains {{limit}}',
    not_contains: 'does not contain {{limit}}',
    starts_with: 'starts with {{limit}}',
    ends_with: 'ends with {{limit}}',
    is_empty: 'no value',
    is_not_empty: 'a value',
    is_true: 'yes',
    is_false: 'no',
  },
  thousands_separator: ',',
  decimal_separator: '.',
};

/**
 * A neutral statement, such as "Income to rent ratio: 1.4 (required: at least 3)". `withThresholds` false leaves the
 * comparison out: an account may keep its limits to itself.
 */
export function statementText(parts: StatementParts, withThresholds = true, words = ENGLISH_STATEMENTS): string {
  const { label, unit, value, comparison } = parts;
  const said = value === null ? words.parts.no_value : valueText(value, unit, words);
  const fact = filled(words.parts.fact, { label, value: said });
  if (!withThresholds) return fact;
  const limit = comparison.value === null ? '' : valueText(comparison.value, unit, words);
  return filled(comparison.is === 'required' ? words.parts.required : words.parts.decided_on, {
    fact,
    comparison: filled(words.operators[comparison.operator], { limit }),
  });
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Values of enumerations are written as words: `not_verified` as "not verified". */
function valueText(value: string | number | boolean, unit: string | null, words: StatementWords): string {
  const { parts } = words;
  if (typeof value === 'boolean') return value ? parts.yes : parts.no;
  if (typeof value === 'string') return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
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

function numberText(value: number, words: StatementWords, isGrouped: boolean): string {
  const [whole = '', fraction] = String(value).split('.');
  const digits = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, words.thousands_separator) : whole;
  return fraction === undefined ? digits : `${digits}${words.decimal_separator}${fraction}`;
}
