import { test } from '../../rules/model.ts';
import { against, ranged } from './comparing.ts';
import type { Concept, Cond } from './kinds.ts';
import { atLeast, clauseOf, condOf, join, notOf } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { costly, merged, qualified, recordsOf } from './things.ts';
import { counted, none, some } from './times.ts';

const RECORDS: readonly RuleText[] = [
  rule('Counted', 'CountNoun', (concept) => concept),
  rule('Counted', 'Quality Counted', (quality, concept) => led(qualified(concept, quality))),
  // A time behind what became of it is of that, or of the case.
  rule('Counted', 'Counted that Was Quality | Counted Quality', (concept, quality) =>
    ended(qualified(concept, quality)),
  ),
  rule('Counted', 'Counted that Was not Quality', (concept, quality) => ended(qualified(concept, quality, true))),
  rule('Counted', 'Counted Counted', (of, head) =>
    of.words.items === undefined || of.isEnded === true ? null : merged(head, of),
  ),
  rule('Counted', 'Counted Range', (concept, range) => costly(concept, range)),
  rule('Things', 'Counted', (concept) => ({ concept, window: null })),
  rule('Things', 'Counted Window', (concept, window) => ({ concept, window })),
  rule('Meas', 'Measured', (concept) => concept),
  rule('Meas', 'Period Measured', (per, concept) =>
    concept.words.perYear === undefined || concept.per !== null ? null : { ...concept, per },
  ),
  rule('Meas', 'gross Period Measured | Period gross Measured', (per, concept) =>
    concept.words.perYear === undefined || concept.per !== null ? null : { ...concept, per },
  ),
];

const led = (concept: Concept | null): Concept | null => (concept === null ? null : { ...concept, isLed: true });
const ended = (concept: Concept | null): Concept | null =>
  concept === null ? null : { ...concept, isEnded: true, isTailed: true };

/** The applicant's things with an article, a number or "no", or a measure with its figure. */
const NOUNS: readonly RuleText[] = [
  rule('Atom', 'Det Things', some),
  rule('Atom', 'No Things', none),
  rule('Atom', 'Range Things', (range, things) => counted(things, range)),
  rule('Atom', 'Range Counted Range', (range, concept, amount) => {
    const those = recordsOf(concept)?.amount === undefined ? costly(concept, amount, true) : null;
    return those === null ? null : counted({ concept: those, window: null }, range);
  }),
  rule('Atom', 'Article? Meas of? Range', ranged),
  rule('Atom', 'Det Flagged', (concept) => some({ concept, window: null })),
  rule('Atom', 'No Flagged', (concept) => none({ concept, window: null })),
  // Several, without an article: only where nothing stands beside them.
  rule('Plural', 'Things', (things) => (things.concept.isOne === true ? null : { ...some(things), form: 'plural' })),
];

const CLAUSES: readonly RuleText[] = [
  rule('Atom', 'Meas Be Op Amount Percent of Meas', (of, operator, share, to) =>
    clause(against(of, operator, share / 100, to)),
  ),
  rule('Atom', 'Meas Be Op Amount Times Meas', (of, operator, times, to) => clause(against(of, operator, times, to))),
  rule('Atom', 'Meas Be Range | Applicant Verb Range', (concept, range) => clause(ranged(concept, range))),
  rule('Atom', 'Measured Be missing | Measured Be unknown | Measured Be not known', notKnown),
  rule('Atom', 'There no Measured', unknown),
  rule('Atom', 'There Det Things | Applicant Have Det Things', (things) => told(some(things))),
  rule('Atom', 'There Plural | Applicant Have Plural', (cond) => told(cond)),
  rule('Atom', 'There No Things | Applicant Have No Things', (things) => told(none(things))),
  rule('Atom', 'There Range Things | Applicant Have Range Things', (range, things) => told(counted(things, range))),
  rule('Atom', 'Applicant Have Article Meas of? Range', (concept, range) => clause(ranged(concept, range))),
  rule('Atom', 'There Det Flagged', (concept) => told(some({ concept, window: null }))),
  rule('Atom', 'There No Flagged', (concept) => told(none({ concept, window: null }))),
  rule('Atom', 'Applicant Owe Range to Landlord', (concept, range) => clause(ranged(concept, range))),
  rule('Atom', 'Stated Be State | Measured Be State | Stated State', stated),
  rule('Atom', 'Stated Be State or State', (concept, one, other) => {
    const [a, b] = [stated(concept, one), stated(concept, other)];
    return a === null || b === null ? null : clauseOf(join('any', [a, b]));
  }),
  rule('Atom', 'Stated Be not State | Measured Be not State | Stated does not State', notStated),
  rule('Atom', 'Stated can not be State | Measured can not be State | Stated could not be State', notStated),
  rule('Atom', 'Applicant Be PersonIs', (one) => condOf(test(one))),
  rule('Atom', 'Applicant Be not PersonIs', (one) => notOf(condOf(test(one)))),
  rule('Atom', 'Applicant Lasting for? Range | Applicant Be Lasting for? Range', (concept, range) =>
    clause(ranged(concept, range)),
  ),
  rule('Atom', 'Lasting for? Range', (concept, range) => clause(ranged(concept, range))),
  rule('Atom', 'Applicant Live Region', living),
  rule('Atom', 'ReadTest', (cond) => cond),
  rule('Atom', '( Cond )', clauseOf),
  rule('Atom', 'not ( Cond )', (cond) => clauseOf(notOf(cond))),
];

/** There is none: of a score. Who has no debt has one of 0. */
export function unknown(concept: Concept): Cond | null {
  return concept.words.field === 'score' ? notKnown(concept) : null;
}

export function notKnown({ source, unit, words: { field, perYear } }: Concept): Cond | null {
  const canBe = unit === 'points' || unit === 'months' || perYear !== undefined;
  return canBe ? condOf(test({ source, field, operator: 'is_empty' })) : null;
}

export function living(value: string): Cond {
  return condOf(test({ source: 'context', field: 'applicant.address.state', operator: 'equals', value }));
}

/** "Income is verified", "SSN is a match": null where the concept has no such state. */
export function stated({ source, words }: Concept, state: string): Cond | null {
  const value = words.states?.[state];
  if (value === undefined) return null;
  return condOf(test({ source, field: words.stateField ?? words.field, operator: 'equals', value }));
}

function notStated(concept: Concept, state: string): Cond | null {
  const cond = stated(concept, state);
  // "Not partially verified" may be fully, or not even so.
  return cond === null || state === 'partial' ? null : notOf(cond);
}

/** "There is …": what stands behind it may be there, too. */
function told<C extends Cond | null>(cond: C): C {
  return cond === null ? cond : { ...cond, form: 'clause' };
}

function clause(cond: Cond | null): Cond | null {
  return cond === null ? null : clauseOf(cond);
}

/** How conditions are joined: all by "and", or all by "or"; parentheses say which where both are there. */
const JOINS: readonly RuleText[] = [
  rule('Series', 'Atom , Atom', (a, b) => [a, b]),
  rule('Series', 'Series , Atom', (all, one) => [...all, one]),
  ...(['and', 'or'] as const).flatMap((word) => {
    const lhs = word === 'and' ? 'Ands' : 'Ors';
    return [
      rule(lhs, `Atom ${word} Atom | Atom , ${word} Atom` as 'Atom Atom', (a, b) => [a, b]),
      rule(lhs, `Series ${word} Atom | Series , ${word} Atom` as 'Series Atom', (all, one) => [...all, one]),
      rule(lhs, `${lhs} ${word} Atom | ${lhs} , ${word} Atom` as 'Ands Atom', (all, one) => [...all, one]),
    ];
  }),
  rule('Cond', 'Atom', (cond) => cond),
  rule('Cond', 'Ands', (of) => join('all', of)),
  rule('Cond', 'Ors', (of) => join('any', of)),
  // "A and B or C" can be either: both are shown.
  rule('Cond', 'Ands or Atom | Ands , or Atom', (of, last) => mixed('all', of, last)),
  rule('Cond', 'Ors and Atom | Ors , and Atom', (of, last) => mixed('any', of, last)),
  rule('Cond', 'Meas Be Sides', (concept, range) => clause(ranged(concept, range))),
  rule('Cond', 'either Atom or Atom', (a, b) => join('any', [a, b])),
];

/** Both ways to join what stands behind: with all before it, or with the nearest. */
function mixed(kind: 'all' | 'any', of: readonly Cond[], last: Cond): Several<Cond> {
  const other = kind === 'all' ? 'any' : 'all';
  const nearest = of.slice(-1);
  return new Several([
    join(other, [join(kind, of), last]),
    join(kind, [...of.slice(0, -1), join(other, [...nearest, last])]),
  ]);
}

/** So many of several, which may stand in a list below. */
const LISTS: readonly RuleText[] = [
  rule('Item', 'Atom | Plural', (cond) => cond),
  rule('Items', 'Item , Item', (a, b) => [a, b]),
  rule('Items', 'Items , Item', (all, one) => [...all, one]),
  // A marker of its own separates an item.
  rule('Items', '• Item', (one) => [clauseOf(one)]),
  rule('Items', 'Item ; Item', (a, b) => [clauseOf(a), clauseOf(b)]),
  rule('Items', 'Items ; Item | Items • Item', (all, one) => [...all, clauseOf(one)]),
  // Text after such a list belongs to it.
  rule('Cond', 'any of These Holds? Sep? Items', (of) => clauseOf(join('any', of))),
  rule('Cond', 'all of These Holds? Sep? Items', (of) => clauseOf(join('all', of))),
  rule('Cond', 'at least Amount of These Holds? Sep? Items | Amount or more of These? Holds? Sep? Items', atLeast),
  rule('Atom', 'at least Amount of these Sep ReadItems', atLeast),
  rule('ReadItems', '( Cond )', (cond) => [cond]),
  rule('ReadItems', 'ReadItems ; ( Cond )', (items, one) => [...items, one]),
];

export const CONDITIONS: readonly RuleText[] = [...RECORDS, ...NOUNS, ...CLAUSES, ...JOINS, ...LISTS];
