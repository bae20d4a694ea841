import { PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { test } from '../model.ts';
import { conceptOf } from './concept-of.ts';
import type { Concept, Cond, Measure, Order, Range, Things, Window } from './kinds.ts';
import { ranged } from './comparing.ts';
import { allOf, condOf, joinEach, single } from './meaning.ts';
import { Several } from './rule.ts';

/** In a requirement a bare figure is the least that will do; elsewhere it says nothing on which side. */
const LEAST: readonly Order[] = ['greater_than_or_equal'];

export function measured({ concept, also }: Measure, range: Range): Several<Cond> {
  const conds = ranged(concept, range, LEAST);
  return new Several(conds.map((cond) => (also === null ? cond : single(allOf([also, cond])))));
}

/** Whether a search found anything, by the reports that are searches. */
export const FOUND: readonly Concept[] = PRODUCT_CODES.flatMap((code) => {
  const { words, found } = PRODUCTS[code];
  return words
    .filter(({ field }) => field === found)
    .slice(0, 1)
    .map((each) => conceptOf(code, each));
});

export const thing = (concept: Concept, window?: Window): Things => ({ concepts: [concept], window: window ?? null });

/** A comparison of what was named elsewhere: the reader of the whole text finds out what. */
export function elided(range: Range): Cond | null {
  switch (range.is) {
    case 'bare':
      return null;
    case 'compare': {
      const { value, unit, of, per } = range.figure;
      const field = `?${unit}|${per ?? ''}|${of ?? ''}`;
      return condOf(test({ source: 'context', field, operator: range.operator, value }), { head: 'figure' });
    }
    default:
      return joinEach(range, elided);
  }
}
