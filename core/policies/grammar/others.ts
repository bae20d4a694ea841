import type { Clause, Concept, Cond, Statement } from './kinds.ts';
import { dated } from './chosen-records.ts';
import { mainOf, measuresIn } from './concept-of.ts';
import { some } from './times.ts';
import { thing } from './measured.ts';
import { rule, type RuleText } from './rule.ts';
import { required } from './outcomes.ts';

/** Sentences that are no rules themselves. */
export const OTHERS: readonly RuleText[] = [
  rule('ConceptName', 'Measured | Counted | Flagged | Stated | Lasting', (concept) => concept),
  rule('ConceptName', 'Period Measured', (_, concept) => (concept.words.perYear === undefined ? null : concept)),
  rule('ConceptNames', 'ConceptName', (concept) => [concept]),
  rule(
    'ConceptNames',
    'ConceptNames Comma? And ConceptName | ConceptNames Comma ConceptName',
    (all, one): Concept[] => [...all, one],
  ),
  rule('Products', 'Product | a Product', (product) => [product]),
  rule('Products', 'Products Comma? And Det? Product | Products Comma Det? Product', (all, one) => [...all, one]),
  rule('Sentence', 'Chain', (clauses) => ({ is: 'rules', clauses })),
  rule('Sentence', 'First Comma? Chain | First Sep Chain', (clauses) => ordered(clauses, 'first')),
  rule('Sentence', 'Next Comma? Chain | Next Sep Chain', (clauses) => ordered(clauses, 'next')),
  rule(
    'Sentence',
    'If Person? Be? Done Comma? Acts | If a? Verdict Be Needed Comma? Acts | If a Verdict Comma? Acts',
    (decision, actions) => ({ is: 'bound', decision, actions, terms: {} }),
  ),
  rule(
    'Sentence',
    'Acts If Person? Be? Done | Acts If a? Verdict Be Needed | Acts Toward a Verdict',
    (actions, decision) => ({ is: 'bound', decision, actions, terms: {} }),
  ),
  // Every denial has its notice, so this says what is done anyhow.
  rule(
    'Say',
    'Send Notice | Send a Notice | Send Pronoun Notice | Send Pronoun a Notice | Send Notice to Pronoun | Send a Notice to Pronoun | issue a Notice | issue Notice | mail a Notice | mail Pronoun a Notice',
    () => ({}),
  ),
  // A notice by itself does not say of whom: it may be meant for whoever is approved.
  rule('Sentence', 'Say', (terms) =>
    terms.isAutomatic === true ? { is: 'bound', decision: 'deny', actions: [], terms } : null,
  ),
  rule('Sentence', 'About? ConceptNames | ConceptNames tier | ConceptNames band', (concepts) => ({
    is: 'topic',
    concepts,
  })),
  rule('Names', 'Products', (products) => products),
  rule('Names', 'ConceptName', ({ source }) => [source]),
  rule('Names', 'Names Comma? And Names | Names Comma Names', (a, b) => [...a, ...b]),
  rule(
    'Pulls',
    'we? Pull Names | we? Pull a Names | we? Pull Names on Person | we? Pull a Names on Person | Pull Names for Person | Pull Names of Person | Pull Person with Names | Person Be Screened Names',
    (names) => names,
  ),
  rule('Pulls', 'Pulls Comma? And Pulls', (a, b) => [...a, ...b]),
  rule('Sentence', 'Pulls', (products) => ({ is: 'pull', products })),
  rule('Sentence', 'Alones', (need, span) => ({ is: 'rules', clauses: [required(need, span)] })),
  rule('Sentence', 'Aside Comma? Sentence | Topic Sep Sentence', (statement) => statement),
  rule('Sentence', 'Topic', () => ({ is: 'topic', concepts: [] })),
  rule('Sentence', 'Closing', () => ({ is: 'closing' })),
  rule(
    'Sentence',
    'There no Adv? Verdict | we never Adv? Do Person? | NoPerson Be Adv? Done | we do not Adv? Do Person?',
    (decision) => ({
      is: 'never',
      decision,
    }),
  ),
  rule('Item', 'Sentence', (statement) => statement),
  rule('Sentence', 'Product', () => ({ is: 'topic', concepts: [] })),
  rule('Sentence', 'tier Amount Sep Chain | rule Amount Sep Chain | step Amount Sep Chain', (_, clauses) => ({
    is: 'rules',
    clauses,
  })),
  rule('Item', 'Np', (need, span) =>
    need.timing === null || isLimit(need) ? { is: 'rules', clauses: [required(need, span)] } : null,
  ),
  rule('Sentence', 'ConceptNames Sep Chain', (concepts, clauses) =>
    concepts.some(({ shape }) => shape === 'count' || shape === 'flag')
      ? ofThose(concepts, clauses)
      : { is: 'rules', clauses, about: concepts },
  ),
  rule('Sentence', 'Product Sep Chain', (product, clauses) => ({ is: 'rules', clauses, about: mainOf(product) })),
  rule('Missed', 'These Standard | Standard', () => 'those'),
  rule(
    'Missed',
    'AnyOf These Standard | AnyOf Standard | AnyOf These | any single Standard | one Standard | either | either Standard | either one | either of them | either of These',
    () => 'any',
  ),
  rule('Missed', 'AllOf These Standard | AllOf Standard | AllOf These | each Standard | every Standard', () => 'all'),
  // Who fails all of them may be meant to be the only one who is denied, and who meets any of them to be approved.
  rule('Unmet', 'Misses Missed', (of) => (of === 'all' ? null : 'missed')),
  rule('Unmet', 'NotMeets Missed', (of) => (of === 'any' ? null : 'missed')),
  rule('Met', 'Meets Missed', (of) => (of === 'any' ? null : 'met')),
  rule('Sentence', 'Person who? Unmet Pred | Person That Unmet Pred | Unmet Mean? Label | Unmet And Cmd', (_, of) => ({
    is: 'unmet',
    decision: of.decision,
  })),
  rule('Sentence', 'either one Pred | either of These Pred | either of them Pred', (of) =>
    of.decision === 'deny' ? { is: 'unmet', decision: of.decision } : null,
  ),
  rule('Sentence', 'Person FallShort Pred | Person who FallShort Pred', (of) => ({
    is: 'unmet',
    decision: of.decision,
  })),
  rule('Sentence', 'Do Person who FallShort | Do Person FallShort', (decision) => ({ is: 'unmet', decision })),
  rule('Sentence', 'Unmet Mean Verdict', (_, decision) => ({ is: 'unmet', decision })),
  rule('Sentence', 'Do Person who Unmet | Do Person Unmet', (decision) => ({ is: 'unmet', decision })),
  rule('Sentence', 'Do Person who Met | Do Person Met', (decision) => ({ is: 'met', decision })),
  rule('Sentence', 'Person who? Met Pred | Person That Met Pred | Person who do Met Pred', (_, of) => ({
    is: 'met',
    decision: of.decision,
  })),
  rule('Sentence', 'Np Be Fine', (when) => (isOfThings(when) && !isMore(when) ? { is: 'permitted', when } : null)),
  rule('Sentence', 'Det? Counted Window Be Fine | Det? Counted Window Uncounted', (concept, window) => {
    const those = window.is === 'before' || window.is === 'until' ? dated(concept, window) : null;
    return those === null ? null : { is: 'permitted', when: some(thing(those)) };
  }),
];

/** "Evictions: any filing is denied": rules about records of that list. */
function ofThose(concepts: readonly Concept[], clauses: readonly Clause[]): Statement | null {
  const lists = new Set(concepts.map(({ source, words }) => `${source} ${words.items?.list}`));
  const isOwn = clauses.every(({ when }) => {
    const named = measuresIn(when?.expr ?? null);
    return named.length > 0 && named.every(({ source, words }) => lists.has(`${source} ${words.items?.list}`));
  });
  return isOwn ? { is: 'rules', clauses } : null;
}

/** "At most two late payments" in a list of what is asked for. */
const isLimit = ({ expr, isBare }: Cond): boolean =>
  !isBare &&
  expr.kind === 'test' &&
  (expr.test.operator === 'less_than' || expr.test.operator === 'less_than_or_equal') &&
  expr.test.value !== 0;

/** "Evictions are fine"; "no evictions are fine" denies them. */
export const isOfThings = ({ timing, endsNegated }: Cond): boolean => timing === 'open' && !endsNegated;

/** "One is fine" speaks of one. */
const isMore = ({ expr, isBare }: Cond): boolean => isBare && expr.kind === 'test' && expr.test.operator !== 'equals';

function ordered(clauses: readonly Clause[], order: 'first' | 'next'): Statement {
  return { is: 'rules', clauses: clauses.map((clause, index) => ({ ...clause, order: index === 0 ? order : 'next' })) };
}
