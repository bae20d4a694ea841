import type { CascadeBranch, CascadeCondition } from '../../cascade/definition.ts';
import { branchMatches, neededGroups, neededOf } from '../../cascade/groups.ts';

export function conditionsIn(branch: CascadeBranch): readonly CascadeCondition[] {
  return (branch.condition_groups ?? []).flatMap(({ conditions }) => conditions);
}

/** The results of a branch's conditions in one case; undefined for conditions that the case does not determine. */
export type KnownResult = (condition: CascadeCondition) => boolean | undefined;

/** True if the branch matches in every such case or, if `others` is true, in at least one. */
export function matchesWith(branch: CascadeBranch | undefined, known: KnownResult, others: boolean): boolean {
  if (branch === undefined) return false;
  const results = (branch.condition_groups ?? []).map(({ conditions }) =>
    conditions.map((condition) => known(condition) ?? others),
  );
  return branchMatches(branch, results) === true;
}

/**
 * True if a condition alone may decide the branch: for some results of the undetermined conditions, the branch matches
 * exactly if the condition holds. Conditions are treated as independent.
 */
export function turningIn(branch: CascadeBranch, known: KnownResult): (condition: CascadeCondition) => boolean {
  const groups = (branch.condition_groups ?? []).map((group) => {
    const needed = neededOf(group);
    const bounds = boundsOf(group.conditions.map(known));
    return { needed, bounds, matches: whetherMatches(bounds, needed) };
  });
  const all = boundsOf(groups.map(({ matches }) => matches));
  const neededOfAll = neededGroups(branch);
  const groupOf = new Map(
    (branch.condition_groups ?? []).flatMap(({ conditions }, index) =>
      conditions.map((condition) => [condition, groups[index]] as const),
    ),
  );
  return (condition) => {
    const own = groupOf.get(condition);
    return (
      own !== undefined &&
      hasCount(without(own.bounds, known(condition)), own.needed - 1) &&
      hasCount(without(all, own.matches), neededOfAll - 1)
    );
  };
}

/** The least and the greatest number of true results. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

type Result = boolean | undefined;

function boundsOf(results: readonly Result[]): Bounds {
  return {
    least: results.filter((result) => result === true).length,
    most: results.filter((result) => result !== false).length,
  };
}

function without({ least, most }: Bounds, result: Result): Bounds {
  return { least: least - (result === true ? 1 : 0), most: most - (result === false ? 0 : 1) };
}

function hasCount({ least, most }: Bounds, count: number): boolean {
  return least <= count && count <= most;
}

function whetherMatches({ least, most }: Bounds, needed: number): Result {
  if (least >= needed) return true;
  return most >= needed ? undefined : false;
}
