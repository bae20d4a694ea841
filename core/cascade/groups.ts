import type { CascadeBranch, ConditionGroup } from './definition.ts';

/** How many of the conditions of a group have to hold. A group without conditions matches nothing (semantics 4). */
export function neededOf({ logic, at_least: atLeast, conditions }: ConditionGroup): number {
  return atLeast ?? neededBy(logic, conditions.length);
}

/** How many of the groups of a branch have to match. A branch without groups matches nothing. */
export function neededGroups(branch: CascadeBranch | undefined): number {
  return neededBy(branch?.group_logic, branch?.condition_groups?.length ?? 0);
}

function neededBy(logic: 'and' | 'or' | undefined, count: number): number {
  return logic === 'or' ? 1 : Math.max(count, 1);
}

/** Whether the branch matches if its conditions, by group and in order, turn out so. */
export function branchMatches(branch: CascadeBranch, results: readonly (readonly boolean[])[]): boolean {
  const groups = branch.condition_groups ?? [];
  const matching = groups.filter((group, index) => holding(results[index] ?? []) >= neededOf(group));
  return matching.length >= neededGroups(branch);
}

/** Whether any data could make the branch match: an empty group never matches. */
export function canMatch(branch: CascadeBranch | undefined): boolean {
  const groups = branch?.condition_groups ?? [];
  const isFilled = groups.map(({ conditions }) => conditions.length > 0);
  return branch?.group_logic === 'or' ? isFilled.includes(true) : groups.length > 0 && !isFilled.includes(false);
}

function holding(results: readonly boolean[]): number {
  return results.filter(Boolean).length;
}
