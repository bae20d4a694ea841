import { oppositeOf } from '../cascade/operators/index.ts';
import type { Clause } from './grammar/kinds.ts';
import { all, not, RANK, testsOf, type Expr, type Rule } from './model.ts';

/** Of whom a clause speaks that is about those beside a figure that was said. */
export const BESIDE: Partial<Record<Clause['scope'], (expr: Expr) => Expr | null>> = {
  lower: (expr) => beside(expr, 'lower'),
  higher: (expr) => beside(expr, 'higher'),
};

/** Lower, or higher, than the figures in it; null where it compares more than one thing, or none on that side. */
function beside(expr: Expr, side: 'lower' | 'higher'): Expr | null {
  const tests = testsOf(expr).filter(({ operator }) => operator !== 'is_empty');
  const bounds = tests.filter(({ operator }) => operator.startsWith(side === 'lower' ? 'greater_than' : 'less_than'));
  const [bound] = bounds;
  const isOne =
    new Set(tests.map(({ source, field, from }) => JSON.stringify([source, field, from?.field]))).size === 1;
  const operator = bound === undefined ? undefined : oppositeOf(bound.operator);
  if (bound === undefined || operator === undefined || bounds.length > 1 || !isOne) return null;
  // Who has no such value is on neither side.
  return { kind: 'test', test: { ...bound, operator } };
}

/** An approval "even with an eviction" is none for whom another rule denies or reviews for something else. */
export function limited(rule: Rule, rules: readonly Rule[]): Rule {
  const { when, despite } = rule;
  if (!rule.isOverride || when === null || despite === null) return rule;
  const stronger = rules.flatMap((other) =>
    other.when !== null && RANK[other.decision] < RANK[rule.decision] ? [other.when] : [],
  );
  const grounds = stronger.flatMap((expr) => (expr.kind === 'any' ? expr.of : [expr]));
  const others = grounds.filter((expr) => !testsOf(expr).some(({ field }) => despite.has(field)));
  return { ...rule, when: all([when, ...others.map(not)]) };
}
