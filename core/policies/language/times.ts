import { test } from '../../rules/model.ts';
import { ranged } from './comparing.ts';
import { nameOf } from './concept-of.ts';
import type { Concept, Cond, Range, Things, Window } from './kinds.ts';
import { condOf, notOf, unsayable } from './meaning.ts';
import { dated, isOfTwoTimes, TWO_TIMES, whereOf } from './things.ts';

/* Things that are there or not, and so many of them: at any time, or at the one that is said. */

/** At least one of them, at the time that is said. */
export function some({ concept, window }: Things): Cond {
  const { source, words } = concept;
  if (words.unsaid !== undefined) return { ...unsayable(words.unsaid), form: 'things' };
  if (concept.shape === 'flag') {
    return window === null
      ? thingsOf(condOf(test({ source, field: words.field, operator: 'is_true' })), { concept, window })
      : unsayable(`No report says when there was ${article(nameOf(concept))}.`);
  }
  const presence = condOf(
    test({ source, field: words.field, ...whereOf(concept), operator: 'greater_than', value: 0 }),
  );
  return thingsOf(window === null ? presence : windowed(concept, window, 1), { concept, window });
}

const thingsOf = (cond: Cond, { concept, window }: Things): Cond => ({
  ...cond,
  form: 'things',
  isLed: concept.isLed === true,
  tail: window === null && concept.isTailed !== true ? 'open' : 'said',
});

export const none = (things: Things): Cond => ({ ...notOf(some(things)), isNone: true });

export const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `least` or more of them in the window. */
function windowed(concept: Concept, window: Window, least: number): Cond {
  return (
    byField(concept, window, least) ??
    (isOfTwoTimes(concept) ? unsayable(TWO_TIMES) : null) ??
    amongRecords(concept, window, least) ??
    unsayable(whyUntimed(concept))
  );
}

/** Where the report has a field for just that: how long ago the most recent one was, its date, or a count. */
function byField(concept: Concept, window: Window, least: number): Cond | null {
  const { source, words } = concept;
  if (concept.isEnded === true) return null;
  if (window.is === 'since')
    return words.on === undefined || least > 1
      ? null
      : condOf(test({ source, field: words.on, operator: 'greater_than_or_equal', value: window.date }));
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

function whyUntimed(concept: Concept): string {
  const { since, windows = {} } = concept.words;
  const name = nameOf(concept);
  const known = Object.keys(windows).join(' or ');
  if (since !== undefined)
    return `A report says when the most recent ${name} was, and not how many there were in such a time.`;
  return known === ''
    ? `A report does not say when there was ${article(name)}.`
    : `A report counts what it calls ${name} over the last ${known} months, and over no other time.`;
}

/** So many of them; null where the figure is no number of things. */
export function counted({ concept, window }: Things, range: Range): Cond | null {
  if (concept.shape !== 'count' || !isNumber(range)) return null;
  if (concept.words.unsaid !== undefined) return unsayable(concept.words.unsaid);
  const cond = window === null ? ranged(concept, range) : countedIn(concept, window, range);
  return cond === null ? null : thingsOf(cond, { concept, window });
}

const isNumber = (range: Range): boolean =>
  range.is === 'compare' ? range.figure.unit === 'plain' && range.figure.per === null : range.of.every(isNumber);

function countedIn(concept: Concept, window: Window, range: Range): Cond | null {
  const field = window.is === 'within' ? concept.words.windows?.[window.months] : undefined;
  const timed = field === undefined ? dated(concept, window) : { ...concept, words: { field } };
  return timed === null ? windowed(concept, window, leastOf(range) ?? 2) : ranged(timed, range);
}

/** One, if the range is "at least one" in whatever words. */
function leastOf(range: Range): number | null {
  if (range.is !== 'compare') return null;
  const { operator, figure } = range;
  if (operator === 'greater_than_or_equal') return figure.value;
  return operator === 'greater_than' ? figure.value + 1 : null;
}
