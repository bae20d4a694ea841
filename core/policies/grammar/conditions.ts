import type { Concept, Cond, Range } from './kinds.ts';
import { anyOf, condOf, has, notOf, reaching } from './meaning.ts';
import { counted, some } from './times.ts';
import { test } from '../model.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { CONCEPTS } from './concepts.ts';
import { costly, recordsOf, refined } from './chosen-records.ts';
import { JOINED, LISTS } from './joined.ts';
import { elided, measured, thing } from './measured.ts';
import { AMOUNT } from './shared-words.ts';
import { STATED } from './stated.ts';
import { shared } from './shares.ts';

const none = (cond: Cond): Cond => reaching('no', notOf(cond));
const lacking = (cond: Cond): Cond => reaching('do', notOf(cond));

/** "No …": of what somebody has, and by itself of what is asked for. */
export const noneOf = (lhs: 'Np' | 'Alone'): readonly RuleText[] => [
  rule(lhs, 'No Counted Total? OneRange', (concept, range) => {
    const those = concept.isOne === true ? costly(concept, range, 'each') : null;
    if (those !== null) return none(some(thing(those)));
    return isSum(range) ? new Several(counted(concept, range, null).map(none)) : null;
  }),
  rule(lhs, 'No Figure Post Counted Exist? Window?', (figure, operator, concept, window) => {
    return new Several(counted(concept, { is: 'compare', operator, figure }, window ?? null).map(none));
  }),
];

const PHRASES: readonly RuleText[] = [
  ...noneOf('Np'),
  rule('Np', 'No Things', (things) => none(some(things))),
  rule('Np', 'Range Counted of? OneRange', (range, concept, amount) => {
    const those = costly(concept, amount, 'each');
    return those === null ? null : new Several(counted(those, range, null));
  }),
  rule('Np', 'Det Things', some),
  rule('Np', 'Det Counted Total? OneRange', (concept, range) =>
    concept.unit === 'USD' && costly(concept, range, 'each') === null
      ? new Several(counted(concept, range, null))
      : null,
  ),
  // "A collection over $500" is one, "collections over $500" may be all of them together.
  rule('Np', 'Det Counted of? OneRange', (concept, range) => {
    const those = costly(concept, range, 'each');
    return those === null ? null : { ...some(thing(those)), nouns: [{ ...those, behind: AMOUNT }] };
  }),
  rule('Np', 'Share Be? Range', (pair, range) => shared(pair, range)),
  rule('Np', 'Things', (things) => (things.concepts.length === 1 ? { ...some(things), head: 'bare' } : null)),
  rule(
    'Np',
    'Range Counted',
    (range, concept) =>
      new Several(counted(concept, range, null).map((cond) => (isOneOrMore(range) ? cond : reaching('number', cond)))),
  ),
  rule('Np', 'Range Counted Window', (range, concept, window) => new Several(counted(concept, range, window))),
  rule('Np', 'Range Counted Comma? Exist', (range, concept) => new Several(counted(concept, range, null))),
  rule('Np', 'Meas of? Range', measured),
  rule('Np', 'Meas Be Range', (measure, range) => clauses(measured(measure, range))),
  rule('Np', 'Range Meas | Article Range Meas', (range, measure) => measured(measure, range)),
  rule('Np', 'Counted OneRange Window?', (concept, range, window) => {
    // "Charge-offs or collections over $500": over that may be meant of both.
    const nouns = [{ ...concept, behind: AMOUNT }];
    if (!isSum(range)) return null;
    return new Several(counted(concept, range, window ?? null).map((cond) => ({ ...cond, nouns })));
  }),
  // A match that was is none that is.
  rule('Np', 'Article? Flagged', (concept) => ({ ...some(thing(concept)), head: 'bare' })),
  rule('Np', 'Range of? Lasting', (range, concept) => measured(concept, range)),
  rule('Np', 'Lasting for Range', measured),
  rule('Np', 'a? clear Found | Found StatusWord? Be clear', (concept) => notOf(some(thing(concept)))),
];

const VERBS: readonly RuleText[] = [
  rule('Vp', 'Have Np', (cond) => ({ ...cond, head: null, form: 'whose' })),
  rule('Vp', 'There Np', (cond) => ({ ...cond, head: null })),
  rule('Vp', 'It Be? OneRange', ofIt),
  rule('Vp', 'PersonIs', (of) => ({ ...has(of), head: 'bare' })),
  rule('Vp', 'Verb Range', measured),
  rule('Vp', 'Meas Will? Takes OneRange | Meas would Takes OneRange', measured),
  rule('Vp', 'Owe Range to Landlord', measured),
  rule('Vp', 'Be PersonIs | show up PersonIs', (of) => has(of)),
  rule('Vp', 'Have Neither Tight nor Tight', (a, b) => reaching('no', notOf(anyOf([a, b])))),
  rule('Vp', 'Be? Convicted Det? Counted', convicted),
  rule('Vp', 'Be Lasting for? Range | Lasting for? Range', measured),
  rule('Vp', 'NotHave Np | NoThere Np | Without Np', (cond) => (cond.endsNegated ? null : lacking(cond))),
  rule('Vp', 'NotHave Det? Things | NoThere Det? Things | Without Det? Things', (things) => lacking(some(things))),
  rule('Vp', 'Live Region', (value) =>
    condOf(test({ source: 'context', field: 'applicant.address.state', operator: 'equals', value })),
  ),
];

/** An amount. "Felonies under 18" are of whoever is younger. */
const isSum = (range: Range): boolean => range.is === 'compare' && range.figure.unit === 'USD';

/** "Convicted of a felony": of those records that ended in it. A time behind it could be that of the end. */
function convicted(concept: Concept): Cond | null {
  const tests = recordsOf(concept)?.qualities.convicted;
  const those = tests === undefined ? null : refined(concept, tests);
  return those === null ? null : { ...some(thing({ ...those, isEnded: true })), ends: 'not' };
}

/** "it is at least 600": what is measured, and no time that has passed. */
function ofIt(range: Range): Cond | null {
  const isTime = range.is === 'compare' && (range.figure.unit === 'months' || range.figure.unit === 'years');
  const cond = isTime ? null : elided(range);
  return cond === null ? null : { ...cond, head: null };
}

/** "One eviction or felony" is one of either. */
const isOneOrMore = (range: Range): boolean =>
  (range.is === 'bare' || (range.is === 'compare' && range.operator === 'greater_than_or_equal')) &&
  range.figure.value === 1;

/** "The score is at least 600". */
const clauses = (conds: Several<Cond>): Several<Cond> =>
  new Several(conds.of.map((cond) => ({ ...cond, isClause: true as const })));

export const CONDITIONS: readonly RuleText[] = [...CONCEPTS, ...PHRASES, ...VERBS, ...STATED, ...JOINED, ...LISTS];
