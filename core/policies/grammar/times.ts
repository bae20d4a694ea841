import { test } from '../model.ts';
import { dated, isOfTwoTimes, TWO_TIMES, whereOf } from './chosen-records.ts';
import { ranged } from './comparing.ts';
import { nameOf } from './concept-of.ts';
import type { Concept, Cond, Order, Range, Things, Window } from './kinds.ts';
import { anyOf, condOf, reaching, unsayable } from './meaning.ts';

/* Things that are there or not, and so many of them: at any time, or at the one that is said. */

/** At least one of the things (of any of them), at the time that is said. */
export function some({ concepts, window, isTimeless }: Things): Cond {
  const one = anyOf(concepts.map((concept) => someOf(concept, window)));
  const [noun, ...others] = concepts;
  const named = noun === undefined || others.length > 0 || window !== null ? one : { ...one, noun };
  const own = concepts.at(-1)?.isExcepted === true ? reaching('except', named) : named;
  return isTimeless === true ? { ...own, timing: 'own' } : own;
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
  if (concept.ended !== undefined) return null;
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
  return window.is === 'before' || window.is === 'until'
    ? `A report says how long ago the most recent ${name} was, and not whether there was an older one.`
    : `A report says when the most recent ${name} was, and not how many there were in such a time.`;
}

/** The most recent one is older than that. Whoever has none has no old one. */
export function older(concept: Concept, months: number): Cond | null {
  const { since } = concept.words;
  if (since === undefined) return null;
  const value = sinceIn(since.unit, months);
  if (value === null) return null;
  return condOf(test({ source: concept.source, field: since.field, operator: 'greater_than_or_equal', value }));
}

/** So many of the thing. A bare number in a rule may mean exactly, or at least, so many. */
export function counted(concept: Concept, range: Range, window: Window | null): Cond[] {
  if (concept.shape !== 'count') return [];
  if (concept.words.unsaid !== undefined) return [unsayable(concept.words.unsaid)];
  const orders: readonly Order[] = ['equals', 'greater_than_or_equal'];
  if (window === null) return ranged(concept, range, orders).map((cond) => ({ ...cond, timing: 'open' as const }));
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
