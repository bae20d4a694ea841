import type { CascadeBranch } from '../../cascade/definition.ts';
import type { ConditionTrace } from '../../cascade/conditions.ts';

/** A branch with what was read: groups and conditions alike are parts that are met or not. */
type Part =
  | { readonly is: 'condition'; readonly met: boolean; readonly trace: ConditionTrace }
  | { readonly is: 'group'; readonly met: boolean; readonly any: boolean; readonly parts: readonly Part[] };

/** The traced conditions of one branch, in groups, as the definition combines them. */
function partOf(branch: CascadeBranch | undefined, traces: readonly ConditionTrace[]): Part {
  const groups = (branch?.condition_groups ?? []).map(({ logic, conditions }, index): Part => {
    const own = traces.filter(({ group }) => group === index).slice(0, conditions.length);
    const parts = own.map((trace): Part => ({ is: 'condition', met: trace.result, trace }));
    return groupOf(logic === 'or', parts);
  });
  return groupOf(branch?.group_logic === 'or', groups);
}

function groupOf(any: boolean, parts: readonly Part[]): Part {
  const met = any ? parts.some((part) => part.met) : parts.length > 0 && parts.every((part) => part.met);
  return { is: 'group', met, any, parts };
}

/** What is wanting for the branch to match: of `and` each false part, of a false `or` each alternative, fewest first. */
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
  return (part.any ? wanting.toSorted((a, b) => a.length - b.length) : wanting).flat();
}

/** What made the branch match: of `and` all parts, of `or` the true ones. */
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
