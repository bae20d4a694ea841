import english from '../../../data/notices/statements.en-US.json' with { type: 'json' };
import { operatorOf, type ConditionOperator } from '../../cascade/operators/index.ts';
import { timesPlus } from '../../decimal.ts';
import type { Json } from '../../json.ts';
import { toTime } from '../../time.ts';
import type { Comparison, OtherWords } from './types.ts';

export interface StatementParts {
  readonly label: string;
  readonly of?: 'application' | 'other_person' | 'undeclared';
  readonly unit: string | null;
  readonly value: string | number | boolean | null;
  /** Set if there is a value that is not printed. */
  readonly is_withheld?: true;
  readonly absent?: 'none_on_record';
  readonly comparison: Comparison;
}

export const STATEMENT_PARTS = [
  'fact',
  'fact_of_application',
  'label_of_application',
  'other_person',
  'label_of_other_person',
  'undeclared',
  'path_of_undeclared',
  'required_of_undeclared',
  'decided_on_of_undeclared',
  'met_by_of_undeclared',
  'required',
  'required_value',
  'decided_on',
  'compared',
  'met_by',
  'no_value',
  'not_available',
  'none_on_record',
  'none',
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
  'after',
  'on_or_after',
  'before',
  'on_or_before',
  'other',
  'other_value',
  'times',
  'share',
  'plus',
  'less',
  'amount_less',
  'year_or_later',
  'year_or_earlier',
] as const;

/** The words of neutral statements, with {{placeholders}}. Those of letters are data (`data/notices/`). */
export interface StatementWords {
  readonly language: string;
  readonly parts: Readonly<Record<(typeof STATEMENT_PARTS)[number], string>>;
  readonly operators: Readonly<Record<ConditionOperator, string>>;
  readonly thousands_separator: string;
  readonly decimal_separator: string;
}

/** English, also used by the API. It is data, so that a compliance officer has one place to change it. */
const ENGLISH: StatementWords = english;

/**
 * A neutral statement, such as "Income to rent ratio: 1.4 (required: at least 3)". Numbers, dates and booleans are
 * printed; for other values only the label, because a text may contain anything. With `withThresholds` false it omits
 * the comparison: an account may keep its limits secret.
 */
export function statementText(parts: StatementParts, withThresholds = true, words = ENGLISH): string {
  const label = parts.label;
  if (parts.of === 'other_person') {
    return label === '' ? words.parts.other_person : filled(words.parts.label_of_other_person, { label });
  }
  if (parts.of === 'undeclared') return undeclaredText(parts, withThresholds, words);
  const isOfApplication = parts.of === 'application';
  const value = valueOf(parts, words);
  if (value === undefined) return isOfApplication ? filled(words.parts.label_of_application, { label }) : label;
  const fact = filled(isOfApplication ? words.parts.fact_of_application : words.parts.fact, { label, value });
  // There was no value, and any value, or one of several, would have been enough.
  const { operator, met_by: metBy } = parts.comparison;
  const isAnyOf = asksForAny(operator) || (metBy !== undefined && parts.value === null);
  if (withThresholds && isAnyOf && parts.absent === undefined) {
    return filled(words.parts.required_value, { fact });
  }
  const { than } = parts.comparison;
  if (!withThresholds && than !== undefined && than.is_withheld !== true) {
    return filled(words.parts.compared, { fact, other: filled(words.parts.other, { label: than.label }) });
  }
  const comparison = withThresholds ? comparisonText(parts, words, precisionOf(parts)) : undefined;
  if (comparison === undefined) return fact;
  if (metBy !== undefined) return filled(words.parts.met_by, { fact, comparison });
  return filled(parts.comparison.is === 'required' ? words.parts.required : words.parts.decided_on, {
    fact,
    comparison,
  });
}

/** The path and the requirement, but never the value; in live mode not even the path. */
function undeclaredText(
  parts: Pick<StatementParts, 'label' | 'unit' | 'comparison'>,
  withThresholds: boolean,
  words: StatementWords,
): string {
  const { label, comparison: asked } = parts;
  if (label === '') return words.parts.undeclared;
  const comparison = withThresholds ? comparisonText(parts, words) : undefined;
  if (comparison === undefined) return filled(words.parts.path_of_undeclared, { label });
  const is = asked.met_by === undefined ? (asked.is === 'required' ? 'required' : 'decided_on') : 'met_by';
  return filled(words.parts[`${is}_of_undeclared`], { label, comparison });
}

function asksForAny(operator: ConditionOperator): boolean {
  const { asks, holdsOfNothing } = operatorOf(operator);
  return asks === 'absence' && holdsOfNothing !== true;
}

/** Undefined if the value is not printed. */
function valueOf(parts: StatementParts, words: StatementWords): string | undefined {
  const { value, unit, absent } = parts;
  if (parts.is_withheld === true) return undefined;
  if (value === null) {
    if (absent !== undefined) return words.parts.none_on_record;
    // The applicant was not asked for a value that a report has.
    return parts.of === 'application' ? words.parts.no_value : words.parts.not_available;
  }
  return printed(value, unit, words, precisionOf(parts));
}

/** The precision for two dates: fine enough that they read in their actual order, which days alone may not show. */
type Precision = 'day' | 'minute' | 'second';

function precisionOf({ value, comparison: { value: limit } }: Pick<StatementParts, 'value' | 'comparison'>): Precision {
  if (typeof value !== 'string' || typeof limit !== 'string' || !isDate(value) || !isDate(limit)) return 'day';
  const [own, other] = [instantOf(value), instantOf(limit)];
  const order = Math.sign(own - other);
  const days = Math.sign(instantOf(dayOf(value)) - instantOf(dayOf(limit)));
  const isDated = value.length + limit.length === 2 * ISO_DATE_LENGTH;
  if (isDated || (days === order && days !== 0)) return 'day';
  return order !== 0 && Math.floor(own / MINUTE_MS) === Math.floor(other / MINUTE_MS) ? 'second' : 'minute';
}
const MINUTE_MS = 60_000;

/** The instant that a condition compares. */
function instantOf(date: string): number {
  const time = toTime(date);
  if (time === undefined) throw new RangeError('a date that `isDate` has not seen');
  return time;
}

/** The requirement without the actual value: "Score: at least 580". Only the label if the requirement is a text. */
export function neededText(
  parts: Pick<StatementParts, 'label' | 'of' | 'unit' | 'comparison'>,
  words = ENGLISH,
): string {
  const { label } = parts;
  if (parts.of === 'undeclared') return undeclaredText(parts, true, words);
  const isOfApplication = parts.of === 'application';
  const value = comparisonText(parts, words);
  if (value === undefined) return isOfApplication ? filled(words.parts.label_of_application, { label }) : label;
  return filled(isOfApplication ? words.parts.fact_of_application : words.parts.fact, { label, value });
}

/** Undefined if the requirement is a text, which is not printed. */
function comparisonText(
  { unit, comparison }: Pick<StatementParts, 'unit' | 'comparison'>,
  words: StatementWords,
  precision: Precision = 'day',
): string | undefined {
  const { operator, value, than, met_by: metBy } = comparison;
  if (than?.is_withheld === true || (than !== undefined && value === null)) return undefined;
  if (metBy !== undefined) return printed(asNumber(metBy), unit, words);
  if (value === null) return words.operators[operator];
  if (typeof value === 'boolean') return operatorOf(operator).holds(true, value) ? words.parts.yes : words.parts.no;
  const number = asNumber(value);
  if (unit === 'count' && than === undefined && asksForNone(operator, number)) return words.parts.none;
  const known = printed(than === undefined ? number : roundedLimit(number, operator, unit), unit, words, precision);
  if (known === undefined) return undefined;
  const limit =
    than === undefined ? known : filled(words.parts.other_value, { other: otherText(than, unit, words), limit: known });
  const onDate = typeof value === 'string' && isDate(value) ? operatorOf(operator).ofDates : undefined;
  const inYear =
    unit === 'calendar_year' && than === undefined && isYear(number) ? operatorOf(operator).ofDates : undefined;
  const part = inYear === undefined ? onDate : YEAR_PARTS[inYear];
  return filled(part === undefined ? words.operators[operator] : words.parts[part], { limit });
}

/** A name may contain `year` for other numbers: `experience_year` is 3. */
function isYear(value: string | number): boolean {
  return Number.isInteger(value) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR;
}
const FIRST_YEAR = 1800;
const LAST_YEAR = 2199;

const YEAR_PARTS = {
  after: 'after',
  before: 'before',
  on_or_after: 'year_or_later',
  on_or_before: 'year_or_earlier',
} as const;

/** True for "less than 1" of a count, which is worded as "none". */
function asksForNone(operator: ConditionOperator, limit: string | number): boolean {
  const { holds } = operatorOf(operator);
  return holds(0, limit) === true && holds(1, limit) === false && holds(2, limit) === false;
}

/** "3 times the monthly payment plus $500". */
function otherText({ label, times = 1, plus = 0 }: OtherWords, unit: string | null, words: StatementWords): string {
  const { parts } = words;
  const factor = Math.abs(times);
  const named = filled(parts.other, { label });
  const number = numberText(factor < 1 ? timesPlus(factor, PERCENT, 0) : factor, words, false);
  const other = factor === 1 ? named : filled(factor < 1 ? parts.share : parts.times, { number, other: named });
  const amount = printed(Math.abs(plus), unit, words) ?? '';
  if (times < 0) return filled(parts.amount_less, { amount: printed(plus, unit, words) ?? '', other });
  return plus === 0 ? other : filled(plus > 0 ? parts.plus : parts.less, { other, amount });
}
const PERCENT = 100;

/** Rounds money to cents, so that whoever has the printed amount meets the limit. */
function roundedLimit(limit: string | number, operator: ConditionOperator, unit: string | null): string | number {
  if (typeof limit === 'string' || (unit !== 'USD' && unit !== 'cents')) return limit;
  const inCents = unit === 'cents' ? 1 : PERCENT;
  const cents = Number((limit * inCents).toFixed(MOST_DECIMALS));
  return (operatorOf(operator).range?.(0).high === 0 ? Math.floor(cents) : Math.ceil(cents)) / inCents;
}

/** `"600"` in a condition is compared as a number, and so printed as one. */
function asNumber(value: string | number): string | number {
  return typeof value === 'string' && /^[-+]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** The printable part of a value. An empty value counts as none. */
export function statedValue(value: Json): Pick<StatementParts, 'value' | 'is_withheld'> {
  const isEmpty = value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  if (value === null || isEmpty) return { value: null };
  const isPrinted = typeof value === 'number' || typeof value === 'boolean' || isDate(value);
  return isPrinted ? { value } : { value: null, is_withheld: true };
}

/** True for a date as JSON has it: a day, with or without a time. */
export function isDate(value: Json): value is string {
  return toTime(value) !== undefined;
}
const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length;
const dayOf = (date: string): string => date.slice(0, ISO_DATE_LENGTH);

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Undefined for a text: it is not printed. */
function printed(
  value: string | number | boolean,
  unit: string | null,
  words: StatementWords,
  precision: Precision = 'day',
): string | undefined {
  const { parts } = words;
  if (typeof value === 'boolean') return value ? parts.yes : parts.no;
  if (typeof value === 'string') return isDate(value) ? dateText(value, words, precision) : undefined;
  if (unit === 'cents') return printed(value / PERCENT, 'USD', words);
  const isPlain = unit === 'code' || (unit === 'calendar_year' && isYear(value));
  const number = isPlain ? String(Math.abs(value)) : numberText(Math.abs(value), words, unit === 'USD');
  const sign = value < 0 ? '-' : '';
  if (unit === 'USD') return `${sign}${filled(parts.usd, { number })}`;
  return `${sign}${withUnit(value, number, unit, parts)}`;
}

function withUnit(value: number, number: string, unit: string | null, parts: StatementWords['parts']): string {
  switch (unit) {
    case 'percent':
      return filled(parts.percent, { number });
    case 'months':
      return filled(value === 1 ? parts.month : parts.months, { number });
    case 'years':
      return filled(value === 1 ? parts.year : parts.years, { number });
    case 'days':
      return filled(value === 1 ? parts.day : parts.days, { number });
    default:
      return unit === null || PLAIN_UNITS.includes(unit)
        ? number
        : `${number} ${Math.abs(value) === 1 ? oneOf(unit) : unit}`;
  }
}

/** Units that the label already says. */
const PLAIN_UNITS = ['count', 'points', 'ratio', 'fraction', 'calendar_year', 'code'];

/** The singular of a unit: "1 dog" for `dogs`. */
function oneOf(unit: string): string {
  if (/(?:s|x|z|ch|sh)es$/.test(unit)) return unit.slice(0, -'es'.length);
  return unit.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

/** By language and precision, because creating a format takes longer than everything else about a date. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, precision: Precision): Intl.DateTimeFormat {
  const key = `${language} ${precision}`;
  const time =
    precision === 'day' ? {} : { timeStyle: precision === 'second' ? ('medium' as const) : ('short' as const) };
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', ...time });
  formats.set(key, format);
  return format;
}

/** The day as written; with a time, in UTC. */
function dateText(value: string, { language }: StatementWords, precision: Precision): string {
  const format = formatOf(language, precision);
  return precision === 'day' ? format.format(instantOf(dayOf(value))) : `${format.format(instantOf(value))} UTC`;
}

function numberText(value: number, words: StatementWords, isMoney: boolean): string {
  const [whole = '', fraction] = String(Number(value.toFixed(MOST_DECIMALS))).split('.');
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, words.thousands_separator);
  if (fraction === undefined) return digits;
  return `${digits}${words.decimal_separator}${isMoney ? fraction.padEnd(CENT_DIGITS, '0') : fraction}`;
}
const CENT_DIGITS = 2;
/** More decimals come from computing, and nobody wrote them. */
const MOST_DECIMALS = 6;
