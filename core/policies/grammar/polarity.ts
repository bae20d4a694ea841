import { fieldSchema, PRODUCTS, type ReasonPredicate } from '../../products/index.ts';
import { testsOf, type Test } from '../model.ts';
import type { Cond } from './kinds.ts';

/** Whether more of it, or less, is held against somebody; null where the report's own words take no side. */
function sideOf({ source, field }: Test): 'more' | 'less' | null {
  if (source === 'context') return null;
  const schema = fieldSchema(PRODUCTS[source], field) ?? {};
  // The schemas are ours: these keywords hold predicates.
  const when = (schema['x-factors-when'] ?? schema['x-reason-when']) as ReasonPredicate | undefined;
  if (when?.is === 'below') return 'less';
  if (when?.is === 'above') return 'more';
  if (when?.is !== 'state') return null;
  if (when.cure === 'more') return 'less';
  return schema['x-unit'] === 'count' || schema['x-unit'] === 'USD' ? 'more' : null;
}

/** It asks for what is good alone: "a score of at least 580", "no more than two late payments". */
export function asksForGood({ expr }: Cond): boolean {
  const tests = testsOf(expr).filter(({ operator }) => operator !== 'is_empty' && operator !== 'is_not_empty');
  return (
    tests.length > 0 &&
    tests.every((one) => {
      const side = sideOf(one);
      return side === 'less' ? one.operator.startsWith('greater') : side === 'more' && one.operator.startsWith('less');
    })
  );
}
