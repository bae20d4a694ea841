import type { ConditionTrace } from '../../cascade/conditions.ts';
import type { BranchKey, Branches, CascadeBranch } from '../../cascade/definition.ts';
import { neededGroups, neededOf } from '../../cascade/groups.ts';
import { operatorOf, type Held } from '../../cascade/operators/index.ts';
import { branchOf } from './graph.ts';
import type { ChoiceOutcome } from './types.ts';

/**
 * The conditions that have to hold or must not hold; a group needs a number of its parts. A condition is named by its
 * index in the traces.
 */
export type Formula =
  | { readonly is: 'condition'; readonly index: number; readonly wanted: boolean }
  | { readonly is: 'group'; readonly needed: number; readonly parts: readonly Formula[] };

/**
 * The formula for a choice taking one of the outcomes. `pass` is tried first, then `human_review`.
 *
 * With `isStrict`, a review does not count if a missing value leads to it, or one that fails `pass` although the actual
 * value meets it. Example: a score below the band instead of above it. Nobody is declined for being better off.
 */
export function formulaOf(
  branches: Branches,
  traces: readonly ConditionTrace[],
  outcomes: readonly ChoiceOutcome[],
  isStrict: boolean,
): Formula {
  const pass = matchOf(branchOf(branches, 'pass'), 'pass', traces);
  const review = matchOf(branchOf(branches, 'human_review'), 'human_review', traces);
  const of: Readonly<Record<ChoiceOutcome, () => Formula>> = {
    pass: () => pass,
    human_review: () => all([negated(pass), review, ...(isStrict ? asGoodAs(traces) : [])]),
    fail: () => all([negated(pass), negated(review)]),
  };
  return { is: 'group', needed: 1, parts: outcomes.map((outcome) => of[outcome]()) };
}

function asGoodAs(traces: readonly ConditionTrace[]): Formula[] {
  return traces.flatMap(({ branch, operator, result }, index): Formula[] => {
    if (branch === 'pass' && result === true) return [{ is: 'condition', index, wanted: true }];
    const asksAbsence = branch === 'human_review' && operatorOf(operator).holdsOfNothing === true && result === false;
    return asksAbsence ? [{ is: 'condition', index, wanted: false }] : [];
  });
}

/** Groups and branches without conditions match nothing. */
function matchOf(branch: CascadeBranch | undefined, key: BranchKey, traces: readonly ConditionTrace[]): Formula {
  const parts = (branch?.condition_groups ?? []).map((of, group): Formula => {
    const own = traces.flatMap((trace, index) => (trace.branch === key && trace.group === group ? [index] : []));
    return {
      is: 'group',
      needed: neededOf(of),
      parts: own.map((index) => ({ is: 'condition', index, wanted: true })),
    };
  });
  return { is: 'group', needed: neededGroups(branch), parts };
}

function all(parts: readonly Formula[]): Formula {
  return { is: 'group', needed: parts.length, parts };
}

/** De Morgan for thresholds: NOT(at least k of m) = at least m−k+1 of the negations. */
function negated(formula: Formula): Formula {
  if (formula.is === 'condition') return { ...formula, wanted: !formula.wanted };
  const { needed, parts } = formula;
  return { is: 'group', needed: parts.length - needed + 1, parts: parts.map(negated) };
}

/**
 * True if a condition holds; undefined if that is open. Null if its value cannot be compared: it then counts as turning
 * out right, so it is never the one that decided.
 */
export type Known = (index: number) => Held | undefined;

/** True if the formula holds; undefined if that is open. */
export function evaluate(formula: Formula, known: Known): boolean | undefined {
  if (formula.is === 'condition') {
    const result = known(formula.index);
    return result === undefined ? undefined : result === null || result === formula.wanted;
  }
  const { needed, parts } = formula;
  let holding = 0;
  let possible = parts.length;
  for (const part of parts) {
    if (holding >= needed || possible < needed) break;
    const value = evaluate(part, known);
    if (value === true) holding += 1;
    if (value === false) possible -= 1;
  }
  if (holding >= needed) return true;
  return possible < needed ? false : undefined;
}

/** For a formula that does not hold: conditions of which at least one has to change. As few as possible. */
export function conflictOf(formula: Formula, known: Known): readonly number[] {
  if (formula.is === 'condition') return [formula.index];
  const { needed, parts } = formula;
  const failed = parts.filter((part) => evaluate(part, known) === false);
  const conflicts = failed.map((part) => conflictOf(part, known));
  // If this many parts fail, too few are left, so one of them has to hold.
  const tooMany = parts.length - needed + 1;
  if (tooMany >= conflicts.length) return conflicts.flat();
  if (tooMany === 1) return conflicts.reduce((least, each) => (each.length < least.length ? each : least));
  return conflicts
    .toSorted((a, b) => a.length - b.length)
    .slice(0, tooMany)
    .flat();
}
