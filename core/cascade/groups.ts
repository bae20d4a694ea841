import type { CascadeBranch, ConditionGroup } from './definition.ts';
import type { Held } from './operators/index.ts';

/**
 * How many conditions of a group have to hold. A group without conditions matches nothing (semantics 4.2.1 and 4.2.2).
 */
export function neededOf({ logic, at_least: atLeast, conditions }: ConditionGroup): number {
  return atLeast ?? neededBy(logic, conditions.length);
}

/** How many groups of a branch have to match. A branch without groups matches nothing. */
export function neededGroups(branch: CascadeBranch | undefined): number {
  return neededBy(branch?.group_logic, branch?.condition_groups?.length ?? 0);
}

function neededBy(logic: 'and' | 'or' | undefined, count: number): number {
  return logic === 'or' ? 1 : Math.max(count, 1);
}

/** True if the branch matches, given the results of its conditions by group and in order; null if that is open. */
export function branchMatches(branch: CascadeBranch, results: readonly (readonly Held[])[]): Held {
  const groups = (branch.condition_groups ?? []).map((group, index) => groupMatches(group, results[index] ?? []));
  return areEnough(groups, neededGroups(branch));
}

/** True if the group matches, given these results; null if that is open. */
export function groupMatches(group: ConditionGroup, results: readonly Held[]): Held {
  return areEnough(results, neededOf(group));
}

/** True if some data could make the branch match: an empty group never matches. */
export function canMatch(branch: CascadeBranch | undefined): boolean {
  const groups = branch?.condition_groups ?? [];
  const isFilled = groups.map(({ conditions }) => conditions.length > 0);
  return branch?.group_logic === 'or' ? isFilled.includes(true) : groups.length > 0 && !isFilled.includes(false);
}

/** True if enough results hold, false if too few could; null if it depends on open ones. */
function areEnough(results: readonly Held[], needed: number): Held {
  const holding = results.filter((result) => result === true).length;
  if (holding >= needed) return true;
  const open = results.filter((result) => result === null).length;
  return holding + open >= needed ? null : false;
}
