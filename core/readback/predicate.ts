import type { ConditionOperator } from '../cascade/definition.ts';
import { operatorOf, type Scalar } from '../cascade/operators/index.ts';
import type { JsonSchema } from '../json.ts';
import { toTime } from '../time.ts';

/* The predicate of a comparison in words, without its subject, and figures. Nothing is rounded. */

/** The compared value: its schema and its name. */
export interface Named {
  readonly schema: JsonSchema | null;
  readonly phrase: string;
}

export function typesOf(schema: JsonSchema | null): readonly string[] {
  return [schema?.type].flat().filter((type) => typeof type === 'string');
}

function ordersDates({ schema }: Named, operator: ConditionOperator, value: Scalar): boolean {
  const isOfDates = isDate(value) || (value === null && schema?.format === 'date');
  return isOfDates && operatorOf(operator).asks === 'order';
}

/** The predicate without its subject: `is at least 620`. */
export function predicate(subject: Named, operator: ConditionOperator, value: Scalar, shown: string): string {
  if (ordersDates(subject, operator, value)) return `is ${DATE_ORDER[operator] ?? operator} ${shown}`;
  switch (operator) {
    case 'equals':
      return typeof value === 'number' || isDate(value) ? `is exactly ${shown}` : `is ${shown}`;
    case 'not_equals':
      return `is other than ${shown}`;
    case 'greater_than':
      return `is more than ${shown}`;
    case 'greater_than_or_equal':
      return `is at least ${shown}`;
    case 'less_than':
      return `is less than ${shown}`;
    case 'less_than_or_equal':
      return isNone(subject, value) ? 'is 0' : `is at most ${shown}`;
    case 'contains':
      return `contains ${shown}`;
    case 'not_contains':
      return `is known and does not contain ${shown}`;
    case 'starts_with':
      return `begins with ${shown}`;
    case 'ends_with':
      return `ends with ${shown}`;
    case 'is_empty':
      return canBeEmpty(subject) ? 'is empty or not known' : 'is not known';
    case 'is_not_empty':
      return canBeEmpty(subject) ? 'is known and not empty' : 'is known';
    case 'is_true':
      return 'is yes';
    case 'is_false':
      return 'is no';
  }
}

/** A count of at most 0 means none. "There are no evictions" would also hold for an unknown number. */
function isNone({ schema }: Named, value: Scalar): boolean {
  return value === 0 && schema?.['x-unit'] === 'count';
}

const DATE_ORDER: Partial<Record<ConditionOperator, string>> = {
  greater_than: 'after',
  greater_than_or_equal: 'on or after',
  less_than: 'before',
  less_than_or_equal: 'on or before',
};

function isDate(value: Scalar): value is string {
  return toTime(value) !== undefined;
}

/** Only texts, lists and objects can be empty; a number or a boolean is present or missing. */
function canBeEmpty({ schema }: Named): boolean {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return schema !== null && schema.format !== 'date' && !types.every((type) => PLAIN.includes(type));
}

const PLAIN = ['number', 'integer', 'boolean'];

/** A value as it is compared: texts in quotes, figures with the field's unit. */
export function valueWords({ schema, phrase }: Named, value: Scalar): string {
  // The phrase already names the unit: "the number of months since …". A path inside it does not count.
  const words = phrase.replaceAll(/\(.*\)|^the field .*| whose .*/gs, '');
  const isSaid = schema?.['x-unit'] === 'months' && words.includes('months');
  if (typeof value === 'number') return isSaid ? decimal(value) : figure(value, schema);
  if (isDate(value)) return value;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Unrounded: `1500.005` is `$1,500.005`. */
function figure(value: number, schema: JsonSchema | null): string {
  const text = decimal(value);
  switch (schema?.['x-unit']) {
    case 'USD':
      return text.startsWith('-') ? `-$${grouped(text.slice(1))}` : `$${grouped(text)}`;
    case 'percent':
      return `${text}%`;
    case 'months':
      return `${text} ${value === 1 ? 'month' : 'months'}`;
    default:
      return text;
  }
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** A decimal without an exponent; a number that is only representable with one keeps it. */
export function decimal(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  return Number(exponent) > 20 ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}
