import { fieldLabel, PRODUCT_CODES, PRODUCTS } from '../products/index.ts';
import type { Values } from './applicants.ts';
import type { Expr, Test } from './model.ts';

const COMPARISONS: Readonly<Record<Test['operator'], string>> = {
  equals: 'is',
  not_equals: 'is not',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  is_empty: 'is not known',
  is_not_empty: 'is known',
  is_true: 'is true',
  is_false: 'is false',
};

const label = (field: string): string => fieldLabel(field).toLowerCase();

/** A condition in plain words, for refusals. */
export function say(expr: Expr): string {
  if (expr.kind === 'test') {
    const { field, operator, value, from } = expr.test;
    const other = from === undefined ? '' : ` ${from.times} times the ${label(from.field)}`;
    return `${label(field)} ${COMPARISONS[operator]}${other}${value === undefined ? '' : ` ${String(value).replaceAll('_', ' ')}`}`;
  }
  const parts = expr.of.map((part) => (part.kind === 'test' ? say(part) : `(${say(part)})`));
  return parts.join(expr.kind === 'all' ? ' and ' : ' or ');
}

export function sayApplicant(values: Values): string {
  const said = [...values].map(([key, value]) => {
    const [code = '', field = ''] = key.split(':');
    const name = PRODUCT_CODES.find((each) => each === code);
    const noun =
      name === undefined ? undefined : PRODUCTS[name].words.find((words) => words.field === field)?.nouns?.[0];
    return `${noun ?? label(field)} ${value === null ? 'not known' : String(value)}`;
  });
  return `an applicant with ${said.join(', ')}`;
}
