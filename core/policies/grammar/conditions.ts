import type { Concept, Cond, Measure, Range, Things } from './kinds.ts';
import { allOf, anyOf, condOf, has, joined, notOf, reaching, stated } from './meaning.ts';
import { counted, some } from './times.ts';
import { test } from '../model.ts';
import { oppositeRange } from './figures.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { CONCEPTS, lastly, listsWith } from './concepts.ts';
import { REFERENCES } from './referring.ts';
import { costly, recordsOf, refined } from './chosen-records.ts';
import { allOfKind, eachOf, ofOnly } from './all-records.ts';
import { JOINED, LISTS } from './joined.ts';
import { elided, FOUND, measured, thing } from './measured.ts';
import { STATED } from './stated.ts';
import { shared } from './shares.ts';

const none = (cond: Cond): Cond => reaching('no', notOf(cond));
const lacking = (cond: Cond): Cond => reaching('do', notOf(cond));

/** "No …": of what somebody has, and by itself of what is asked for. */
export const noneOf = (lhs: 'Np' | 'Alone'): readonly RuleText[] => [
  rule(lhs, 'No Counted Total? OneRange', (concept, range) => new Several(counted(concept, range, null).map(none))),
  rule(lhs, 'No Figure Post Counted Exist? Window?', (figure, operator, concept, window) => {
    return new Several(counted(concept, { is: 'compare', operator, figure }, window ?? null).map(none));
  }),
];

const NONE: readonly RuleText[] = [
  ...noneOf('Np'),
  rule('Np', 'No Things', (things) => none(some(things))),
  rule('Np', 'No Nouns Comma? And Counted Window?', (concepts, concept, window) => {
    const lists = listsWith(concepts, concept);
    return new Several(
      lists.map((of) => ({ ...none(some({ concepts: of, window: window ?? null })), isNoneAnd: true as const })),
    );
  }),
];

const PHRASES: readonly RuleText[] = [
  ...NONE,
  rule('Np', 'Det Counted Total? OneRange', (concept, range) =>
    concept.unit === 'USD' && concept.words.each === undefined ? new Several(counted(concept, range, null)) : null,
  ),
  // "A collection over $500" is one, "collections over $500" may be all of them together.
  rule('Np', 'Det Counted of? OneRange', (concept, range) => {
    const those = lastly(costly(concept, range, 'each'), { range });
    return those === null ? null : some(thing(those));
  }),
  rule('Np', 'Range Counted of? OneRange', (range, concept, amount) => {
    const those = costly(concept, amount, 'each');
    return those === null ? null : new Several(counted(those, range, null));
  }),
  rule('Np', 'Det Things', (things) => ({ ...some(things), isNoun: true })),
  rule('Np', 'a? clean Record', () => new Several(FOUND.map((concept) => notOf(some(thing(concept)))))),
  rule(
    'Np',
    'Range Counted AnyAge | Range Counted Comma AnyAge',
    (range, concept) => new Several(counted(concept, range, null).map((cond) => ({ ...cond, timing: 'own' as const }))),
  ),
  rule(
    'Np',
    'nothing found | nothing on record | nothing on file | nothing reported | nothing in background',
    () => new Several(FOUND.map((concept) => notOf(some(thing(concept))))),
  ),
  // Of what is said not to be over yet.
  rule('Np', 'any current Counted', (concept) =>
    concept.ended === undefined && concept.before === undefined ? null : some(thing(concept)),
  ),
  rule('Np', 'Counted only', ofOnly),
  rule('Np', 'a? Counted free Record Window? | a? clean of Counted Record Window?', (concept, window) =>
    notOf(some(thing(concept, window))),
  ),
  rule('Np', 'Only Det? Counted | Only Det? Counted Exist', ofOnly),
  rule('Np', 'Range Counted Comma all Counted', (range, concept, kind) => new Several(allOfKind(concept, range, kind))),
  rule('Np', 'Share Be? Range | Share of Range', (pair, range) => shared(pair, range)),
  rule('Np', 'Range Share', (range, pair) => shared(pair, range)),
  rule('Np', 'Det? Nouns Comma? Unless ThoseAre Window', (concepts, window) =>
    window.is === 'before'
      ? reaching('except', some({ concepts, window: { is: 'within', months: window.months } }))
      : null,
  ),
  rule('Np', 'Things', (things) => {
    const isOne = things.concepts.length === 1 || things.concepts.every(({ ended }) => ended !== undefined);
    return isOne ? { ...some(things), head: 'bare', isNoun: true } : null;
  }),
  rule(
    'Np',
    'Range Counted',
    (range, concept) =>
      new Several(
        counted(concept, range, null).map((cond) =>
          isOneOrMore(range) ? cond : { ...cond, isCounted: true as const },
        ),
      ),
  ),
  rule('Np', 'Amount Counted Post Window?', (value, concept, operator, window) => {
    const figure = { value, unit: 'plain', per: null, of: null } as const;
    return new Several(counted(concept, { is: 'compare', operator, figure }, window ?? null));
  }),
  rule('Np', 'Range Counted Window', (range, concept, window) => new Several(counted(concept, range, window))),
  rule('Np', 'Range Counted Comma? Exist', (range, concept) => new Several(counted(concept, range, null))),
  rule('Np', 'Meas of? Range | Meas ( Range )', measured),
  rule('Np', 'Meas Be Adv? Range', (measure, range) => clauses(measured(measure, range))),
  rule('Np', 'Meas that Be Range | Meas Sep Range | Meas , Range', measured),
  rule('Np', 'Range Meas | Article Range Meas | Range in Meas | Range of Meas', (range, measure) =>
    measured(measure, range),
  ),
  rule(
    'Np',
    'Article? Limit Meas of? Figure | Article? Limit Meas Be Figure | Article? Limit Meas Sep Figure',
    (order, measure, figure) => measured(measure, { is: 'compare', operator: order, figure }),
  ),
  rule('Np', 'Meas Limit Sep? of? Figure | Meas Limit Be Figure', (measure, order, figure) =>
    measured(measure, { is: 'compare', operator: order, figure }),
  ),
  rule(
    'Np',
    'Counted Total OneRange | Counted Exist Total? OneRange',
    (concept, range) => new Several(counted(concept, range, null)),
  ),
  rule(
    'Np',
    'Counted Sep OneRange Window? | Counted Be OneRange Window?',
    (concept, range, window) => new Several(counted(concept, range, window ?? null)),
  ),
  // "Charge-offs or collections over $500": over that may be meant of both.
  rule('Np', 'Counted OneRange Window?', (concept, range, window) => {
    const isSum = range.is === 'compare' && range.figure.unit === 'USD';
    const conds = counted(concept, range, window ?? null);
    return new Several(isSum ? conds.map((cond) => ({ ...cond, noun: { ...concept, behind: { range } } })) : conds);
  }),
  rule('Np', 'OneRange in Counted | OneRange of Counted', (range, concept) =>
    range.is === 'compare' && range.figure.unit !== 'USD' ? null : new Several(counted(concept, range, null)),
  ),
  rule('Np', 'Counted Window Sep OneRange', (concept, window, range) => new Several(counted(concept, range, window))),
  rule('Np', 'Article? State Stated | Article? State Measured', (state, concept) => stated(concept, state)),
  rule('Np', 'Det? Flagged', (concept) => ({ ...some(thing(concept)), head: 'bare' })),
  rule('Np', 'Range of? Lasting', (range, concept) => measured({ concept, also: null }, range)),
  rule('Np', 'Lasting of? Range | Lasting for Range', (concept, range) => measured({ concept, also: null }, range)),
  rule(
    'Np',
    'a? clear Found | a? clean Found | Found StatusWord? Be clear | Found StatusWord? Be clean | a? Found that Be clear | a? clear Found StatusWord',
    (concept) => notOf(some(thing(concept))),
  ),
];

const VERBS: readonly RuleText[] = [
  rule(
    'Np',
    'Found StatusWord? Be AnythingBut clear | Found StatusWord? Be AnythingBut clean | Found that Be AnythingBut clear',
    (concept) => some(thing(concept)),
  ),
  rule('Np', 'Both Nouns And Nouns', (a, b) =>
    a.length > 1 || b.length > 1 ? null : allOf([a, b].map((concepts) => some({ concepts, window: null }))),
  ),
  rule('Vp', 'State? Measured Have a? Measured of? Range', (_, of, sure, range) =>
    of.source === sure.source && sure.words.field === 'confidence_percent'
      ? measured({ concept: sure, also: null }, range)
      : null,
  ),
  rule(
    'Vp',
    'Each Counted Be? Trait | Each Counted Have Det? Trait | All Counted Be? Trait | Counted Be All Trait | All of Counted Be? Trait',
    eachOf,
  ),
  rule('Vp', 'Have Np | There Np', ({ isNoun: _, isOnly: __, ...cond }) => ({ ...cond, head: null })),
  rule('Vp', 'Np Exist', (cond) => ({ ...cond, head: null })),
  rule('Vp', 'It Be? OneRange', ofIt),
  rule('Vp', 'It Be Not OneRange', (range) => ofIt(oppositeRange(range))),
  rule('Vp', 'PersonIs', (of) => ({ ...has(of), head: 'bare' })),
  rule('Vp', 'Not PersonIs', (of) => notOf(has(of))),
  rule('Vp', 'Verb Range', (concept, range) => measured({ concept, also: null }, range)),
  rule('Vp', 'Verb Article? Gross? Period? Measured of Range', (concept, per, name, range) =>
    concept.words.field === name.words.field
      ? measured({ concept: per === undefined ? name : { ...name, per }, also: null }, range)
      : null,
  ),
  rule('Vp', 'Owing Range in Counted | Owing Range on Counted', (range, concept) =>
    concept.words.dollars === undefined ? null : new Several(counted(concept, range, null)),
  ),
  rule('Vp', 'Meas Will? Takes OneRange', (measure, range) => measured(measure, range)),
  rule('Vp', 'Meas Exceed Meas By OneRange', surplus),
  rule('Vp', 'Meas Be OneRange Above Meas', (of, range, to) => surplus(of, to, range)),
  rule('Vp', 'Owe Landlord Range', (concept, range) => measured({ concept, also: null }, range)),
  rule('Vp', 'Owe Range to Landlord', (concept, range) => measured({ concept, also: null }, range)),
  rule('Vp', 'Owe money to Landlord | Owe Landlord money | Owe Landlord | Owe rent to Landlord', (concept) =>
    condOf(test({ source: concept.source, field: concept.words.field, operator: 'greater_than', value: 0 })),
  ),
  rule('Vp', 'Be PersonIs', (of) => has(of)),
  rule('Vp', 'show up PersonIs | appear PersonIs | found PersonIs', (of) => has(of)),
  rule('Vp', 'Be Not PersonIs | do not appear PersonIs | does not appear PersonIs', (of) => notOf(has(of))),
  rule('Vp', 'neither PersonIs nor PersonIs | Be neither PersonIs nor PersonIs', (a, b) =>
    notOf(anyOf([has(a), has(b)])),
  ),
  rule('Vp', 'Be Not PersonIs or PersonIs | Be Not PersonIs nor PersonIs', (a, b) => notOf(anyOf([has(a), has(b)]))),
  rule('Vp', 'Be Evicted Window? | have Evicted Window?', (concept, window) => some(thing(concept, window))),
  rule(
    'Vp',
    'Be Not Evicted Window? | has Not been Evicted Window? | have Not been Evicted Window?',
    (concept, window) => notOf(some(thing(concept, window))),
  ),
  rule('Vp', 'Be? Convicted Det? Things', (things) => convicted(things, true)),
  rule('Vp', 'Be? Convicted Det? Things Or Det Things', (a, b) => convictedOfEither(a, b)),
  rule(
    'Vp',
    'Be Not Convicted Det? Things Or Det Things | has Not been Convicted Det? Things Or Det Things | have Not been Convicted Det? Things Or Det Things',
    (a, b) => new Several((convictedOfEither(a, b)?.of ?? []).map(notOf)),
  ),
  // "A conviction for a felony in the last 7 years": a time counts from the offense, as that of a felony conviction.
  rule('Vp', 'ConvictionFor Det? Things', (things) => convicted(things)),
  rule(
    'Vp',
    'Be Not Convicted Det? Things | has Not been Convicted Det? Things | have Not been Convicted Det? Things',
    (things) => {
      const one = convicted(things, true);
      return one === null ? null : notOf(one);
    },
  ),
  rule('Vp', 'Be Lasting for? Range | Lasting for? Range', (concept, range) =>
    measured({ concept, also: null }, range),
  ),
  rule('Vp', 'NotHave Np | NoThere Np | Without Np', (cond) => (cond.endsNegated ? null : lacking(cond))),
  rule('Vp', 'NotHave Det? Things | NoThere Det? Things | Without Det? Things', (things) => lacking(some(things))),
  rule(
    'Vp',
    'NotHave Det? Things or Det Things | Without Det? Things or Det Things | NotHave Det? Things nor Det? Things | Without Det? Things nor Det? Things',
    (a, b) => lacking(anyOf([some(a), some(b)])),
  ),
  rule('Vp', 'DoNot Verb Range | can not Verb Range', (concept, range) =>
    negated(measured({ concept, also: null }, range)),
  ),
  rule('Vp', 'DoNot Owe Range to Landlord', (concept, range) => negated(measured({ concept, also: null }, range))),
  rule('Vp', 'DoNot Owe money to Landlord | DoNot Owe Landlord money | DoNot Owe Landlord', (concept) =>
    notOf(condOf(test({ source: concept.source, field: concept.words.field, operator: 'greater_than', value: 0 }))),
  ),
  rule('Vp', 'live in Region | Live Region', (value) =>
    condOf(test({ source: 'context', field: 'applicant.address.state', operator: 'equals', value })),
  ),
  rule('Vp', 'Be Not Live Region | DoNot live in Region', (value) =>
    notOf(condOf(test({ source: 'context', field: 'applicant.address.state', operator: 'equals', value }))),
  ),
];

/** "The stated income exceeds the verified income by more than 10%". */
function surplus(of: Measure, to: Measure, range: Range): Cond | null {
  if (range.is !== 'compare' || range.figure.unit !== 'percent') return null;
  const more = { ...range, figure: { ...range.figure, value: 100 + range.figure.value } };
  return shared({ of, to: { ...to, also: null } }, more);
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

const negated = (conds: Several<Cond>): Several<Cond> => new Several(conds.of.map(lacking));

function convictedOfEither(a: Things, b: Things): Several<Cond> | null {
  const [one, other] = [convicted(a, true), convicted(b, true)];
  return one === null || other === null ? null : new Several(joined('any', one, other));
}

/** "Convicted of a felony": of those records that ended in it. A time behind it is that of the end, if it is said so. */
function convicted({ concepts, window }: Things, isOfEnd = false): Cond | null {
  const of = concepts.map((concept) => verdictOf(concept, isOfEnd)).filter((concept) => concept !== null);
  const [first] = of;
  if (of.length < concepts.length || first === undefined) return null;
  return { ...reaching('word', some({ concepts: of, window })), verdicts: first };
}

function verdictOf(concept: Concept, isOfEnd: boolean): Concept | null {
  const records = recordsOf(concept);
  const tests = records?.qualities.convicted;
  const those = tests === undefined ? null : refined(concept, tests);
  return those === null || !isOfEnd ? those : { ...those, ended: { on: records?.endedOn?.convicted ?? null } };
}

export const CONDITIONS: readonly RuleText[] = [
  ...CONCEPTS,
  ...PHRASES,
  ...VERBS,
  ...STATED,
  ...JOINED,
  ...REFERENCES,
  ...LISTS,
];
