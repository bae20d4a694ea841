import { test } from '../model.ts';
import { oppositeRange } from './figures.ts';
import type { Concept, Cond } from './kinds.ts';
import { measured } from './measured.ts';
import { anyOf, condOf, notOf, reaching, stated } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';

/** What is said of states: "the income is verified", "the SSN does not match". */
export const STATED: readonly RuleText[] = [
  rule('Vp', 'Meas Be Not OneRange', (measure, range) => {
    const { of } = measured(measure, oppositeRange(range));
    return new Several(of.map((cond) => ({ ...cond, endsNegated: true, ends: 'do' as const })));
  }),
  rule('Vp', 'Stated Be? State | Measured Be? State', (concept, state) => stated(concept, state)),
  rule('Vp', 'Stated Be Not State | Measured Be Not State | Stated DoNot State', (concept, state) =>
    negatedState(concept, state),
  ),
  rule('Vp', 'Stated can not be State | Measured can not be State | Stated could not be State', (concept, state) =>
    negatedState(concept, state),
  ),
  rule('Vp', 'Stated Or Measured Be Not State', (a, b, state) => {
    const [one, other] = [negatedState(a, state), negatedState(b, state)];
    return one === null || other === null ? null : reaching(undefined, anyOf([one, other]));
  }),
  // So many of what the clause before lists.
  rule('Vp', 'Only Amount of Group Holds?', (count, total) => (count < total ? met(count, total) : null)),
  rule('Vp', 'neither Holds?', () => met(0, 2)),
  rule(
    'Vp',
    'Measured Be missing | Measured Be unknown | NotHave Article? Measured | Without Article? Measured | There no Measured | has no Measured',
    (concept) =>
      concept.words.field === 'score'
        ? condOf(test({ source: concept.source, field: concept.words.field, operator: 'is_empty' }))
        : null,
  ),
];

/** The reader of the whole text finds out of what. */
function met(count: number, total: number): Cond {
  return condOf(test({ source: 'context', field: `?met|${total}`, operator: 'equals', value: count }));
}

function negatedState(concept: Concept, state: string): Cond | null {
  const cond = stated(concept, state);
  // "Not partially verified" may be fully, or not even so.
  return cond === null || state === 'partial' ? null : reaching(undefined, notOf(cond));
}
