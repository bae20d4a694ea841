import { PRODUCTS, type ItemWords } from '../../products/index.ts';
import { test, testsOf, type Expr, type Test } from '../model.ts';
import { dated, whereOf } from './chosen-records.ts';
import { conceptOf } from './concept-of.ts';
import type { Concept } from './kinds.ts';

/** Records of the kind that the expression asks for, from before the time that it asks for; null if that is not clear. */
export function olderThan(expr: Expr): Expr | null {
  const [only, ...others] = testsOf(expr).filter(({ operator }) => operator !== 'is_empty');
  if (only === undefined || others.length > 0) return null;
  const older = only.where === undefined ? ofMostRecent(only) : ofListed(only);
  return older === null
    ? null
    : test({ source: older.source, field: older.words.field, ...whereOf(older), operator: 'greater_than', value: 0 });
}

/** "Felonies within 7 years": the same, of another age. */
function ofListed({ source, field, where = [], operator, value }: Test): Concept | null {
  const ages = where.filter((each) => each.field.startsWith('months_since_'));
  const [age] = ages;
  const isSome = (operator === 'greater_than_or_equal' && value === 1) || (operator === 'greater_than' && value === 0);
  if (source === 'context' || !isSome || age?.operator !== 'less_than' || ages.length > 1) return null;
  const aged = where.map((each) => (each === age ? { ...each, operator: 'greater_than_or_equal' as const } : each));
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
