import type { ConditionTrace } from '../../cascade/conditions.ts';
import type { BranchKey, Branches, CascadeBranch } from '../../cascade/definition.ts';
import { operatorOf } from '../../cascade/operators/index.ts';
import { branchOf } from './graph.ts';
import type { ChoiceOutcome } from './types.ts';

/** Which conditions have to hold, and which must not. A condition is named by its index among the traces. */
export type Formula =
  | { readonly is: 'condition'; readonly index: number; readonly wanted: boolean }
  | { readonly is: 'and' | 'or'; readonly parts: readonly Formula[] };

const NEVER: Formula = { is: 'or', parts: [] };

/**
 * What makes a choice take one of the outcomes. `pass` is tried first, then `human_review`. With `isStrict` a review does
 * not count that a person would come to by a value that `pass` does not take instead of one that it takes, such as a
 * score below the band instead of above it, or by having no value: nobody is declined for being better off.
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
    human_review: () => ({ is: 'and', parts: [negated(pass), review, ...(isStrict ? asGoodAs(traces) : [])] }),
    fail: () => ({ is: 'and', parts: [negated(pass), negated(review)] }),
  };
  return { is: 'or', parts: outcomes.map((outcome) => of[outcome]()) };
}

function asGoodAs(traces: readonly ConditionTrace[]): Formula[] {
  return traces.flatMap(({ branch, operator, result }, index): Formula[] => {
    if (branch === 'pass' && result) return [{ is: 'condition', index, wanted: true }];
    const asksAbsence = branch === 'human_review' && operatorOf(operator).holdsOfNothing === true && !result;
    return asksAbsence ? [{ is: 'condition', index, wanted: false }] : [];
  });
}

/** Groups and branches without conditions match nothing. */
function matchOf(branch: CascadeBranch | undefined, key: BranchKey, traces: readonly ConditionTrace[]): Formula {
  const groups = (branch?.condition_groups ?? []).map(({ logic }, group): Formula => {
    const own = traces.flatMap((trace, index) => (trace.branch === key && trace.group === group ? [index] : []));
    return joined(
      logic,
      own.map((index) => ({ is: 'condition', index, wanted: true })),
    );
  });
  return joined(branch?.group_logic, groups);
}

function joined(logic: 'and' | 'or' | undefined, parts: readonly Formula[]): Formula {
  return parts.length === 0 ? NEVER : { is: logic === 'or' ? 'or' : 'and', parts };
}

function negated(formula: Formula): Formula {
  if (formula.is === 'condition') return { ...formula, wanted: !formula.wanted };
  return { is: formula.is === 'and' ? 'or' : 'and', parts: formula.parts.map(negated) };
}

/** Whether a condition holds; undefined if that is open. */
export type Known = (index: number) => boolean | undefined;

/** Whether the formula holds; undefined if that depends on what is open. */
export function evaluate(formula: Formula, known: Known): boolean | undefined {
  if (formula.is === 'condition') {
    const result = known(formula.index);
    return result === undefined ? undefined : result === formula.wanted;
  }
  const deciding = formula.is === 'or';
  let isOpen = false;
  for (const part of formula.parts) {
    const value = evaluate(part, known);
    if (value === deciding) return deciding;
    isOpen ||= value === undefined;
  }
  return isOpen ? undefined : !deciding;
}

/** Of a formula that does not hold: conditions of which at least one has to turn out otherwise. As few as can be. */
export function conflictOf(formula: Formula, known: Known): readonly number[] {
  if (formula.is === 'condition') return [formula.index];
  const failed = formula.parts.filter((part) => evaluate(part, known) === false);
  const conflicts = failed.map((part) => conflictOf(part, known));
  if (formula.is === 'or') return conflicts.flat();
  return conflicts.reduce((least, each) => (each.length < least.length ? each : least));
}
