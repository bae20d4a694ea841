import { PRODUCTS } from '../../products/index.ts';
import { testsOf } from '../model.ts';
import type { Concept, Cond } from './kinds.ts';
import { asksForGood } from './polarity.ts';

/*
 * A word before the first of several things, or behind the last, may be meant for each of them: "violent felonies or
 * misdemeanors", "no evictions or felonies that …". Where it could be, it has to be said of each.
 */
export const SHARED =
  'A word before the first of these, or behind the last, could be meant for each of them: say it of each, or make two sentences.';

/** What is said of one of two things could be said of the other, which has no such word itself. */
export function mayShare(left: Concept, right: Concept): boolean {
  const [list, other] = [left, right].map(({ source, words }) => `${source} ${words.items?.list ?? words.field}`);
  const isOf = (word: string | undefined, own: string | undefined, of: Concept): boolean =>
    word !== undefined &&
    own === undefined &&
    (list === other || (word === AMOUNT ? left.source === right.source : knows(of, word)));
  return isOf(left.before, right.before, right) || isOf(right.behind, left.behind, left);
}

/** Words that are no quality: another noun ("felony conviction"), and an amount. */
export const [KIND, AMOUNT] = ['a kind', 'an amount'];

/** Records of that list can be so. */
const knows = ({ source, words }: Concept, word: string): boolean =>
  (PRODUCTS[source].records ?? [])
    .filter(({ list }) => list === words.items?.list)
    .some(({ qualities }) => Object.keys(qualities).some((phrases) => phrases.split('|').includes(word)));

/** A word of the one may reach into the other, which stands behind it. */
export function isReached(left: Cond, right: Cond, kind: 'all' | 'any'): boolean {
  // An article or a verb of its own sets it apart from what is said before another one, and not from what is said behind.
  const ofRight = right.nouns.filter(({ behind }) => right.head === 'bare' || behind !== undefined);
  const isExcepted = left.nouns.length > 0 && right.nouns.some((one) => one.isExcepted === true);
  return (
    isExcepted ||
    isNegated(left, right, kind) ||
    left.nouns.some((one) => ofRight.some((other) => mayShare(one, other)))
  );
}

function isNegated({ ends }: Cond, right: Cond, kind: 'all' | 'any'): boolean {
  const isNoun = right.form === 'noun';
  switch (ends) {
    case 'except':
      return true;
    case 'no':
      return isNoun && !asksForGood(right) && !isState(right);
    case 'not':
      return isNoun;
    case 'do':
      return isNoun || ((right.form === 'verb' || right.form === 'whose') && kind === 'any' && !right.endsNegated);
    case 'either':
      return kind === 'all';
    case 'number':
      return right.head === 'bare';
    default:
      return false;
  }
}

/** "Verified income": nobody is asked to have none. */
const isState = ({ expr }: Cond): boolean => testsOf(expr).every(({ value }) => typeof value === 'string');
