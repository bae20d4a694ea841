import type { Concept, Quality } from './kinds.ts';
import { rule, type RuleText } from './rule.ts';
import { barred, costly, merged, opposed, recordsOf, refined } from './chosen-records.ts';
import { AMOUNT, KIND, mayShare } from './shared-words.ts';

/** Of those alone that are of this kind, or are not. */
function qualified(concept: Concept, { source, list, tests }: Quality, isNot = false): Concept | null {
  const isOwn = source === concept.source && list === concept.words.items?.list;
  if (!isOwn || (isNot && tests.length > 1)) return null;
  return refined(concept, isNot ? tests.map(opposed) : tests);
}

const hasHappened = (concept: Concept): boolean =>
  concept.words.windows !== undefined || recordsOf(concept)?.on !== undefined;

const withMore = (concept: Concept | null, more: Partial<Concept>): Concept | null =>
  concept === null ? null : { ...concept, ...more };

/** What is spoken of: measures, things that are counted, and what is said of them. */
export const CONCEPTS: readonly RuleText[] = [
  rule('Meas', 'Measured | Article Measured', (concept) => concept),
  rule('Meas', 'Article? Gross? Period Gross? Measured', (per, concept) => ofPeriod(concept, per)),
  rule('Counted', 'CountNoun', (concept) => concept),
  // "A previous open account" is none that is open now.
  rule('Counted', 'Prior Counted', (concept) => (hasHappened(concept) ? concept : null)),
  rule('Counted', 'Quality Counted', (quality, concept) =>
    withMore(qualified(concept, quality), { before: quality.phrase, behind: concept.behind ?? KIND }),
  ),
  rule('Trait', 'Quality', (quality) => ({ quality, isNot: false })),
  rule('Trait', 'That Be? Trait', (trait) => trait),
  rule('Trait', 'That? Be? Not Quality | That NotHave been Quality', (quality) => ({ quality, isNot: true })),
  // A time behind it is of the end that it tells, or of the case.
  rule('Counted', 'Counted Trait', (concept, { quality, isNot }) =>
    withMore(qualified(concept, quality, isNot), { ...said(concept), behind: quality.phrase, isEnded: true }),
  ),
  // What stands behind what is left out may be left out with it.
  rule('Counted', 'Counted Comma? Bar Det? Counted', (concept, other) =>
    withMore(barred(concept, other), { isEnded: true, isExcepted: true }),
  ),
  rule('Counted', 'Counted Comma? Bar Quality Ones', (concept, quality) =>
    withMore(qualified(concept, quality, true), { isEnded: true, isExcepted: true }),
  ),
  // Of each: what several of them add up to is another thing.
  rule('Counted', 'Counted of? OneRange', (concept, range) =>
    withMore(costly(concept, range), { ...said(concept), behind: AMOUNT }),
  ),
  rule('Counted', 'Counted Counted', (of, head) =>
    of.words.items === undefined || of.isEnded === true
      ? null
      : withMore(merged(head, of), { before: KIND, behind: KIND }),
  ),
  rule('Nouns', 'Counted', (concept) => [concept]),
  rule('NounItems', 'Nouns Comma Counted', withOther),
  rule('NounItems', 'NounItems Comma Counted', withOther),
  rule('Nouns', 'Nouns Or Counted | NounItems Or Counted', withOther),
  rule('Things', 'Nouns | Nouns Exist', (concepts) => ({ concepts, window: null })),
  rule('Things', 'Nouns Window', (concepts, window) => ({ concepts, window })),
];

function withOther(all: readonly Concept[], one: Concept): Concept[] {
  return [
    ...all,
    one.isExcepted === true || all.some((each) => mayShare(each, one)) ? { ...one, isShared: true } : one,
  ];
}

const said = ({ before }: Concept): Partial<Concept> => (before === undefined ? {} : { before });

const ofPeriod = (concept: Concept, per: 'month' | 'year'): Concept | null =>
  concept.words.perYear === undefined || concept.per !== null ? null : { ...concept, per };
