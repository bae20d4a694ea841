import type { ItemWords } from '../../products/index.ts';
import type { Concept, Measure, Quality } from './kinds.ts';
import { stated } from './meaning.ts';
import { rule, type RuleText } from './rule.ts';
import { costly, merged, refined } from './chosen-records.ts';

const ended = (concept: Concept | null): Concept | null => (concept === null ? null : { ...concept, isEnded: true });

/** Of those alone that are of this kind, or are not. */
function qualified(concept: Concept, qualities: readonly Quality[], isNot = false): Concept | null {
  const isOwn = qualities.every(({ source, list }) => source === concept.source && list === concept.words.items?.list);
  const tests = qualities.flatMap((each) => each.tests);
  if (!isOwn || (isNot && tests.length > 1)) return null;
  return refined(concept, isNot ? tests.map(opposed) : tests);
}

const OPPOSED = {
  equals: 'not_equals',
  is_true: 'is_false',
  is_false: 'is_true',
  is_empty: 'is_not_empty',
  is_not_empty: 'is_empty',
} as const;

function opposed(test: ItemWords): ItemWords {
  const { operator } = test;
  return operator in OPPOSED ? { ...test, operator: OPPOSED[operator as keyof typeof OPPOSED] } : test;
}

/** What is spoken of: measures, things that are counted, and what is said of them. */
export const CONCEPTS: readonly RuleText[] = [
  rule('Meas', 'Measured | Det Measured', (concept) => ({ concept, also: null })),
  rule('Meas', 'Det? Gross? Period Gross? Measured', (per, concept) => ofPeriod(concept, per)),
  rule('Meas', 'Det? Gross? Measured Period', (concept, per) => ofPeriod(concept, per)),
  rule('Meas', 'Det? State Meas', (state, measure) => {
    const also = stated(measure.concept, state);
    return also === null || measure.also !== null ? null : { ...measure, also };
  }),
  rule('Meas', 'Number Counted', (concept) => ({ concept, also: null })),
  rule('Meas', 'Person Meas', (measure) => measure),
  rule('Counted', 'CountNoun', (concept) => concept),
  rule('Counted', 'Quality Counted | Quality Comma Counted', (quality, concept) => qualified(concept, [quality])),
  rule(
    'Counted',
    'Counted that Be Quality | Counted which Be Quality | Counted that Quality | Counted Quality',
    (concept, quality) => ended(qualified(concept, [quality])),
  ),
  rule('Counted', 'Counted that Be Quality or Quality | Counted which Be Quality or Quality', () => null),
  rule('Counted', 'Counted that Be Not Quality | Counted which Be Not Quality', (concept, quality) =>
    ended(qualified(concept, [quality], true)),
  ),
  rule('Counted', 'Counted Total? OneRange', (concept, range) => costly(concept, range)),
  rule('Counted', 'Counted Counted', (of, head) => (of.words.items === undefined ? null : merged(head, of))),
  rule('Counted', 'Counted for Det? Counted | Counted of Det? Counted | Counted for Det? CountNoun', (head, of) =>
    merged(head, of),
  ),
  rule('Nouns', 'Counted | Flagged', (concept) => [concept]),
  rule(
    'Nouns',
    'Nouns Or Counted | Nouns Comma Counted | Nouns Comma Or Counted | Nouns Or Flagged | Nouns Comma Flagged | Nouns Comma Or Flagged',
    (all, one) => [...all, one],
  ),
  rule('Things', 'Nouns', (concepts) => ({ concepts, window: null })),
  rule('Things', 'Nouns Window | Nouns Exist Window', (concepts, window) => ({ concepts, window })),
  rule('Things', 'Nouns Exist', (concepts) => ({ concepts, window: null })),
];

function ofPeriod(concept: Concept, per: 'month' | 'year'): Measure | null {
  return concept.words.perYear === undefined || concept.per !== null
    ? null
    : { concept: { ...concept, per }, also: null };
}

/** None of several: with "and" as with "or" ("no evictions and no felonies" is joined elsewhere). */
