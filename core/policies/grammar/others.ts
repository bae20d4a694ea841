import type { Clause, Statement } from './kinds.ts';
import { eachOf } from './decisions.ts';
import { rule, type RuleText } from './rule.ts';
import { required } from './outcomes.ts';
import { sideOf } from './polarity.ts';

/** Sentences that are no rules themselves, and what introduces rules. */
export const OTHERS: readonly RuleText[] = [
  rule('ConceptName', 'Measured | Counted | Stated', (concept) => concept),
  rule('Products', 'Article? Product', (product) => [product]),
  rule('Products', 'Products Comma? And Article? Product | Products Comma Article? Product', (all, one) => [
    ...all,
    one,
  ]),
  rule('Sentence', 'Chain', (clauses) => ({ is: 'rules', clauses })),
  rule('Sentence', 'First Comma? Chain', (clauses) => ordered(clauses, 'first')),
  rule('Sentence', 'Next Comma? Chain', (clauses) => ordered(clauses, 'next')),
  rule('Sentence', 'If Person? Be? Done Comma? Acts', (decision, actions) => bound(decision, actions)),
  rule('Sentence', 'Acts If Person? Be? Done | Acts If a? Verdict Be Needed', (actions, decision) =>
    bound(decision, actions),
  ),
  // Every denial has its notice, so this says what is done anyhow.
  rule('Say', 'Send Notice | Send a Notice', () => ({})),
  // A notice by itself does not say of whom: it may be meant for whoever is approved.
  rule('Sentence', 'Say', (terms) =>
    terms.isAutomatic === true ? { is: 'bound', decision: 'deny', actions: [], terms } : null,
  ),
  rule('Sentence', 'Measured tier', (concept) => ({ is: 'topic', concepts: [concept] })),
  rule('Pulls', 'we? Pull Products | we? Pull Products on Person | Pull Person with Products', (products) => ({
    products,
    asked: [],
  })),
  rule('Pulls', 'we? Pull ConceptName', ({ source }) => ({ products: [source], asked: [source] })),
  rule('Pulls', 'Pulls Comma? And Pulls', (a, b) => ({
    products: [...a.products, ...b.products],
    asked: [...a.asked, ...b.asked],
  })),
  rule('Sentence', 'Pulls', (pulls) => ({ is: 'pull', ...pulls })),
  rule('Sentence', 'Alone', (need, span) => {
    const one = required(need, span);
    return one === null ? null : { is: 'rules', clauses: [one] };
  }),
  rule('Sentence', 'Topic', () => ({ is: 'topic', concepts: [] })),
  rule('Sentence', 'tier Amount Sep Chain', (_, clauses) => ({ is: 'rules', clauses, isNumbered: true })),
  rule('Missed', 'These Standard | Standard', () => 'those'),
  rule('Missed', 'AnyOf Standard | AnyOf These', () => 'any'),
  rule('Unmet', 'Misses Missed', () => 'missed'),
  // Who meets any of them may be meant to be approved.
  rule('Met', 'Meets Missed', (of) => (of === 'any' ? null : 'met')),
  rule('Sentence', 'Person who? Unmet Pred | Person That Unmet Pred | Unmet And Cmd', (_, of) => ({
    is: 'unmet',
    decision: of.decision,
  })),
  rule('Sentence', 'Do Person who Met', (decision) => ({ is: 'met', decision })),
  // "Evictions are not wanted" says the opposite.
  rule('Sentence', 'Article? ConceptName Be not required | Article? ConceptName Be not needed', (concept) =>
    sideOf({ source: concept.source, field: concept.words.field }) === 'more' ? null : { is: 'unused', concept },
  ),
  rule('Simple', 'following Will? Each? Pred Sep Points', eachOf),
];

const bound = (decision: Clause['decision'], actions: Extract<Statement, { is: 'bound' }>['actions']): Statement => ({
  is: 'bound',
  decision,
  actions,
  terms: {},
});

function ordered(clauses: readonly Clause[], order: 'first' | 'next'): Statement {
  return { is: 'rules', clauses: clauses.map((clause, index) => ({ ...clause, order: index === 0 ? order : 'next' })) };
}
