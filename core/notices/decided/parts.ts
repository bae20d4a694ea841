import type { CascadeBranch } from '../../cascade/definition.ts';
import type { ConditionTrace } from '../../cascade/conditions.ts';
import { neededGroups, neededOf } from '../../cascade/groups.ts';

/** A branch with the results of its conditions. Groups and conditions are both parts that are met or not. */
type Part =
  | { readonly is: 'condition'; readonly met: boolean; readonly trace: ConditionTrace }
  | { readonly is: 'group'; readonly met: boolean; readonly needed: number; readonly parts: readonly Part[] };

/** The traced conditions of one branch, grouped as in the definition. */
function partOf(branch: CascadeBranch | undefined, traces: readonly ConditionTrace[]): Part {
  const groups = (branch?.condition_groups ?? []).map((of, index): Part => {
    const own = traces.filter(({ group }) => group === index).slice(0, of.conditions.length);
    const parts = own.map((trace): Part => ({ is: 'condition', met: trace.result === true, trace }));
    return groupOf(neededOf(of), parts);
  });
  return groupOf(neededGroups(branch), groups);
}

function groupOf(needed: number, parts: readonly Part[]): Part {
  return { is: 'group', met: parts.filter(({ met }) => met).length >= needed, needed, parts };
}

/**
 * The unmet conditions that keep the branch from matching: all unmet parts of a group; for alternatives, the one with
 * the fewest first.
 */
export function unmetConditions(
  branch: CascadeBranch | undefined,
  traces: readonly ConditionTrace[],
): ConditionTrace[] {
  return unmetOf(partOf(branch, traces));
}

function unmetOf(part: Part): ConditionTrace[] {
  if (part.met) return [];
  if (part.is === 'condition') return [part.trace];
  const wanting = part.parts.map(unmetOf).filter((conditions) => conditions.length > 0);
  return (part.needed < part.parts.length ? wanting.toSorted((a, b) => a.length - b.length) : wanting).flat();
}

/** The met conditions that made the branch match. */
export function matchedConditions(
  branch: CascadeBranch | undefined,
  traces: readonly ConditionTrace[],
): ConditionTrace[] {
  return matchedOf(partOf(branch, traces));
}

function matchedOf(part: Part): ConditionTrace[] {
  if (!part.met) return [];
  return part.is === 'condition' ? [part.trace] : part.parts.flatMap(matchedOf);
}
