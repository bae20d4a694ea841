import type { Concept, Measure, Quality, Trait } from './kinds.ts';
import { stated } from './meaning.ts';
import { sharedWords } from './shared-words.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { barred, costly, dated, merged, opposed, refined } from './chosen-records.ts';

/** Of those alone that are of this kind, or are not. */
export function qualified(concept: Concept, { source, list, tests }: Quality, isNot = false): Concept | null {
  const isOwn = source === concept.source && list === concept.words.items?.list;
  if (!isOwn || (isNot && tests.length > 1)) return null;
  return refined(concept, isNot ? tests.map(opposed) : tests);
}

/** A time behind what is left out may be of those, or of those that are left. */
const timeless = (concept: Concept | null): Concept | null =>
  concept === null ? null : { ...concept, ended: { on: null } };

/** Those of which this is said behind the noun. A time behind it is of the end that it tells. */
export function traced(concept: Concept, { quality, isNot, window }: Trait): Concept | null {
  const those = qualified(concept, quality, isNot);
  if (those === null) return null;
  const ended = { ...those, ended: { on: isNot ? null : quality.on } };
  return window === null ? ended : dated(ended, window);
}

/** What is spoken of: measures, things that are counted, and what is said of them. */
export const CONCEPTS: readonly RuleText[] = [
  rule('Meas', 'Measured | Article Measured', (concept) => ({ concept, also: null })),
  rule('Meas', 'Article? Gross? Period Gross? Measured', (per, concept) => ofPeriod(concept, per)),
  rule('Meas', 'Article? Gross? Measured Period', (concept, per) => ofPeriod(concept, per)),
  rule('Meas', 'Article? State Meas', (state, measure) => {
    const also = stated(measure.concept, state);
    return also === null || measure.also !== null ? null : { ...measure, also };
  }),
  rule('Meas', 'Number Counted', (concept) => ({ concept, also: null })),
  rule('Meas', 'Person Meas', (measure) => measure),
  rule('Counted', 'CountNoun', (concept) => concept),
  rule('Counted', 'Quality Counted | Quality Comma Counted', (quality, concept) => {
    const those = qualified(concept, quality);
    return those === null ? null : { ...those, before: quality };
  }),
  rule('Trait', 'Quality', (quality) => ({ quality, isNot: false, window: null })),
  rule('Trait', 'That Be? Trait', (trait) => trait),
  rule('Trait', 'That? Be? Not Quality | That NotHave been Quality', (quality) => ({
    quality,
    isNot: true,
    window: null,
  })),
  rule('Trait', 'That? Be? Quality Window', (quality, window) =>
    quality.on === null ? null : { quality, isNot: false, window },
  ),
  rule('Counted', 'Counted Trait | Counted ( Trait )', traced),
  rule('Counted', 'Quality ( Quality ) Counted', (quality, same, concept) =>
    JSON.stringify(quality.tests) === JSON.stringify(same.tests) ? qualified(concept, quality) : null,
  ),
  rule('Counted', 'Counted Trait And Trait', (concept, a, b) => {
    const one = a.window === null ? traced(concept, a) : null;
    return one === null ? null : traced(one, b);
  }),
  // "Not dismissed or settled" is neither.
  rule('Counted', 'Counted Trait Or Quality', (concept, a, b) => {
    const one = a.isNot && a.window === null ? traced(concept, a) : null;
    return one === null ? null : traced(one, { quality: b, isNot: true, window: null });
  }),
  rule('Nouns', 'Counted Trait Or Trait', (concept, a, b) => {
    if (a.isNot && a.window === null && !b.isNot && b.window === null) return null;
    const [one, other] = [traced(concept, a), traced(concept, b)];
    return one === null || other === null ? null : [one, other];
  }),
  rule('Counted', 'Counted Comma? Bar Det? Counted', (concept, other) => timeless(barred(concept, other))),
  rule('Counted', 'Counted Comma? Unless ThoseAre Quality Comma?', (concept, quality) =>
    timeless(qualified(concept, quality, true)),
  ),
  rule('Counted', 'Counted Comma? Bar Quality Ones', (concept, quality) => timeless(qualified(concept, quality, true))),
  rule('Counted', 'Counted Comma? Bar TheOnes Trait', (concept, { quality, isNot, window }) =>
    isNot || window !== null ? null : timeless(qualified(concept, quality, true)),
  ),
  // Of each: what several of them add up to is another thing.
  rule('Counted', 'Counted of? OneRange', (concept, range) => costly(concept, range)),
  rule('Counted', 'Counted Counted', (of, head) => (of.words.items === undefined ? null : merged(head, of))),
  rule('Counted', 'Counted for Det? Counted | Counted of Det? Counted | Counted for Det? CountNoun', (head, of) =>
    merged(head, of),
  ),
  rule('Nouns', 'Counted | Flagged', (concept) => [concept]),
  rule(
    'Nouns',
    'Nouns Or Counted | Nouns Comma Counted | Nouns Comma Or Counted | Nouns Or Flagged | Nouns Comma Flagged | Nouns Comma Or Flagged',
    (all, one) => new Several(listsWith(all, one)),
  ),
  rule('Things', 'Nouns', (concepts) => ({ concepts, window: null })),
  rule('Things', 'Nouns Window | Nouns Exist Window', (concepts, window) => ({ concepts, window })),
  rule('Things', 'Nouns AnyAge | Nouns Comma AnyAge', (concepts) => ({ concepts, window: null, isTimeless: true })),
  rule('Things', 'Nouns Exist | Nouns Comma Exist', (concepts) => ({ concepts, window: null })),
];

/** "Unpaid liens or judgments": unpaid may be said of both. */
export function listsWith(all: readonly Concept[], one: Concept): (readonly Concept[])[] {
  const [shared] = all.toReversed().flatMap((each) => sharedWords(each, one) ?? []);
  const those = shared === undefined ? null : refined(one, [shared]);
  return those === null
    ? [[...all, one]]
    : [
        [...all, one],
        [...all, those],
      ];
}

function ofPeriod(concept: Concept, per: 'month' | 'year'): Measure | null {
  return concept.words.perYear === undefined || concept.per !== null
    ? null
    : { concept: { ...concept, per }, also: null };
}

/** None of several: with "and" as with "or" ("no evictions and no felonies" is joined elsewhere). */
