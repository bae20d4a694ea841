import type { Concept, Cond, Measure, Order, Range, Things } from './kinds.ts';
import {
  allOf,
  anyOf,
  condOf,
  counted,
  has,
  joined,
  listed,
  notOf,
  ranged,
  single,
  some,
  soMany,
  stated,
} from './meaning.ts';
import { PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { test } from '../model.ts';
import { conceptOf } from './concept-of.ts';
import { oppositeRange } from './figures.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { CONCEPTS } from './concepts.ts';
import { REFERENCES } from './referring.ts';
import { costly, refined } from './chosen-records.ts';
import { allOfKind, eachOf, ofOnly } from './all-records.ts';
import { shared } from './shares.ts';

/** In a requirement a bare figure is the least that will do; elsewhere it says nothing on which side. */
const LEAST: readonly Order[] = ['greater_than_or_equal'];

function measured({ concept, also }: Measure, range: Range): Several<Cond> {
  const conds = ranged(concept, range, LEAST);
  return new Several(conds.map((cond) => (also === null ? cond : single(allOf([also, cond])))));
}

/** Whether a search found anything, by the reports that are searches. */
const FOUND: readonly Concept[] = PRODUCT_CODES.flatMap((code) => {
  const { words, found } = PRODUCTS[code];
  return words
    .filter(({ field }) => field === found)
    .slice(0, 1)
    .map((each) => conceptOf(code, each));
});

const thing = (concept: Concept): Things => ({ concepts: [concept], window: null });

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
    default: {
      const parts = range.of.map(elided);
      const known = parts.filter((part) => part !== null);
      return known.length < parts.length ? null : range.is === 'all' ? allOf(known) : anyOf(known);
    }
  }
}

const NONE: readonly RuleText[] = [
  rule('Np', 'No Things', (things) => notOf(some(things))),
  rule('Np', 'No Counted Total? OneRange', (concept, range) => new Several(counted(concept, range, null).map(notOf))),
  rule(
    'Np',
    'No Figure Post Counted | No Figure Post Counted Exist',
    (figure, operator, concept) => new Several(counted(concept, { is: 'compare', operator, figure }, null).map(notOf)),
  ),
  rule(
    'Np',
    'No Figure Post Counted Window',
    (figure, operator, concept, window) =>
      new Several(counted(concept, { is: 'compare', operator, figure }, window).map(notOf)),
  ),
  rule('Np', 'No Nouns And Counted', (concepts, concept) =>
    notOf(some({ concepts: [...concepts, concept], window: null })),
  ),
  rule('Np', 'No Nouns Comma? And Counted Window', (concepts, concept, window) =>
    notOf(some({ concepts: [...concepts, concept], window })),
  ),
  rule('Np', 'No Nouns Comma And Counted', (concepts, concept) =>
    notOf(some({ concepts: [...concepts, concept], window: null })),
  ),
];

const PHRASES: readonly RuleText[] = [
  ...NONE,
  rule('Np', 'Det Counted Total? OneRange', (concept, range) =>
    concept.unit === 'USD' && concept.words.each === undefined ? new Several(counted(concept, range, null)) : null,
  ),
  // "A collection over $500" is one, "collections over $500" may be all of them together.
  rule('Np', 'Det Counted of? OneRange', (concept, range) => {
    const those = costly(concept, range, 'each');
    return those === null ? null : some(thing(those));
  }),
  rule('Np', 'Range Counted of? OneRange', (range, concept, amount) => {
    const those = costly(concept, amount, 'each');
    return those === null ? null : new Several(counted(those, range, null));
  }),
  rule('Np', 'Det Things', (things) => ({ ...some(things), isNoun: true })),
  rule(
    'Np',
    'nothing found | nothing on record | nothing on file | nothing reported | nothing in background',
    () => new Several(FOUND.map((concept) => notOf(some(thing(concept))))),
  ),
  rule('Np', 'Counted only', ofOnly),
  rule('Np', 'a? Counted free Record | a? clean of Counted Record', (concept) => notOf(some(thing(concept)))),
  rule('Np', 'a? Counted free Record Window', (concept, window) => notOf(some({ concepts: [concept], window }))),
  rule('Np', 'Only Det? Counted | Only Det? Counted Exist', ofOnly),
  rule('Np', 'Range Counted Comma all Counted', (range, concept, kind) => new Several(allOfKind(concept, range, kind))),
  rule('Np', 'Share Be? Range | Share of Range', (pair, range) => shared(pair, range)),
  rule('Np', 'Range Share', (range, pair) => shared(pair, range)),
  rule('Np', 'Det? Nouns Comma? Unless ThoseAre Window', (concepts, window) =>
    window.is === 'before' ? some({ concepts, window: { is: 'within', months: window.months } }) : null,
  ),
  rule('Np', 'Things', (things) => {
    const isOne = things.concepts.length === 1 || things.concepts.every(({ ended }) => ended !== undefined);
    return isOne ? { ...some(things), head: 'bare', isNoun: true } : null;
  }),
  rule('Np', 'Range Counted', (range, concept) => new Several(counted(concept, range, null))),
  rule('Np', 'Range Counted Window', (range, concept, window) => new Several(counted(concept, range, window))),
  rule(
    'Np',
    'Range Counted Exist | Range Counted Comma Exist',
    (range, concept) => new Several(counted(concept, range, null)),
  ),
  rule('Np', 'Meas Be? Range | Meas of Range | Meas ( Range ) | Meas Be Adv Range', measured),
  rule('Np', 'Meas that Be Range | Meas Sep Range | Meas , Range', measured),
  rule('Np', 'Range Meas | Det Range Meas | Range in Meas | Range of Meas', (range, measure) =>
    measured(measure, range),
  ),
  rule(
    'Np',
    'Det? Limit Meas of? Figure | Det? Limit Meas Be Figure | Det? Limit Meas Sep Figure',
    (order, measure, figure) => measured(measure, { is: 'compare', operator: order, figure }),
  ),
  rule('Np', 'Meas Limit Sep? of? Figure | Meas Limit Be Figure', (measure, order, figure) =>
    measured(measure, { is: 'compare', operator: order, figure }),
  ),
  rule(
    'Np',
    'Counted Be? OneRange | Counted Total OneRange | Counted Exist Total? OneRange',
    (concept, range) => new Several(counted(concept, range, null)),
  ),
  rule(
    'Np',
    'Counted Sep OneRange Window | Counted Be? OneRange Window',
    (concept, range, window) => new Several(counted(concept, range, window)),
  ),
  rule('Np', 'Counted Sep OneRange', (concept, range) => new Several(counted(concept, range, null))),
  rule('Np', 'OneRange in Counted | OneRange of Counted', (range, concept) =>
    range.is === 'compare' && range.figure.unit !== 'USD' ? null : new Several(counted(concept, range, null)),
  ),
  rule('Np', 'Counted Window Sep OneRange', (concept, window, range) => new Several(counted(concept, range, window))),
  rule('Np', 'Det? State Stated | Det? State Measured', (state, concept) => stated(concept, state)),
  rule('Np', 'Det? Flagged', (concept) => ({ ...some(thing(concept)), head: 'bare' })),
  rule('Np', 'Range Lasting', (range, concept) => measured({ concept, also: null }, range)),
  rule('Np', 'Range of Lasting', (range, concept) => measured({ concept, also: null }, range)),
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
  rule('Vp', 'Have Np | There Np', ({ isNoun: _, ...cond }) => ({ ...cond, head: null })),
  rule('Vp', 'Np Exist', (cond) => ({ ...cond, head: null })),
  rule('Vp', 'It Be? OneRange', ofIt),
  rule('Vp', 'It Be Not OneRange', (range) => ofIt(oppositeRange(range))),
  rule('Vp', 'PersonIs', (of) => ({ ...has(of), head: 'bare' })),
  rule('Vp', 'Not PersonIs', (of) => notOf(has(of))),
  rule('Vp', 'Verb Range', (concept, range) => measured({ concept, also: null }, range)),
  rule('Vp', 'Verb Det? Gross? Period? Measured of Range', (concept, per, name, range) =>
    concept.words.field === name.words.field
      ? measured({ concept: per === undefined ? name : { ...name, per }, also: null }, range)
      : null,
  ),
  rule('Vp', 'Owing Range in Counted | Owing Range on Counted', (range, concept) =>
    concept.words.dollars === undefined ? null : new Several(counted(concept, range, null)),
  ),
  rule('Vp', 'Meas Will? Takes Range', (measure, range) => measured(measure, range)),
  rule('Vp', 'Meas Exceed Meas By OneRange', surplus),
  rule('Vp', 'Meas Be OneRange Above Meas', (of, range, to) => surplus(of, to, range)),
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
  rule('Vp', 'Be Evicted | have Evicted', (concept) => some(thing(concept))),
  rule('Vp', 'Be Evicted Window', (concept, window) => some({ concepts: [concept], window })),
  rule('Vp', 'Be Not Evicted | has Not been Evicted | have Not been Evicted', (concept) => notOf(some(thing(concept)))),
  rule('Vp', 'Be Not Evicted Window | has Not been Evicted Window | have Not been Evicted Window', (concept, window) =>
    notOf(some({ concepts: [concept], window })),
  ),
  rule('Vp', 'Be? Convicted Det? Things', (things) => convicted(things)),
  rule(
    'Vp',
    'Be Not Convicted Det? Things | has Not been Convicted Det? Things | have Not been Convicted Det? Things',
    (things) => {
      const one = convicted(things);
      return one === null ? null : notOf(one);
    },
  ),
  rule('Vp', 'Be Lasting for? Range | Lasting for? Range', (concept, range) =>
    measured({ concept, also: null }, range),
  ),
  rule('Vp', 'NotHave Np | NoThere Np', (cond) => (cond.endsNegated ? null : notOf(cond))),
  rule('Vp', 'NotHave Det? Things | NoThere Det? Things', (things) => notOf(some(things))),
  rule('Vp', 'Without Det? Things', (things) => notOf(some(things))),
  rule('Vp', 'Without Np', (cond) => (cond.endsNegated ? null : notOf(cond))),
  rule(
    'Vp',
    'NotHave Det? Things or Det Things | Without Det? Things or Det Things | NotHave Det? Things nor Det? Things | Without Det? Things nor Det? Things',
    (a, b) => notOf(anyOf([some(a), some(b)])),
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

const negated = (conds: Several<Cond>): Several<Cond> => new Several(conds.of.map(notOf));

const CONVICTED = [{ field: 'disposition', operator: 'equals', value: 'convicted' }] as const;

/** "Convicted of a felony": of those records that ended in it. */
function convicted({ concepts, window }: Things): Cond | null {
  const of = concepts.map((concept) => refined(concept, CONVICTED)).filter((concept) => concept !== null);
  return of.length < concepts.length ? null : some({ concepts: of, window });
}

const CLAUSES: readonly RuleText[] = [
  rule('Vp', 'Meas Be Not OneRange | Meas DoNot OneRange', (measure, range) => measured(measure, oppositeRange(range))),
  rule('Vp', 'Stated Be? State | Measured Be? State | Det Stated State', (concept, state) => stated(concept, state)),
  rule('Vp', 'Stated Be Adv State | Stated Will be? State | Measured Will be? State', (concept, state) =>
    stated(concept, state),
  ),
  rule(
    'Vp',
    'Stated Be Not State | Measured Be Not State | Stated DoNot State | Stated can not be State | Measured can not be State | Stated could not be State | Measured could not be State',
    (concept, state) => negatedState(concept, state),
  ),
  rule('Vp', 'Meas Be? OneRange Or Not State', (measure, range, state) => {
    const not = negatedState(measure.concept, state);
    return not === null ? null : new Several(measured(measure, range).of.map((cond) => anyOf([cond, not])));
  }),
  rule('Vp', 'Have Neither Tight nor Tight', (a, b) => notOf(anyOf([a, b]))),
  rule('Vp', 'It Be State | It Be Adv State', (state) =>
    condOf(test({ source: 'context', field: `?state|${state}`, operator: 'equals', value: state })),
  ),
  rule('Vp', 'It Be Not State | It can not Be State', (state) =>
    notOf(condOf(test({ source: 'context', field: `?state|${state}`, operator: 'equals', value: state }))),
  ),
  rule('Vp', 'none | There none | Have none', () =>
    condOf(test({ source: 'context', field: '?none', operator: 'equals', value: 0 })),
  ),
  rule(
    'Vp',
    'Stated Or Stated Be Not State | Stated Or Measured Be Not State | Measured Or Stated Be Not State | Stated Or Stated can not be State | Stated Or Measured can not be State',
    (a, b, state) => either(a, b, state, true),
  ),
  rule(
    'Vp',
    'Stated and Stated Be Both? State | Stated and Measured Be Both? State | Measured and Stated Be Both? State',
    (a, b, state) => both(a, b, state),
  ),
  rule('Vp', 'Stated Or Stated Be State | Stated Or Measured Be State', (a, b, state) => either(a, b, state, false)),
  rule('Vp', 'Neither Stated nor Stated Be State | Neither Stated nor Measured Be State', (a, b, state) => {
    const one = either(a, b, state, false);
    return one === null ? null : notOf(one);
  }),
  rule(
    'Vp',
    'Stated unverified | Measured unverified | Stated Be unverified | Measured Be unverified | unverified Stated | unverified Measured | no verified Measured',
    (concept) => negatedState(concept, 'verified'),
  ),
  rule('Vp', 'Det? failed Stated | a failed Stated', (concept) => failing(concept)),
  rule('Vp', 'Stated fail', (concept) => failing(concept)),
  rule(
    'Vp',
    'Measured Be missing | Measured Be unknown | Measured Be unavailable | NotHave Det? Measured | no Measured | Without Det? Measured | Measured Be not available | There no Measured | have no Measured | has no Measured | with no Measured',
    (concept) =>
      concept.words.field === 'score'
        ? condOf(test({ source: concept.source, field: concept.words.field, operator: 'is_empty' }))
        : null,
  ),
  rule('Vp', 'Have Det PersonIs', (of) => has(of)),
  rule('Vp', 'Have PersonIs', (of) => (of.field === 'file_status' ? has(of) : null)),
];

function negatedState(concept: Concept, state: string): Cond | null {
  const cond = stated(concept, state);
  return cond === null ? null : notOf(cond);
}

/** "fails": not verified at all, or not fully: where both are possible both are meant. */
function failing(concept: Concept): Several<Cond> | null {
  const [failed, passed] = [stated(concept, 'failed'), stated(concept, 'verified')];
  if (passed === null) return null;
  return new Several(failed === null ? [notOf(passed)] : [failed, notOf(passed)]);
}

function either(a: Concept, b: Concept, state: string, isNot: boolean): Cond | null {
  const [one, other] = [stated(a, state), stated(b, state)];
  if (one === null || other === null) return null;
  return anyOf([one, other].map((cond) => (isNot ? notOf(cond) : cond)));
}

function both(a: Concept, b: Concept, state: string): Cond | null {
  const [one, other] = [stated(a, state), stated(b, state)];
  return one === null || other === null ? null : allOf([one, other]);
}

/** How conditions are joined. "and" and "or" side by side are read both ways; a comma before the last one sets it apart. */
const JOINED: readonly RuleText[] = [
  rule('Atom', 'Np | Vp', (cond) => cond),
  rule('Atom', 'Person Vp | Person who Vp', (cond) => ({ ...cond, isPerson: true })),
  rule('Atom', 'Whose Vp | who Vp | that Vp', (cond) => cond),
  rule('Atom', 'If Vp', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'If Person Vp', (cond) => ({ ...cond, head: 'if', isPerson: true })),
  rule('Atom', 'Whose Np', (cond) => (cond.head === 'bare' ? null : cond)),
  rule('Atom', 'If Np', (cond) => ({ ...cond, head: 'if' })),
  rule('Atom', 'OneRange', elided),
  rule('Atom', 'not ( Cond ) | not Open Cond Close', (cond) => notOf(cond)),
  rule('Atom', 'Open Cond Close | If Open Cond Close', (cond) => ({ ...cond, head: null })),
  rule('Tight', 'Atom', (cond) => cond),
  rule(
    'Tight',
    'Atom with Atom',
    (a, b) =>
      new Several(b.head === 'figure' ? [] : joined('all', { ...a, head: a.head === 'bare' ? null : a.head }, b)),
  ),
  rule('Tight', 'Either Tight or Tight | Either Tight Comma or Tight', (a, b) => anyOf([a, b])),
  rule('Tight', 'Either Tight Comma Tight Comma? or Tight', (a, b, c) => anyOf([a, b, c])),
  rule('Tight', 'Both Tight and Tight', (a, b) => allOf([a, b])),
  rule('Tight', 'Neither Tight nor Tight | Have Neither Tight nor Tight', (a, b) => notOf(anyOf([a, b]))),
  rule('Joined', 'Tight', (cond) => cond),
  rule('Joined', 'Joined And Joined | Joined But Joined', (a, b) => new Several(joined('all', a, b))),
  rule('Joined', 'Joined Or Joined', (a, b) => new Several(joined('any', a, b))),
  rule('Joined', 'Joined nor Joined', (a, b) => (a.endsNegated && !b.endsNegated ? allOf([a, notOf(b)]) : null)),
  rule('Items', 'Tight Comma Tight', (a, b) => (b.head === 'figure' ? null : [a, b])),
  rule('Items', 'Items Comma Tight', (items, one) => (one.head === 'figure' ? null : [...items, one])),
  rule('Listed', 'Items Comma And Joined | Items And Tight', (items, last) => listed('all', [...items, last])),
  rule('Listed', 'Items Comma Or Joined | Items Or Tight', (items, last) => listed('any', [...items, last])),
  rule(
    'AndList',
    'Joined Comma And Joined | Joined Comma But Joined | AndList Comma And Joined',
    (a, b) => new Several(joined('all', a, b)),
  ),
  rule('OrList', 'Joined Comma Or Joined | OrList Comma Or Joined', (a, b) => new Several(joined('any', a, b))),
  rule('Listed', 'AndList | OrList', (cond) => cond),
  rule('Cond', 'Joined | Listed', (cond) => cond),
  rule('Cond', 'Items', (items) => {
    const one = listed('all', items);
    return one === null ? null : { ...one, open: items };
  }),
  rule('Picked', 'OneRange of Pick | OneRange Pick', (range, items) => new Several(chosen(range, items))),
  rule('Picked', 'AnyOf Pick', (items) => anyOf(items)),
  rule('Picked', 'AllOf Pick', (items) => allOf(items)),
  rule('Picked', 'NoneOf Pick', (items) => notOf(anyOf(items))),
  rule('Cond', 'Picked | Have Picked', (cond) => ({ ...cond, head: null })),
  rule('Cond', 'Joined Comma? And Picked', (a, b) => allOf([a, b])),
  rule('Cond', 'Joined Comma? Or Picked', (a, b) => anyOf([a, b])),
  rule('Pick', 'These Holds? Sep? List | Sep List | Open List Close | Holds Sep List', (items) => items),
  rule('List', 'Items | Points', (items) => items),
  rule('List', 'Items Comma? And Tight | Items Comma? Or Tight', (items, one) => [...items, one]),
  rule('List', 'Tight And Tight | Tight Or Tight', (a, b) => [a, b]),
];

/** So many of them. */
function chosen(range: Range, items: readonly Cond[]): Cond[] {
  if (range.is !== 'compare' || range.figure.unit !== 'plain') return [];
  const some = soMany(range.operator, range.figure.value, items);
  return some === null ? [] : [{ ...some, list: null, groups: [items.map(({ expr }) => expr)] }];
}

/** Items of a list below or beside the words that introduce it. */
const LISTS: readonly RuleText[] = [
  rule('Points', 'Bullet Point', (a) => [a]),
  rule('Points', 'Points Bullet Point', (items, one) => [...items, one]),
  rule('Points', 'Point Semi Point | Point Semi And? Or? Point', (a, b) => [a, b]),
  rule('Points', 'Points Semi Point | Points Semi And? Or? Point', (items, one) => [...items, one]),
  rule('Point', 'Cond | Cond Semi | Cond Comma | Cond Semi? Comma? And | Cond Semi? Comma? Or', (cond) => cond),
];

export const CONDITIONS: readonly RuleText[] = [
  ...CONCEPTS,
  ...PHRASES,
  ...VERBS,
  ...CLAUSES,
  ...JOINED,
  ...REFERENCES,
  ...LISTS,
];
