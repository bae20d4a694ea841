import { lastOf, windowOf } from '../excused.ts';
import { test, testsOf } from '../model.ts';
import { countingOf, summedUp } from '../records.ts';
import { qualified } from './concepts.ts';
import { oppositeRange } from './figures.ts';
import type { Concept, Cond } from './kinds.ts';
import { measured } from './measured.ts';
import { allOf, anyOf, condOf, has, notOf, reaching, stated } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';

/** What is said of states: "the income is verified", "the SSN does not match". */
export const STATED: readonly RuleText[] = [
  rule('Vp', 'Meas Be Not OneRange | Meas DoNot OneRange', (measure, range) => {
    const { of } = measured(measure, oppositeRange(range));
    return new Several(of.map((cond) => ({ ...cond, endsNegated: true, ends: 'do' as const })));
  }),
  rule('Vp', 'Stated Be? State | Measured Be? State | Article Stated State', (concept, state) =>
    stated(concept, state),
  ),
  rule('Vp', 'Stated Be Adv State | Stated Will be? State | Measured Will be? State', (concept, state) =>
    stated(concept, state),
  ),
  rule('Vp', 'Stated Be Not State | Measured Be Not State | Stated DoNot State', (concept, state) =>
    negatedState(concept, state),
  ),
  rule(
    'Vp',
    'Stated can not be State | Measured can not be State | Stated could not be State | Measured could not be State',
    (concept, state) => negatedState(concept, state),
  ),
  rule('Vp', 'Meas Be? OneRange Or Not State', (measure, range, state) => {
    const not = negatedState(measure.concept, state);
    return not === null ? null : new Several(measured(measure, range).of.map((cond) => anyOf([cond, not])));
  }),
  rule('Vp', 'Now Vp', (cond) => (isOfNow(cond) ? cond : null)),
  rule('Vp', 'Be Now PersonIs', (of) => has(of)),
  rule('Vp', 'Be Not Now PersonIs', (of) => notOf(has(of))),
  rule('Vp', 'Meas Be Now Range', measured),
  rule('Vp', 'Stated Be Now State | Measured Be Now State', (concept, state) => stated(concept, state)),
  rule('Vp', 'Stated Be Not Now State | Measured Be Not Now State', (concept, state) => negatedState(concept, state)),
  rule('Counted', 'Now Quality Counted', (quality, concept) => qualified(concept, quality)),
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
    'Measured Be missing | Measured Be unknown | Measured Be unavailable | NotHave Article? Measured | no Measured | Without Article? Measured | Measured Be not available | There no Measured | have no Measured | has no Measured | with no Measured',
    (concept) =>
      concept.words.field === 'score'
        ? condOf(test({ source: concept.source, field: concept.words.field, operator: 'is_empty' }))
        : null,
  ),
  rule('Vp', 'Have Det PersonIs', (of) => has(of)),
  rule('Vp', 'Have PersonIs', (of) => (of.field === 'file_status' ? has(of) : null)),
];

/** What a report says is so at its time. "Currently have a bankruptcy" asks for one that is open, and not for any. */
const isOfNow = ({ expr }: Cond): boolean =>
  testsOf(expr).every((one) => {
    const { source, field, where } = one;
    const isOfRecords = where !== undefined || (countingOf(one) ?? summedUp(source, field)) !== undefined;
    const isOld = lastOf(one) !== null || windowOf(one) !== null;
    // What is owed is owed now.
    return (!isOfRecords || field.endsWith('_usd')) && !isOld && !field.endsWith('_count');
  });

function negatedState(concept: Concept, state: string): Cond | null {
  const cond = stated(concept, state);
  return cond === null ? null : reaching(undefined, notOf(cond));
}

/** "fails": not verified at all, or not fully: where both are possible both are meant. */
function failing(concept: Concept): Several<Cond> | null {
  const [failed, passed] = [stated(concept, 'failed'), stated(concept, 'verified')];
  if (passed === null) return null;
  const not = reaching(undefined, notOf(passed));
  return new Several(failed === null ? [not] : [failed, not]);
}

function either(a: Concept, b: Concept, state: string, isNot: boolean): Cond | null {
  const [one, other] = [stated(a, state), stated(b, state)];
  if (one === null || other === null) return null;
  return reaching(undefined, anyOf([one, other].map((cond) => (isNot ? notOf(cond) : cond))));
}

function both(a: Concept, b: Concept, state: string): Cond | null {
  const [one, other] = [stated(a, state), stated(b, state)];
  return one === null || other === null ? null : allOf([one, other]);
}
