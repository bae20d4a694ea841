import { RANK } from '../model.ts';
import { elided } from './measured.ts';
import { both, branched, butNot } from './decisions.ts';
import { oppositeRange } from './figures.ts';
import type { At, Clause, Cond, Figure, Measure, Range } from './kinds.ts';
import { ranged } from './comparing.ts';
import { notOf } from './meaning.ts';
import { clause, decided, isGood, outcome } from './outcomes.ts';
import { inPoints } from './points.ts';
import { rule, type RuleText } from './rule.ts';

/** What an approval is tied to, the figure at which it is given, and what will do although a rule says otherwise. */
const ALTERS: readonly RuleText[] = [
  rule('Alter', 'Deposit | a Deposit | an Deposit | Backer | a Backer | an Backer | Terms | a Terms', () => 'terms'),
  rule('Alter', 'a? Deposit of Size | a? Deposit equal to Size | an? Deposit of Size | a? Size Deposit', () => 'terms'),
  rule('Alter', 'Alter Or Alter | Alter And Alter | Either Alter or Alter', () => 'terms'),
  rule(
    'Size',
    'Money | Amount Time | Amount Time Rent | Amount Time of Rent | Amount Time worth of Rent',
    () => 'terms',
  ),
];

const FIGURES_OF_APPROVALS: readonly RuleText[] = [
  rule('At', 'at Range', atOf),
  rule('At', 'at Meas of? Range', (measure, range) => ofMeasure(measure, range)),
  rule('At', 'from Figure up | from Figure upward | from Figure on', (figure) => atOf(atLeast(figure))),
  rule('OneRange', 'from Figure up | from Figure upward | from Figure on', (figure) => atLeast(figure)),
  rule('Simple', 'Object Pred At', (who, of, at, span) =>
    isGood(of) && !at.isBare ? decided(of, both(who, at.yes), span) : null,
  ),
  rule('Simple', 'If Cond Comma? Cmd At', (who, of, at, span) =>
    isGood(of) && !at.isBare ? decided(of, both(who, at.yes), span) : null,
  ),
  rule('Simple', 'Cmd At', (of, at, span) => (isGood(of) && !at.isBare ? decided(of, at.yes, span) : null)),
  rule('Branching', 'If Cond Comma? Cmd At Comma? Else Comma? Label', (who, of, at, other, span) =>
    isGood(of) ? branched(who, of, at.yes, other, span) : null,
  ),
  rule('Branching', 'Rest Pred At Comma? And? Label Beneath', (of, at, other, span) =>
    isGood(of) ? [clause(of, at.yes, span, { scope: 'rest' }), clause(other, at.no, span, { scope: 'rest' })] : null,
  ),
  rule('Branching', 'Object Pred At Comma? And? Label Beneath', (who, of, at, other, span) =>
    isGood(of) ? [clause(of, both(who, at.yes), span), clause(other, both(who, at.no), span)] : null,
  ),
];

const EXCUSES: readonly RuleText[] = [
  // "…, save that a ratio of 2.8 suffices if the score is 725 or more": not against those.
  rule('Chained', 'Chained Comma? ExceptThat Cond Suffices', (one, cond) => excused(one, cond)),
  rule('Chained', 'Chained Comma? ExceptThat Cond Suffices If Cond', (one, cond, when) =>
    excused(one, both(cond, when)),
  ),
  // "…, except that the self-employed need only one year".
  rule('Chain', 'Chained Comma? ExceptThat Whom Require only? Range', (one, who, range, span) => {
    const need = elided(range.is === 'bare' ? atLeast(range.figure) : range);
    const own = excused(one, who);
    return need === null || own === null ? null : [own, clause(outcome('deny'), both(who, notOf(need)), span)];
  }),
  // "…, except that three convictions are cause for rejection": a rule that is tried before.
  rule('Chain', 'Chain Comma? ExceptThat Chained', (chain, one) => {
    const last = chain.at(-1);
    const isStronger = last !== undefined && RANK[one.decision] < RANK[last.decision];
    return isStronger && one.when !== null && last.scope === 'own' ? [...chain, one] : null;
  }),
];

export const TERMS: readonly RuleText[] = [...ALTERS, ...FIGURES_OF_APPROVALS, ...EXCUSES];

const atLeast = (figure: Figure): Range => ({ is: 'compare', operator: 'greater_than_or_equal', figure });

/** A bare figure is the least that will do: where somebody below it is decided too. */
function atOf(range: Range): At | null {
  const own = inPoints(range.is === 'bare' ? atLeast(range.figure) : range);
  const [yes, no] = [elided(own), elided(oppositeRange(own))];
  return yes === null || no === null ? null : { yes, no, isBare: range.is === 'bare' };
}

function ofMeasure({ concept, also }: Measure, range: Range): At | null {
  const own = range.is === 'bare' ? atLeast(range.figure) : range;
  const [yes, no] = [ranged(concept, own)[0], ranged(concept, oppositeRange(own))[0]];
  return yes === undefined || no === undefined || also !== null ? null : { yes, no, isBare: range.is === 'bare' };
}

/** A denial or a review, but not of those. */
function excused(one: Clause, who: Cond): Clause | null {
  const isAgainst = one.decision === 'deny' || one.decision === 'review';
  if (!isAgainst || one.when === null || one.scope !== 'own' || who.isNoun === true) return null;
  return { ...one, when: butNot(one.when, who), said: null };
}
