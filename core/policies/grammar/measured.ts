import { test } from '../model.ts';
import type { Concept, Cond, Order, Range, Things, Window } from './kinds.ts';
import { ranged } from './comparing.ts';
import { condOf, joinEach } from './meaning.ts';
import { asksForGood } from './polarity.ts';
import { Several } from './rule.ts';

const LEAST: readonly Order[] = ['greater_than_or_equal'];

/**
 * In a requirement a bare figure is the least that will do, where more of it is better; elsewhere it says nothing on
 * which side.
 */
export const measured = (concept: Concept, range: Range): Several<Cond> =>
  new Several(ranged(concept, range, LEAST).filter((cond) => !cond.isBare || asksForGood(cond)));

export const thing = (concept: Concept, window?: Window): Things => ({ concepts: [concept], window: window ?? null });

/** A comparison of what was named elsewhere: the reader of the whole text finds out what. */
export function elided(range: Range): Cond | null {
  switch (range.is) {
    case 'bare':
      return null;
    case 'compare': {
      const { value, unit, of, per, isJudged } = range.figure;
      const field = `?${unit}|${per ?? ''}|${of ?? ''}|${isJudged === true ? 'judged' : ''}`;
      return condOf(test({ source: 'context', field, operator: range.operator, value }), { head: 'figure' });
    }
    default:
      return joinEach(range, elided);
  }
}
