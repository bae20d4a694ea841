import { PRODUCTS, type ItemWords } from '../../products/index.ts';
import type { ItemCondition } from '../../cascade/definition.ts';
import { lastOf } from '../excused.ts';
import { test, testsOf, type Expr, type Test } from '../model.ts';
import { dated, isAge, opposed, whereOf } from './chosen-records.ts';
import { conceptOf } from './concept-of.ts';
import type { Concept } from './kinds.ts';

/** Records of the kind that the expression asks for, from before the time that it asks for; null if that is not clear. */
export function olderThan(expr: Expr, of?: Concept): Expr | null {
  const isOf = (one: Test): boolean => of === undefined || kindOf(one) === keyOf(of.source, of.words.items);
  const [only, ...others] = testsOf(expr).filter((one) => one.operator !== 'is_empty' && isOf(one));
  if (only === undefined || others.length > 0) return null;
  const older = only.where === undefined ? ofMostRecent(only) : ofListed(only);
  return older === null
    ? null
    : test({ source: older.source, field: older.words.field, ...whereOf(older), operator: 'greater_than', value: 0 });
}

/** "Felonies within 7 years": the same, of another age. */
function ofListed({ source, field, where = [], operator, value }: Test): Concept | null {
  const ages = where.filter((each) => isAge(each.field) && typeof each.value !== 'undefined');
  const [age] = ages;
  const isSome = (operator === 'greater_than_or_equal' && value === 1) || (operator === 'greater_than' && value === 0);
  if (source === 'context' || !isSome || age === undefined || ages.length > 1) return null;
  const asked = typeof age.value === 'number' ? 'less_than' : 'greater_than_or_equal';
  if (age.operator !== asked) return null;
  const aged = where.map((each) => (each === age ? opposed(each as ItemWords) : each));
  return conceptOf(source, {
    field,
    items: { list: field.replace(/\.count$/, ''), where: aged as readonly ItemWords[] },
  });
}

/** "Evictions within 3 years", where the report says how long ago the most recent one was. */
function ofMostRecent({ source, field, operator, value }: Test): Concept | null {
  if (source === 'context' || operator !== 'less_than' || typeof value !== 'number') return null;
  const words = PRODUCTS[source].words.find(({ since }) => since?.field === field);
  if (words === undefined) return null;
  const months = words.since?.unit === 'years' ? value * 12 : value;
  return dated(conceptOf(source, words), { is: 'before', months });
}

/** Of which records a test is, but for their age. */
function kindOf(one: Test): string | null {
  if (one.source === 'context') return null;
  const last = lastOf(one);
  if (last !== null) return keyOf(one.source, last);
  const { where } = one;
  return where === undefined ? null : keyOf(one.source, { list: one.field.replace(/\.count$/, ''), where });
}

const keyOf = (
  source: string,
  items: { readonly list: string; readonly where: readonly ItemCondition[] } | undefined,
): string => JSON.stringify([source, items?.list, items?.where.filter(({ field }) => !isAge(field))]);
