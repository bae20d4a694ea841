import type { Concept, Measure, Quality, Trait } from './kinds.ts';
import { stated } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { barred, costly, dated, merged, opposed, refined, sharedWords } from './chosen-records.ts';

/** Of those alone that are of this kind, or are not. */
export function qualified(concept: Concept, { source, list, tests }: Quality, isNot = false): Concept | null {
  const isOwn = source === concept.source && list === concept.words.items?.list;
  if (!isOwn || (isNot && tests.length > 1)) return null;
  return refined(concept, isNot ? tests.map(opposed) : tests);
}

/** A time behind what is left out may be of those, or of those that are left. */
const timeless = (concept: Concept | null): Concept | null =>
  concept === null ? null : { ...concept, ended: { on: null }, isExcepted: true };

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
    return those === null ? null : { ...those, before: quality, behind: { head: concept } };
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
  rule('Counted', 'Counted Trait | Counted ( Trait )', (concept, trait) => lastly(traced(concept, trait), { trait })),
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
  rule('Counted', 'Counted of? OneRange', (concept, range) => lastly(costly(concept, range), { range })),
  rule('Counted', 'Counted Counted', (of, head) =>
    of.words.items === undefined ? null : modified(lastly(merged(head, of), { head }), of),
  ),
  rule('Counted', 'Counted for Det? Counted | Counted of Det? Counted | Counted for Det? CountNoun', (head, of) =>
    merged(head, of),
  ),
  rule('Nouns', 'Counted | Flagged', (concept) => [concept]),
  rule(
    'Nouns',
    'Nouns Or Counted | Nouns Comma Counted | Nouns Or Flagged | Nouns Comma Flagged',
    (all, one) => new Several(listsWith(all, one)),
  ),
  rule('Nouns', 'Nouns Comma Or Counted | Nouns Comma Or Flagged', (all, one) => {
    return new Several(listsWith(all, all.length > 1 ? one : { ...one, isApart: true }));
  }),
  rule('Things', 'Nouns', (concepts) => ({ concepts, window: null })),
  rule('Things', 'Nouns Window | Nouns Exist Window', (concepts, window) =>
    concepts.some(({ isApart }) => isApart === true) ? null : { concepts, window },
  ),
  rule('Things', 'Nouns AnyAge | Nouns Comma AnyAge', (concepts) => ({ concepts, window: null, isTimeless: true })),
  rule('Things', 'Nouns Exist | Nouns Comma Exist', (concepts) => ({ concepts, window: null })),
];

const modified = (concept: Concept | null, modifier: Concept): Concept | null =>
  concept === null ? null : { ...concept, modifier };

const isSameKind = (a: Concept | null, b: Concept): boolean =>
  JSON.stringify(a?.words.items?.where) === JSON.stringify(b.words.items?.where);

/** "Felony charge or conviction": a conviction of a felony; null if it would be no other one. */
export function withModifier(one: Concept, modifier: Concept | undefined): Concept | null {
  const own = modifier === undefined || one.modifier !== undefined ? null : merged(one, modifier);
  return own === null || isSameKind(own, one) ? null : own;
}

export const lastly = (concept: Concept | null, behind: NonNullable<Concept['behind']>): Concept | null =>
  concept === null ? null : { ...concept, behind };

/** What the concept is if the last words of the one behind it are meant for it too; null if they say nothing more of it. */
export function withLast(concept: Concept, { behind }: Concept): Concept | null {
  if (behind === undefined || concept.behind !== undefined) return null;
  const own =
    'head' in behind
      ? merged(behind.head, concept)
      : 'trait' in behind
        ? traced(concept, behind.trait)
        : (costly(concept, behind.range) ?? costly(concept, behind.range, 'each'));
  return own === null || isSameKind(own, concept) ? null : own;
}

/** "Charge-offs or collections over $500": what a charge-off amounts to no report says, so that it cannot be asked. */
export const isBeyondLast = (concept: Concept, one: Concept): boolean =>
  one.behind !== undefined && 'range' in one.behind && one.source === concept.source && withLast(concept, one) === null;

/** "Unpaid liens or judgments", "felony or misdemeanor convictions": what is said of one may be said of all. */
export function listsWith(all: readonly Concept[], one: Concept): (readonly Concept[])[] {
  const [shared] = all.toReversed().flatMap((each) => sharedWords(each, one) ?? []);
  const those = shared === undefined ? null : refined(one, [shared]);
  const modified = withModifier(one, all.findLast(({ modifier }) => modifier !== undefined)?.modifier);
  if (all.some((each) => isBeyondLast(each, one))) return [];
  const others = all.map((each) => withLast(each, one) ?? each);
  return [
    [...all, one],
    ...(those === null ? [] : [[...all, those]]),
    ...(modified === null ? [] : [[...all, modified]]),
    ...(others.some((each, index) => each !== all[index]) ? [[...others, one]] : []),
  ];
}

function ofPeriod(concept: Concept, per: 'month' | 'year'): Measure | null {
  return concept.words.perYear === undefined || concept.per !== null
    ? null
    : { concept: { ...concept, per }, also: null };
}

/** None of several: with "and" as with "or" ("no evictions and no felonies" is joined elsewhere). */
