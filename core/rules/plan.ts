import { assumptionsOf } from './assumptions.ts';
import { exclude, rangeOf } from '../cascade/operators/index.ts';
import { disjunction, type Decision, type Expr, type Rule, type Test } from './model.ts';
import type { RuleSet } from './rule-set.ts';

/** The rules by decision, in order of precedence. */
export interface Plan {
  readonly denials: readonly Rule[];
  readonly reviews: readonly Rule[];
  readonly conditionals: readonly Rule[];
  readonly approvals: readonly Rule[];
  /** For everybody whom no other rule decides. */
  readonly rest: Rule;
  /** The results of a reviewer's approval and denial. */
  readonly approved: Rule;
  readonly denied: Rule;
  /** All but the last, in the order in which they are tried. */
  readonly rules: readonly Rule[];
  /** True if the rules are tried in the order of the text, whatever they decide. */
  readonly isWritten: boolean;
  /** True if the author states that order, so that no two rules are placed side by side. */
  readonly isOrdered: boolean;
  /** True if applicants who meet all requirements are approved. */
  readonly isListOfRequirements: boolean;
  /** Computed on demand, because hundreds of plans are made to compare readings. */
  readonly assumptions: () => string[];
}

/**
 * Denials come before reviews, these before approvals. Nobody is approved or denied by silence: whom no rule decides a
 * person reviews, unless the policy is a list of requirements and nothing else.
 */
export function planOf(reading: Omit<RuleSet, 'states'>): Plan {
  const all = reading.rules;
  const of = (decision: Decision): Rule[] => all.filter((rule) => rule.decision === decision && rule.when !== null);
  const said = all.find(({ when }) => when === null);
  let rest = said;
  const isListOfRequirements =
    all.some(({ isRequirement }) => isRequirement) &&
    !all.some(({ decision }) => decision === 'approve' || decision === 'conditional');
  if (rest === undefined || (rest.decision === 'deny' && isListOfRequirements)) {
    rest = reading.implied(isListOfRequirements ? 'approve' : 'review');
  }
  const denials = of('deny');
  const approvals = of('approve');
  const first = (decision: Decision, rules: readonly Rule[]): Rule => {
    const found = rest?.decision === decision ? rest : rules[0];
    return found === undefined ? reading.implied(decision) : { ...found, before: [] };
  };
  const isWritten = reading.isWritten === true;
  const ranked = [...denials, ...of('review'), ...of('conditional'), ...approvals];
  return {
    rules: isWritten ? all.filter(({ when }) => when !== null) : ranked,
    isWritten,
    // Where a model found that the order matters, it may matter of others.
    isOrdered: isWritten && reading.isList !== true,
    isListOfRequirements,
    denials,
    reviews: of('review'),
    conditionals: of('conditional'),
    approvals,
    rest,
    approved: first('approve', approvals),
    denied: { ...first('deny', denials), terms: { ...first('deny', denials).terms, reason: null } },
    assumptions: () => [...assumptionsOf(all), ...(rest === said ? [] : [OF_THE_REST[`${isListOfRequirements}`]])],
  };
}

/** By whether the policy is a list of requirements. */
const OF_THE_REST = {
  true: 'Whoever meets every requirement is approved.',
  false: 'Whoever no sentence approves or denies goes to human review.',
} as const;

/** True if no applicant can meet both: each pair of their alternatives contradicts itself on some field. */
export function areDisjoint(a: Expr, b: Expr): boolean {
  const [left, right] = [disjunction(a), disjunction(b)];
  if (left === undefined || right === undefined) return false;
  return left.every((one) => right.every((other) => one.some((x) => other.some((y) => contradict(x, y)))));
}

function contradict(a: Test, b: Test): boolean {
  if (a.source !== b.source || a.field !== b.field) return false;
  if (JSON.stringify(a.where ?? []) !== JSON.stringify(b.where ?? [])) return false;
  const [isEmpty, isOtherEmpty] = [a, b].map(({ operator }) => operator === 'is_empty');
  return isEmpty === isOtherEmpty ? isEmpty === false && excludeEachOther(a, b) : true;
}

/** No value is both. */
function excludeEachOther(a: Test, b: Test): boolean {
  // Text may look like a number and be none: 02134 and 2134.
  const [x, y] = [a, b].map(({ operator, value }) =>
    typeof value === 'number' ? rangeOf(operator, value) : undefined,
  );
  if (x !== undefined && y !== undefined) return exclude(x, y);
  const are = (one: string, other: string): boolean =>
    (a.operator === one && b.operator === other) || (a.operator === other && b.operator === one);
  if (are('is_true', 'is_false')) return true;
  if (are('equals', 'equals')) return a.value !== b.value;
  return are('equals', 'not_equals') && a.value === b.value;
}
