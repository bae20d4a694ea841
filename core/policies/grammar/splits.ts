import type { Span } from './earley.ts';
import { qualified } from './concepts.ts';
import type { Clause, Concept, Kinded, Window } from './kinds.ts';
import { notOf } from './meaning.ts';
import { some } from './times.ts';
import { thing } from './measured.ts';
import { isOfThings } from './others.ts';
import { clause, outcome, required } from './outcomes.ts';
import { rule, type RuleText } from './rule.ts';

/** What becomes of records by their kind: "felonies in the last seven years: violent ones are denied, others reviewed". */
export const SPLITS: readonly RuleText[] = [
  rule('Sentence', 'Np Be NoFactor', (when) => (isOfThings(when) ? { is: 'permitted', when } : null)),
  rule('Sentence', 'Np Uncounted', (when) => (isOfThings(when) ? { is: 'permitted', when } : null)),
  rule(
    'Sentence',
    'NoPerson Will? Be? Done Because Det? Things | NoPerson can be Done Because Det? Things',
    (decision, of) => (decision === 'deny' ? { is: 'permitted', when: some(of) } : null),
  ),
  rule('Kinded', 'Quality Ones? Pred | Quality Ones? Sep Label', (quality, of) => [{ quality, of }]),
  rule('Kinded', 'Quality Ones? Towards', (quality, decision) => [{ quality, of: outcome(decision) }]),
  rule('Kinded', 'Kinded Comma? And? Kinded | Kinded Semi And? Kinded', (a, b) => [...a, ...b]),
  rule(
    'Simple',
    'Counted Sep any Window Comma? Label | Counted Sep any Window Sep Label',
    (concept, window, of, span) => clause(of, some(thing(concept, window)), span),
  ),
  rule('Needing', 'Counted Sep none Window?', (concept, window, span) =>
    required(notOf(some(thing(concept, window))), span),
  ),
  rule('Branching', 'Det? Counted Exist? Window? Sep Kinded', byKind),
  rule(
    'Simple',
    'Det? Counted Sep Window Sep? Label | Det? Counted Sep Window Comma? Label',
    (concept, window, of, span) => clause(of, some(thing(concept, window)), span),
  ),
];

function byKind(concept: Concept, window: Window | undefined, kinds: readonly Kinded[], span: Span): Clause[] | null {
  const clauses = kinds.map(({ quality, of }) => {
    const those = qualified(concept, quality);
    return those === null ? null : clause(of, some(thing(those, window)), span);
  });
  const known = clauses.filter((each) => each !== null);
  return known.length < clauses.length ? null : known;
}
