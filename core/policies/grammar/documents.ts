import { clause, decided, outcome } from './outcomes.ts';
import { elided } from './measured.ts';
import { both, listedAs } from './decisions.ts';
import { allOf, anyOf } from './meaning.ts';
import { some } from './times.ts';
import { rule, type RuleText } from './rule.ts';

/** What stands in a document beside its rules: what is not looked at, lists that are introduced, and what was said before. */
const UNUSED: readonly RuleText[] = [
  rule('Unused', 'ConceptName', (concept) =>
    concept.words.field.endsWith('.count') ? null : { concepts: [concept], sources: [] },
  ),
  rule('Unused', 'Product', (source) => ({ concepts: [], sources: [source] })),
  rule('Unused', 'Unused Comma? And Unused | Unused Comma Unused', (a, b) => ({
    concepts: [...a.concepts, ...b.concepts],
    sources: [...a.sources, ...b.sources],
  })),
  rule(
    'Sentence',
    'Unused Be NoFactor | Unused Shall? NoFactor | Det? Unused Be not Needed | NotUse Unused | Pronoun NotUse Unused | no minimum Unused | There no minimum Unused',
    ({ concepts, sources }) => ({ is: 'unused', concepts, sources }),
  ),
  rule(
    'Sentence',
    'no minimum Unused And PersonIs Be Fine | There no minimum Unused And PersonIs Be Fine',
    ({ concepts, sources }) => ({
      is: 'unused',
      concepts,
      sources,
    }),
  ),
  rule(
    'Sentence',
    'There no Adv? Verdict for Unused | NoPerson Be Adv? Done for Unused',
    // "Nobody is approved for that" denies whoever has it.
    (decision, { concepts, sources }) =>
      decision === 'approve' || decision === 'conditional'
        ? null
        : { is: 'never', decision, sources: [...sources, ...concepts.map(({ source }) => source)] },
  ),
  rule('Sentence', 'NoPerson Be Adv? Done Hereby | we never Adv? Do Hereby', (decision) => ({
    is: 'never',
    decision,
    sources: [],
  })),
  rule('Sentence', 'Older Be Fine | Older Uncounted', () => ({ is: 'old' })),
  rule(
    'Sentence',
    'Det? Counted before that date Be Fine | Det? Counted before that date Uncounted | Det? Counted before that Be Fine | Det? Counted before that Uncounted',
    (concept) => ({ is: 'old', concept }),
  ),
  rule('Sentence', 'NotUse Things', (things) => ({ is: 'permitted', when: some(things) })),
  rule('Sentence', 'Strictest', () => ({ is: 'closing', isStrictest: true })),
  rule('Sentence', 'Filler', () => ({ is: 'closing' })),
];

const EXCEPTIONS: readonly RuleText[] = [
  // Before all others, and a denial is that anyhow.
  rule('Chained', 'ExceptionToAll Sep Chained | ExceptionToAll Comma? Chained', (one) =>
    one.scope !== 'own' || one.despite !== null || one.order !== null
      ? null
      : one.decision === 'deny'
        ? one
        : { ...one, despite: [] },
  ),
  rule('Chained', 'ExceptionToAll And Done Adv? Sep Whom | ExceptionToAll And Done Sep Object', (decision, who, span) =>
    clause(outcome(decision), who, span, decision === 'deny' ? {} : { despite: [] }),
  ),
];

const LISTS: readonly RuleText[] = [
  rule('Simple', 'following Will? Each? Pred Sep Points | following Will? Each? Pred Sep Cond', (of, items, span) =>
    listedAs(of, 'expr' in items ? (items.open ?? [items]) : items, span),
  ),
  rule('Simple', 'following Person? Pred Sep Persons', (of, people, span) => decided(of, anyOf(people), span)),
  rule(
    'Simple',
    'Reasons for Verdict Hereby? Limited? These? Sep Points | Verdict Reasons Hereby? Limited? These? Sep Points',
    (decision, items, span) => listedAs(outcome(decision), items, span),
  ),
  rule('Persons', 'Whom', (who) => [who]),
  rule('Persons', 'Persons Comma? And? Whom | Persons Semi And? Whom', (people, who) => [...people, who]),
  rule('Persons', 'Bullet Whom', (who) => [who]),
  rule('Persons', 'Persons Comma? Bullet Whom | Persons Semi? Bullet Whom', (people, who) => [...people, who]),
];

/** "Any other eviction": what was said of some before holds of those, by its rank or because they do not count. */
const REMAINING: readonly RuleText[] = [
  rule('Simple', 'Others Things Pred | Others Things Sep Label' as 'Others Things Pred', (things, of, span) =>
    decided(of, { ...some(things), isOther: true }, span),
  ),
  rule('Simple', 'for Others Things Comma Cmd', (things, of, span) =>
    decided(of, { ...some(things), isOther: true }, span),
  ),
  rule('Simple', 'Do Others Things | Do Person with Others Things', (decision, things, span) =>
    decided(outcome(decision), { ...some(things), isOther: true }, span),
  ),
  rule('Need', 'LookAt Amount? Standard? Sep Points | LookAt Amount? thing Sep Points', (count, items) =>
    count !== undefined && count !== items.length ? null : allOf(items),
  ),
  rule('Chained', 'Have OneRange Sep Simple | Have OneRange Comma Simple', (range, one) => {
    const cond = elided(range);
    return cond === null || one.when === null || one.scope !== 'own' ? null : { ...one, when: both(cond, one.when) };
  }),
];

export const DOCUMENTS: readonly RuleText[] = [...UNUSED, ...EXCEPTIONS, ...LISTS, ...REMAINING];
