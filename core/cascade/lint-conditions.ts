import type { JsonSchema } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { fieldSchema, listPathOf, type Product } from '../products/index.ts';
import { pathOf } from '../quantifiers.ts';
import { toTime } from '../time.ts';
import { quote } from './checks.ts';
import type { CascadeCondition } from './definition.ts';
import { kindOfField, KIND_WORDS } from './field-kinds.ts';
import { beyondRange } from './lint-ranges.ts';
import { asks, numberIn, operatorOf, operatorsFor, type FieldKind } from './operators/index.ts';

/* Conditions that never hold or always do, because operator or value does not fit the report's field. */

/**
 * The message for an operator or value that does not fit the product's field, with those that do; undefined if all
 * fits.
 */
export function mismatchOf(condition: CascadeCondition, product: Product | undefined): string | undefined {
  const type = product === undefined ? undefined : kindOfField(product, condition.field);
  if (product === undefined || type === undefined) return undefined;
  return misfitOf(condition, type, fieldSchema(product, condition.field));
}

/** Like `mismatchOf`, for a field whose kind is known. */
export function misfitOf(
  condition: CascadeCondition,
  type: FieldKind,
  schema: JsonSchema | undefined,
): string | undefined {
  const fitting = operatorsFor(type);
  const field = quote(condition.field);
  if (!fitting.includes(condition.operator)) {
    const figures =
      type === 'array' ? `, or compare one of its figures, such as ${quote(`${condition.field}.count`)}` : '';
    return `${field} is ${KIND_WORDS[type]}, and ${condition.operator} never holds for that; use ${fitting.join(', ')}${figures}.`;
  }
  return wrongValue(condition, type, schema);
}

/** The message for the comparisons that choose items of a list; undefined if all fits. */
export function itemMismatch(condition: CascadeCondition, product: Product | undefined): string | undefined {
  const list = product === undefined ? undefined : listPathOf(product, condition.field);
  if (list === undefined) return undefined;
  const { source_node_id, where = [] } = condition;
  for (const { field, operator, value } of where) {
    const item: CascadeCondition = {
      source_node_id,
      field: pathOf({ ...list, quantifier: 'any', item: field }),
      operator,
    };
    const found = mismatchOf(value === undefined ? item : { ...item, value }, product);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The message for a value that looks like a variable; undefined if it does not. */
export function variableAsValue({ field, value }: CascadeCondition): string | undefined {
  if (typeof value !== 'string' || !/\{\{[^{}]+\}\}/.test(value)) return undefined;
  return (
    `${quote(field)} is compared with the text ${quote(value)} as it stands: variables are not filled in there. ` +
    'Compare with a number or a text, or with another value by `value_from`.'
  );
}

/** True if the condition reads a number of the report. A list of numbers does not count. */
export function readsNumber({ field }: CascadeCondition, product: Product | undefined): boolean {
  const type = product === undefined ? undefined : kindOfField(product, field);
  return type === 'number' || type === 'integer';
}

/** True if the condition compares a list of the report with one value, which never holds. */
export function comparesList({ field, operator }: CascadeCondition, product: Product | undefined): boolean {
  return product !== undefined && kindOfField(product, field) === 'array' && !operatorsFor('array').includes(operator);
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
    return toTime(value) !== undefined
      ? undefined
      : `${name} is a date, and ${sent} is not; write it like "2026-03-31".`;
  }
  const choices: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum.filter((one) => one !== null) : [];
  if (choices.length === 0 || choices.includes(value)) return undefined;
  // A text can be searched for any part; a list contains whole values only.
  if (type !== 'array' && asks(operator, 'part')) return undefined;
  const near = didYouMean(String(value), choices.map(String));
  return `${name} is never ${sent}${near || '.'} Its values: ${choices.join(', ')}.`;
}
