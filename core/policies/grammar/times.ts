import { test } from '../model.ts';
import { dated, isOfTwoTimes, TWO_TIMES, whereOf } from './chosen-records.ts';
import { ranged } from './comparing.ts';
import { nameOf } from './concept-of.ts';
import type { Concept, Cond, Order, Range, Things, Window } from './kinds.ts';
import { allOf, anyOf, condOf, single, unsayable } from './meaning.ts';
import { SHARED } from './shared-words.ts';

/* Things that are there or not, and so many of them: at any time, or at the one that is said. */

/** At least one of the things (of any of them), at the time that is said. */
export function some({ concepts, window }: Things): Cond {
  const one = anyOf(concepts.map((concept) => someOf(concept, window)));
  const issues = concepts.some(({ isShared }) => isShared === true) ? [...one.issues, SHARED] : one.issues;
  const last = concepts.at(-1);
  return { ...one, issues, nouns: concepts, ...(last?.isExcepted === true ? { ends: 'except' } : {}) };
}

function someOf(concept: Concept, window: Window | null): Cond {
  const { source, words } = concept;
  if (words.unsaid !== undefined) return unsayable(words.unsaid);
  if (concept.shape === 'flag') {
    return window === null
      ? condOf(test({ source, field: words.field, operator: 'is_true' }))
      : unsayable(`No report says when there was ${article(nameOf(concept))}.`);
  }
  const presence = condOf(
    test({ source, field: words.field, ...whereOf(concept), operator: 'greater_than', value: 0 }),
    {
      timing: 'open',
    },
  );
  if (window === null) return presence;
  return { ...windowed(concept, window, 1), timing: 'own' };
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `least` or more of them in the window. */
function windowed(concept: Concept, window: Window, least: number): Cond {
  return (
    byField(concept, window, least) ??
    (isOfTwoTimes(concept) ? unsayable(TWO_TIMES) : null) ??
    amongRecords(concept, window, least) ??
    unsayable(whyUntimed(concept, window))
  );
}

/** Where the report has a field for just that: how long ago the most recent one was, its date, or a count. */
function byField(concept: Concept, window: Window, least: number): Cond | null {
  const { source, words } = concept;
  if (concept.isEnded === true) return null;
  if (window.is === 'since' && words.on !== undefined && least === 1)
    return condOf(test({ source, field: words.on, operator: 'greater_than_or_equal', value: window.date }));
  if (window.is !== 'within') return null;
  if (words.since !== undefined && least === 1) {
    const value = sinceIn(words.since.unit, window.months);
    return value === null
      ? unsayable(`The report says how many whole ${words.since.unit} ago the most recent ${nameOf(concept)} was.`)
      : condOf(test({ source, field: words.since.field, operator: 'less_than', value }));
  }
  const field = words.windows?.[window.months];
  return field === undefined ? null : condOf(test({ source, field, operator: 'greater_than_or_equal', value: least }));
}

/** So many whole months or years; null where a year is not whole. */
function sinceIn(unit: 'months' | 'years', months: number): number | null {
  const value = unit === 'years' ? months / 12 : months;
  return Number.isInteger(value) ? value : null;
}

function amongRecords(concept: Concept, window: Window, value: number): Cond | null {
  const those = dated(concept, window);
  if (those === null) return null;
  const { source, words } = those;
  return condOf(test({ source, field: words.field, ...whereOf(those), operator: 'greater_than_or_equal', value }));
}

function whyUntimed(concept: Concept, window: Window): string {
  const { since, windows = {} } = concept.words;
  const name = nameOf(concept);
  if (since === undefined) {
    const known = Object.keys(windows).join(' or ');
    return known === ''
      ? `A report does not say when there was ${article(name)}.`
      : `A report counts what it calls ${name} over the last ${known} months, and over no other time.`;
  }
  return window.is === 'before'
    ? `A report says how long ago the most recent ${name} was, and not whether there was an older one.`
    : `A report says when the most recent ${name} was, and not how many there were in such a time.`;
}

/** So many of the thing. A bare number in a rule may mean exactly, or at least, so many. */
export function counted(concept: Concept, range: Range, window: Window | null): Cond[] {
  if (concept.shape !== 'count') return [];
  if (concept.words.unsaid !== undefined) return [unsayable(concept.words.unsaid)];
  const orders: readonly Order[] = ['equals', 'greater_than_or_equal'];
  if (window === null) return ofSum(concept, ranged(concept, range, orders), range);
  const own = concept.words.windows;
  const field = window.is === 'within' ? own?.[window.months] : undefined;
  const timed = field === undefined ? dated(concept, window) : { ...concept, words: { field } };
  if (timed !== null) return ranged(timed, range, orders).map((cond) => ({ ...cond, timing: 'own' as const }));
  return [{ ...windowed(concept, window, leastOf(range) ?? 2), timing: 'own' }];
}

/** One, if the range is "at least one" in whatever words. */
function leastOf(range: Range): number | null {
  if (range.is !== 'compare') return null;
  const { operator, figure } = range;
  if (operator === 'greater_than_or_equal') return figure.value;
  return operator === 'greater_than' ? figure.value + 1 : null;
}

/** "Collections under $500": who has none owes less, too. Whether that is meant is not said. */
function ofSum(concept: Concept, conds: readonly Cond[], range: Range): Cond[] {
  const isLess = range.is === 'compare' && range.figure.unit === 'USD' && range.operator.startsWith('less');
  const ways = isLess ? [...conds, ...conds.map((cond) => single(allOf([someOf(concept, null), cond])))] : conds;
  return ways.map((cond) => ({ ...cond, timing: 'open' as const }));
}
