import type { JsonSchema } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { fieldSchema, productByCode, type Product } from '../products/index.ts';
import { quote } from './checks.ts';
import type { CascadeCondition } from './definition.ts';
import { beyondRange } from './lint-ranges.ts';
import { asks, operatorOf, operatorsFor, FIELD_KINDS, numberIn, type FieldKind } from './operators/index.ts';

/*
 * Conditions that can never hold, or always do, because operator or value does not fit the field of the report.
 */

const WORDS: Readonly<Record<FieldKind, string>> = {
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  string: 'text',
  date: 'a date',
  array: 'a list',
  object: 'an object',
};

/** What does not fit, with the choices that do; undefined if all does. */
export function mismatchOf(condition: CascadeCondition, productCode: string | undefined): string | undefined {
  const product = productByCode(productCode ?? '');
  const type = product === undefined ? undefined : typeOfField(product, condition.field);
  if (product === undefined || type === undefined) return undefined;
  const fitting = operatorsFor(type);
  const field = quote(condition.field);
  if (!fitting.includes(condition.operator)) {
    return `${field} is ${WORDS[type]}, and ${condition.operator} never holds for that; use ${fitting.join(', ')}.`;
  }
  return wrongValue(condition, type, fieldSchema(product, condition.field));
}

/** What is wrong with a value that looks like a variable; undefined if it does not. */
export function variableAsValue({ field, value }: CascadeCondition): string | undefined {
  if (typeof value !== 'string' || !/\{\{[^{}]+\}\}/.test(value)) return undefined;
  return (
    `${quote(field)} is compared with the text ${quote(value)} as it stands: variables are not filled in there. ` +
    'Compare with a number or a text.'
  );
}

/** Whether the condition reads a number of the report; a list of numbers is none. */
export function readsNumber({ field }: CascadeCondition, productCode: string | undefined): boolean {
  const product = productByCode(productCode ?? '');
  const type = product === undefined ? undefined : typeOfField(product, field);
  return type === 'number' || type === 'integer';
}

/** Whether the condition compares a list of the report with one value, which never holds. */
export function comparesList({ field, operator }: CascadeCondition, productCode: string | undefined): boolean {
  const product = productByCode(productCode ?? '');
  return product !== undefined && typeOfField(product, field) === 'array' && !operatorsFor('array').includes(operator);
}

function wrongValue(condition: CascadeCondition, type: string, schema: JsonSchema | undefined): string | undefined {
  const { field, operator, value } = condition;
  if (value === undefined || value === null || !operatorOf(operator).comparesWhole) return undefined;
  const [name, sent] = [quote(field), quote(String(value))];
  if (type === 'number' || type === 'integer') {
    if (numberIn(value) === undefined) return `${name} is a number, and ${sent} is not.`;
    return beyondRange(condition, schema);
  }
  if (type === 'boolean') {
    const isBoolean = ['true', 'false'].includes(String(value));
    return isBoolean ? undefined : `${name} is true or false, and ${sent} is neither.`;
  }
  if (type === 'date' && !asks(operator, 'part')) {
    const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
    return isDate ? undefined : `${name} is a date, and ${sent} is not; write it like "2026-03-31".`;
  }
  const choices: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum.filter((one) => one !== null) : [];
  if (choices.length === 0 || choices.includes(value)) return undefined;
  // A part of a text can be searched for; a list has whole values only.
  if (type !== 'array' && asks(operator, 'part')) return undefined;
  const near = didYouMean(String(value), choices.map(String));
  return `${name} is never ${sent}${near || '.'} Its values: ${choices.join(', ')}.`;
}

function typeOfField(product: Product, path: string): FieldKind | undefined {
  const segments = path.split('.');
  for (const [index, next] of segments.slice(1).entries()) {
    const before = fieldSchema(product, segments.slice(0, index + 1).join('.'));
    // All items of a list at once are a list.
    if (before?.type === 'array' && !/^\d+$/.test(next)) return 'array';
  }
  const schema = fieldSchema(product, path);
  const types: readonly unknown[] = Array.isArray(schema?.type) ? schema.type : [schema?.type];
  const type = types.find((each) => each !== 'null');
  if (type === 'string' && schema?.format === 'date') return 'date';
  return FIELD_KINDS.find((kind) => kind === type);
}
